// The Surface Combat Segment: attacks are announced, targets found, attackers intercepted, enemies surprised
// [7.1, 7.5.1, 7.6].
#include "server/titles/pq17/surface/combat.h"

#include <algorithm>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/combat/lone_ships.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/submarine/boats.h"
#include "server/titles/pq17/submarine/combat.h"
#include "server/titles/pq17/surface/battle.h"
#include "server/titles/pq17/surface/hitler.h"

namespace wardroom::pq17 {
namespace {

using v1::BlockKind;

// -- who may attack whom --

// One battle for a Task Force in a segment [7.5]; a convoy may be attacked again.
bool has_fought(const v1::Block& block) { return block.fought() && block.kind() != BlockKind::CONVOY; }

bool is_target(const v1::Block& block) {
  if (!block.flat() || block.scattered()) return false;  // ships of a Scattered convoy are met one by one [6.8.1]
  return (block.kind() == BlockKind::TASK_FORCE || block.kind() == BlockKind::CONVOY) && !has_fought(block);
}

// For all the enemy knows it is a Task Force that may fight.
bool might_fight(const v1::Block& block) {
  return (!block.flat() || block.kind() == BlockKind::TASK_FORCE) && !has_fought(block);
}

bool may_fight(Operation& op, const v1::Force& force) {
  return force.kind() == BlockKind::TASK_FORCE && !has_fought(op.block(block_id(force))) && can_search(op, force);
}

bool may_announce(Operation& op, const v1::Force& force) {
  return may_fight(op, force) && !op.block(block_id(force)).attacked();
}

// [7.5.7] What he knows forbids it.
bool forbidden(const Operation& op, Side side, const v1::Force& force, const v1::Block& target) {
  return side == kAxis && restricted(op) && known_not_weaker(op, target, strength(op, force));
}

std::vector<BlockId> targets_in(Operation& op, Side side, Hex hex) {
  std::vector<BlockId> found;
  for (const v1::Block* block : op.blocks(enemy_of(side), hex)) {
    if (is_target(*block)) found.push_back(id_of(*block));
  }
  return found;
}

bool might_attack(Operation& op, Side side) {
  return std::ranges::any_of(op.blocks(side), [&](const v1::Block* block) {
    return block->hex() != 0 && might_fight(*block) && !targets_in(op, side, as_hex(block->hex())).empty();
  });
}

// -- announcing [DP-97] --

void offer_attacks(Operation& op, Menu& menu, Side side) {
  for (const v1::Force* force : op.all(side)) {
    if (!op.at_sea(*force) || !may_announce(op, *force)) continue;
    const Hex hex = op.hex_of(*force);
    if (hex == Hex{}) continue;
    for (BlockId id : targets_in(op, side, hex)) {
      const v1::Block& target = op.block(id);
      if (forbidden(op, side, *force, target)) continue;
      menu.offer(v1::Verb::ATTACK, key_of(*force), id)
          .place(number(hex))
          .by("7.1")
          .says("choice.surface_attack.attack")
          .text("force", op.name(*force))
          .text("target", op.name(target))
          .word("hex", op.word(hex));
    }
  }
}

bool contains(const std::vector<ForceKey>& keys, ForceKey key) { return std::ranges::find(keys, key) != keys.end(); }

void announce(Operation& op, Side side, const std::vector<ForceKey>& attackers, BlockId target) {
  const Hex hex = as_hex(op.block(target).hex());
  begin_engagement(op, v1::Battle::SURFACE, side, hex);
  for (ForceKey key : attackers) {
    v1::Block& block = op.block_of(op.force(side, key));
    block.set_attacked(true);
    const Text words = Text("report.battle.announced").word("hex", op.word(hex));
    const told::Milestone begins{told::Milestone::kEngagement, v1::Battle::SURFACE};
    const Telling told = key == attackers.front() ? Telling(words, begins) : Telling(words);  // it begins once
    announce_attack(op, side, told, named(op, block), named(op, op.block(target)), hex);
  }
}

// -- finding the target [7.1.1] --

Task<> find_target(Operation& op, Side side, BlockId target, const std::vector<ForceKey>& attackers,
                   std::vector<ForceKey>& found) {
  const Hex hex = as_hex(op.block(target).hex());
  for (ForceKey key : attackers) {
    const Searchers by = seeking(op, op.force(side, key));
    const Located located = co_await locate(op, side, Seeker::kTaskForce, target, by);
    if (located.found) {
      found.push_back(key);
      continue;
    }
    op.reveal(Licence::kFinds,
              Text("report.battle.not_found").text("attacker", op.name(op.block_of(op.force(side, key)))), hex,
              "7.1.1");
  }
}

// The other reading of A-21: before anybody deploys, the truth decides.
bool called_off(Operation& op, Side side, const std::vector<ForceKey>& attackers, BlockId target) {
  if (side != kAxis || !op.option("option.ruling.a_21") || !restricted(op)) return false;
  Strength german;
  for (ForceKey key : attackers) {
    for (const v1::Counter& ship : op.force(side, key).ship()) german.add(op.reference.unit(ship.unit()), ship);
  }
  if (!not_weaker(strength(op, op.force_behind(op.block(target))), german)) return false;
  const Hex hex = as_hex(op.block(target).hex());
  op.reveal(Licence::kHitlerInBattle, Text("report.battle.called_off").text("force", op.name(op.block(target))), hex,
            "7.5.7");
  return true;
}

// -- intercepting [7.5.1] --

// The key of whoever will try, or none.
Task<ForceKey> choose_interceptor(Operation& op, Side side, BlockId target, BlockId active,
                                  const std::vector<ForceKey>& tried) {
  const Hex hex = as_hex(op.block(target).hex());
  const bool anyone = std::ranges::any_of(
      op.blocks(side, hex), [&](const v1::Block* block) { return id_of(*block) != target && might_fight(*block); });
  if (!anyone) co_return ForceKey();
  Menu menu = op.menu(side, v1::MenuKind::INTERCEPT, "prompt.intercept", asking_of(op, side));
  menu.prompt.text("force", op.name(op.force_behind(op.block(target)))).word("hex", op.word(hex));
  menu.rule = "7.5.1";
  for (const v1::Force* force : op.at_sea(side, hex)) {
    if (block_id(*force) == target || !may_fight(op, *force) || contains(tried, key_of(*force))) continue;
    if (forbidden(op, side, *force, op.block(active))) continue;
    menu.offer(v1::Verb::INTERCEPT, key_of(*force))
        .place(number(hex))
        .says("choice.intercept.intercept")
        .text("force", op.name(*force));
  }
  menu.offer(v1::Verb::NO).says("choice.intercept.no");
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.verb == v1::Verb::INTERCEPT ? answer.at<ForceKey>(0) : ForceKey();
}

Task<bool> intercepts(Operation& op, Side side, ForceKey key, BlockId active) {
  const auto& numbers = op.numbers.recon();
  const int cards = second_card(op, side, Seeker::kTaskForce, op.block(active)) ? numbers.location_cards_shadowed()
                                                                                : numbers.location_cards();
  const Searchers by = seeking(op, op.force(side, key));
  const Located located = co_await draw_to_find(op, side, active, by, cards);
  const Hex hex = as_hex(op.block(active).hex());
  op.reveal(Licence::kFinds,
            Text(located.found ? "report.battle.intercepted" : "report.battle.not_intercepted")
                .text("force", op.name(op.block_of(op.force(side, key))))
                .text("attacker", op.name(op.block(active))),
            hex, "7.5.1");
  co_return located.found;
}

// Who fights whom, in the end.
struct Encounter {
  Side attacker;
  std::vector<ForceKey> attackers;
  std::vector<ForceKey> defenders;
};

// Each attacker that has found the target may be met by another force.
Task<> offer_to_intercept(Operation& op, Side side, BlockId target, std::vector<ForceKey>& attackers,
                          std::vector<Encounter>& met) {
  const Side other = enemy_of(side);
  std::vector<ForceKey> tried;
  const std::vector<ForceKey> all = attackers;
  for (ForceKey key : all) {
    const BlockId active = block_id(op.force(side, key));
    const ForceKey interceptor = co_await choose_interceptor(op, other, target, active, tried);
    if (!interceptor) continue;
    tried.push_back(interceptor);
    const bool found = co_await intercepts(op, other, interceptor, active);
    if (!found) continue;
    std::erase(attackers, key);
    met.push_back({other, {interceptor}, {key}});
  }
}

// -- surprise [7.6] --

bool surprise_possible(Operation& op, Hex hex) {
  const bool poor =
      hex == Hex{} ? op.reference.box().effect_of(op.truth.environment().weather()).poor() : op.poor_weather(hex);
  return op.night() || poor;
}

Task<> try_surprise(Operation& op, Side side, const std::vector<ForceKey>& attackers) {
  const Hex hex = as_hex(op.truth.battle().hex());
  if (!surprise_possible(op, hex)) co_return;
  Menu menu = op.menu(side, v1::MenuKind::SURPRISE, "prompt.surprise", asking_of(op, side));
  menu.rule = "7.6";
  menu.offer(v1::Verb::ROLL_SURPRISE).says("choice.surprise.try");
  menu.offer(v1::Verb::NO).says("choice.surprise.no");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb != v1::Verb::ROLL_SURPRISE) co_return;
  Situation at = situation_in(op, side, hex);
  at.attacker_unidentified = std::ranges::all_of(attackers, [&](ForceKey key) {
    const v1::Force& force = op.force(side, key);
    return op.at_sea(force) && !op.block(block_id(force)).flat();
  });
  const auto& table = op.reference.box().surprise();
  const std::vector<Applied> drms = applied(op, table.modifier(), at);
  const int die = roll_die(op);
  const int modified = die + sum(drms);
  const bool surprised = modified >= table.success_on();
  const v1::Force& first = op.force(side, attackers.front());
  tell_roll(op, "table.surprise", op.at_sea(first) ? op.name(op.block_of(first)) : op.name(first), drms,
            {{die, modified, surprised ? "roll.success" : "roll.failure"}},
            hex == Hex{} ? std::nullopt : std::optional(hex), "7.6", table.success_on());
  op.truth.mutable_battle()->set_surprise(surprised);
}

// -- submarines of a convoy [7.4.6] --

// What both sides know leaves room for some.
bool might_have_submarines(const v1::Block& block) {
  if (block.kind() != BlockKind::CONVOY) return false;
  const v1::Statement& told = block.told();
  if (!told.binding()) return true;
  if (told.seen()) return !told.has_unseen() || told.unseen().counters() > 0;
  if (told.level() != 3) return true;
  return std::ranges::any_of(told.category(),
                             [](const auto& each) { return each.category() == v1::ShipCategory::SUBMARINE; });
}

// Any of those that attack together [7.4.6].
Task<> submarines_first(Operation& op, Side side, ForceKey convoy, const std::vector<ForceKey>& attackers) {
  const Hex hex = as_hex(op.truth.battle().hex());
  if (side != kAllied || op.truth.battle().surprise() || !submarines_fight_in(op, hex)) co_return;
  const v1::Force& force = op.force(side, convoy);
  if (!might_have_submarines(op.block(block_id(force)))) co_return;
  Menu menu = op.menu(side, v1::MenuKind::SUBMARINES_FIRST, "prompt.convoy_submarines", asking_of(op, side));
  menu.prompt.text("force", op.name(force));
  menu.rule = "7.4.6";
  const bool armed = tally(op.reference, force).submarine_cs > 0 && has_torpedoes(op, force);
  for (ForceKey key : attackers) {
    const v1::Block& attacker = op.block_of(op.force(enemy_of(side), key));
    if (!armed) continue;
    menu.offer(v1::Verb::SPLIT_SUBMARINES, attacker.id())
        .place(number(hex))
        .says("choice.convoy_submarines.attack")
        .text("force", op.name(attacker));
  }
  menu.offer(v1::Verb::DONE).says("choice.convoy_submarines.stay");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb != v1::Verb::SPLIT_SUBMARINES) co_return;
  co_await submarines_of_convoy_attack(op, side, convoy, answer.at<BlockId>(0));
}

