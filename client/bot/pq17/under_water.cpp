// Submarine combat: attacks, aims, the escorts' dice.
#include <algorithm>

#include "client/bot/pq17/guess.h"
#include "client/bot/pq17/plans.h"

namespace wardroom::pq17::bot {
namespace {
using v1::Verb;
}

Choice submarine_combat(const Sight& sight, const Style& style) {
  const Item* found = nullptr;
  double most = 0;
  for (const Item& item : sight.menu.items) {
    double worth = 0;
    if (verb(item) == Verb::SUBMARINE_ATTACK) {
      const Block* target = sight.block(item.action.at<BlockId>(1));
      const bool dares = sight.me == kAllied || !target || power(sight, *target) <= style.packs_dare;
      worth = !dares ? 0 : target ? prize(sight, *target) : 1;
    } else if (verb(item) == Verb::OFFENSIVE_ASW) {
      worth = 2;
    } else if (verb(item) == Verb::ATTACK_SHIPS) {
      worth = 3;
    }
    if (worth <= most) continue;
    most = worth;
    found = &item;
  }
  if (!found) return say(sight.last_resort(), "bot.no_attack");
  return say(*found, verb(*found) == Verb::OFFENSIVE_ASW ? "bot.hunt" : "bot.torpedo_attack");
}

// Blindly: a convoy's ships, or the heavy ships of a Task Force that has any; of the block that is attacked, not of
// others there.
Choice aim_submarines(const Sight& sight) {
  v1::TargetCategory::Kind aim = v1::TargetCategory::LIGHT;
  const auto& attacked = sight.view.battle().block();
  for (const Block* block : sight.blocks(sight.foe, hex(sight.view.battle().hex()))) {
    const bool meant = attacked.empty() || std::ranges::find(attacked, block->id()) != attacked.end();
    if (!block->flat() || !meant) continue;
    if (block->kind() == v1::BlockKind::CONVOY) aim = v1::TargetCategory::CONVOY_SHIP;
    if (aim == v1::TargetCategory::LIGHT && has_heavy(sight, *block)) aim = v1::TargetCategory::HEAVY;
  }
  if (const Item* item = sight.find(Verb::CHOOSE_CATEGORY, aim)) return say(*item, "bot.aim");
  return say(sight.last_resort(), "bot.aim");
}

Choice asw_dice(const Sight& sight) {
  const Item* found = nullptr;  // the fewest of the Soviets', who are less able
  for (const Item* item : sight.all(Verb::THROW_DICE)) found = item;
  if (!found) return say(sight.last_resort(), "bot.nothing_to_answer");
  return say(*found, "bot.throw_dice");
}

}  // namespace wardroom::pq17::bot
