// Set-up: as in history with one answer, or unit by unit [4.1.3].
#include <algorithm>

#include "server/engine/chance.h"
#include "server/titles/pq17/command/ahistorical.h"
#include "server/titles/pq17/command/bring_reinforcements.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/command/planning.h"
#include "server/titles/pq17/conditions/form_gearbox.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

// -- convoys --

std::vector<Spot> starts_of(const Operation& op, const v1::Convoy& convoy) {
  std::vector<Spot> spots;
  const bool only_at_sea = op.special_rule(v1::SpecialRule::STARTS_AT_SEA) && convoy.starts_at_sea_size() > 0;
  if (!only_at_sea) {
    for (const std::string& port : convoy.departure()) spots.push_back(spot_of(op, port));
  }
  for (const std::string& hex : convoy.starts_at_sea()) spots.push_back(spot_of(op, hex));
  return spots;
}

Task<> place_convoys(Operation& op, Side side) {
  for (const v1::Convoy& convoy : op.scenario.convoy()) {
    if (convoy.side() != side) continue;
    const std::vector<Spot> spots = starts_of(op, convoy);
    Spot chosen = spots.front();
    if (spots.size() > 1) {
      Menu menu = op.menu(side, v1::MenuKind::CONVOY_START, "prompt.convoy_start");
      menu.prompt.text("convoy", Text(convoy.id() + ".name"));
      for (const Spot& spot : spots)
        menu.offer(v1::Verb::CHOOSE_PLACE, spot.number())
            .place(spot.map())
            .says("choice.place")
            .text("place", spot.name());
      const Action answer = co_await op.table.ask(std::move(menu));
      for (const Spot& spot : spots) {
        if (spot.number() == answer.at<int>(0)) chosen = spot;
      }
    }
    form_convoy(op, convoy, chosen);
  }
}

// A convoy with two destinations may sail as two, each with its own block, route and time [4.2]; at sea merchants never
// part [1.2.3]. At least one merchant stays, and another begins the second convoy.
void offer_ships_to_divide(const Operation& op, Menu& menu, const v1::Force& convoy, ForceKey part) {
  const int merchants = tally(op.reference, convoy).merchants;
  for (int i = 0; i < convoy.ship_size(); ++i) {
    const UnitFacts& unit = op.reference.unit(convoy.ship(i).unit());
    if (!unit.convoy_ship() || (!unit.merchant() && !part)) continue;
    const int most = unit.merchant() ? std::min(convoy.ship(i).cs(), merchants - 1) : convoy.ship(i).cs();
    for (int cs = unit.ship ? most : 1; cs <= most && most > 0; ++cs) {
      Text& label = menu.offer(v1::Verb::DIVIDE, key_of(convoy), part, i, cs).by("4.2").says("choice.divide.ships");
      label.text("ship", unit.ship ? op.name(unit) : Text("choice.unit").text("unit", op.name(unit)).number("cs", cs));
    }
  }
}

ForceKey form_second_convoy(Operation& op, Side side, const v1::Convoy& convoy, ForceKey key) {
  v1::Force& part = *op.form(side, v1::BlockKind::CONVOY);
  part.set_place(op.force(side, key).place());
  part.set_convoy(convoy.id());
  part.set_loaded(convoy.loaded());
  part.set_destination(convoy.destination(1));
  return key_of(part);
}

Task<> divide_convoy(Operation& op, Side side, const v1::Convoy& convoy, ForceKey key) {
  ForceKey part;
  while (true) {
    Menu menu = op.menu(side, v1::MenuKind::DIVIDE_CONVOY, "prompt.divide_convoy");
    menu.rule = "4.2";
    menu.prompt.text("convoy", Text(convoy.id() + ".name"));
    offer_ships_to_divide(op, menu, op.force(side, key), part);
    if (menu.items.empty()) co_return;
    menu.offer(v1::Verb::DONE).says(part ? "choice.done" : "choice.divide.together");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    if (!part) part = form_second_convoy(op, side, convoy, key);
    add(op.reference, op.force(side, part), take(op.force(side, key), answer.at<int>(2), answer.at<int>(3)));
  }
}

