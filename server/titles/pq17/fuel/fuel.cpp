#include "server/titles/pq17/fuel/fuel.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"

namespace wardroom::pq17 {
namespace {

bool has_marker(const v1::Force& force) { return force.fuel_turn() != 0 || force.fuel() != v1::Force::FULL; }

void take_marker_off(v1::Force& force) {
  force.set_fuel_turn(0);
  force.set_fuel(v1::Force::FULL);
  force.set_heavy_bonus(false);
}

// CS that burn fuel: not Convoy Ships, ES, CVE or submarines [11.2.1].
int thirsty_cs(const Reference& reference, const v1::Force& force) {
  int cs = 0;
  for (const v1::Counter& ship : force.ship()) {
    if (reference.unit(ship.unit()).needs_fuel()) cs += ship.cs();
  }
  return cs;
}

bool has_light(const Reference& reference, const v1::Force& force) {
  return std::ranges::any_of(force.ship(),
                             [&](const v1::Counter& ship) { return reference.unit(ship.unit()).light(); });
}

bool has_thirsty_soviets(const Reference& reference, const v1::Force& force) {
  return std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) {
    const UnitFacts& unit = reference.unit(ship.unit());
    return unit.nation == v1::Nation::SOVIET && unit.needs_fuel();
  });
}

Side side_of(Operation& op, const v1::Force& force) {
  return op.find(kAllied, key_of(force)) == &force ? kAllied : kAxis;
}

// German Heavy Ships go without 11.1.2 but from Kiel or Germany, or to break out [11.4, 12.2].
bool heavy_benefit(const Operation& op, Side side, const v1::Force& force) {
  if (side == kAxis && holds(op, kAxis, v1::SpecialCondition::ATLANTIC_BREAKOUT)) return true;
  if (side == kAllied || op.special_rule(v1::SpecialRule::GERMAN_FLEET_FREE)) return true;
  const PlaceFacts* place = op.reference.find_place(force.place());
  if (!place) return false;
  return place->port ? place->port->plans_before_start() : place->box && place->box->plans_before_start();
}

// -- oilers; an entry of a class holds the same for each of its CS --

bool is_oiler(const Operation& op, const v1::Counter& ship) { return op.reference.unit(ship.unit()).oiler(); }

}  // namespace

bool can_pump(const Operation& op, const v1::Counter& ship) {
  return is_oiler(op, ship) && !ship.used() && ship.oiler_fuel() > 0;
}

namespace {

int full_oiler(const Operation& op, const v1::Counter& ship) {
  return ship.cs() * op.numbers.fuel().oiler_fuel_per_cs();
}

struct Oilers {
  int ships = 0;  // that have any fuel left
  int fuel = 0;   // CS they can still refuel
};

Oilers oilers_of(const Operation& op, const v1::Force& force) {
  Oilers found;
  for (const v1::Counter& ship : force.ship()) {
    if (!can_pump(op, ship)) continue;
    found.ships += ships_of(op.reference.unit(ship.unit()), ship.cs());
    found.fuel += ship.oiler_fuel();
  }
  return found;
}

void tell_oiler(Operation& op, Side side, const v1::Counter& oiler) {
  const Text name = op.name(op.reference.unit(oiler.unit()));
  if (oiler.used()) {
    op.tell(side, Text("report.fuel.oiler_empty.own").text("ship", name), {}, "11.3.2");
  } else {
    op.tell(side, Text("report.fuel.oiler.own").text("ship", name).number("count", oiler.oiler_fuel()), {}, "11.3.2");
  }
}

// The oiler its owner has named, then the others as they lie; -1: none has fuel left.
int next_oiler(const Operation& op, const v1::Force& force) {
  int first = -1;
  for (int i = 0; i < force.ship_size(); ++i) {
    if (!can_pump(op, force.ship(i))) continue;
    if (force.ship(i).unit() == force.pumps_first()) return i;
    if (first < 0) first = i;
  }
  return first;
}

// Spends by fives, rounded up [11.3.2].
void pump(Operation& op, Side side, v1::Force& force, int need) {
  const int by = op.numbers.fuel().oiler_spends_by();
  for (int i = next_oiler(op, force); i >= 0 && need > 0; i = next_oiler(op, force)) {
    const v1::Counter& ship = force.ship(i);
    const bool of_class = op.reference.unit(ship.unit()).ship_class != nullptr;
    v1::Counter oiler = take(force, i, of_class ? 1 : ship.cs());
    const int given = std::min(need, oiler.oiler_fuel());
    const int spent = std::min(oiler.oiler_fuel(), (given + by - 1) / by * by);
    need -= given;
    oiler.set_oiler_fuel(oiler.oiler_fuel() - spent);
    oiler.set_used(oiler.oiler_fuel() == 0);
    tell_oiler(op, side, oiler);
    add(op.reference, force, std::move(oiler));
  }
}

// -- what a force may take on --

// The Germany Box is one, with all there is [5.7.1].
bool lies_in_port(const Operation& op, const v1::Force& force) {
  const PlaceFacts* place = op.at_sea(force) ? nullptr : op.reference.find_place(force.place());
  return place && (place->port || place->box->plans_before_start());
}

v1::Port::Refuelling oil_where(const Operation& op, const v1::Force& force) {
  const v1::Port* port = op.reference.place(force.place()).port;
  return port ? port->refuelling() : v1::Port::TASK_FORCES_AND_OILERS;
}

bool rearms_here(const UnitFacts& unit, const v1::Port& port) {
  switch (port.rearming()) {
    case v1::Port::ALL:
      return true;
    case v1::Port::SUBMARINES:
      return unit.submarine();
    case v1::Port::SOVIETS:
      return unit.nation == v1::Nation::SOVIET;
    default:
      return false;
  }
}

}  // namespace