// -- battles --

// Ships that sail alone are met one by one [7.7].
bool sails_alone(Operation& op, const v1::Force& force) {
  return op.at_sea(force) && (force.dispersed_from() != 0 || op.block(block_id(force)).scattered());
}

void meet_lone_ships(Operation& op, const std::vector<ForceKey>& attackers, Side side, ForceKey convoy) {
  for (ForceKey key : attackers) {
    op.block_of(op.force(side, key)).set_fought(true);
    if (op.find(enemy_of(side), convoy)) sink_lone_ship(op, side, key, convoy);  // one each [7.7.1, A-80]
  }
  close_engagement(op);
}

bool can_still(Operation& op, Side side, ForceKey key) {
  const v1::Force* force = op.find(side, key);
  return force && op.at_sea(*force) && !has_fought(op.block(block_id(*force)));
}

// Whoever has joined another battle in the meantime, or is gone, is out of this one.
bool comes_about(Operation& op, Encounter& encounter) {
  std::erase_if(encounter.attackers, [&](ForceKey key) { return !can_still(op, encounter.attacker, key); });
  std::erase_if(encounter.defenders, [&](ForceKey key) { return !can_still(op, enemy_of(encounter.attacker), key); });
  return !encounter.attackers.empty() && !encounter.defenders.empty();
}

