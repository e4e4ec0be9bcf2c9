// The Axis plan: U-boats ahead of the convoys, surface ships only against a convoy that is found, can be reached, and
// is not covered by anything stronger.
#include <algorithm>

#include "client/bot/pq17/goals.h"
#include "client/bot/pq17/guess.h"

namespace wardroom::pq17::bot {
namespace {

constexpr int kLongestSortie = 4;  // turns to the meeting
constexpr int kCoverNear = 2;      // hexes
constexpr int kFuelReserve = 1;
constexpr double kUnseenCarrier = 3.0;  // and for a capital ship it may be a carrier
constexpr double kUnknownToDestroyers = 0.4;
constexpr double kDestroyerOdds = 0.7;  // destroyers alone need less: they can always get away
constexpr int kCompany = 1;             // hexes from a squadron that comes along
constexpr int kStalking = 3;            // hexes to keep from a convoy whose cover is not known
constexpr int kWorthAdvancing = 3;      // hexes to a port that lies nearer to the convoys

struct Prey {
  const Block* block;
  Meeting meeting;
};

// What is known, and for those who are about to close, what may be there besides.
enum class Care { kKnown, kUnknown };

// With the squadrons that could come along.
double power_together(const Sight& sight, const Force& force) {
  double sum = power(sight, force);
  for (const Force& other : sight.view.own().force()) {
    if (other.key() == force.key() || other.kind() != v1::BlockKind::TASK_FORCE || hit(sight, other) ||
        sight.hex_of(other) == Hex{})
      continue;
    if (sight.reference.sea_distance(kAxis, sight.hex_of(force), sight.hex_of(other)) <= kCompany)
      sum += power(sight, other);
  }
  return sum;
}

bool covered(const Sight& sight, const Style& style, const Force& force, Hex at, const Block& convoy, Care care) {
  const double escort = power(sight, convoy);
  double near =
      known_power_near(sight, kAllied, at, kCoverNear) + known_power_near(sight, kAllied, hex(convoy), kCoverNear);
  if (care == Care::kUnknown) {
    const Tally ships = sight.tally(force);
    const double each = ships.capital > 0 ? style.unseen + kUnseenCarrier
                        : ships.heavy > 0 ? style.unseen
                                          : kUnknownToDestroyers;
    for (const Block* block : sight.blocks(kAllied)) {
      if (!block->flat() && sight.reference.sea_distance(kAllied, hex(*block), at) <= kCoverNear)
        near += sight.polar_night() ? style.by_night * each : each;
    }
  }
  const double dark = sight.polar_night() ? style.by_night : 1.0;
  const double odds =
      dark * (sight.tally(force).heavy > 0 ? style.sortie_odds : std::min(style.sortie_odds, kDestroyerOdds));
  return power_together(sight, force) < odds * (escort + near);
}

// Under the enemy's aircraft, or beyond the help of our own. Destroyers dare more.
bool too_far(const Sight& sight, const Style& style, const Force& force, Hex at) {
  const MapHex& where = sight.reference.hex(at);
  const bool heavy = sight.tally(force).heavy > 0;
  const bool watched = where.in(v1::AirRadius::BRITISH) || (heavy && where.in(v1::AirRadius::SOVIET));
  if (watched && style.keeps_clear) return true;
  return std::ranges::none_of(sight.reference.places(), [&](const PlaceFacts& place) {
    return place.port && place.side == kAxis && sight.in_play(place) &&
           sight.reference.sea_distance(kAxis, place.hex, at) <= style.reach;
  });
}

std::optional<Prey> prey_of(const Sight& sight, Mind& mind, const Force& force, int first_hexes, Care care) {
  std::optional<Prey> found;
  for (const Block* block : sight.blocks(kAllied)) {
    const double chance = convoy_chance(sight, *block);
    if (block->scattered() || forbidden(sight, force, *block) ||
        chance < (care == Care::kKnown ? mind.style.likely : 1.0))
      continue;
    const auto met = meeting(sight, mind, sight.hex_of(force), first_hexes, 2, *block, kLongestSortie);
    if (!met || too_far(sight, mind.style, force, met->at) || covered(sight, mind.style, force, met->at, *block, care))
      continue;
    if (sight.ice(met->at) >= v1::Ice::HEAVY_DRIFT) continue;
    if (found && found->meeting.turns <= met->turns) continue;
    found = Prey{block, *met};
  }
  return found;
}

// Lone ships of a scattered convoy, to be found one by one.
const Block* stragglers(const Sight& sight, const Force& force) {
  for (const Block* block : sight.blocks(kAllied)) {
    if (!block->scattered()) continue;
    const int distance = sight.reference.sea_distance(kAxis, sight.hex_of(force), hex(*block));
    if (distance <= 6 && known_power_near(sight, kAllied, hex(*block), 3) < power(sight, force)) return block;
  }
  return nullptr;
}

// The port that is nearest to where the loaded convoys go; none: the force cannot get there.
const PlaceFacts* advanced_port(const Sight& sight, const Force& force) {
  const PlaceFacts* found = nullptr;
  int least = kNoWay;
  for (const PlaceFacts& place : sight.reference.places()) {
    if (!place.port || place.side != kAxis || !sight.in_play(place)) continue;
    if (place.port->submarines_only() || place.port->refuelling() == v1::Port::NONE) continue;
    if (sight.reference.sea_distance(kAxis, sight.hex_of(force), place.hex) >= kNoWay) continue;
    int away = 0;
    for (const v1::Convoy& convoy : sight.scenario.convoy()) {
      if (convoy.side() != kAllied || !convoy.loaded() || convoy.destination().empty()) continue;
      const PlaceFacts* to = sight.reference.find_place(convoy.destination(0));
      if (to && to->hex != Hex{}) away += sight.reference.air_distance(place.hex, to->hex);
    }
    if (away >= least) continue;
    least = away;
    found = &place;
  }
  return found;
}

bool should_advance(const Sight& sight, const Style& style, const Force& force) {
  if (!style.advances || sight.tally(force).heavy == 0) return false;
  const PlaceFacts* port = advanced_port(sight, force);
  return port && sight.reference.sea_distance(kAxis, sight.hex_of(force), port->hex) >= kWorthAdvancing;
}

Goal raider_goal(const Sight& sight, Mind& mind, const Force& force) {
  if (hit(sight, force)) return homeward(sight, force, "bot.damaged_home");
  if (sight.fuel_left(force) <= turns_home(sight, force) + kFuelReserve) return homeward(sight, force, "bot.fuel_home");
  if (force.training()) return homeward(sight, force, "bot.done_home");
  if (const auto prey = prey_of(sight, mind, force, 2, Care::kUnknown)) {
    if (prey->meeting.at == sight.hex_of(force)) return stay("bot.raiders_in_place");
    return go(prey->meeting.at, "bot.raiders_close",
              prey->meeting.turns == 0 ? Goal::Pace::kHurry : Goal::Pace::kUsual);
  }
  if (const Block* block = stragglers(sight, force)) {
    if (hex(*block) == sight.hex_of(force)) return stay("bot.raiders_in_place");
    return go(hex(*block), "bot.raiders_close");
  }
  if (const auto prey = prey_of(sight, mind, force, 2, Care::kKnown)) {
    const int distance = sight.reference.sea_distance(kAxis, sight.hex_of(force), prey->meeting.at);
    if (distance > kStalking)
      return go(prey->meeting.at, "bot.raiders_stalk",
                distance > kStalking + 1 ? Goal::Pace::kUsual : Goal::Pace::kOneHex);
    if (distance == kStalking) return stay("bot.raiders_stalk");
  }
  const PlaceFacts* port = mind.style.advances ? advanced_port(sight, force) : nullptr;
  if (port) return {Goal::Kind::kEnterPort, port->hex, "bot.raiders_advance"};
  return homeward(sight, force, "bot.raiders_break_off");
}

// A Dummy does what a squadron would: it keeps near a convoy, and goes home when there is none to threaten.
const Block* feint_at(const Sight& sight, const Style& style, const Force& dummy) {
  const Block* found = nullptr;
  int least = style.reach + kStalking;
  for (const Block* block : sight.blocks(kAllied)) {
    if (block->scattered() || convoy_chance(sight, *block) < 1.0) continue;
    const int distance = sight.reference.sea_distance(kAxis, sight.hex_of(dummy), hex(*block));
    if (distance >= least) continue;
    least = distance;
    found = block;
  }
  return found;
}

Goal feint_goal(const Sight& sight, Mind& mind, const Force& dummy) {
  const Block* convoy = feint_at(sight, mind.style, dummy);
  if (!convoy) return homeward(sight, dummy, "bot.feint_ends");
  const int distance = sight.reference.sea_distance(kAxis, sight.hex_of(dummy), hex(*convoy));
  return distance > kStalking ? go(hex(*convoy), "bot.feint", Goal::Pace::kUsual) : stay("bot.feint");
}

}  // namespace

Goal axis_goal(const Sight& sight, Mind& mind, const Force& force) {
  switch (force.kind()) {
    case v1::BlockKind::WOLFPACK: {
      const bool armed =
          std::ranges::any_of(force.ship(), [](const v1::Counter& ship) { return ship.torpedoes_spent() == 0; });
      return armed ? submarine_goal(sight, mind, force) : homeward(sight, force, "bot.rearm");
    }
    case v1::BlockKind::TASK_FORCE:
      return raider_goal(sight, mind, force);
    case v1::BlockKind::DUMMY:
      return feint_goal(sight, mind, force);
    default:
      return stay("bot.nothing_to_do");
  }
}

std::optional<Text> axis_sails(const Sight& sight, Mind& mind, const Force& force) {
  if (force.kind() == v1::BlockKind::DUMMY) {
    const bool feints = mind.style.feints && feint_at(sight, mind.style, force);
    return feints ? std::optional<Text>("bot.feint") : std::nullopt;
  }
  if (force.kind() == v1::BlockKind::CONVOY) return Text("bot.convoy_sails");
  if (force.kind() == v1::BlockKind::WOLFPACK) {
    const Goal goal = submarine_goal(sight, mind, force);
    return goal.kind == Goal::Kind::kGo ? std::optional<Text>("bot.submarines_sail") : std::nullopt;
  }
  if (force.kind() != v1::BlockKind::TASK_FORCE || hit(sight, force) || sight.fuel_left(force) <= 3)
    return std::nullopt;
  if (sight.weather(sight.hex_of(force)) == v1::Weather::GALES) return std::nullopt;
  if (prey_of(sight, mind, force, 1, Care::kKnown)) return Text("bot.sortie");
  if (should_advance(sight, mind.style, force)) return Text("bot.raiders_advance");
  return std::nullopt;
}

}  // namespace wardroom::pq17::bot