bool may_refuel_in_port(const Operation& op, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::TASK_FORCE && force.kind() != v1::BlockKind::CONVOY) return false;
  if (!lies_in_port(op, force)) return false;
  const auto oil = oil_where(op, force);
  if (oil == v1::Port::NONE) return false;  // [11.3.1]
  if (has_marker(force)) return true;
  return oil == v1::Port::TASK_FORCES_AND_OILERS && std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) {
           return is_oiler(op, ship) && ship.oiler_fuel() < full_oiler(op, ship);
         });
}

bool may_refuel_at_sea(const Operation& op, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::TASK_FORCE && force.kind() != v1::BlockKind::CONVOY) return false;
  if (!op.at_sea(force)) return false;
  const int cs = thirsty_cs(op.reference, force);
  const Oilers oilers = oilers_of(op, force);
  const int most = oilers.ships * op.numbers.fuel().oiler_fuel_per_cs();
  if (cs == 0 || cs > most || cs > oilers.fuel) return false;  // [11.3.2]
  return force.fuel() != v1::Force::FULL ||
         force.fuel_turn() < op.turn() + 1 + op.numbers.fuel().after_refuelling_at_sea();
}

bool may_rearm(const Operation& op, const v1::Force& force) {
  if (!op.in_port(force)) return false;
  const v1::Port& port = *op.reference.place(force.place()).port;
  return std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) {
    return ship.torpedoes_spent() > 0 && rearms_here(op.reference.unit(ship.unit()), port);
  });
}