Task<> resolve(Operation& op, Encounter encounter) {
  op.truth.mutable_battle()->set_attacker(encounter.attacker);
  const Side defender = enemy_of(encounter.attacker);
  const ForceKey target = encounter.defenders.front();
  if (sails_alone(op, op.force(defender, target))) {
    meet_lone_ships(op, encounter.attackers, encounter.attacker, target);
    co_return;
  }
  co_await try_surprise(op, encounter.attacker, encounter.attackers);
  co_await submarines_first(op, defender, target, encounter.attackers);
  std::erase_if(encounter.attackers, [&](ForceKey key) { return !op.find(encounter.attacker, key); });
  if (encounter.attackers.empty()) {
    close_engagement(op);
    co_return;
  }
  op.truth.mutable_battle()->set_resumes(can_resume(op));
  co_await battle(op, encounter.attacker, encounter.attackers, encounter.defenders);
}

// -- those that wait for their battle, by their blocks: play can begin again in one before [7.5.1] --

void wait_for_battle(Operation& op, const Encounter& encounter) {
  v1::Sea::Encounter& waits = *op.truth.mutable_sea()->add_pending();
  waits.set_attacker(encounter.attacker);
  for (ForceKey key : encounter.attackers) waits.add_attacking(op.force(encounter.attacker, key).block());
  for (ForceKey key : encounter.defenders) waits.add_defending(op.force(enemy_of(encounter.attacker), key).block());
}

