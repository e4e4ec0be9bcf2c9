#include "server/titles/pq17/conditions/breakout.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/sailing.h"
#include "server/titles/pq17/movement/moves.h"
#include "server/titles/pq17/movement/speed.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

const v1::SpecialCondition& breakout(const Operation& op) { return data_of(op, Kind::ATLANTIC_BREAKOUT); }

const PlaceFacts& atlantic(const Operation& op) { return op.reference.place(breakout(op).place(0)); }

// Turns until its Fuel Warning; none are left once that has come.
int turns_to_warning(const Operation& op, const v1::Force& force) {
  return force.fuel() == v1::Force::FULL ? std::max(0, force.fuel_turn() - op.turn()) : 0;
}

}  // namespace

bool may_exit(Operation& op, Side side, const v1::Force& force) {
  if (side != kAxis || !holds(op, kAxis, Kind::ATLANTIC_BREAKOUT) || !op.at_sea(force)) return false;
  if (force.kind() != v1::BlockKind::TASK_FORCE || !moves_by_itself(op, side, force) || hexes_left(op, force) <= 0)
    return false;
  const auto& gates = atlantic(op).box->gates();
  if (std::ranges::find(gates, number_of(op.hex_of(force))) == gates.end()) return false;
  return std::ranges::all_of(
      force.ship(), [&](const v1::Counter& ship) { return may_break_out(op, op.reference.unit(ship.unit())); });
}

void exit_map(Operation& op, Side side, ForceKey key) {
  const v1::Force& force = op.force(side, key);
  show_chit(op, side);  // nothing else lets a ship leave here
  for (const v1::Counter& ship : force.ship()) {
    v1::Exit& exit = *operation_of(op, side).add_exited();
    exit.set_unit(ship.unit());
    exit.set_turns_to_warning(turns_to_warning(op, force));
    op.reveal(Licence::kCondition, Text("report.breakout.exited").text("ship", op.name(op.reference.unit(ship.unit()))),
              op.hex_of(force), "12.2");
  }
  enter_box(op, side, key, atlantic(op));
}

void score_breakout(Operation& op) {
  for (v1::Exit& exit : *operation_of(op, kAxis).mutable_exited()) {
    if (exit.scored()) continue;
    exit.set_scored(true);
    const UnitFacts& unit = op.reference.unit(exit.unit());
    const bool enough = exit.turns_to_warning() >= breakout(op).needs_turns_to_warning();
    if (enough) {
      score_condition(op, breakout(op), halves_for(breakout(op), unit, 1), unit.id);
    } else {
      op.reveal(Licence::kCondition, Text("report.breakout.short_of_fuel").text("ship", op.name(unit)), {}, "12.2");
    }
  }
}

}  // namespace wardroom::pq17
