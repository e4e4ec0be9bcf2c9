#include "client/bot/pq17/goals.h"

#include <algorithm>

#include "client/bot/pq17/guess.h"

namespace wardroom::pq17::bot {
namespace {

constexpr int kHexesATurn = 2;

bool good_home(const Sight& sight, const Force& force, const PlaceFacts& place) {
  if (!place.port || place.side != sight.me || !sight.in_play(place)) return false;
  if (force.kind() == v1::BlockKind::WOLFPACK) return place.port->rearming() == v1::Port::ALL || place.port->rearming() == v1::Port::SUBMARINES;
  if (place.port->submarines_only() || place.port->refuelling() == v1::Port::NONE) return false;
  if (force.training() && force.home() != place.id) return false;
  return !place.port->entry_limited() || has_soviet(sight.reference, force);
}

const PlaceFacts* home_of(const Sight& sight, const Force& force) {
  const Hex from = sight.hex_of(force);
  const PlaceFacts* found = nullptr;
  int least = kNoWay;
  for (const PlaceFacts& place : sight.reference.places()) {
    if (!good_home(sight, force, place)) continue;
    const int distance = sight.reference.sea_distance(sight.me, from, place.hex);
    if (distance >= least) continue;
    least = distance;
    found = &place;
  }
  return found;
}

}  // namespace

Goal homeward(const Sight& sight, const Force& force, Text reason) {
  const PlaceFacts* home = home_of(sight, force);
  if (!home) return stay("bot.no_way_home");
  return {Goal::Kind::kEnterPort, home->hex, std::move(reason)};
}

int turns_home(const Sight& sight, const Force& force) {
  const PlaceFacts* home = home_of(sight, force);
  if (!home) return 0;
  return (sight.reference.sea_distance(sight.me, sight.hex_of(force), home->hex) + kHexesATurn) / kHexesATurn;
}

bool hit(const Sight& sight, const Force& force) {
  return std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) {
    const UnitFacts& unit = sight.reference.unit(ship.unit());
    return unit.heavy() && !unhit(unit, ship);
  });
}

Hex destination_of(const Sight& sight, const Block& convoy) {
  const v1::Convoy* likely = likely_convoy(sight, hex(convoy));
  if (!likely) return hex(convoy);
  Hex found = hex(convoy);
  int least = kNoWay;
  for (const std::string& id : likely->destination()) {
    const PlaceFacts* place = sight.reference.find_place(id);
    if (!place || place->hex == Hex{}) continue;
    const int distance = sight.reference.sea_distance(kAllied, hex(convoy), place->hex);
    if (distance >= least) continue;
    least = distance;
    found = place->hex;
  }
  return found;
}

std::optional<Meeting> meeting(const Sight& sight, Mind& mind, Hex from, int first_hexes, int hexes_a_turn, const Block& convoy, int longest) {
  const Hex to = destination_of(sight, convoy);
  for (int turns = 0; turns <= longest; ++turns) {
    const Hex there = mind.chart(sight).ahead(hex(convoy), to, turns);
    if (sight.reference.sea_distance(sight.me, from, there) <= first_hexes + hexes_a_turn * turns) return Meeting{there, turns};
  }
  return std::nullopt;
}