// Once every convoy has its block.
Task<> divide_convoys(Operation& op, Side side) {
  for (const v1::Convoy& convoy : op.scenario.convoy()) {
    if (convoy.side() != side || convoy.destination_size() < 2 || !op.block_left(side, v1::BlockKind::CONVOY)) continue;
    ForceKey key;
    for (const v1::Force* force : op.all(side)) {
      if (force->convoy() == convoy.id()) key = key_of(*force);
    }
    co_await divide_convoy(op, side, convoy, key);
  }
}

// -- Patrol White [5.1.9] --

// The station and its neighbours; where the scenario names hexes, those [10.1.1].
std::vector<Hex> stations(const Operation& op, const std::vector<Muster>& list) {
  std::vector<Hex> named;
  for (const Muster& each : list) {
    if (!on_patrol_white(op, each.units->unit())) continue;
    for (const std::string& hex : each.pool->at_sea()) named.push_back(*hex_of(hex));
    break;
  }
  if (!named.empty()) return named;
  for (const MapHex& hex : op.reference.box().hexes()) {
    const bool beside =
        std::ranges::any_of(hex.by_sea, [&](Hex next) { return op.reference.hex(next).has(v1::Hex::PATROL_WHITE); });
    if (hex.in_play && (beside || hex.has(v1::Hex::PATROL_WHITE)) && clear_of_ice(op, hex.hex))
      named.push_back(hex.hex);
  }
  return named;
}

void take_from_pool(Operation& op, Side side, int index, int cs) {
  v1::Units& left = *op.own(side).mutable_pool(index);
  left.set_cs(left.cs() - cs);
}

// One cruiser holds the station; every other is with her or in port.
Task<> place_patrol_white(Operation& op, std::vector<Muster> list) {
  ForceKey leader;
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const v1::Units& units = *list[static_cast<std::size_t>(i)].units;
    if (!on_patrol_white(op, units.unit())) continue;
    const UnitFacts& ship = op.reference.unit(units.unit());
    const PlaceFacts& base = op.reference.place(op.scenario.patrol_white().base());
    Spot spot{&base, {}};
    if (!leader) {
      Menu menu = op.menu(kAllied, v1::MenuKind::PATROL_WHITE, "prompt.patrol_white");
      menu.rule = "5.1.9";
      for (Hex hex : stations(op, list)) {
        menu.offer(v1::Verb::CHOOSE_STATION, static_cast<int>(hex))
            .place(number(hex))
            .says("choice.patrol_white.station")
            .word("hex", Operation::word(hex));
      }
      const Action answer = co_await op.table.ask(std::move(menu));
      spot = {nullptr, static_cast<Hex>(answer.at<int>(0))};
    } else {
      Menu menu = op.menu(kAllied, v1::MenuKind::PATROL_WHITE, "prompt.patrol_white");
      menu.rule = "5.1.9";
      const Hex hex = op.hex_of(op.force(kAllied, leader));
      menu.offer(v1::Verb::YES).place(number(hex)).says("choice.patrol_white.second_with").text("ship", op.name(ship));
      menu.offer(v1::Verb::NO)
          .place(number(base.hex))
          .says("choice.patrol_white.second_in_port")
          .text("ship", op.name(ship));
      const Action answer = co_await op.table.ask(std::move(menu));
      if (answer.verb == v1::Verb::YES) {
        add(op.reference, op.force(kAllied, leader), enlist(op, units));
        take_from_pool(op, kAllied, i, op.own(kAllied).pool(i).cs());
        continue;
      }
    }
    v1::Force* force = form_at(op, kAllied, ship, spot);
    if (!force) throw Broken("pq17: no block for Patrol White");
    add(op.reference, *force, enlist(op, units));
    force->set_patrol_white(true);
    if (!leader) leader = key_of(*force);
    take_from_pool(op, kAllied, i, op.own(kAllied).pool(i).cs());
  }
}

// -- ships of the pools --