Encounter next_encounter(Operation& op) {
  auto& pending = *op.truth.mutable_sea()->mutable_pending();
  const v1::Sea::Encounter next = pending.Get(0);
  pending.DeleteSubrange(0, 1);
  const auto keys = [&](const auto& blocks) {
    std::vector<ForceKey> found;
    for (BlockId id : as_ids<BlockId>(blocks)) {
      if (const v1::Block* block = op.find_block(id)) found.push_back(key_of(op.force_behind(*block)));
    }
    return found;
  };
  return {next.attacker(), keys(next.attacking()), keys(next.defending())};
}

Task<> fight_others(Operation& op) {
  while (!op.truth.sea().pending().empty()) {
    Encounter encounter = next_encounter(op);
    if (!comes_about(op, encounter)) continue;
    const Hex hex = op.hex_of(op.force(encounter.attacker, encounter.attackers.front()));
    begin_engagement(op, v1::Battle::SURFACE, encounter.attacker, hex);
    co_await resolve(op, encounter);
  }
}

}  // namespace

Task<> surface_combat(Operation& op) {
  const Side side = op.active();
  if (op.truth.battle().resumes()) {
    co_await go_on_with_battle(op);
    co_await fight_others(op);
  }
  while (might_attack(op, side)) {
    Menu menu = op.menu(side, v1::MenuKind::SURFACE_COMBAT, "prompt.surface_attack");
    menu.checkpoint = true;
    menu.rule = "7.5";
    offer_attacks(op, menu, side);
    menu.offer(v1::Verb::DONE).says("choice.surface_attack.finish");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) break;
    std::vector<ForceKey> attackers;
    attackers.push_back(answer.at<ForceKey>(0));
    const auto target = answer.at<BlockId>(1);
    const Company company{.menu = [&](TextId prompt) { return op.menu(side, v1::MenuKind::SURFACE_COMBAT, prompt); },
                          .verb = v1::Verb::ATTACK,
                          .might_come = [](const v1::Block& block) { return might_fight(block); },
                          .may_come =
                              [&](const v1::Force& force) {
                                return may_announce(op, force) && !forbidden(op, side, force, op.block(target));
                              }};
    co_await choose_company(op, side, target, company, attackers);
    co_await fight(op, side, std::move(attackers), target);
  }
  co_await cruisers_keep_in_touch(op);  // [6.3.3]
}

