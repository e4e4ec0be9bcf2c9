#include "client/bot/pq17/goals.h"

#include <algorithm>

#include "client/bot/pq17/guess.h"
#include "server/titles/pq17/operation/dates.h"

namespace wardroom::pq17::bot {

std::optional<Room> room_in_port(const Sight& sight) {
  const auto& entered = sight.view.own().entered();
  for (const auto& limit : sight.reference.numbers().force().entry_limit()) {
    if (!within(limit.period(), sight.scenario.date())) continue;
    return Room{limit.capital() - entered.capital(), limit.cruisers() - entered.cruisers(),
                limit.dd_tb_cs() - entered.dd_tb_cs()};
  }
  return std::nullopt;
}

namespace {

constexpr int kHexesATurn = 2;

bool has_room(const Sight& sight, const Force& force) {
  const std::optional<Room> room = room_in_port(sight);
  const Tally ships = sight.tally(force);
  return !room || (ships.capital <= room->capital && ships.carriers == 0 && ships.cruisers <= room->cruisers &&
                   ships.dd_tb_cs <= room->dd_tb_cs);
}

bool good_home(const Sight& sight, const Force& force, const PlaceFacts& place) {
  if (!place.port || place.side != sight.me || !sight.in_play(place)) return false;
  if (force.kind() == v1::BlockKind::WOLFPACK)
    return place.port->rearming() == v1::Port::ALL || place.port->rearming() == v1::Port::SUBMARINES;
  if (place.port->submarines_only() || place.port->refuelling() == v1::Port::NONE) return false;
  if (force.training() && force.home() != place.id) return false;
  return !place.port->entry_limited() || has_soviet(sight.reference, force) || has_room(sight, force);
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
  const int distance =
      sight.reference.sea_distance(sight.me, sight.hex_of(force), home->hex) + force.hexes();  // as the turn began
  return (distance + kHexesATurn) / kHexesATurn;
}

bool hit(const Sight& sight, const Force& force) {
  return std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) {
    const UnitFacts& unit = sight.reference.unit(ship.unit());
    return unit.heavy() && !unhit(unit, ship);
  });
}

Hex destination_of(const Sight& sight, const Block& convoy) {
  const v1::Convoy* likely = likely_convoy(sight, hex(convoy));
  if (!likely || likely->destination().empty()) return hex(convoy);
  const PlaceFacts* place = sight.reference.find_place(likely->destination(0));  // the one it is meant for
  return place && place->hex != Hex{} ? place->hex : hex(convoy);
}

std::optional<Meeting> meeting(const Sight& sight, Mind& mind, Hex from, int first_hexes, int hexes_a_turn,
                               const Block& convoy, int longest) {
  const Hex to = destination_of(sight, convoy);
  for (int turns = 0; turns <= longest; ++turns) {
    const Hex there = mind.chart(sight).ahead(hex(convoy), to, turns);
    if (sight.reference.sea_distance(sight.me, from, there) <= first_hexes + hexes_a_turn * turns)
      return Meeting{there, turns};
  }
  return std::nullopt;
}

namespace {

constexpr int kFarthestPrey = 6;  // hexes

// Allied submarines wait for heavy ships that are known.
Goal stalk(const Sight& sight, const Force& force) {
  const Hex here = sight.hex_of(force);
  std::optional<Hex> found;
  int least = kFarthestPrey + 1;
  for (const Block* block : sight.blocks(sight.foe)) {
    if (!has_heavy(sight, *block)) continue;
    const int distance = sight.reference.sea_distance(sight.me, here, hex(*block));
    if (distance >= least) continue;
    least = distance;
    found = hex(*block);
  }
  if (!found) return stay("bot.submarines_wait");
  if (*found == here) return stay("bot.submarines_in_place");
  return go(*found, "bot.submarines_ahead");
}

}  // namespace

// A Wolfpack cannot attack in the turn it moves: it waits where its target will come [5.2].
Goal submarine_goal(const Sight& sight, Mind& mind, const Force& force) {
  if (sight.me == kAllied) return stalk(sight, force);
  const auto station = mind.packs(sight).station(key_of(force));
  if (!station) return stay("bot.submarines_wait");
  if (*station == sight.hex_of(force)) return stay("bot.submarines_in_place");
  return go(*station, "bot.submarines_ahead");
}

Goal goal_of(const Sight& sight, Mind& mind, const Force& force) {
  return sight.me == kAllied ? allied_goal(sight, mind, force) : axis_goal(sight, mind, force);
}

std::optional<Text> sails(const Sight& sight, Mind& mind, const Force& force) {
  if ((force.kind() == v1::BlockKind::DUMMY && sight.me == kAllied) || force.task() != Force::NO_TASK)
    return std::nullopt;
  return sight.me == kAllied ? allied_sails(sight, mind, force) : axis_sails(sight, mind, force);
}

}  // namespace wardroom::pq17::bot