std::vector<Spot> spots_of(const Operation& op, const v1::ForcePool& pool, const UnitFacts& unit) {
  std::vector<Spot> spots;
  for (const std::string& id : pool.place()) spots.push_back(spot_of(op, id));
  const bool held = std::ranges::any_of(op.scenario.special_rule(), [&](const v1::SpecialRule& rule) {
    return rule.kind() == v1::SpecialRule::UNITS_STAY_IN_PORT &&
           std::ranges::find(rule.unit(), unit.id) != rule.unit().end();
  });
  if (held && !spots.empty()) return spots;
  for (const std::string& id : pool.at_sea()) spots.push_back(spot_of(op, id));
  return spots;
}

// British submarines keep away from convoys and from Soviet submarines [5.2.1].
bool keeps_apart(const Operation& op, Side side, const UnitFacts& unit, const Spot& spot) {
  if (spot.place || side != kAllied || !unit.submarine()) return true;
  return std::ranges::none_of(op.own(side).force(), [&](const v1::Force& force) {
    if (force.place() != number_of(spot.hex)) return false;
    if (force.kind() == v1::BlockKind::CONVOY) return !unit.soviet();
    return force.kind() == v1::BlockKind::WOLFPACK && op.reference.unit(force.ship(0).unit()).nation != unit.nation;
  });
}

// Blocks that later pools of the same kind need at the least, so that nobody is left without.
int blocks_kept(const Operation& op, Side side, const std::vector<Muster>& list, int index) {
  const UnitFacts& unit = op.reference.unit(list[static_cast<std::size_t>(index)].units->unit());
  const int most = op.numbers.force().wolfpack_cs();
  const v1::ForcePool* last = list[static_cast<std::size_t>(index)].pool;
  int kept = 0;
  for (std::size_t i = static_cast<std::size_t>(index) + 1; i < list.size(); ++i) {
    const UnitFacts& later = op.reference.unit(list[i].units->unit());
    const int left = op.own(side).pool(static_cast<int>(i)).cs();
    if (left == 0 || later.submarine() != unit.submarine()) continue;
    if (unit.submarine()) {
      if (later.nation == unit.nation) kept += (left + most - 1) / most;
    } else if (list[i].pool != last) {
      last = list[i].pool;
      ++kept;
    }
  }
  return kept;
}

int blocks_free(const Operation& op, Side side, const UnitFacts& unit) {
  const auto kind = unit.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE;
  int supply = 0;
  for (const auto& each : op.reference.box().block_supply().supply()) {
    if (each.side() != side || each.kind() != kind) continue;
    if (unit.submarine() && each.nation() != v1::Nation::UNSPECIFIED && each.nation() != unit.nation) continue;
    supply += each.count();
  }
  for (const v1::Force& force : op.own(side).force()) {
    if (force.kind() != kind) continue;
    if (!unit.submarine() || op.reference.unit(force.ship(0).unit()).nation == unit.nation) --supply;
  }
  return supply;
}

// The most of it that the force may take; 0: none.
int part_that_fits(const Operation& op, v1::Force force, const v1::Counter& ship, int most) {
  const UnitFacts& unit = op.reference.unit(ship.unit());
  for (int cs = most; cs > 0; --cs) {
    v1::Force with = force;
    v1::Counter part = ship;
    part.set_cs(cs);
    add(op.reference, with, std::move(part));
    if (kind_of(op.reference, with) == force.kind() && within_limits(op.reference, with)) return cs;
    if (!unit.ship_class) return 0;
  }
  return 0;
}

// Any ships may escort a convoy that they find in port, Soviet ones too [1.2.1, 11.1.4]; Soviet submarines stay in
// their patrol area [5.2.1].
bool may_join(const UnitFacts& unit, const v1::Force& force, const std::vector<Spot>& spots) {
  if (force.kind() == v1::BlockKind::DUMMY || force.patrol_white()) return false;
  if (force.kind() == v1::BlockKind::CONVOY && unit.submarine() && unit.nation == v1::Nation::SOVIET) return false;
  return std::ranges::any_of(spots, [&](const Spot& spot) { return spot.id() == force.place(); });
}

v1::Counter left_in_pool(const Operation& op, Side side, const Muster& each, int index) {
  v1::Counter ship = enlist(op, *each.units);
  ship.set_cs(op.own(side).pool(index).cs());
  if (op.reference.unit(ship.unit()).oiler()) ship.set_oiler_fuel(ship.cs() * op.numbers.fuel().oiler_fuel_per_cs());
  return ship;
}

