#include "server/titles/pq17/operation/fleet.h"

#include <algorithm>
#include <utility>

#include "server/engine/chance.h"

namespace wardroom::pq17 {
namespace {

bool same_state(const v1::Counter& a, const v1::Counter& b) {
  return a.unit() == b.unit() && a.crippled() == b.crippled() && a.dead_in_water() == b.dead_in_water() &&
         a.towed_by() == b.towed_by() && a.torpedoes_spent() == b.torpedoes_spent() && a.used() == b.used() &&
         a.inoperative() == b.inoperative();
}

// Only classes are change for one another; oilers of a class hold the same for each CS, others are kept apart.
bool joins(const UnitFacts& unit, const v1::Counter& a, const v1::Counter& b) {
  return unit.ship_class && same_state(a, b) && a.oiler_fuel() * b.cs() == b.oiler_fuel() * a.cs();
}

template <class Test>
bool any(const Reference& reference, const v1::Force& force, const Test& test) {
  return std::ranges::any_of(force.ship(),
                             [&](const v1::Counter& ship) { return test(reference.unit(ship.unit()), ship); });
}

}  // namespace

int ships_of(const UnitFacts& unit, int cs) { return unit.merchant() && unit.ship_class ? cs : unit.counters(cs); }

void count(const Reference& reference, const v1::Force& force, Tally& into) {
  for (const v1::Counter& ship : force.ship()) {
    const UnitFacts& unit = reference.unit(ship.unit());
    const int counters = unit.counters(ship.cs());
    for (int each : unit.row->category()) {
      into.category[static_cast<std::size_t>(each)].counters += counters;
      into.category[static_cast<std::size_t>(each)].cs += ship.cs();
    }
    into.cs += ship.cs();
    if (unit.warship()) into.warship_counters += counters;
    if (unit.heavy()) ++into.heavy;
    if (unit.capital()) ++into.capital;
    if (unit.carrier()) ++into.carriers;
    if (unit.cruiser()) ++into.cruisers;
    if (unit.convoy_ship()) into.convoy_ships += ships_of(unit, ship.cs());
    if (unit.merchant()) into.merchants += ships_of(unit, ship.cs());
    if (unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB) into.dd_tb_cs += ship.cs();
    if (unit.type == v1::ShipType::ES) into.escort_cs += ship.cs();
    if (unit.submarine()) into.submarine_cs += ship.cs();
    if (unit.soviet() && unit.warship() && !unit.submarine()) into.soviet_cs += ship.cs();
  }
}

Tally tally(const Reference& reference, const v1::Force& force) {
  Tally sum;
  count(reference, force, sum);
  return sum;
}

v1::Statement statement(const Reference& reference, const std::vector<const v1::Force*>& forces, int level, int turn) {
  Tally sum;
  for (const v1::Force* force : forces) count(reference, *force, sum);
  v1::Statement told;
  told.set_level(level);
  told.set_turn(turn);
  told.set_binding(true);
  if (level == 1) {
    told.set_warship_counters(sum.warship_counters);
    const bool convoy =
        std::ranges::any_of(forces, [](const v1::Force* force) { return force->kind() == v1::BlockKind::CONVOY; });
    const bool large = sum.convoy_ships >= reference.numbers().force().large_convoy_from();
    told.set_large_convoy(convoy && large);
    told.set_small_convoy(convoy && !large);
  } else if (level == 2) {
    told.set_warship_counters(sum.warship_counters);
    told.set_heavy_ships(sum.heavy);
    told.set_carrier(sum.carriers > 0);
    told.set_convoy_ships(sum.convoy_ships);
  } else if (level == 3) {
    for (std::size_t i = 0; i < sum.category.size(); ++i) {
      const auto kind = static_cast<v1::ShipCategory::Kind>(i);
      if (kind == v1::ShipCategory::AUXILIARY || kind == v1::ShipCategory::MERCHANT) continue;
      if (sum.category[i].counters == 0) continue;
      auto& category = *told.add_category();
      category.set_category(kind);
      category.set_counters(sum.category[i].counters);
      category.set_cs(sum.category[i].cs);
    }
    told.set_convoy_ships(sum.convoy_ships);
  } else if (level >= 4) {
    v1::Force all;
    for (const v1::Force* force : forces) {
      for (const v1::Counter& ship : force->ship()) {
        v1::Counter plain;
        plain.set_unit(ship.unit());
        plain.set_cs(ship.cs());
        add(reference, all, std::move(plain));
      }
    }
    for (const v1::Counter& ship : all.ship()) {
      auto& named = *told.add_named();
      named.set_unit(ship.unit());
      const UnitFacts& unit = reference.unit(ship.unit());  // of Heavy Ships the name alone: as printed, hit or not
      named.set_cs(unit.heavy() && unit.ship ? unit.full_cs() : ship.cs());
    }
  }
  return told;
}

Range shaded(const Reference& reference, int counters) {
  const int percent = reference.numbers().recon().id1_shade_percent();
  return {(counters * (100 - percent) + 99) / 100, counters * (100 + percent) / 100};
}

void add(const Reference& reference, v1::Force& to, v1::Counter ship) {
  const UnitFacts& unit = reference.unit(ship.unit());
  for (v1::Counter& here : *to.mutable_ship()) {
    if (!joins(unit, here, ship)) continue;
    here.set_cs(here.cs() + ship.cs());
    here.set_oiler_fuel(here.oiler_fuel() + ship.oiler_fuel());
    return;
  }
  *to.add_ship() = std::move(ship);
  for (int i = to.ship_size() - 1; i > 0; --i) {
    if (reference.unit(to.ship(i - 1).unit()).order <= unit.order) break;
    to.mutable_ship()->SwapElements(i - 1, i);
  }
}

v1::Counter take(v1::Force& from, int index, int cs) {
  v1::Counter& ship = *from.mutable_ship(index);
  v1::Counter part = ship;
  if (cs < ship.cs()) {
    part.set_cs(cs);
    part.set_oiler_fuel(ship.oiler_fuel() * cs / ship.cs());
    ship.set_oiler_fuel(ship.oiler_fuel() - part.oiler_fuel());
    ship.set_cs(ship.cs() - cs);
  } else {
    from.mutable_ship()->DeleteSubrange(index, 1);
  }
  return part;
}

void move_all(const Reference& reference, v1::Force& from, v1::Force& to) {
  for (v1::Counter& ship : *from.mutable_ship()) add(reference, to, std::move(ship));
  from.clear_ship();
}

v1::Counter fresh(const Reference& reference, const v1::Units& units) {
  const UnitFacts& unit = reference.unit(units.unit());
  v1::Counter ship;
  ship.set_unit(units.unit());
  ship.set_cs(units.has_cs() ? units.cs() : unit.full_cs());
  if (unit.oiler()) ship.set_oiler_fuel(ship.cs() * reference.numbers().fuel().oiler_fuel_per_cs());
  return ship;
}

v1::BlockKind::Kind kind_of(const Reference& reference, const v1::Force& force) {
  if (force.ship().empty()) return v1::BlockKind::DUMMY;
  const Tally sum = tally(reference, force);
  if (sum.merchants > 0) return v1::BlockKind::CONVOY;
  return sum.submarine_cs == sum.cs ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE;
}

bool within_limits(const Reference& reference, const v1::Force& force) {
  const auto& limits = reference.numbers().force();
  const Tally sum = tally(reference, force);
  switch (kind_of(reference, force)) {
    case v1::BlockKind::CONVOY:
      return sum.escort_cs <= limits.convoy_es_cs() && sum.submarine_cs <= limits.convoy_submarine_cs() &&
             !any(reference, force, [](const UnitFacts& unit, const v1::Counter&) {  // only those of the Allies [1.2.1]
               return unit.submarine() && unit.nation == v1::Nation::GERMAN;
             });
    case v1::BlockKind::WOLFPACK: {
      if (sum.submarine_cs > limits.wolfpack_cs()) return false;  // [1.2.2]
      const auto nation = reference.unit(force.ship(0).unit()).nation;
      return std::ranges::all_of(force.ship(),
                                 [&](const v1::Counter& ship) { return reference.unit(ship.unit()).nation == nation; });
    }
    default:
      return sum.submarine_cs == 0;
  }
}

bool has_warship(const Reference& reference, const v1::Force& force) {
  return any(reference, force, [](const UnitFacts& unit, const v1::Counter&) { return unit.warship(); });
}

bool all_heavy(const Reference& reference, const v1::Force& force) {
  return !force.ship().empty() &&
         !any(reference, force, [](const UnitFacts& unit, const v1::Counter&) { return !unit.heavy(); });
}

bool has_soviet(const Reference& reference, const v1::Force& force) {
  return any(reference, force, [](const UnitFacts& unit, const v1::Counter&) { return unit.soviet(); });
}

bool has_carrier(const Reference& reference, const v1::Force& force) {
  return any(reference, force, [](const UnitFacts& unit, const v1::Counter&) { return unit.carrier(); });
}

bool has_working_carrier(const Reference& reference, const v1::Force& force) {
  return any(reference, force, [](const UnitFacts& unit, const v1::Counter& ship) {
    return unit.carrier() && !ship.crippled() && !ship.dead_in_water() && ship.towed_by().empty();
  });
}

bool has_unused_cam(const Reference& reference, const v1::Force& force) {
  return any(reference, force, [](const UnitFacts& unit, const v1::Counter& ship) {
    return unit.type == v1::ShipType::MC && !ship.used();
  });
}

bool has_dead_or_towing(const v1::Force& force) {
  return std::ranges::any_of(force.ship(),
                             [](const v1::Counter& ship) { return ship.dead_in_water() || !ship.towed_by().empty(); });
}

bool unhit(const UnitFacts& unit, const v1::Counter& ship) {
  if (ship.crippled() || ship.dead_in_water() || !ship.towed_by().empty()) return false;
  return !unit.ship || ship.cs() == unit.full_cs();
}

v1::Speed::Kind counter_speed(const Reference& reference, const v1::Force& force) {
  v1::Speed::Kind slowest = v1::Speed::HIGH;
  const auto at_most = [&](v1::Speed::Kind speed) {
    slowest = std::max(slowest, speed);
  };                                                  // the enum runs from fast to slow
  for (int i = force.ship_size() - 1; i >= 0; --i) {  // merchants are last, and nobody is slower than they
    const v1::Counter& ship = force.ship(i);
    if (ship.dead_in_water()) {
      at_most(v1::Speed::NONE);
    } else if (!ship.towed_by().empty()) {
      at_most(v1::Speed::CRAWL);
    } else if (ship.crippled()) {
      at_most(v1::Speed::SLOW);
    } else if (slowest < reference.slowest_printed() || ship.cs() == 0) {
      const UnitFacts& unit = reference.unit(ship.unit());
      at_most(unit.merchant() ? v1::Speed::SLOW : unit.step(ship.cs()).speed());
    }
  }
  return slowest;
}

bool has_route(const v1::Force& force) { return !force.route().empty() || force.route_into_port(); }

void forget_route(v1::Force& force) {
  force.clear_route();
  force.clear_route_level();
  force.clear_route_into_port();
  force.clear_route_halted();
}

}  // namespace wardroom::pq17