Task<> choose_company(Operation& op, Side side, BlockId target, const Company& company,
                      std::vector<ForceKey>& attackers) {
  const Hex hex = as_hex(op.block(target).hex());
  const auto blocks = op.blocks(side, hex);
  const auto might = [&](const v1::Block* block) { return company.might_come(*block); };
  for (auto left = std::ranges::count_if(blocks, might) - 1; left > 0; --left) {
    Menu menu = company.menu("prompt.surface_attack.with");
    menu.prompt.text("target", op.name(op.block(target)));
    menu.rule = "7.1";
    for (const v1::Force* force : op.at_sea(side, hex)) {
      if (contains(attackers, key_of(*force)) || !company.may_come(*force)) continue;
      menu.offer(company.verb, key_of(*force), target)
          .place(number(hex))
          .says("choice.surface_attack.with")
          .text("force", op.name(*force));
    }
    menu.offer(v1::Verb::DONE).says("choice.surface_attack.begin");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    attackers.push_back(answer.at<ForceKey>(0));
  }
}

Task<bool> fight(Operation& op, Side attacker, std::vector<ForceKey> attackers, BlockId target) {
  announce(op, attacker, attackers, target);
  std::vector<ForceKey> found;
  co_await find_target(op, attacker, target, attackers, found);
  if (found.empty() || called_off(op, attacker, found, target)) {
    close_engagement(op);
    co_return false;
  }
  std::vector<Encounter> encounters;
  const bool segment = op.clock().segment() == v1::Clock::SURFACE_COMBAT && attacker == op.active();
  if (segment) co_await offer_to_intercept(op, attacker, target, found, encounters);
  if (!found.empty()) {
    std::vector<ForceKey> defenders;
    defenders.push_back(key_of(op.force_behind(op.block(target))));
    encounters.push_back({attacker, found, defenders});
  }
  for (std::size_t i = 1; i < encounters.size(); ++i) wait_for_battle(op, encounters[i]);
  co_await resolve(op, encounters.front());
  co_await fight_others(op);
  co_return true;
}

Task<> fight_in_box(Operation& op, Side attacker, ForceKey attacker_key, ForceKey target_key) {
  const std::string place = op.force(attacker, attacker_key).place();
  begin_engagement(op, v1::Battle::SURFACE, attacker, Hex{}).set_place(place);
  std::vector<ForceKey> attackers;
  attackers.push_back(attacker_key);
  std::vector<ForceKey> defenders;
  defenders.push_back(target_key);
  co_await try_surprise(op, attacker, attackers);
  op.truth.mutable_battle()->set_resumes(can_resume(op));
  co_await battle(op, attacker, std::move(attackers), std::move(defenders));
}

}  // namespace wardroom::pq17
