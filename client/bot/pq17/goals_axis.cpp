// The Axis plan: U-boats ahead of the convoys, surface ships only against a convoy that is found, can be reached, and is not
// covered by anything stronger.
#include <algorithm>

#include "client/bot/pq17/goals.h"
#include "client/bot/pq17/guess.h"

namespace wardroom::pq17::bot {
namespace {

constexpr int kLongestSortie = 4;   // turns to the meeting
constexpr int kCoverNear = 2;       // hexes
constexpr int kFuelReserve = 1;
constexpr double kUnknownCover = 1.5;

struct Prey {
  const Block* block;
  Meeting meeting;
};

bool covered(const Sight& sight, const Style& style, const Force& force, Hex at, const Block& convoy) {
  const double escort = power(sight, convoy);
  double near = known_power_near(sight, kAllied, at, kCoverNear) + known_power_near(sight, kAllied, hex(convoy), kCoverNear);
  for (const Block* block : sight.blocks(kAllied)) {  // what they are nobody knows
    if (!block->flat() && sight.reference.sea_distance(kAllied, hex(*block), hex(convoy)) <= 1) near += kUnknownCover;
  }
  return power(sight, force) < style.sortie_odds * (escort + near);
}

std::optional<Prey> prey_of(const Sight& sight, Mind& mind, const Force& force, int first_hexes, int hexes_a_turn) {
  std::optional<Prey> found;
  for (const Block* block : sight.blocks(kAllied)) {
    if (!block->flat() || block->kind() != v1::BlockKind::CONVOY || block->scattered()) continue;
    const auto met = meeting(sight, mind, sight.hex_of(force), first_hexes, hexes_a_turn, *block, kLongestSortie);
    if (!met || covered(sight, mind.style, force, met->at, *block)) continue;
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

Goal raider_goal(const Sight& sight, Mind& mind, const Force& force) {
  if (hit(sight, force)) return homeward(sight, force, "bot.damaged_home");
  if (sight.fuel_left(force) <= turns_home(sight, force) + kFuelReserve) return homeward(sight, force, "bot.fuel_home");
  if (force.training()) return homeward(sight, force, "bot.done_home");
  if (const auto prey = prey_of(sight, mind, force, 2, 2)) {
    if (prey->meeting.at == sight.hex_of(force)) return stay("bot.raiders_in_place");
    return go(prey->meeting.at, "bot.raiders_close", prey->meeting.turns == 0 ? Goal::Pace::kHurry : Goal::Pace::kUsual);
  }
  if (const Block* block = stragglers(sight, force)) {
    if (hex(*block) == sight.hex_of(force)) return stay("bot.raiders_in_place");
    return go(hex(*block), "bot.raiders_close");
  }
  return homeward(sight, force, "bot.raiders_break_off");
}

}  // namespace

Goal axis_goal(const Sight& sight, Mind& mind, const Force& force) {
  switch (force.kind()) {
    case v1::BlockKind::WOLFPACK: {
      const bool armed = std::ranges::any_of(force.ship(), [](const v1::Counter& ship) { return ship.torpedoes_spent() == 0; });
      return armed ? submarine_goal(sight, mind, force) : homeward(sight, force, "bot.rearm");
    }
    case v1::BlockKind::TASK_FORCE: return raider_goal(sight, mind, force);
    default: return stay("bot.dummy_waits");
  }
}

std::optional<Text> axis_sails(const Sight& sight, Mind& mind, const Force& force) {
  if (force.kind() == v1::BlockKind::CONVOY) return Text("bot.convoy_sails");
  if (force.kind() == v1::BlockKind::WOLFPACK) {
    const Goal goal = submarine_goal(sight, mind, force);
    return goal.kind == Goal::Kind::kGo ? std::optional<Text>("bot.submarines_sail") : std::nullopt;
  }
  if (force.kind() != v1::BlockKind::TASK_FORCE || hit(sight, force) || sight.fuel_left(force) <= 3) return std::nullopt;
  if (sight.weather(sight.hex_of(force)) == v1::Weather::GALES) return std::nullopt;
  if (prey_of(sight, mind, force, 1, 2)) return Text("bot.sortie");
  return std::nullopt;
}

}  // namespace wardroom::pq17::bot
