// Surface combat: whether to fight.
#include <algorithm>

#include "client/bot/pq17/guess.h"
#include "client/bot/pq17/plans.h"

namespace wardroom::pq17::bot {
namespace {

using v1::Verb;

constexpr double kQuick = 0.7;

bool worth_fighting(const Sight& sight, const Style& style, const Force& force, const Block& target) {
  if (target.kind() == v1::BlockKind::WOLFPACK) return true;
  double own = power(sight, force);
  for (const Force& other : sight.view.own().force()) {  // who could come along
    const bool here = other.key() != force.key() && sight.at_sea(other) && sight.hex_of(other) == hex(target);
    if (here && other.kind() == v1::BlockKind::TASK_FORCE) own += power(sight, other);
  }
  double theirs = power(sight, target);
  for (const Block* other : sight.blocks(sight.foe, hex(target))) {
    if (other->id() != target.id() && other->kind() != v1::BlockKind::WOLFPACK)
      theirs += other->flat() ? power(sight, *other) : 1.0;
  }
  const bool quick = sight.me == kAxis && sight.tally(force).heavy == 0;  // destroyers can always get away
  const double dark = sight.me == kAxis && sight.polar_night() ? style.by_night : 1.0;
  return own >= dark * (quick ? std::min(style.attack_odds, kQuick) : style.attack_odds) * theirs;
}

}  // namespace

Choice surface_combat(const Sight& sight, const Style& style) {
  for (const Item* item : sight.all(Verb::ATTACK)) {
    const Force* force = sight.force(item->action.at<ForceKey>(0));
    const Block* target = sight.block(item->action.at<BlockId>(1));
    if (force && target && worth_fighting(sight, style, *force, *target)) return say(*item, "bot.attack");
  }
  return say(sight.last_resort(), "bot.no_attack");
}

Choice transit_combat(const Sight& sight, const Style& style) {
  for (const Item* item : sight.all(Verb::INITIATE_COMBAT)) {
    const Force* force = sight.force(item->action.at<ForceKey>(0));
    const Block* target = sight.block(item->action.at<BlockId>(1));
    if (!force || !target) continue;
    const bool torpedoes = force->kind() == v1::BlockKind::WOLFPACK;
    if (torpedoes && target->kind() == v1::BlockKind::WOLFPACK)
      continue;  // whoever is surprised is lost: an even chance [7.4.4]
    if (torpedoes || worth_fighting(sight, style, *force, *target))
      return say(*item, torpedoes ? "bot.torpedo_attack" : "bot.attack");
  }
  return say(sight.last_resort(), "bot.let_pass");
}

// Another force of ours is attacked here: whoever can hold the enemy steps in between.
Choice intercept(const Sight& sight) {
  const Item* found = best(sight.all(Verb::INTERCEPT), 2.0, [&](const Item& item) {
    const Force* force = sight.force(item.action.at<ForceKey>(0));
    return force ? power(sight, *force) : 0.0;
  });
  if (!found)
    found = best(sight.all(Verb::ENGAGE), 0.5, [&](const Item& item) {
      const Force* force = sight.force(item.action.at<ForceKey>(0));
      return force ? power(sight, *force) : 0.0;
    });
  if (!found) return say(sight.last_resort(), "bot.let_pass");
  return say(*found, "bot.step_in");
}

}  // namespace wardroom::pq17::bot
