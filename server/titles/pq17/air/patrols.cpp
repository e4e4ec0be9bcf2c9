#include "server/titles/pq17/air/patrols.h"

#include <algorithm>

#include "server/titles/pq17/movement/speed.h"
#include "server/titles/pq17/submarine/asw.h"

namespace wardroom::pq17 {
namespace {

bool carrier_among(const Operation& op, const google::protobuf::RepeatedPtrField<v1::Units>& units) {
  return std::ranges::any_of(units, [&](const v1::Units& each) {
    return !each.unit().starts_with("air.") && op.reference.unit(each.unit()).carrier();
  });
}

// The scenario gives him one, or he may have bought her.
bool carriers_in_play(const Operation& op, Side side) {
  if (op.option("option.ahistorical_forces")) return true;
  const auto of_side = [&](const auto& group) { return group.side() == side && carrier_among(op, group.unit()); };
  if (std::ranges::any_of(op.scenario.force(), of_side) || std::ranges::any_of(op.scenario.reinforcement(), of_side))
    return true;
  return std::ranges::any_of(op.scenario.convoy(), [&](const v1::Convoy& convoy) {
    return convoy.side() == side && carrier_among(op, convoy.escort());
  });
}

// Graf Zeppelin flies by Day only [6.4.1].
bool carriers_fly(const Operation& op, Side side, Hex hex) {
  return op.effect(hex).carrier_air_radius() && (side != kAxis || !op.night());
}

bool might_be_patrolled(Operation& op, Side side, Hex hex) {
  return patrolled(op, side, hex) || might_have_carrier(op, side, hex);
}

// The hex it is in, and all it could come to.
bool patrols_might_matter(Operation& op, Side side, Hex start, int hexes) {
  std::vector<Hex> reach{start};
  std::size_t from = 0;
  for (int i = 0; i < hexes; ++i) {
    const std::size_t to = reach.size();
    for (; from < to; ++from) {
      for (Hex next : op.reference.hex(reach[from]).by_sea) {
        if (std::ranges::find(reach, next) == reach.end()) reach.push_back(next);
      }
    }
  }
  return std::ranges::any_of(reach, [&](Hex hex) { return might_be_patrolled(op, enemy_of(side), hex); });
}

}  // namespace

bool patrolled(const Operation& op, Side side, Hex hex) {
  return air_radius_over(op, side, hex) && op.effect(hex).asw_and_torpedoes();
}

bool might_have_carrier(Operation& op, Side side, Hex hex) {
  if (!carriers_fly(op, side, hex)) return false;
  const bool someone = std::ranges::any_of(op.blocks(side, hex), [&](const v1::Block* block) {
    if (op.shadows_someone(*block) || block->scattered()) return false;
    return !block->flat() || block->kind() != v1::BlockKind::WOLFPACK;
  });
  return someone && carriers_in_play(op, side);
}

const v1::Force* carrier_on_patrol(Operation& op, Side side, Hex hex) {
  if (!carriers_fly(op, side, hex)) return nullptr;
  for (const v1::Force* force : op.at_sea(side, hex)) {
    if (has_working_carrier(op.reference, *force)) return force;
  }
  return nullptr;
}

void announce_carrier(Operation& op, Side side, Hex hex) {
  op.reveal(Licence::kCarrierAnnounced,
            Text("report.carrier_announced").word("side", word_of(side)).word("hex", op.word(hex)), hex, "5.3.1");
}

bool must_declare(Operation& op, Side side, const v1::Force& force) {
  const int most = hexes_left(op, force);
  return force.kind() == v1::BlockKind::WOLFPACK && most > 1 && patrols_might_matter(op, side, op.hex_of(force), most);
}

}  // namespace wardroom::pq17
