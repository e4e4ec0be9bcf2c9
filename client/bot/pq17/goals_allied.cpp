// The Allied plan: convoys go on, destroyers join them, cruisers keep with them, heavy ships cover from where bombers
// do not reach, and everybody is home before his fuel is gone.
#include <algorithm>

#include "client/bot/pq17/goals.h"
#include "client/bot/pq17/guess.h"

namespace wardroom::pq17::bot {
namespace {

constexpr int kPatrolReserve = 1;  // turns of fuel
constexpr double kCargo = 6.0;     // hexes that one goes farther for it
constexpr double kEnough = 8.0;    // at most
constexpr int kThreatens = 2;      // hexes from a convoy
constexpr int kCoverReach = 6;     // hexes from the convoy
constexpr double kMostFear = 3.0;  // of danger, when heavy ships choose where to be
constexpr int kLeaveInTime = 1;    // turns of fuel that battleships leave a convoy with
constexpr int kFast = 2;           // hexes a turn
constexpr int kCruisersTurn = 2;   // and the cruisers

bool convoy_at_sea(const Sight& sight, const Force& force) {
  return force.kind() == v1::BlockKind::CONVOY && sight.at_sea(force) && force.dispersed_from() == 0;
}

Hex goal_of_convoy(const Sight& sight, const Force& convoy) {
  const PlaceFacts* place = sight.reference.find_place(convoy.destination());
  return place ? place->hex : sight.hex_of(convoy);
}

int left_to_go(const Sight& sight, const Force& convoy) {
  return sight.reference.sea_distance(kAllied, sight.hex_of(convoy), goal_of_convoy(sight, convoy));
}

// What others already do for it.
double guard_of(const Sight& sight, const Force& convoy, const Force& but) {
  double sum = 0;
  for (const Force& force : sight.view.own().force()) {
    if (force.key() == but.key() || !sight.at_sea(force)) continue;
    if (sight.reference.sea_distance(kAllied, sight.hex_of(force), sight.hex_of(convoy)) <= 1)
      sum += power(sight, force);
  }
  return sum;
}

// The convoy this force should look after: near, with cargo, and not yet guarded by others.
const Force* charge_of(const Sight& sight, const Style& style, const Force& force, int nearly_there) {
  const Force* found = nullptr;
  double most = -1000;
  for (const Force& convoy : sight.view.own().force()) {
    if (!convoy_at_sea(sight, convoy) || left_to_go(sight, convoy) <= nearly_there) continue;
    const int distance = sight.reference.sea_distance(kAllied, sight.hex_of(force), sight.hex_of(convoy));
    if (distance >= kNoWay) continue;
    const double worth =
        (convoy.loaded() ? kCargo : 0.0) - distance - std::min(kEnough, style.guarded * guard_of(sight, convoy, force));
    if (worth <= most) continue;
    most = worth;
    found = &convoy;
  }
  return found;
}

bool any_convoy_at_sea(const Sight& sight) {
  const auto& forces = sight.view.own().force();
  return std::ranges::any_of(forces, [&](const Force& force) { return convoy_at_sea(sight, force); });
}

// Heavy ships are; others only where they are about to meet a convoy.
bool worth_the_chase(const Sight& sight, const Style& style, const Force& force, const Block& enemy) {
  if (has_heavy(sight, enemy)) return true;
  const Force* convoy = charge_of(sight, style, force, 0);
  return convoy && sight.reference.sea_distance(kAllied, hex(enemy), sight.hex_of(*convoy)) <= kThreatens;
}

// An enemy at sea who can be beaten, near enough to be caught.
const Block* quarry(const Sight& sight, const Style& style, const Force& force) {
  const Block* found = nullptr;
  int least = style.chase + 1;
  for (const Block* block : sight.blocks(kAxis)) {
    if (!block->flat() || block->kind() != v1::BlockKind::TASK_FORCE) continue;
    const Hex at = hex(*block);
    const int distance = sight.reference.sea_distance(kAllied, sight.hex_of(force), at);
    if (distance >= least || !worth_the_chase(sight, style, force, *block) ||
        power(sight, force) < 1.2 * power(sight, *block))
      continue;
    least = distance;
    found = block;
  }
  return found;
}

// Whether the enemy has any Heavy Ship in this Operation.
bool faces_raiders(const Sight& sight) {
  return std::ranges::any_of(sight.scenario.force(), [&](const v1::ForcePool& pool) {
    return pool.side() == kAxis && std::ranges::any_of(pool.unit(), [&](const v1::Units& each) {
             return each.unit().starts_with("ship.") && sight.reference.unit(each.unit()).heavy();
           });
  });
}

// Where the nearest heavy ships of the enemy are, or may be: at sea as far as he is known, else the ports they use.
struct Threat {
  Hex from{};
  int distance = kNoWay;
};

Threat threat_to(const Sight& sight, Hex at) {
  Threat found;
  const auto consider = [&](Hex from, int nearer) {
    const int distance = sight.reference.sea_distance(kAxis, from, at) - nearer;
    if (distance < found.distance) found = {from, distance};
  };
  for (const Block* block : sight.blocks(kAxis)) {
    if (has_heavy(sight, *block)) consider(hex(*block), 2);
  }
  if (!faces_raiders(sight)) return found;
  for (const PlaceFacts& place : sight.reference.places()) {
    const bool used = place.port && place.side == kAxis && sight.in_play(place) && !place.port->submarines_only();
    if (used && place.port->refuelling() != v1::Port::NONE) consider(place.hex, 0);
  }
  return found;
}

bool exposed(const Sight& sight, const Style& style, const Force& convoy) {
  return threat_to(sight, sight.hex_of(convoy)).distance <= style.raid_reach;
}

// Close to where the convoy will be: between it and the raiders where they can reach it, else out of reach of bombers.
Hex cover_station(const Sight& sight, Mind& mind, const Force& force, const Force& convoy) {
  Chart& chart = mind.chart(sight);
  const Hex ahead = chart.ahead(sight.hex_of(convoy), goal_of_convoy(sight, convoy), mind.style.cover_ahead);
  const Threat threat = threat_to(sight, ahead);
  const bool exposed = threat.distance <= mind.style.raid_reach && sight.tally(force).carriers == 0;
  const int reach = exposed ? mind.style.cover_near : kCoverReach;
  Hex found = sight.hex_of(force);
  double least = 1e9;
  for (const MapHex& each : sight.reference.box().hexes()) {
    if (!each.in_play || each.has(v1::Hex::PACK)) continue;
    const int from_convoy = sight.reference.sea_distance(kAllied, each.hex, ahead);
    const int from_force = sight.reference.sea_distance(kAllied, each.hex, sight.hex_of(force));
    if (from_convoy > reach || from_force >= kNoWay) continue;
    double cost = mind.style.cover_fear * std::min(chart.danger(each.hex), kMostFear) + from_convoy + 0.3 * from_force;
    if (exposed) cost += mind.style.cover_between * sight.reference.sea_distance(kAxis, threat.from, each.hex);
    if (cost >= least) continue;
    least = cost;
    found = each.hex;
  }
  return found;
}

// The convoy that raiders can reach and that least protects.
const Force* barest_convoy(const Sight& sight, const Style& style) {
  const Force* found = nullptr;
  double least = 1e9;
  for (const Force& convoy : sight.view.own().force()) {
    if (!convoy_at_sea(sight, convoy)) continue;
    const Hex at = sight.hex_of(convoy);
    if (threat_to(sight, at).distance > style.raid_reach) continue;
    double power_near = 0;
    for (const Force& force : sight.view.own().force()) {
      if (sight.at_sea(force) && sight.reference.sea_distance(kAllied, sight.hex_of(force), at) <= style.cover_near)
        power_near += power(sight, force);
    }
    if (power_near >= least) continue;
    least = power_near;
    found = &convoy;
  }
  return found;
}

Goal decoy_goal(const Sight& sight, Mind& mind, const Force& dummy) {
  const Force* convoy = charge_of(sight, mind.style, dummy, 0);
  if (!convoy) return stay("bot.dummy_waits");
  const Force* bare = mind.style.dummies_cover ? barest_convoy(sight, mind.style) : nullptr;
  if (bare) return go(cover_station(sight, mind, dummy, *bare), "bot.dummy_covers");
  return go(goal_of_convoy(sight, *convoy), "bot.dummy_decoys", Goal::Pace::kOneHex);
}

bool carries_oil(const Sight& sight, const Force& force) {
  return std::ranges::any_of(force.ship(),
                             [&](const v1::Counter& ship) { return sight.reference.unit(ship.unit()).oiler(); });
}

// [12.10] Where its ships are wanted; none: it has no such errand.
const PlaceFacts* errand(const Sight& sight, const Force& force) {
  const bool sent = force.key() == sight.view.own().operation().force() && force.key() != 0;
  const PlaceFacts* spitsbergen = sent ? sight.reference.find_place("port.barentsburg") : nullptr;
  return spitsbergen && sight.ice(spitsbergen->hex) < v1::Ice::THIN_PACK ? spitsbergen : nullptr;
}

// Battleships and fleet carriers are too dear to be under the bombers with a convoy.
bool covers_from_afar(const Sight& sight, const Force& force) {
  return std::ranges::any_of(force.ship(),
                             [&](const v1::Counter& ship) { return sight.reference.unit(ship.unit()).capital(); });
}

Goal oilers_goal(const Sight& sight, const Style& style, const Force& force) {
  const Force* convoy = charge_of(sight, style, force, 0);
  const bool near =
      convoy && convoy->loaded() &&
      sight.reference.sea_distance(kAllied, sight.hex_of(force), sight.hex_of(*convoy)) <= style.oilers_meet;
  return near ? go(sight.hex_of(*convoy), "bot.oilers_join") : stay("bot.oilers_wait");
}

}  // namespace

bool is_battleship(const UnitFacts& unit) { return unit.capital() && !unit.carrier(); }

namespace {

bool has_battleship(const Sight& sight, const Force& force) {
  return std::ranges::any_of(force.ship(),
                             [&](const v1::Counter& ship) { return is_battleship(sight.reference.unit(ship.unit())); });
}

bool has_carrier(const Sight& sight, const Force& force) {
  return covers_from_afar(sight, force) && sight.tally(force).carriers > 0;
}

// [11.1.2] When they leave it they have eight turns more, once.
bool has_fuel_inside(const Sight& sight, const Force& convoy) { return sight.fuel_left(convoy) > kLeaveInTime; }

}  // namespace

bool battleships_inside(const Sight& sight, Mind& mind, const Force& convoy) {
  return mind.style.heavies_join && convoy_at_sea(sight, convoy) && exposed(sight, mind.style, convoy) &&
         mind.chart(sight).of_aircraft(sight.hex_of(convoy)) >= mind.style.heavies_from &&
         has_fuel_inside(sight, convoy) && left_to_go(sight, convoy) > mind.style.cover_until;
}

namespace {

Goal warship_goal(const Sight& sight, Mind& mind, const Force& force) {
  if (const PlaceFacts* spitsbergen = errand(sight, force))
    return {Goal::Kind::kEnterPort, spitsbergen->hex, "bot.to_spitsbergen"};
  const Tally ships = sight.tally(force);
  if (hit(sight, force)) return homeward(sight, force, "bot.damaged_home");
  if (sight.fuel_left(force) <= turns_home(sight, force) + mind.style.fuel_reserve) {
    const Force* convoy = covers_from_afar(sight, force) ? nullptr : charge_of(sight, mind.style, force, 0);
    const bool joins =  // in a convoy, at its speed, they need no more
        convoy && convoy->loaded() &&
        sight.reference.sea_distance(kAllied, sight.hex_of(force), sight.hex_of(*convoy)) <= mind.style.stay_near;
    if (!joins) return homeward(sight, force, "bot.fuel_home");
  }
  if (!any_convoy_at_sea(sight)) return homeward(sight, force, "bot.done_home");
  if (const Block* enemy = quarry(sight, mind.style, force)) {
    const bool near = sight.reference.sea_distance(kAllied, sight.hex_of(force), hex(*enemy)) > 2;
    return go(hex(*enemy), "bot.chase", near ? Goal::Pace::kHurry : Goal::Pace::kUsual);
  }
  if (covers_from_afar(sight, force)) {
    const Force* convoy = charge_of(sight, mind.style, force, mind.style.cover_until);
    if (!convoy) return homeward(sight, force, "bot.done_home");
    if (has_battleship(sight, force) && battleships_inside(sight, mind, *convoy))
      return go(sight.hex_of(*convoy), "bot.cover_joins");
    return go(cover_station(sight, mind, force, *convoy), "bot.cover");
  }
  if (carries_oil(sight, force)) return oilers_goal(sight, mind.style, force);
  const Force* convoy = charge_of(sight, mind.style, force, ships.cruisers > 0 ? kCruisersTurn : 1);
  if (!convoy) return homeward(sight, force, "bot.done_home");
  return go(sight.hex_of(*convoy), ships.cruisers > 0 ? "bot.close_cover" : "bot.join_convoy");
}

// [5.1.9] On the way to its own base it breaks no order.
Goal patrol_goal(const Sight& sight, const Force& force) {
  const PlaceFacts* base = sight.reference.find_place(sight.scenario.patrol_white().base());
  if (!base || sight.fuel_left(force) > turns_home(sight, force) + kPatrolReserve) return stay("bot.patrol_white");
  return {Goal::Kind::kEnterPort, base->hex, "bot.fuel_home"};
}

}  // namespace

Goal allied_goal(const Sight& sight, Mind& mind, const Force& force) {
  if (force.patrol_white()) return patrol_goal(sight, force);
  switch (force.kind()) {
    case v1::BlockKind::WOLFPACK:
      return submarine_goal(sight, mind, force);
    case v1::BlockKind::DUMMY:
      return decoy_goal(sight, mind, force);
    case v1::BlockKind::TASK_FORCE:
      return warship_goal(sight, mind, force);
    default:
      return stay("bot.nothing_to_do");
  }
}

namespace {

// A convoy with cargo will pass near enough, and has a long way still to go.
bool is_needed(const Sight& sight, Mind& mind, const Force& force) {
  const Tally ships = sight.tally(force);
  const bool costs = ships.heavy > 0 || has_soviet(sight.reference, force);
  if (costs && !faces_raiders(sight)) return false;
  const bool heavy = covers_from_afar(sight, force);
  const bool soviet = has_soviet(sight.reference, force);
  for (const Force& convoy : sight.view.own().force()) {
    if (!convoy_at_sea(sight, convoy) || !convoy.loaded()) continue;
    if (soviet) {  // they stay where their own aircraft are [4.3.2]
      const Hex next = mind.chart(sight).ahead(sight.hex_of(convoy), goal_of_convoy(sight, convoy), 1);
      if (sight.reference.hex(next).in(v1::AirRadius::SOVIET) && left_to_go(sight, convoy) > 1) return true;
      continue;
    }
    if (left_to_go(sight, convoy) <= mind.style.cover_until + mind.style.turns_to_meet) continue;
    const Hex there =
        mind.chart(sight).ahead(sight.hex_of(convoy), goal_of_convoy(sight, convoy), mind.style.turns_to_meet);
    const int distance = sight.reference.sea_distance(kAllied, sight.hex_of(force), there);
    if (distance <= 2 * mind.style.turns_to_meet - 1 + (heavy ? kCoverReach / 2 : 0)) return true;
  }
  return false;
}

bool splits_for_fuel(const Sight& sight, Mind& mind, const Force& force) {
  if (!mind.style.splits_fuel || force.heavy_bonus() || !covers_from_afar(sight, force) || hit(sight, force))
    return false;
  const Tally ships = sight.tally(force);
  if (ships.dd_tb_cs == 0 || sight.fuel_left(force) > turns_home(sight, force) + mind.style.fuel_reserve) return false;
  return charge_of(sight, mind.style, force, mind.style.cover_until) != nullptr;
}

// Carriers stay where bombers do not come.
bool leaves_carriers(const Sight& sight, Mind& mind, const Force& force) {
  if (mind.style.carriers_join || !has_battleship(sight, force) || !has_carrier(sight, force)) return false;
  const Force* convoy = charge_of(sight, mind.style, force, mind.style.cover_until);
  return convoy && battleships_inside(sight, mind, *convoy) &&
         sight.reference.sea_distance(kAllied, sight.hex_of(force), sight.hex_of(*convoy)) <= kFast;
}

// Those whom the port will not let in have to be home before their fuel is gone.
bool leaves_excess(const Sight& sight, Mind& mind, const Force& convoy) {
  if (sight.fuel_left(convoy) > turns_home(sight, convoy) + mind.style.escorts_leave) return false;
  return std::ranges::any_of(convoy.ship(),
                             [&](const v1::Counter& ship) { return cs_too_many(sight, convoy, ship) > 0; });
}

}  // namespace

int cs_too_many(const Sight& sight, const Force& convoy, const v1::Counter& ship) {
  const PlaceFacts* port = sight.reference.find_place(convoy.destination());
  const UnitFacts& unit = sight.reference.unit(ship.unit());
  const std::optional<Room> room = room_in_port(sight);
  if (!port || !port->port || !port->port->entry_limited() || !room || !unit.needs_fuel() ||
      unit.nation == v1::Nation::SOVIET)
    return 0;
  const Tally ships = sight.tally(convoy);
  const bool too_many = unit.carrier()   ? true
                        : unit.capital() ? ships.capital > room->capital
                        : unit.cruiser() ? ships.cruisers > room->cruisers
                                         : false;
  if (too_many) return std::max(ship.cs(), 1);
  return unit.light() ? std::clamp(ships.dd_tb_cs - room->dd_tb_cs, 0, ship.cs()) : 0;
}

Parting parting(const Sight& sight, Mind& mind, const Force& force) {
  if (sight.me != kAllied || !sight.at_sea(force)) return Parting::kNone;
  if (convoy_at_sea(sight, force)) {
    const bool leave =
        mind.style.heavies_join && has_battleship(sight, force) && !battleships_inside(sight, mind, force);
    if (leave) return Parting::kBattleships;
    return leaves_excess(sight, mind, force) ? Parting::kTooMany : Parting::kNone;
  }
  if (force.kind() != v1::BlockKind::TASK_FORCE) return Parting::kNone;
  if (leaves_carriers(sight, mind, force)) return Parting::kCarriers;
  return splits_for_fuel(sight, mind, force) ? Parting::kLight : Parting::kNone;
}

std::optional<Text> allied_sails(const Sight& sight, Mind& mind, const Force& force) {
  if (force.kind() == v1::BlockKind::CONVOY) {
    const bool due = force.plan().empty() || force.plan(0).turn() <= sight.turn();
    return due ? std::optional<Text>("bot.convoy_sails") : std::nullopt;
  }
  if (force.kind() != v1::BlockKind::TASK_FORCE || hit(sight, force) || force.patrol_white()) return std::nullopt;
  if (power(sight, force) <= 0) return std::nullopt;
  if (force.key() == sight.view.own().operation().force()) {
    if (!errand(sight, force)) return std::nullopt;
    const bool there = force.place() == "port.barentsburg";
    return there ? std::nullopt : std::optional<Text>("bot.to_spitsbergen");
  }
  const Block* enemy = quarry(sight, mind.style, force);
  if (enemy && has_heavy(sight, *enemy) && !has_soviet(sight.reference, force)) return Text("bot.sail_to_meet");
  if (carries_oil(sight, force) || sight.fuel_left(force) < mind.style.turns_to_meet) return std::nullopt;
  return is_needed(sight, mind, force) ? std::optional<Text>("bot.sail_to_cover") : std::nullopt;
}

}  // namespace wardroom::pq17::bot
