#include "server/titles/pq17/forces/convoys.h"

#include <algorithm>

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

// An escort whose merchants are all Dispersed is still their convoy [9.3.3, A-111].
bool lost_its_merchants(Operation& op, Side side, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::CONVOY || force.ship().empty() || is_scattered(op, force)) return false;
  if (!dispersed_parts(op, side, force).empty()) return false;
  return tally(op.reference, force).merchants == 0;
}

// Another block from the box, in the place of its own.
bool take_other_block(Operation& op, Side side, v1::Force& force) {
  const v1::Force* spare = op.form(side, kind_of(op.reference, force), op.reference.unit(force.ship(0).unit()).nation);
  if (!spare) return false;
  force.set_kind(spare->kind());
  force.set_number(spare->number());
  op.erase(side, key_of(*spare));
  force.clear_convoy();
  force.clear_loaded();
  force.clear_destination();
  force.clear_visited();
  force.clear_may_disperse();
  return true;
}

}  // namespace

bool can_scatter(Operation& op, Side side, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::CONVOY || !op.at_sea(force) || force.done() || force.hexes() > 0) return false;
  if (is_scattered(op, force) || is_dispersed_part(op, side, force)) return false;
  const Tally sum = tally(op.reference, force);
  return sum.warship_counters == 0 || op.block_left(side, v1::BlockKind::TASK_FORCE);
}

void scatter(Operation& op, Side side, v1::Force& convoy) {
  const ForceKey key = key_of(convoy);
  const Hex hex = op.hex_of(convoy);
  const v1::Force* escort = nullptr;
  auto surface =
      take_all(op.reference, convoy, [](const UnitFacts& unit) { return unit.warship() && !unit.submarine(); });
  if (!surface.empty()) escort = split_off(op, side, convoy, std::move(surface));
  auto boats = take_all(op.reference, convoy, [](const UnitFacts& unit) { return unit.submarine(); });
  if (!boats.empty()) split_off(op, side, convoy, std::move(boats));
  op.reveal_to_others(Licence::kScatters, side,
                      Text("report.new_block")
                          .word("hex", Operation::word(hex))
                          .number("count", static_cast<int>(op.blocks(side, hex).size())),
                      hex, "5.5");

  Text own = escort ? Text("report.scattered.own").text("other", op.name(*escort)) : Text("report.scattered.alone.own");
  own.text("force", op.name(convoy)).word("hex", Operation::word(hex));
  op.tell(side, std::move(own), hex, "5.5");
  op.reveal(Licence::kScatters, Text("report.scattered").word("hex", Operation::word(hex)), hex, "5.5");
  const BlockId id = block_id(convoy);
  if (op.shadowed(op.block(id))) end_shadowing(op, op.block(id));  // [6.3.1]
  const int level = op.numbers.recon().id_of_scattered();          // [6.8.1]
  v1::Force& after = op.force(side, key);
  if (op.block_of(after).level() < level || !op.block_of(after).flat())
    raise_id(op, op.block_of(after), level, std::nullopt);
  v1::Block& block = op.block_of(after);
  if (!block.flat() || block.level() != level) op.lay_flat(block, level);
  block.set_scattered(true);
  after.clear_dispersed_from();
  forget_route(after);
}

void needs_other_block(Operation& op, Side side, ForceKey key) {
  v1::Force* force = op.find(side, key);
  if (!force || !lost_its_merchants(op, side, *force)) return;
  if (op.at_sea(*force) && !within_limits(op.reference, *force)) {  // no Task Force has submarines [1.2.2]
    auto boats = take_all(op.reference, *force, [](const UnitFacts& unit) { return unit.submarine(); });
    if (split_off(op, side, *force, std::move(boats))) {
      const Hex hex = op.hex_of(*force);
      const auto count = static_cast<int>(op.blocks(side, hex).size());
      op.reveal_to_others(Licence::kNoLongerConvoy, side,
                          Text("report.new_block").word("hex", Operation::word(hex)).number("count", count), hex,
                          "1.2.3");
    }
  }
  if (!within_limits(op.reference, *force)) return;
  const Text before = op.name(*force);
  if (!take_other_block(op, side, *force)) return;
  std::optional<Hex> where;
  if (op.at_sea(*force)) where = op.hex_of(*force);
  op.tell(side, Text("report.no_longer_convoy").text("force", before).text("other", op.name(*force)), where, "1.2.1");
  if (!where || !op.block_of(*force).flat()) return;
  v1::Block& block = op.block_of(*force);
  const Text face = op.name(block);
  op.lay_flat(block, block.level());
  may_have_changed(block);
  op.reveal_to_others(Licence::kNoLongerConvoy, side,
                      Text("report.no_longer_convoy").text("force", face).text("other", op.name(block)), where,
                      "1.2.1");
  end_impossible_shadowing(op);  // [6.3.2]
}

}  // namespace wardroom::pq17
