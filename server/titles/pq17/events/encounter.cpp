// Surprise Encounter [13.7].
#include <algorithm>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/events/parts.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/statements.h"
#include "server/titles/pq17/submarine/asw.h"

namespace wardroom::pq17 {

namespace {

using v1::BlockKind;
using v1::ShipType;

std::vector<ForceKey> real_forces(Operation& op, Side side, Hex hex) {
  std::vector<ForceKey> keys;
  for (const v1::Force* force : op.at_sea(side, hex)) {
    if (force->kind() != BlockKind::DUMMY) keys.push_back(key_of(*force));
  }
  return keys;
}

// One CS, or a ship with a counter of her own that has but one; no die decides her fate.
void sink_one(Operation& op, const Hull& hull) {
  v1::TorpedoDamageTable::Row row;
  row.set_effect(v1::TorpedoDamageTable::CS_SUNK);
  row.set_number(1);
  inflict_torpedo(op, hull, row);
}

// Units of the type that stands lowest on the Unit Chart; of a convoy, its cargo vessels before other merchants.
std::vector<int> lowest_units(const Operation& op, const v1::Force& force) {
  auto lowest = ShipType::UNSPECIFIED;
  const bool merchants = tally(op.reference, force).merchants > 0;  // a scattered convoy may have auxiliaries alone
  const auto counts = [&](const v1::Counter& ship) { return !merchants || op.reference.unit(ship.unit()).merchant(); };
  for (const v1::Counter& ship : force.ship()) {
    if (counts(ship)) lowest = std::max(lowest, op.reference.unit(ship.unit()).type);
  }
  std::vector<int> found;
  for (int i = 0; i < force.ship_size(); ++i) {
    if (counts(force.ship(i)) && op.reference.unit(force.ship(i).unit()).type == lowest) found.push_back(i);
  }
  return found;
}

int counters_of(const Operation& op, const v1::Counter& ship) {
  const UnitFacts& unit = op.reference.unit(ship.unit());
  return unit.ship ? 1 : unit.counters(ship.cs());
}

int one_at_random(Operation& op, const v1::Force& force, const std::vector<int>& indices) {
  if (indices.size() == 1) return indices[0];
  std::vector<int> weights;
  for (int index : indices) weights.push_back(counters_of(op, force.ship(index)));
  return indices[pick_by_weight(op, weights)];
}

bool loses_one_cs(ShipType::Kind type) { return type == ShipType::DD || type == ShipType::TB || type == ShipType::MV; }

// A destroyer fires once. True: the ship fired at survives.
bool shot_at(Operation& op, Side side, ForceKey key, Hex hex) {
  const v1::Force& force = op.force(side, key);
  const int index = one_at_random(op, force, lowest_units(op, force));
  const v1::Counter ship = force.ship(index);
  const UnitFacts& unit = op.reference.unit(ship.unit());
  const auto target = force.kind() == BlockKind::CONVOY ? ShipType::MV : unit.type;
  Situation at = situation_in(op, enemy_of(side), hex);
  aim_at(op, at, ship);
  const std::vector<Applied> drms = applied(op, op.reference.box().gunnery().modifier(), at);
  const int die = roll_die(op);
  const int modified = die + sum(drms);
  const auto needed = op.reference.box().gunnery_hit(ShipType::DD, target);
  const bool hit = needed && modified >= *needed;
  tell_roll(op, "table.gunnery", Against{enemy_of(side), {name_of(ShipType::DD)}, {name_of(target)}}, drms,
            {{die, modified, hit ? "roll.hit" : "roll.miss"}}, hex, "13.7", needed, name_of(target));
  if (!hit) return true;
  if (loses_one_cs(unit.type)) {
    sink_one(op, hull_in(side, key, index));
    return false;
  }
  const Outcome outcome = inflict_hits(op, hull_in(side, key, index), 1);
  forget_odd_hits(op);
  return outcome.sunk == 0;
}

// [7.4.1] Damaged is back to port, without points.
void drive_home(Operation& op, Side side, ForceKey key, int index, Hex hex) {
  v1::Force& force = op.force(side, key);
  const v1::Counter boat = take(force, index, 1);
  auto& removed = *op.own(side).add_removed();
  removed.set_unit(boat.unit());
  removed.set_cs(1);
  removed.set_reason("damaged");
  op.reveal(Licence::kAsw, driven_home(side, op.name(op.block_of(force)), 1), hex, "13.7");
}

// One die on the ASW Table: Held Down is Damaged, a Success is Sunk. True: the boat survives.
bool hunted(Operation& op, Side side, ForceKey key, Hex hex) {
  using Asw = v1::AswTable;
  const v1::Force& force = op.force(side, key);
  std::vector<int> weights;
  for (const v1::Counter& ship : force.ship()) weights.push_back(ship.cs());
  const auto index = static_cast<int>(weights.size() > 1 ? pick_by_weight(op, weights) : 0);
  Situation at = situation_in(op, enemy_of(side), hex);
  at.submarines = tally(op.reference, force).submarine_cs;
  const std::vector<Applied> drms = applied(op, op.reference.box().asw().modifier(), at);
  const int die = roll_die(op);
  const int modified = die + sum(drms);
  const auto result = op.reference.box().asw(modified);
  const char* told = result == Asw::SUCCESS     ? "roll.encounter.sunk"
                     : result == Asw::HELD_DOWN ? "roll.encounter.damaged"
                                                : "roll.miss";
  tell_roll(op, "table.asw", op.name(op.block_of(force)), drms, {{die, modified, told}}, hex, "13.7");
  if (result == Asw::SUCCESS) sink_one(op, hull_in(side, key, index));
  if (result == Asw::HELD_DOWN) drive_home(op, side, key, index, hex);
  return result != Asw::SUCCESS;
}

void identify(Operation& op, Side side, ForceKey key) {
  const v1::Force* force = op.find(side, key);
  if (!force || op.block_of(*force).flat()) return;
  raise_id(op, step_forward(op, side, key), 0, {});
}

void meet(Operation& op, BlockId id, ForceKey met) {
  const v1::Block& block = op.block(id);
  const Side side = block.side();
  const Hex hex = as_hex(block.hex());
  const ForceKey key = key_of(op.force_behind(block));
  const auto kind = op.force_behind(block).kind();
  op.reveal(Licence::kEventLocates,
            {Text("report.event.encounter").word("hex", op.word(hex)).word("kind", lower(BlockKind::Kind_Name(kind))),
             told::Milestone{told::Milestone::kEngagement, v1::Battle::OTHER}},
            hex, "13.7");
  if (kind == BlockKind::DUMMY) {
    eliminate_dummy(op, side, key);
    return;
  }
  begin_engagement(op, v1::Battle::OTHER, enemy_of(side), hex);
  const bool survives = kind == BlockKind::WOLFPACK ? hunted(op, side, key, hex) : shot_at(op, side, key, hex);
  may_have_changed(op.block(id));
  close_losses(op, side, key);
  close_engagement(op);
  if (!survives) return;
  identify(op, enemy_of(side), met);
  identify(op, side, key);
}

}  // namespace

void surprise_encounter(Operation& op, const v1::RandomEvent& event) {
  const Side side = event.affects();
  const Side other = enemy_of(side);
  bool together = false;  // as both can see
  std::vector<BlockId> found;
  for (const v1::Block* block : op.blocks(side)) {
    if (block->hex() == 0 || op.blocks(other, as_hex(block->hex())).empty()) continue;
    together = true;
    if (!real_forces(op, other, as_hex(block->hex())).empty()) found.push_back(id_of(*block));
  }
  if (!together) return tell_no_effect(op, event);
  const std::size_t drawn = pick_one(op, Pick::kSubject, found.size());
  if (found.empty()) return reveal_no_effect(op, event);
  const BlockId id = found[drawn];
  const std::vector<ForceKey> met = real_forces(op, other, as_hex(op.block(id).hex()));
  meet(op, id, met[pick_one(op, Pick::kPartner, met.size())]);
}

}  // namespace wardroom::pq17