namespace {

// -- the end of the turn --

void sort_again(const Operation& op, v1::Force& force) {
  v1::Force sorted;
  for (const v1::Counter& ship : force.ship()) add(op.reference, sorted, ship);
  *force.mutable_ship() = sorted.ship();
}

void refuel_in_port(Operation& op, Side side, v1::Force& force) {
  take_marker_off(force);
  if (oil_where(op, force) == v1::Port::TASK_FORCES_AND_OILERS) {
    for (v1::Counter& ship : *force.mutable_ship()) {
      if (!is_oiler(op, ship)) continue;
      ship.set_oiler_fuel(full_oiler(op, ship));
      ship.set_used(false);
    }
    sort_again(op, force);
  }
  op.tell(side, Text("report.fuel.refuelled.own").text("force", op.name(force)), {}, "11.3.1");
}

void refuel_at_sea(Operation& op, Side side, v1::Force& force) {
  pump(op, side, force, thirsty_cs(op.reference, force));
  force.clear_pumps_first();
  force.set_fuel(v1::Force::FULL);
  force.set_fuel_turn(op.turn() + op.numbers.fuel().after_refuelling_at_sea());
  if (side == kAllied) force.set_heavy_bonus(false);
  op.tell(side, Text("report.fuel.refuelled.own").text("force", op.name(force)), {}, "11.3.2");
}

void rearm(Operation& op, Side side, v1::Force& force) {
  const v1::Port& port = *op.reference.place(force.place()).port;
  for (v1::Counter& ship : *force.mutable_ship()) {
    if (rearms_here(op.reference.unit(ship.unit()), port)) ship.set_torpedoes_spent(0);
  }
  sort_again(op, force);
  op.tell(side, Text("report.fuel.rearmed.own").text("force", op.name(force)), {}, "7.3.2");
}

// Whether it kept to what refuelling and rearming ask for: the whole turn in port, or Slow at sea.
bool task_held(Operation& op, const v1::Force& force) {
  if (lies_in_port(op, force)) return !force.left_port() && !force.entered_port() && force.hexes() == 0;
  return op.at_sea(force) && force.task() == v1::Force::REFUELLING && !force.high_speed() &&
         force.hexes() <= op.numbers.movement().slow_hexes() && may_refuel_at_sea(op, force);
}

void finish_task(Operation& op, Side side, v1::Force& force) {
  const auto task = force.task();
  if (task == v1::Force::NO_TASK) return;
  const bool held = task_held(op, force);
  force.set_task(v1::Force::NO_TASK);
  if (!held) {
    op.tell(side, Text("report.refuelling_broken.own").text("force", op.name(force)), {}, "11.3");
  } else if (task == v1::Force::REARMING) {
    rearm(op, side, force);
  } else if (op.at_sea(force)) {
    refuel_at_sea(op, side, force);
  } else {
    refuel_in_port(op, side, force);
  }
}

// Markers that are behind the turn by extra expenditure count as reached.
void check_marker(Operation& op, Side side, v1::Force& force) {
  if (force.fuel_turn() == 0 || force.fuel_turn() > op.turn()) return;
  if (force.fuel() == v1::Force::FULL) {
    force.set_fuel(v1::Force::LOW);
    force.set_fuel_turn(op.turn() + op.numbers.fuel().danger_after_warning());
    op.tell(side, Text("report.fuel.low.own").text("force", op.name(force)), {}, "11.2.2");
  } else if (force.fuel() == v1::Force::LOW) {
    force.set_fuel(v1::Force::CRITICAL);
    force.set_fuel_turn(0);
    op.tell(side, Text("report.fuel.critical.own").text("force", op.name(force)), {}, "11.2.3");
  }
}

void give_heavy_bonus(Operation& op, v1::Force& part) {
  if (!all_heavy(op.reference, part) || part.fuel_turn() == 0) return;
  if (part.heavy_bonus()) return;
  part.set_fuel_turn(part.fuel_turn() + op.numbers.fuel().heavy_split_bonus());
  part.set_heavy_bonus(true);
}

}  // namespace

bool needs_fuel(const Reference& reference, const v1::Force& force) {
  return std::ranges::any_of(force.ship(),
                             [&](const v1::Counter& ship) { return reference.unit(ship.unit()).needs_fuel(); });
}

int endurance(const Operation& op, Side side, const v1::Force& force) {
  const auto& numbers = op.numbers.fuel();
  if (op.option("option.soviet_endurance") && has_thirsty_soviets(op.reference, force))
    return numbers.soviet();                                                                         // [11.1.4]
  if (all_heavy(op.reference, force) && heavy_benefit(op, side, force)) return numbers.all_heavy();  // [11.1.2]
  return numbers.normal();
}

void fuel_on_leaving_port(Operation& op, Side side, v1::Force& force) {
  if (!needs_fuel(op.reference, force)) {
    take_marker_off(force);
    return;
  }
  const bool marked = has_marker(force);
  if (marked && !force.training()) return;
  if (!marked) {
    force.set_heavy_bonus(!heavy_benefit(op, side, force));  // as if it had been taken
    force.set_fuel_turn(op.turn() + endurance(op, side, force));
  }
  if (force.training()) {  // [11.4.1]
    const int danger = op.turn() + op.numbers.fuel().training();
    const bool earlier = marked && force.fuel() != v1::Force::FULL && force.fuel_turn() < danger;
    if (force.fuel() == v1::Force::FULL) force.set_fuel(v1::Force::LOW);
    if (!earlier) force.set_fuel_turn(danger);
  }
  op.tell(side,
          Text("report.fuel.warning.own").text("force", op.name(force)).number("count", force.fuel_turn() - op.turn()),
          {}, "11.1");
}

void fuel_of_patrol_white(const Operation& op, v1::Force& force) {
  force.set_fuel(v1::Force::FULL);
  force.set_fuel_turn(number_of(op.numbers.fuel().patrol_white_at_sea_until()));
}

