#include "server/titles/pq17/combat/transit_combat.h"

#include <algorithm>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/submarine/asw.h"
#include "server/titles/pq17/submarine/boats.h"
#include "server/titles/pq17/submarine/combat.h"
#include "server/titles/pq17/submarine/fight.h"
#include "server/titles/pq17/surface/battle.h"
#include "server/titles/pq17/surface/combat.h"
#include "server/titles/pq17/surface/hitler.h"

namespace wardroom::pq17 {
namespace {

using v1::BlockKind;

// A Task Force may give battle, unless what he knows forbids it to a German [7.5.7].
bool may_give_battle(Operation& op, const v1::Force& force, const v1::Block& target) {
  if (force.kind() != BlockKind::TASK_FORCE || !can_search(op, force) || op.block_of(force).fought() || target.fought())
    return false;
  const bool forbidden =
      target.side() == kAllied && restricted(op) && known_not_weaker(op, target, strength(op, force));
  return target.kind() != BlockKind::WOLFPACK && !forbidden;
}

// What a force could begin with an Identified block in its hex; null: nothing. The label says how.
const char* way_to_attack(Operation& op, const v1::Force& force, const v1::Block& target) {
  const v1::Block& block = op.block_of(force);
  if (!target.flat() || target.scattered() || op.shadows_someone(block)) return nullptr;
  const bool under_water = submarines_fight_in(op, as_hex(target.hex()));
  if (force.kind() == BlockKind::WOLFPACK && under_water && has_torpedoes(op, force))
    return "choice.attack_transit.submarines";
  if (target.kind() == BlockKind::WOLFPACK && under_water && can_hunt(op, force)) return "choice.attack_transit.asw";
  if (may_give_battle(op, force, target)) return "choice.attack_transit.surface";
  return nullptr;
}

// For all the enemy knows it is another Task Force that could come along.
bool might_come_along(Operation& op, const v1::Block& block) {
  return !op.shadows_someone(block) && !block.fought() && (!block.flat() || block.kind() == BlockKind::TASK_FORCE);
}

Task<bool> attack(Operation& op, Side side, ForceKey key, BlockId target) {
  const bool wolfpack = op.force(side, key).kind() == BlockKind::WOLFPACK;
  const bool at_wolfpack = op.block(target).kind() == BlockKind::WOLFPACK;
  bool found = false;
  if (wolfpack && at_wolfpack) {
    found = co_await stalk_wolfpack(op, side, key, target);
  } else if (wolfpack) {
    found = co_await attack_with_wolfpack(op, side, key, target);
  } else if (at_wolfpack) {
    found = co_await hunt_with_task_force(op, side, key, target);
  } else {
    std::vector<ForceKey> attackers{key};
    const Company company{
        .menu = [&](TextId prompt) { return op.menu(side, v1::MenuKind::TRANSIT_COMBAT, prompt, asking_of(op, side)); },
        .verb = v1::Verb::INITIATE_COMBAT,
        .might_come = [&](const v1::Block& block) { return might_come_along(op, block); },
        .may_come =
            [&](const v1::Force& force) {
              return !op.shadows_someone(op.block_of(force)) && may_give_battle(op, force, op.block(target));
            }};
    co_await choose_company(op, side, target, company, attackers);
    found = co_await fight(op, side, std::move(attackers), target);
  }
  co_return found;
}

// A convoy that shows its face attacks nobody.
bool someone_might_attack(Operation& op, Side side, Hex hex) {
  return std::ranges::any_of(op.blocks(side, hex), [&](const v1::Block* block) {
    return !op.shadows_someone(*block) && (!block->flat() || block->kind() != BlockKind::CONVOY);
  });
}

Task<bool> finder_attacks(Operation& op, Side mover, ForceKey key) {
  const Side side = enemy_of(mover);
  const v1::Block& target = op.block_of(op.force(mover, key));
  const Hex hex = as_hex(target.hex());
  if (!someone_might_attack(op, side, hex)) co_return false;
  Menu menu = op.menu(side, v1::MenuKind::TRANSIT_COMBAT, "prompt.attack_transit", Asking::kReaction);
  menu.prompt.text("force", op.name(target)).word("hex", op.word(hex));
  menu.rule = "6.6.1";
  for (const v1::Force* force : op.at_sea(side, hex)) {
    const char* way = way_to_attack(op, *force, target);
    if (way)
      menu.offer(v1::Verb::INITIATE_COMBAT, key_of(*force), target.id())
          .place(number(hex))
          .by("6.6.1")
          .says(way)
          .text("force", op.name(*force));
  }
  menu.offer(v1::Verb::NO).says("choice.attack_transit.no");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::NO) co_return false;
  const bool fought = co_await attack(op, side, answer.at<ForceKey>(0), answer.at<BlockId>(1));
  co_return fought;
}

// Never a moving Wolfpack [5.2].
Task<bool> mover_attacks(Operation& op, Side mover, ForceKey key) {
  const v1::Force& force = op.force(mover, key);
  const Hex hex = op.hex_of(force);
  const bool someone = std::ranges::any_of(op.blocks(enemy_of(mover), hex),
                                           [](const v1::Block* block) { return block->flat() && !block->scattered(); });
  if (force.kind() != BlockKind::TASK_FORCE || !someone) co_return false;  // its face shows by now
  Menu menu = op.menu(mover, v1::MenuKind::TRANSIT_COMBAT, "prompt.turn_on_finder");
  menu.prompt.text("force", op.name(force)).word("hex", op.word(hex));
  menu.rule = "6.6.1";
  for (const v1::Block* target : op.blocks(enemy_of(mover), hex)) {
    if (!way_to_attack(op, force, *target)) continue;
    menu.offer(v1::Verb::INITIATE_COMBAT, key, target->id())
        .place(number(hex))
        .by("6.6.1")
        .says("choice.turn_on_finder.attack")
        .text("target", op.name(*target));
  }
  menu.offer(v1::Verb::NO).says("choice.turn_on_finder.move_on");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::NO) co_return false;
  const bool fought = co_await attack(op, mover, key, answer.at<BlockId>(1));
  co_return fought;
}

}  // namespace

Task<bool> combat_in_transit(Operation& op, Side mover, ForceKey key) {
  op.truth.mutable_sea()->set_in_transit(op.force(mover, key).block());
  bool fought = co_await finder_attacks(op, mover, key);
  if (!fought) fought = co_await mover_attacks(op, mover, key);
  op.truth.mutable_sea()->clear_in_transit();
  co_return fought;
}

Task<> go_on_in_transit(Operation& op) {
  if (op.truth.battle().kind() == v1::Battle::SUBMARINE) {
    co_await go_on_with_submarines(op);
    close_engagement(op);
  } else {
    co_await go_on_with_battle(op);
  }
  op.truth.mutable_sea()->clear_in_transit();
}

}  // namespace wardroom::pq17