Text unit_name(const Operation& op, const UnitFacts& unit, int cs) {
  if (unit.ship) return op.name(unit);
  return Text("choice.unit").text("unit", op.name(unit)).number("cs", cs);
}

// Classes go one CS at a time or as much as there is room for; named ships whole.
void offer_parts(const Operation& op, Menu& menu, const UnitFacts& unit, int index, const v1::Force* to,
                 const Spot& spot, int most) {
  const auto offer = [&](int cs) {
    Item& item =
        menu.offer(v1::Verb::ASSIGN, index, to ? key_of(*to) : ForceKey(), spot.number(), cs).place(spot.map());
    if (to) {
      item.says("choice.set_up.join")
          .text("ship", unit_name(op, unit, cs))
          .text("force", op.name(*to))
          .text("place", spot.name());
    } else {
      item.says("choice.set_up.form").text("ship", unit_name(op, unit, cs)).text("place", spot.name());
    }
  };
  offer(most);
  if (unit.ship_class && most > 1) offer(1);
}

Menu assignment(Operation& op, Side side, const std::vector<Muster>& list, int index) {
  const Muster& each = list[static_cast<std::size_t>(index)];
  const v1::Counter ship = left_in_pool(op, side, each, index);
  const UnitFacts& unit = op.reference.unit(ship.unit());
  const std::vector<Spot> spots = spots_of(op, *each.pool, unit);
  Menu menu = op.menu(side, v1::MenuKind::ASSIGN_UNIT, "prompt.assign");
  menu.prompt.text("ship", unit_name(op, unit, ship.cs()));
  for (const v1::Force& force : op.own(side).force()) {
    if (!may_join(unit, force, spots)) continue;
    const int most = part_that_fits(op, force, ship, ship.cs());
    if (most > 0) offer_parts(op, menu, unit, index, &force, spot_of(op, force.place()), most);
  }
  const bool room = blocks_free(op, side, unit) > blocks_kept(op, side, list, index);
  if (room || menu.items.empty()) {
    const int most = unit.submarine() ? std::min(ship.cs(), op.numbers.force().wolfpack_cs()) : ship.cs();
    for (const Spot& spot : spots) {
      if (keeps_apart(op, side, unit, spot)) offer_parts(op, menu, unit, index, nullptr, spot, most);
    }
  }
  return menu;
}

// A pool that stays together follows its first ship.
void keep_together(Operation& op, Side side, const std::vector<Muster>& list, int first, ForceKey key) {
  const v1::ForcePool* pool = list[static_cast<std::size_t>(first)].pool;
  if (!pool->one_force()) return;
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    if (list[static_cast<std::size_t>(i)].pool != pool || op.own(side).pool(i).cs() == 0) continue;
    add(op.reference, op.force(side, key), left_in_pool(op, side, list[static_cast<std::size_t>(i)], i));
    take_from_pool(op, side, i, op.own(side).pool(i).cs());
  }
}

Task<> place_ships(Operation& op, Side side, std::vector<Muster> list) {
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    while (op.own(side).pool(i).cs() > 0) {
      Menu menu = assignment(op, side, list, i);
      if (menu.items.empty()) throw Broken("pq17: no block left for a unit at set-up");
      Action answer = menu.items.front().action;
      if (menu.items.size() > 1) answer = co_await op.table.ask(std::move(menu));
      v1::Counter ship = left_in_pool(op, side, list[static_cast<std::size_t>(i)], i);
      const UnitFacts& unit = op.reference.unit(ship.unit());
      const int cs = answer.at<int>(3);
      auto key = answer.at<ForceKey>(1);
      if (!key) {
        const int where = answer.at<int>(2);
        const Spot spot = where < 100 ? Spot{&op.reference.place(where), {}} : Spot{nullptr, static_cast<Hex>(where)};
        key = key_of(*form_at(op, side, unit, spot));
      }
      ship.set_cs(cs);
      if (unit.oiler()) ship.set_oiler_fuel(cs * op.numbers.fuel().oiler_fuel_per_cs());
      add(op.reference, op.force(side, key), std::move(ship));
      take_from_pool(op, side, i, cs);
      keep_together(op, side, list, i, key);
    }
  }
}