void fuel_after_split(Operation& op, Side side, v1::Force& rest, v1::Force& part) {
  part.set_fuel_turn(rest.fuel_turn());
  part.set_fuel(rest.fuel());
  part.set_heavy_bonus(rest.heavy_bonus());
  if (has_light(op.reference, rest) || has_light(op.reference, part)) {  // [11.1.2]
    give_heavy_bonus(op, rest);
    give_heavy_bonus(op, part);
  }
  const bool soviets_left = has_thirsty_soviets(op.reference, part) && !has_thirsty_soviets(op.reference, rest);
  if (side == kAllied && op.option("option.soviet_endurance") && rest.kind() == v1::BlockKind::CONVOY &&
      !rest.loaded() && soviets_left && rest.fuel_turn() != 0) {  // [11.1.4]
    rest.set_fuel_turn(rest.fuel_turn() + op.numbers.fuel().soviet_from_ballast());
  }
  for (v1::Force* each : {&rest, &part}) fuel_is_needed(op, *each);
}

void fuel_is_needed(Operation& op, v1::Force& force) {
  if (!needs_fuel(op.reference, force)) take_marker_off(force);  // [11.2.1]
}

namespace {

// In port the whole force goes on refuelling, unless a part of it has only just come in [11.3.1].
void task_on_combining(Operation& op, Side side, v1::Force& into, const v1::Force& from) {
  if (into.task() == from.task()) return;
  const bool refuels = into.task() == v1::Force::REFUELLING || from.task() == v1::Force::REFUELLING;
  const bool both_stayed = !op.at_sea(into) && !into.entered_port() && !from.entered_port();
  into.set_task(refuels && both_stayed ? v1::Force::REFUELLING : v1::Force::NO_TASK);
  if (refuels && !both_stayed)
    op.tell(side, Text("report.refuelling_broken.own").text("force", op.name(into)), {}, "11.3.1");
}

}  // namespace

void fuel_on_combining(Operation& op, Side side, v1::Force& into, const v1::Force& from) {
  task_on_combining(op, side, into, from);
  if (!needs_fuel(op.reference, from) || !has_marker(from)) return;
  const bool worse = !has_marker(into) || from.fuel() > into.fuel() ||
                     (from.fuel() == into.fuel() && from.fuel_turn() < into.fuel_turn());
  if (worse) {
    into.set_fuel(from.fuel());
    into.set_fuel_turn(from.fuel_turn());
  }
  if (from.heavy_bonus()) into.set_heavy_bonus(true);
}

void swap_fuel(v1::Force& a, v1::Force& b) {
  const v1::Force was = a;
  a.set_fuel_turn(b.fuel_turn());
  a.set_fuel(b.fuel());
  a.set_heavy_bonus(b.heavy_bonus());
  b.set_fuel_turn(was.fuel_turn());
  b.set_fuel(was.fuel());
  b.set_heavy_bonus(was.heavy_bonus());
}

void expend_fuel(Operation& op, v1::Force& force, int turns) {
  if (force.fuel_turn() == 0 || turns <= 0) return;
  force.set_fuel_turn(std::max(1, force.fuel_turn() - turns));
  op.tell(side_of(op, force), Text("report.fuel.spent.own").text("force", op.name(force)).number("count", turns), {},
          "11.1.3");
}

v1::Speed::Kind speed_by_fuel(const v1::Force& force) {
  if (force.fuel() == v1::Force::CRITICAL) return v1::Speed::SLOW;
  if (force.task() == v1::Force::REFUELLING && force.block() != 0) return v1::Speed::SLOW;
  if (force.fuel() == v1::Force::LOW || force.training()) return v1::Speed::MODERATE;
  return v1::Speed::HIGH;
}

void fuel_phase(Operation& op) {
  for (Side side : kSides) {
    for (v1::Force* force : op.all(side)) {
      finish_task(op, side, *force);
      check_marker(op, side, *force);
    }
  }
}

void oiler_hit(const Operation& op, v1::Counter& oiler, int cs_before) {
  const auto& numbers = op.numbers.fuel();
  const int lost = (cs_before - oiler.cs()) * numbers.oiler_hit_loses();
  const int left = std::min(oiler.oiler_fuel() - lost, oiler.cs() * numbers.oiler_fuel_per_cs());
  oiler.set_oiler_fuel(std::max(0, left));
  oiler.set_used(oiler.oiler_fuel() == 0);
}

}  // namespace wardroom::pq17
