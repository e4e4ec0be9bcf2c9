#include "server/titles/pq17/conditions/sailing.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

void note_force(Operation& op, Side side, const v1::Force& force) { operation_of(op, side).set_force(force.key()); }

bool nobody_sent(Operation& op, const v1::Force& force) {
  const ForceKey sent = force_key(op.own(kAxis).operation());
  return !sent || sent == key_of(force) || !op.find(kAxis, sent);
}

}  // namespace

bool may_break_out(const Operation& op, const UnitFacts& unit) {
  const auto& barred = data_of(op, Kind::ATLANTIC_BREAKOUT).barred();
  const bool light_cruiser = std::ranges::find(barred, unit.type) != barred.end();
  return unit.heavy() && !light_cruiser;
}

bool is_raider(const Operation& op, const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE && force.ship_size() == 1 &&
         op.reference.unit(force.ship(0).unit()).type == v1::ShipType::CB;
}

bool sails_to_break_out(Operation& op, const v1::Force& force) {
  if (!holds(op, kAxis, Kind::ATLANTIC_BREAKOUT) || force.kind() != v1::BlockKind::TASK_FORCE) return false;
  return std::ranges::any_of(
      force.ship(), [&](const v1::Counter& ship) { return may_break_out(op, op.reference.unit(ship.unit())); });
}

bool sails_for_condition(Operation& op, const v1::Force& force) {
  const v1::SpecialOperation& operation = op.own(kAxis).operation();
  if (sails_to_break_out(op, force)) return true;
  if (operation.done()) return false;
  if (holds(op, kAxis, Kind::MINELAYING)) return operation.turn() != 0 && force_key(operation) == key_of(force);
  if (holds(op, kAxis, Kind::SIZILIEN)) {
    return halves_for(op, data_of(op, Kind::SIZILIEN), force) != 0 && nobody_sent(op, force);
  }
  return holds(op, kAxis, Kind::WUNDERLAND) && is_raider(op, force) && nobody_sent(op, force);
}

void note_sailing(Operation& op, Side side, const v1::Force& force) {
  if (side != kAxis || op.truth.standing().allied_identified_at_sea() || force.kind() != v1::BlockKind::TASK_FORCE)
    return;
  const bool one_only = holds(op, kAxis, Kind::SIZILIEN) || holds(op, kAxis, Kind::WUNDERLAND);
  if (one_only && sails_for_condition(op, force)) note_force(op, side, force);
}

}  // namespace wardroom::pq17