// -- aircraft [1.5.1] --

Task<> place_aircraft(Operation& op, Side side, std::vector<AirBase>& air) {
  const std::vector<Muster> list = muster_air(op, side);
  for (const Muster& each : list) {
    std::string place = each.pool->place(0);
    if (each.pool->place_size() > 1) {
      const AirFacts& unit = op.reference.air(each.units->unit());
      Menu menu = op.menu(side, v1::MenuKind::AIR_BASE, "prompt.placement");
      menu.rule = "1.5.1";
      for (const std::string& id : each.pool->place()) {
        const PlaceFacts* base = op.reference.find_place(id);
        if (!base || !has_room(op, *base, steps_of(op, *each.units), &air)) continue;
        Text& label =
            menu.offer(v1::Verb::CHOOSE_PLACE, base->number).place(number(base->hex)).says("choice.placement.air");
        label.text("unit", op.name(unit)).text("place", op.name(*base));
      }
      if (menu.items.size() > 1) {
        const Action answer = co_await op.table.ask(std::move(menu));
        place = op.reference.place(answer.at<int>(0)).id;
      } else if (!menu.items.empty()) {
        place = op.reference.place(menu.items.front().action.at<int>(0)).id;
      }
    }
    air.push_back({each.units, place});
  }
}

// -- Dummies beyond those that are forced --

Task<> place_more_dummies(Operation& op, Side side) {
  while (op.dummy_left(side)) {
    Menu menu = op.menu(side, v1::MenuKind::PLACE_DUMMIES, "prompt.extra_dummies");
    menu.rule = "1.3";
    menu.prompt.number("count", op.dummy_limit(side) - op.dummies(side));
    for (const PlaceFacts* port : occupied_ports(op, side)) {
      menu.offer(v1::Verb::PLACE_DUMMY, port->number)
          .place(number(port->hex))
          .says("choice.extra_dummies.place")
          .text("place", op.name(*port));
    }
    if (menu.items.empty()) co_return;
    menu.offer(v1::Verb::DONE).says("choice.done");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    add_dummy(op, side, op.reference.place(answer.at<int>(0)));
  }
}

// What options and chits add to the scenario's forces [12.10, 12.13, 14].
Task<> place_the_rest(Operation& op, Side side, std::vector<AirBase>& air) {
  co_await place_purchases(op, side, air);
  co_await place_units_of_chit(op, side, air);
  if (side == kAllied) co_await form_gearbox(op);
}

Task<> by_hand(Operation& op, Side side, std::vector<AirBase>& air) {
  const std::vector<Muster> list = muster(op, side);
  for (const Muster& each : list) {
    v1::Units& left = *op.own(side).add_pool();
    left.set_unit(each.units->unit());
    left.set_cs(enlist(op, *each.units).cs());
  }
  co_await place_convoys(op, side);
  co_await divide_convoys(op, side);
  if (side == kAllied) co_await place_patrol_white(op, list);
  co_await place_ships(op, side, list);
  co_await place_aircraft(op, side, air);
  co_await place_the_rest(op, side, air);
  add_forced_blocks(op, side);
  co_await place_more_dummies(op, side);
}

}  // namespace

Task<> set_up(Operation& op, Side side) {
  co_await buy_forces(op, side);
  Menu menu = op.menu(side, v1::MenuKind::SET_UP, "prompt.placement");
  menu.checkpoint = true;
  menu.rule = "4.1.3";
  menu.offer(v1::Verb::HISTORICAL).says("choice.historical");
  menu.offer(v1::Verb::BY_HAND).says("choice.by_hand");
  const Action answer = co_await op.table.ask(std::move(menu));
  std::vector<AirBase> air;
  if (answer.verb == v1::Verb::HISTORICAL) {
    set_up_as_in_history(op, side, air);
    co_await place_the_rest(op, side, air);
    add_forced_blocks(op, side);
  } else {
    co_await by_hand(op, side, air);
  }
  seal_set_up(op, side, air);
}

}  // namespace wardroom::pq17
