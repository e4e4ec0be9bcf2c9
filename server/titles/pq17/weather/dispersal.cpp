#include "server/titles/pq17/weather/dispersal.h"

#include <algorithm>

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/operation/rolls.h"

namespace wardroom::pq17 {

v1::Force* dispersed_part(Operation& op, Side side, ForceKey parent) {
  for (v1::Force* force : op.all(side)) {
    if (ForceKey(force->dispersed_from()) == parent && key_of(*force) != parent) return force;
  }
  return nullptr;
}

namespace {

// A part of the convoy in the same hex with the same ID; null: no block is left.
v1::Force* form_dispersed_part(Operation& op, Side side, ForceKey parent_key) {
  v1::Force* part = op.form(side, v1::BlockKind::CONVOY);
  if (!part) return nullptr;
  const ForceKey key = key_of(*part);
  const v1::Force& parent = op.force(side, parent_key);
  part->set_convoy(parent.convoy());
  part->set_loaded(parent.loaded());
  part->set_destination(parent.destination());
  *part->mutable_visited() = parent.visited();
  part->set_dispersed_from(parent_key.value);
  part->set_held_by_gales(parent.held_by_gales());
  const Hex hex = op.hex_of(parent);
  op.put_to_sea(*part, hex);
  const v1::Block was = op.block_of(op.force(side, parent_key));
  if (was.flat()) {
    v1::Block& made = op.block_of(op.force(side, key));
    op.lay_flat(made, was.level());
    if (was.has_told()) *made.mutable_told() = was.told();
    op.reveal_to_others(
        Licence::kDispersal, side,
        Text("report.split").text("force", op.name(was)).text("other", op.name(made)).word("hex", Operation::word(hex)),
        hex, "9.3.2");
  }
  const auto count = static_cast<int>(op.blocks(side, hex).size());
  op.reveal(Licence::kDispersal, Text("report.new_block").number("count", count).word("hex", Operation::word(hex)), hex,
            "9.3.2");
  return &op.force(side, key);
}

}  // namespace

void no_longer_binding(v1::Block& block) {
  if (block.has_told()) block.mutable_told()->set_binding(false);
}
namespace {

// So many merchants at random from one force into another; which ones is the owner's secret.
void move_merchants(Operation& op, v1::Force& from, v1::Force& to, int count, std::uint64_t subject) {
  for (int n = 0; n < count; ++n) {
    const int left = tally(op.reference, from).merchants;
    if (left == 0) return;
    int drawn = static_cast<int>(
        op.draw(Draw::kDispersedShips, subject, static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(left)));
    for (int i = 0; i < from.ship_size(); ++i) {
      const UnitFacts& unit = op.reference.unit(from.ship(i).unit());
      if (!unit.merchant()) continue;
      drawn -= ships_of(unit, from.ship(i).cs());
      if (drawn >= 0) continue;
      add(op.reference, to, take(from, i, unit.ship ? from.ship(i).cs() : 1));
      break;
    }
  }
}

}  // namespace

v1::Force* part_of(Operation& op, Side side, ForceKey key) {
  v1::Force* part = dispersed_part(op, side, key);
  if (!part) part = form_dispersed_part(op, side, key);
  if (!part) return nullptr;
  no_longer_binding(op.block_of(op.force(side, key)));
  no_longer_binding(op.block_of(*part));
  return part;
}

int fall_behind(Operation& op, Side side, ForceKey key, int merchants) {
  if (merchants <= 0) return 0;
  v1::Force* part = part_of(op, side, key);
  if (!part) return 0;
  v1::Force& parent = op.force(side, key);
  move_merchants(op, parent, *part, merchants, parent.block());
  return merchants;
}

namespace {

// Of a convoy that is Dispersed as a whole: those who find together are the convoy, and the others fall behind.
void gather(Operation& op, Side side, v1::Force& convoy, int merchants) {
  const ForceKey key = key_of(convoy);
  const int all = tally(op.reference, convoy).merchants;
  int found = std::min(merchants, all);
  const int was = convoy.dispersed_from();
  if (found > 0) convoy.clear_dispersed_from();
  const bool torn = found > 0 && found < all;
  if (torn && fall_behind(op, side, key, all - found) == 0) {  // no block is left for them
    op.force(side, key).set_dispersed_from(was);
    found = 0;
  }
  const v1::Force& after = op.force(side, key);
  op.tell(side, Text("report.rejoining.own").number("count", found).text("force", op.name(after)), op.hex_of(after),
          "9.3.3");
}

}  // namespace

void come_back(Operation& op, Side side, v1::Force& parent, int merchants) {
  v1::Force* part = dispersed_part(op, side, key_of(parent));
  if (!part) return gather(op, side, parent, merchants);
  const Hex hex = op.hex_of(parent);
  const int found = std::min(merchants, tally(op.reference, *part).merchants);
  move_merchants(op, *part, parent, found, part->block());
  no_longer_binding(op.block_of(parent));
  no_longer_binding(op.block_of(*part));
  op.tell(side, Text("report.rejoining.own").number("count", found).text("force", op.name(parent)), hex, "9.3.3");
  if (!part->ship().empty()) return;
  op.reveal(Licence::kDispersal, Text("report.combined").word("hex", Operation::word(hex)), hex, "9.3.3");
  op.erase(side, key_of(*part));
  op.regroup(side, hex);
}

int dispersal_dice(const Operation& op, int merchants) {
  const auto& numbers = op.numbers.weather();
  const int per = numbers.mx_per_dispersal_die();
  const int up = numbers.dispersal_remainder_up();
  return merchants / per + (merchants % per >= up ? 1 : 0);
}

void rejoin(Operation& op, Side side, v1::Force& parent) {
  if (!is_dispersed(op, side, parent) || !op.effect(op.hex_of(parent)).rejoining()) return;
  const int die = op.die(Draw::kRejoining, parent.block());
  op.reveal(Licence::kDispersal,
            {Text("report.rejoining").number("die", die), plain_roll("table.rejoining.name", {die})}, {}, "9.3.3");
  come_back(op, side, parent, op.reference.box().rejoining(die));
}

}  // namespace wardroom::pq17
