// Minefields [13.5]: torpedo attacks on one force, at most one on any ship or CS. Gales do not prevent them [9.2.5].
#include <algorithm>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/torpedoes.h"
#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/events/parts.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

std::vector<BlockId> blocks_in_area(Operation& op, const v1::RandomEvent& event) {
  const std::vector<Hex> hexes = hexes_of(op, event);
  std::vector<BlockId> found;
  for (const v1::Block* block : op.blocks(event.affects())) {
    if (block->hex() != 0 && std::ranges::find(hexes, as_hex(block->hex())) != hexes.end())
      found.push_back(id_of(*block));
  }
  return found;
}

// Which counters are attacked, one after the other; a class as often as it has CS.
std::vector<v1::Counter> pick_targets(Operation& op, const v1::Force& force, int attacks) {
  std::vector<int> weights;
  int left = 0;
  for (const v1::Counter& ship : force.ship()) {
    weights.push_back(ships_in(op, ship));
    left += weights.back();
  }
  std::vector<v1::Counter> targets;
  for (int i = 0; i < attacks && left > 0; ++i) {
    const std::size_t index = pick_by_weight(op, weights);
    targets.push_back(force.ship(static_cast<int>(index)));
    --weights[index];
    --left;
  }
  return targets;
}

// Where it is now; -1: it is gone, or no longer what it was.
int find_again(const v1::Force& force, const v1::Counter& target) {
  for (int i = 0; i < force.ship_size(); ++i) {
    const v1::Counter& ship = force.ship(i);
    if (ship.unit() == target.unit() && ship.dead_in_water() == target.dead_in_water() &&
        ship.crippled() == target.crippled() && ship.towed_by() == target.towed_by() &&
        ship.torpedoes_spent() == target.torpedoes_spent() && ship.used() == target.used()) {
      return i;
    }
  }
  return -1;
}

void attack(Operation& op, Side side, ForceKey key, const v1::Counter& target, Hex hex) {
  const v1::Force& force = op.force(side, key);
  const int index = find_again(force, target);
  if (index < 0) return;
  TorpedoAttack mine;
  mine.attacker = "roll.mines";
  mine.target = op.name(op.block_of(force));
  mine.situation = situation_in(op, enemy_of(side), hex);
  aim_at(op, mine.situation, force.ship(index));
  mine.dice = 1;
  mine.among = {hull_in(side, key, index)};
  mine.hex = hex;
  mine.aimed_by_submarine = true;
  if (launch(op, mine) == 0) return;
  if (op.reference.unit(target.unit()).submarine()) {
    inflict_hits(op, hull_in(side, key, index), 1);
  } else {
    detonate(op, mine, 1);
  }
}

}  // namespace

void minefields(Operation& op, const v1::RandomEvent& event) {
  const Side side = event.affects();
  const std::vector<BlockId> found = blocks_in_area(op, event);
  if (found.empty()) return tell_no_effect(op, event);
  const v1::Block& block = op.block(found[pick_one(op, Pick::kSubject, found.size())]);
  const BlockId id = id_of(block);
  const Hex hex = as_hex(block.hex());
  const ForceKey key = key_of(op.force_behind(block));
  op.tell({Text("report.event.mines").text("force", op.name(block)),
           told::Milestone{told::Milestone::kEngagement, v1::Battle::OTHER}},
          hex, "13.5");
  if (op.force_behind(block).kind() == v1::BlockKind::DUMMY) return eliminate_dummy(op, side, key);
  begin_engagement(op, v1::Battle::OTHER, enemy_of(side), hex);
  for (const v1::Counter& target : pick_targets(op, op.force(side, key), event.amount()))
    attack(op, side, key, target, hex);
  forget_odd_hits(op);
  may_have_changed(op.block(id));
  close_losses(op, side, key);
  close_engagement(op);
}

}  // namespace wardroom::pq17
