// The Allied plan: convoys go on, destroyers join them, cruisers keep with them, heavy ships cover from where bombers
// do not reach, and everybody is home before his fuel is gone.
#include <algorithm>

#include "client/bot/pq17/old/goals.h"
#include "client/bot/pq17/old/guess.h"

namespace wardroom::pq17::old {
namespace {

constexpr int kPatrolReserve = 1;  // turns of fuel
constexpr int kChase = 6;          // hexes
constexpr int kCoverReach = 6;     // hexes from the convoy
constexpr double kMostFear = 3.0;  // of danger, when heavy ships choose where to be
constexpr int kNearlyThere = 4;    // hexes from a convoy's destination: the heavy ships turn back
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

// The convoy this force should look after: near, and with cargo.
const Force* charge_of(const Sight& sight, const Force& force, int nearly_there) {
  const Force* found = nullptr;
  double most = -1000;
  for (const Force& convoy : sight.view.own().force()) {
    if (!convoy_at_sea(sight, convoy) || left_to_go(sight, convoy) <= nearly_there) continue;
    const int distance = sight.reference.sea_distance(kAllied, sight.hex_of(force), sight.hex_of(convoy));
    if (distance >= kNoWay) continue;
    const double worth = (convoy.loaded() ? 6.0 : 0.0) - distance;
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

// An enemy at sea who can be beaten, near enough to be caught.
const Block* quarry(const Sight& sight, const Force& force) {
  const Block* found = nullptr;
  int least = kChase + 1;
  for (const Block* block : sight.blocks(kAxis)) {
    if (!block->flat() || block->kind() != v1::BlockKind::TASK_FORCE) continue;
    const Hex at = hex(*block);
    const int distance = sight.reference.sea_distance(kAllied, sight.hex_of(force), at);
    if (distance >= least || power(sight, force) < 1.2 * power(sight, *block)) continue;
    least = distance;
    found = block;
  }
  return found;
}

// Close to where the convoy will be, out of reach of the bombers.
Hex cover_station(const Sight& sight, Mind& mind, const Force& force, const Force& convoy) {
  Chart& chart = mind.chart(sight);
  const Hex ahead = chart.ahead(sight.hex_of(convoy), goal_of_convoy(sight, convoy), 2);
  Hex found = sight.hex_of(force);
  double least = 1e9;
  for (const MapHex& each : sight.reference.box().hexes()) {
    if (!each.in_play || each.has(v1::Hex::PACK)) continue;
    const int from_convoy = sight.reference.sea_distance(kAllied, each.hex, ahead);
    const int from_force = sight.reference.sea_distance(kAllied, each.hex, sight.hex_of(force));
    if (from_convoy > kCoverReach || from_force >= kNoWay) continue;
    const double cost =
        mind.style.cover_fear * std::min(chart.danger(each.hex), kMostFear) + from_convoy + 0.3 * from_force;
    if (cost >= least) continue;
    least = cost;
    found = each.hex;
  }
  return found;
}

Goal decoy_goal(const Sight& sight, const Force& dummy) {
  const Force* convoy = charge_of(sight, dummy, 0);
  if (!convoy) return stay("bot.dummy_waits");
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

Goal warship_goal(const Sight& sight, Mind& mind, const Force& force) {
  if (const PlaceFacts* spitsbergen = errand(sight, force))
    return {Goal::Kind::kEnterPort, spitsbergen->hex, "bot.to_spitsbergen"};
  const Tally ships = sight.tally(force);
  if (hit(sight, force)) return homeward(sight, force, "bot.damaged_home");
  if (sight.fuel_left(force) <= turns_home(sight, force) + mind.style.fuel_reserve)
    return homeward(sight, force, "bot.fuel_home");
  if (!any_convoy_at_sea(sight)) return homeward(sight, force, "bot.done_home");
  if (const Block* enemy = quarry(sight, force)) {
    const bool near = sight.reference.sea_distance(kAllied, sight.hex_of(force), hex(*enemy)) > 2;
    return go(hex(*enemy), "bot.chase", near ? Goal::Pace::kHurry : Goal::Pace::kUsual);
  }
  if (ships.capital > 0 || ships.carriers > 0) {
    const Force* convoy = charge_of(sight, force, kNearlyThere);
    if (!convoy) return homeward(sight, force, "bot.done_home");
    return go(cover_station(sight, mind, force, *convoy), "bot.cover");
  }
  if (carries_oil(sight, force)) return stay("bot.oilers_wait");
  const Force* convoy = charge_of(sight, force, ships.cruisers > 0 ? kCruisersTurn : 1);
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
      return decoy_goal(sight, force);
    case v1::BlockKind::TASK_FORCE:
      return warship_goal(sight, mind, force);
    default:
      return stay("bot.nothing_to_do");
  }
}

namespace {

// Whether the enemy has any Heavy Ship in this Operation.
bool faces_raiders(const Sight& sight) {
  return std::ranges::any_of(sight.scenario.force(), [&](const v1::ForcePool& pool) {
    return pool.side() == kAxis && std::ranges::any_of(pool.unit(), [&](const v1::Units& each) {
             return each.unit().starts_with("ship.") && sight.reference.unit(each.unit()).heavy();
           });
  });
}

// A convoy with cargo will pass near enough, and has a long way still to go.
bool is_needed(const Sight& sight, Mind& mind, const Force& force) {
  const Tally ships = sight.tally(force);
  const bool costs = ships.heavy > 0 || has_soviet(sight.reference, force);
  if (costs && !faces_raiders(sight)) return false;
  const bool heavy = ships.capital > 0 || ships.carriers > 0;
  const bool soviet = has_soviet(sight.reference, force);
  for (const Force& convoy : sight.view.own().force()) {
    if (!convoy_at_sea(sight, convoy) || !convoy.loaded()) continue;
    if (soviet) {  // they stay where their own aircraft are [4.3.2]
      const Hex next = mind.chart(sight).ahead(sight.hex_of(convoy), goal_of_convoy(sight, convoy), 1);
      if (sight.reference.hex(next).in(v1::AirRadius::SOVIET) && left_to_go(sight, convoy) > 1) return true;
      continue;
    }
    if (left_to_go(sight, convoy) <= kNearlyThere + mind.style.turns_to_meet) continue;
    const Hex there =
        mind.chart(sight).ahead(sight.hex_of(convoy), goal_of_convoy(sight, convoy), mind.style.turns_to_meet);
    const int distance = sight.reference.sea_distance(kAllied, sight.hex_of(force), there);
    if (distance <= 2 * mind.style.turns_to_meet - 1 + (heavy ? kCoverReach / 2 : 0)) return true;
  }
  return false;
}

}  // namespace

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
  const Block* enemy = quarry(sight, force);
  if (enemy && has_heavy(sight, *enemy) && !has_soviet(sight.reference, force)) return Text("bot.sail_to_meet");
  if (carries_oil(sight, force) || sight.fuel_left(force) < mind.style.turns_to_meet) return std::nullopt;
  return is_needed(sight, mind, force) ? std::optional<Text>("bot.sail_to_cover") : std::nullopt;
}

}  // namespace wardroom::pq17::old