namespace {

constexpr int kFarthestPrey = 10;  // hexes
constexpr int kLongestWait = 5;    // turns

// Hexes a convoy may go to next, the likeliest first: it will not wait where it is, nor go back [5.1.5].
std::vector<Hex> ways_on(const Sight& sight, Mind& mind, Hex from, Hex goal) {
  std::vector<Hex> found;
  const int distance = sight.reference.sea_distance(kAllied, from, goal);
  for (Hex to : sight.reference.hex(from).by_sea) {
    const bool open = sight.ice(to) < v1::Ice::HEAVY_DRIFT;  // where submarines can lie in wait
    if (open && sight.reference.sea_distance(kAllied, to, goal) <= distance) found.push_back(to);
  }
  Chart& chart = mind.chart(sight);
  std::ranges::stable_sort(found, {}, [&](Hex to) { return chart.to_go(to, goal) + chart.danger(to) - chart.of_submarines(to); });
  return found;
}

// Which of several Wolfpacks this is, among those that may hunt the same prey.
int rank_of(const Sight& sight, const Force& force, Hex prey) {
  int rank = 0;
  for (const Force& other : sight.view.own().force()) {
    const bool hunts = other.kind() == v1::BlockKind::WOLFPACK && sight.at_sea(other) && other.key() < force.key();
    if (hunts && sight.reference.sea_distance(sight.me, sight.hex_of(other), prey) <= 3) ++rank;
  }
  return rank;
}

struct Ambush {
  Hex at{};
  int turns = 0;
};

// Where to lie in wait for this block; none: it cannot be headed off.
std::optional<Ambush> ambush(const Sight& sight, Mind& mind, const Force& force, const Block& prey) {
  const Hex here = sight.hex_of(force);
  const Hex at = hex(prey);
  if (at == here) return Ambush{here, 0};
  if (prey.scattered()) {  // its ships are met in the hexes around it [6.8.1]
    const int distance = sight.reference.sea_distance(sight.me, here, at);
    return distance <= 1 ? Ambush{here, 0} : Ambush{at, (distance + 1) / kHexesATurn};
  }
  const Hex goal = sight.me == kAxis ? destination_of(sight, prey) : at;
  const std::vector<Hex> next = ways_on(sight, mind, at, goal);
  std::vector<Hex> near;
  for (Hex to : next) {
    if (sight.reference.sea_distance(sight.me, here, to) <= kHexesATurn) near.push_back(to);
  }
  // All ways on are watched, each by another; who is already on one of them stays.
  if (!near.empty()) {
    if (std::ranges::find(near, here) != near.end()) return Ambush{here, 1};
    return Ambush{near[static_cast<std::size_t>(rank_of(sight, force, at)) % near.size()], 1};
  }
  for (int turns = 2; turns < kLongestWait; ++turns) {
    const Hex there = mind.chart(sight).ahead(at, goal, turns);
    if (sight.reference.sea_distance(sight.me, here, there) <= kHexesATurn * turns) return Ambush{there, turns};
  }
  return std::nullopt;
}

}  // namespace

// A Wolfpack cannot attack in the turn it moves: it waits where its target will come [5.2].
Goal submarine_goal(const Sight& sight, Mind& mind, const Force& force) {
  const Hex here = sight.hex_of(force);
  std::optional<Ambush> found;
  double most = 0.1;
  for (const Block* block : sight.blocks(sight.foe)) {
    const double chance = sight.me == kAxis ? convoy_chance(sight, *block) : has_heavy(sight, *block) ? 1.0 : 0.0;
    if (chance < 0.3 || sight.reference.sea_distance(sight.me, here, hex(*block)) > kFarthestPrey) continue;
    const auto wait = ambush(sight, mind, force, *block);
    if (!wait) continue;
    const double worth = chance * (block->flat() ? 2.0 : 1.0) / (1.0 + wait->turns);
    if (worth <= most) continue;
    most = worth;
    found = wait;
  }
  if (!found) return stay("bot.submarines_wait");
  if (found->at == here) return stay("bot.submarines_in_place");
  return go(found->at, "bot.submarines_ahead");
}

Goal goal_of(const Sight& sight, Mind& mind, const Force& force) {
  return sight.me == kAllied ? allied_goal(sight, mind, force) : axis_goal(sight, mind, force);
}

std::optional<Text> sails(const Sight& sight, Mind& mind, const Force& force) {
  if (force.kind() == v1::BlockKind::DUMMY || force.task() != Force::NO_TASK) return std::nullopt;
  return sight.me == kAllied ? allied_sails(sight, mind, force) : axis_sails(sight, mind, force);
}

}  // namespace wardroom::pq17::bot
