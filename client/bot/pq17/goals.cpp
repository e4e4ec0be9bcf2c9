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

// A Wolfpack cannot attack in the turn it moves: it waits where its target will come [5.2].
Goal submarine_goal(const Sight& sight, Mind& mind, const Force& force) {
  const Hex here = sight.hex_of(force);
  int rank = 0;  // every second one lies a turn farther ahead, so that one is always in place
  for (const Force& other : sight.view.own().force()) {
    if (other.kind() == v1::BlockKind::WOLFPACK && other.key() < force.key()) ++rank;
  }
  const Block* target = nullptr;
  Hex wait = here;
  double most = 0.3;
  for (const Block* block : sight.blocks(sight.foe)) {
    const double chance = sight.me == kAxis ? convoy_chance(sight, *block) : has_heavy(sight, *block) ? 1.0 : 0.0;
    if (chance < 0.3) continue;
    if (sight.reference.sea_distance(sight.me, here, hex(*block)) > 10) continue;
    int turns = 0;
    Hex there = hex(*block);
    if (there != here) {
      const Hex to = sight.me == kAxis ? destination_of(sight, *block) : there;
      turns = 1;
      while (turns < 5) {
        there = mind.chart(sight).ahead(hex(*block), to, turns);
        if (sight.reference.sea_distance(sight.me, here, there) <= kHexesATurn * turns) break;
        ++turns;
      }
      if (turns == 5) continue;
      if (rank % 2 == 1 && turns == 1 && block->flat()) {
        const Hex farther = mind.chart(sight).ahead(hex(*block), to, 2);
        if (sight.reference.sea_distance(sight.me, here, farther) <= kHexesATurn) there = farther;
      }
    }
    const double worth = chance * (block->flat() ? 2.0 : 1.0) / (1.0 + turns);
    if (worth <= most) continue;
    most = worth;
    target = block;
    wait = there;
  }
  if (!target) return stay("bot.submarines_wait");
  if (wait == here) return stay("bot.submarines_in_place");
  return go(wait, "bot.submarines_ahead");
}

Goal goal_of(const Sight& sight, Mind& mind, const Force& force) {
  return sight.me == kAllied ? allied_goal(sight, mind, force) : axis_goal(sight, mind, force);
}

std::optional<Text> sails(const Sight& sight, Mind& mind, const Force& force) {
  if (force.kind() == v1::BlockKind::DUMMY || force.task() != Force::NO_TASK) return std::nullopt;
  return sight.me == kAllied ? allied_sails(sight, mind, force) : axis_sails(sight, mind, force);
}

}  // namespace wardroom::pq17::bot
