// The Submarine Combat Segment: who attacks whom, and finding the target [7.1, 7.4.2 - 7.4.4, 7.4.6].
#include "server/titles/pq17/submarine/combat.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/combat/lone_ships.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/submarine/asw.h"
#include "server/titles/pq17/submarine/boats.h"
#include "server/titles/pq17/submarine/fight.h"
#include "server/titles/pq17/submarine/hunted.h"

namespace wardroom::pq17 {
namespace {

using v1::BlockKind;

// -- the menu --

bool is_target(const v1::Block& block) { return block.flat() && !block.scattered() && block.hex() != 0; }

void offer_attacks_of(Operation& op, Menu& menu, const v1::Force& force) {
  const v1::Block& block = op.block_of(force);
  if (block.attacked() || block.hex() == 0 || op.shadows_someone(block)) return;
  const Hex hex = as_hex(block.hex());
  if (!submarines_fight_in(op, hex)) return;
  const bool torpedoes = force.kind() == BlockKind::WOLFPACK && !block.moved() && has_torpedoes(op, force);  // [5.2]
  const bool hunts = can_hunt(op, force);
  for (const v1::Block* target : op.blocks(op.passive(), hex)) {
    if (!is_target(*target)) continue;
    const bool wolfpack = target->kind() == BlockKind::WOLFPACK;
    const auto offer = [&](v1::Verb::Kind verb, const char* rule, const char* label) -> Item& {
      Item& item = menu.offer(verb, key_of(force), target->id()).place(target->hex()).by(rule);
      item.says(label).text("force", op.name(force)).text("target", op.name(*target)).word("hex", op.word(hex));
      return item;
    };
    if (torpedoes && wolfpack) offer(v1::Verb::AMBUSH, "7.4.4", "choice.ambush");
    if (torpedoes && !wolfpack) offer(v1::Verb::SUBMARINE_ATTACK, "7.4.3", "choice.submarine_attack.attack");
    if (hunts && wolfpack) {
      offer(v1::Verb::OFFENSIVE_ASW, "7.4.2", "choice.hunt")
          .would(Text("would.fuel").number("count", op.numbers.fuel().offensive_asw_cost()));
    }
  }
}

// As the enemy sees it, this block could attack that one.
bool might_attack(Operation& op, const v1::Block& block, const v1::Block& target) {
  if (block.fought() || !is_target(target) || target.hex() != block.hex()) return false;
  if (!submarines_fight_in(op, as_hex(target.hex())) || op.shadows_someone(block)) return false;
  const bool wolfpack = (!block.flat() || block.kind() == BlockKind::WOLFPACK) && !block.moved();
  if (target.kind() != BlockKind::WOLFPACK) return wolfpack;
  return wolfpack || !block.flat() || block.kind() == BlockKind::TASK_FORCE;
}

bool anyone_might_attack(Operation& op) {
  const auto targets = op.blocks(op.passive());
  return std::ranges::any_of(op.blocks(op.active()), [&](const v1::Block* block) {
    return std::ranges::any_of(targets, [&](const v1::Block* target) { return might_attack(op, *block, *target); });
  });
}

// -- announcing and finding --

void announce(Operation& op, Side side, ForceKey key, BlockId target, const char* report) {
  v1::Force& force = op.force(side, key);
  v1::Block& block = op.block_of(force);
  const Hex hex = as_hex(block.hex());
  begin_engagement(op, v1::Battle::SUBMARINE, side, hex);
  block.set_attacked(true);
  block.set_fought(true);
  announce_attack(
      op, side,
      {Text(report).word("hex", op.word(hex)), told::Milestone{told::Milestone::kEngagement, v1::Battle::SUBMARINE}},
      {op.name(force), name_of_attacker(op, force)}, named(op, op.block(target)), hex);
}

Task<bool> find(Operation& op, Side side, ForceKey key, Seeker seeker, BlockId target) {
  const Searchers by = seeking(op, op.force(side, key));
  const Located located = co_await locate(op, side, seeker, target, by);
  if (!located.found) {
    const v1::Force& force = op.force(side, key);
    const auto said = [](const Text& name) { return Text("report.submarine.not_found").text("attacker", name); };
    op.tell_apart(side, said(op.name(force)), said(name_of_attacker(op, force)), op.hex_of(force), "7.1.1");
  }
  co_return located.found;
}

// -- submarine against submarine [7.4.4] --

bool surprises(Operation& op, Side side, const v1::Force& wolfpack) {
  const auto& table = op.reference.box().surprise();
  const v1::Block& block = op.block_of(wolfpack);
  const Hex hex = as_hex(block.hex());
  Situation at = situation_in(op, side, hex);
  at.wolfpack_against_wolfpack = true;
  at.attacker_unidentified = !block.flat();
  const std::vector<Applied> drms = applied(op, table.modifier(), at);
  const int die = roll_die(op);
  const int total = die + sum(drms);
  const bool success = total >= table.success_on();
  Text row = Text("roll.row.wolfpack").text("force", op.name(block));
  tell_roll(op, "table.surprise", std::move(row), drms, {{die, total, success ? "roll.success" : "roll.failure"}}, hex,
            "7.6", table.success_on());
  return success;
}

// One roll for whoever surprised the other; a Success destroys without another die.
Task<> ambush(Operation& op, Side side, ForceKey hunter, ForceKey prey) {
  const v1::Force& hunters = op.force(side, hunter);
  const Hex hex = op.hex_of(hunters);
  const Hunt hunt{
      .side = side, .hex = hex, .air_radius = air_radius_over(op, side, hex), .row = "roll.row.asw_submarine"};
  const int dice = op.reference.box().asw().submarine_against_submarine_dice();
  const auto results = roll_asw(op, hunt, dice, op.reference.unit(hunters.ship(0).unit()).nation);
  AswResult result;
  result.sunk = static_cast<int>(std::ranges::count(results, v1::AswTable::SUCCESS));
  co_await lose_submarines(op, enemy_of(side), prey, result);
}

}  // namespace

Task<bool> attack_with_wolfpack(Operation& op, Side side, ForceKey wolfpack, BlockId target) {
  announce(op, side, wolfpack, target, "report.submarine.attack");
  const bool found = co_await find(op, side, wolfpack, Seeker::kWolfpack, target);
  if (found) {
    const v1::Force& force = op.force_behind(op.block(target));
    const Hex hex = op.hex_of(force);
    if (force.dispersed_from() != 0) {
      op.reveal(Licence::kDispersedHere, Text("report.shadowing.dispersed").word("hex", op.word(hex)), hex, "7.7");
      torpedo_lone_ships(op, side, wolfpack, key_of(force));
    } else {
      const SubmarineFight fight{.side = side, .wolfpack = wolfpack, .target = key_of(force), .hex = hex};
      op.truth.mutable_battle()->set_resumes(can_resume(op));
      co_await fight_submarines(op, fight);
    }
  }
  close_engagement(op);
  co_return found;
}

Task<bool> hunt_with_task_force(Operation& op, Side side, ForceKey force, BlockId wolfpack) {
  announce(op, side, force, wolfpack, "report.submarine.hunted");
  const bool found = co_await find(op, side, force, Seeker::kTaskForce, wolfpack);
  if (found) {
    const v1::Force& prey = op.force_behind(op.block(wolfpack));
    const SubmarineFight fight{
        .side = enemy_of(side), .wolfpack = key_of(prey), .target = force, .hex = op.hex_of(prey), .offensive = true};
    op.truth.mutable_battle()->set_resumes(can_resume(op));
    co_await fight_submarines(op, fight);
  }
  close_engagement(op);
  co_return found;
}

Task<bool> stalk_wolfpack(Operation& op, Side side, ForceKey wolfpack, BlockId target) {
  announce(op, side, wolfpack, target, "report.submarine.attack");
  const bool found = co_await find(op, side, wolfpack, Seeker::kWolfpack, target);
  if (found) {
    const ForceKey prey = key_of(op.force_behind(op.block(target)));
    const bool surprise = surprises(op, side, op.force(side, wolfpack));
    op.truth.mutable_battle()->set_surprise(surprise);
    op.reveal(Licence::kAmbush, Text("report.submarine.ambush").word("success", surprise ? "yes" : "no"),
              as_hex(op.block(target).hex()), "7.4.4");
    if (surprise) {
      co_await ambush(op, side, wolfpack, prey);
    } else {
      co_await ambush(op, enemy_of(side), prey, wolfpack);
    }
    raise_id_of(op, side, wolfpack);
    raise_id_of(op, enemy_of(side), prey);
  }
  close_engagement(op);
  co_return found;
}

Task<> submarines_of_convoy_attack(Operation& op, Side side, ForceKey convoy_key, BlockId enemy_tf_block) {
  v1::Force& convoy = op.force(side, convoy_key);
  const Hex hex = op.hex_of(convoy);
  std::vector<v1::Counter> boats;
  for (int i = convoy.ship_size() - 1; i >= 0; --i) {
    if (op.reference.unit(convoy.ship(i).unit()).submarine()) boats.push_back(take(convoy, i, convoy.ship(i).cs()));
  }
  if (boats.empty()) co_return;
  const v1::Force* wolfpack = split_off(op, side, convoy, std::move(boats));
  if (!wolfpack) co_return;
  const auto blocks = static_cast<int>(op.blocks(side, hex).size());
  op.reveal_to_others(Licence::kNewBlock, side,
                      Text("report.new_block").word("hex", op.word(hex)).number("count", blocks), hex, "7.4.6");
  const ForceKey target = key_of(op.force_behind(op.block(enemy_tf_block)));
  const SubmarineFight fight{.side = side, .wolfpack = key_of(*wolfpack), .target = target, .hex = hex};
  co_await fight_submarines(op, fight);
}

Task<> submarine_combat(Operation& op) {
  const Side side = op.active();
  if (op.truth.battle().resumes()) {
    co_await go_on_with_submarines(op);
    close_engagement(op);
  }
  while (true) {
    Menu menu = op.menu(side, v1::MenuKind::SUBMARINE_COMBAT, "prompt.submarine_attack");
    menu.checkpoint = true;
    menu.rule = "7.4";
    for (const v1::Force* force : op.all(side)) {
      if (op.at_sea(*force)) offer_attacks_of(op, menu, *force);
    }
    if (menu.items.empty() && !anyone_might_attack(op)) break;
    menu.offer(v1::Verb::DONE).says("choice.submarine_attack.finish");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) break;
    const auto key = answer.at<ForceKey>(0);
    const auto target = answer.at<BlockId>(1);
    switch (answer.verb) {
      case v1::Verb::SUBMARINE_ATTACK:
        co_await attack_with_wolfpack(op, side, key, target);
        break;
      case v1::Verb::OFFENSIVE_ASW:
        co_await hunt_with_task_force(op, side, key, target);
        break;
      case v1::Verb::AMBUSH:
        co_await stalk_wolfpack(op, side, key, target);
        break;
      default:
        throw Broken("pq17: not a submarine attack");
    }
  }
  return_radii(op, op.passive());
}

}  // namespace wardroom::pq17
