#include "server/titles/pq17/battle.h"

#include <algorithm>

#include "server/titles/pq17/battle_parts.h"
#include "server/titles/pq17/components.h"
#include "server/titles/pq17/damage.h"
#include "server/titles/pq17/fuel.h"
#include "server/titles/pq17/hitler.h"
#include "server/titles/pq17/identification.h"
#include "server/titles/pq17/kara_sea.h"
#include "server/titles/pq17/reconnaissance.h"
#include "server/titles/pq17/shadowing.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

// As everybody may say it.
Text face_of(Operation& op, const v1::Force& force) {
  return op.at_sea(force) ? op.name(op.block_of(force)) : op.name(force);
}

Text faces_of(Operation& op, Side side, const std::vector<int>& keys) {
  std::vector<Text> names;
  for (int key : keys) names.push_back(face_of(op, op.force(side, key)));
  return listed(std::move(names));
}

// [11.3.2] Nobody goes on refuelling in a battle.
void stop_refuelling(Operation& op, Side side, v1::Force& force) {
  if (!op.at_sea(force) || force.task() != v1::Force::REFUELLING) return;
  force.set_task(v1::Force::NO_TASK);
  op.tell(side, Text("report.refuelling_broken.own").text("force", op.name(force)), battle_place(op), "11.3.2");
}

// [7.5.9] No more than how many there are; face up they are told when they come on to the display.
void tell_face_down(Operation& op, const v1::Force& force, int counters) {
  if (counters == 0 || !face_down(op)) return;
  op.reveal(Licence::kFaceDown,
            Text("report.battle.face_down").number("count", counters).text("force", face_of(op, force)),
            battle_place(op), "7.5.9");
}

int cs_of(Operation& op, Side side, const std::vector<int>& keys) {
  int sum = 0;
  for (int key : keys) {
    const v1::Force* force = op.find(side, key);
    if (!force) continue;
    for (const v1::Counter& ship : force->ship()) sum += fighting_cs(op.reference.unit(ship.unit()), ship);
  }
  return sum;
}

// -- the end of a round --

void raise_ids(Operation& op, const Fight& fight) {  // [6.7]
  const auto& numbers = op.numbers.recon();
  const int level = op.night() ? numbers.id_after_surface_night() : numbers.id_after_surface_day();
  for (Side side : {fight.defender(), fight.attacker}) {
    for (int key : fight.of(side)) {
      const v1::Force& force = op.force(side, key);
      if (op.at_sea(force)) raise_id_silently(op, op.block_of(force), level);  // what it is, all can see
    }
  }
}

void tidy(Operation& op) {
  forget_odd_hits(op);
  for (Battle::Unit& unit : *op.truth.mutable_battle()->mutable_unit()) {
    if (unit.area() != Battle::WITHDRAWAL) unit.set_area(Battle::DEPLOYMENT);
    unit.set_evading(false);
    unit.clear_blocks();
    unit.clear_covers();
    unit.set_newcomer(false);
  }
  tidy_stacks(op);
  show_display(op);
}

bool all_turned_away(const Operation& op) {
  return std::ranges::all_of(op.truth.battle().unit(),
                             [](const Battle::Unit& unit) { return unit.area() == Battle::WITHDRAWAL; });
}

void end_round(Operation& op, const Fight& fight) {
  tidy(op);
  raise_ids(op, fight);
}

// [7.5.2 vi]
bool ends_by_die(Operation& op, int round) {
  const auto& numbers = op.numbers.combat();
  const int die = roll_die(op);
  const bool over = die < round + numbers.end_die_offset() || round >= numbers.last_round();
  op.reveal(Licence::kBattle, Text("report.battle.end_die").number("die", die).word("over", over ? "yes" : "no"),
            battle_place(op), "7.5.2");
  return over && !op.is(Mutant::kBattleNeverEnds);
}

void begin_round(Operation& op) {
  Battle& battle = *op.truth.mutable_battle();
  battle.set_round(battle.round() + 1);
  op.tell(Text("report.battle.round").number("round", battle.round()), battle_place(op), "7.5.2");
}

// -- unescorted convoys [7.5.8] --

// No warship is left to protect them, whether it was sunk or has withdrawn.
bool unescorted(Operation& op, const Fight& fight) {
  const Side side = fight.defender();
  const bool only_sunk = op.option("option.ruling.a_30") || op.is(Mutant::kWithdrawnEscortEndsBattle);
  const bool eliminated = !only_sunk || !fight.withdrew[side == kAllied ? 0 : 1];
  return eliminated && afloat(op, side) && !has_warships(op, side) && has_warships(op, fight.attacker);
}

int rounds_among_merchants(const Operation& op, const Fight& fight) {
  const auto& numbers = op.numbers.combat();
  const v1::WeatherEffect& weather = battle_weather(op);
  int rounds = numbers.unescorted_rounds() + weather.rounds_against_unescorted();
  if (!fight.warships_at_start) rounds += numbers.unescorted_no_warships_rounds();
  if (op.truth.battle().surprise()) rounds += numbers.unescorted_surprise_rounds();
  const bool counted = weather.weather() == v1::Weather::REDUCED_VISIBILITY;  // Night and that: once
  if (op.night() && !counted) rounds += numbers.unescorted_night_or_rv_rounds();
  if (op.is(Mutant::kUnescortedRoundMore)) ++rounds;
  return std::max(rounds, numbers.unescorted_least_rounds());
}

// They are counted once, when the convoy is first alone.
void count_rounds_among_merchants(Operation& op, Fight& fight) {
  if (fight.merchant_rounds) return;
  fight.merchant_rounds = rounds_among_merchants(op, fight);
  op.reveal(Licence::kBattle, Text("report.battle.unescorted").number("count", *fight.merchant_rounds),
            battle_place(op), "7.5.8");
}

Task<> among_merchants(Operation& op, Fight& fight) {
  count_rounds_among_merchants(op, fight);
  fight.among_merchants = true;
  for (int unit : units_on_display(op, fight.attacker)) {  // nobody keeps them off
    Battle::Unit& shown = unit_on_display(op, unit);
    if (!helpless(op, unit) && shown.area() == Battle::DEPLOYMENT) shown.set_area(Battle::TORPEDO_ATTACK);
  }
  co_await fire_alone(op, fight, fight.attacker);
  const bool left = afloat(op, fight.defender());
  if (left) co_await withdrawal(op, fight, fight.defender());
  if (left) co_await withdrawal(op, fight, fight.attacker);
  --*fight.merchant_rounds;
  fight.among_merchants = false;
}

// -- rounds --

Task<> fire(Operation& op, Fight& fight) {
  const bool surprise = op.truth.battle().surprise() && op.truth.battle().round() == 1;
  if (surprise && !op.is(Mutant::kSurprisedFireFirst)) {  // [7.5.3]
    co_await fire_alone(op, fight, fight.attacker);
    co_await fire_alone(op, fight, fight.defender());
  } else {
    co_await gunnery(op, fight);
    co_await torpedo_attacks(op, fight);
  }
}

// The steps of one round; false: the battle ends at once.
Task<bool> play_round(Operation& op, Fight& fight) {
  begin_round(op);
  const int round = op.truth.battle().round();
  const bool alone = fight.merchant_rounds && op.is(Mutant::kNobodyJoinsAmongMerchants);
  if (round > 1 && !alone) {
    co_await engagement(op, fight);
    co_await carriers_in_battle(op, fight);
    if (!afloat(op, fight.attacker)) co_return false;
  }
  if (unescorted(op, fight)) {  // whoever joined may have changed that
    co_await among_merchants(op, fight);
    co_return true;
  }
  if (!op.truth.battle().surprise() || round > 1) co_await manoeuvre(op, fight, fight.defender());  // [7.5.3]
  co_await manoeuvre(op, fight, fight.attacker);
  if (all_turned_away(op)) co_return false;
  co_await fire(op, fight);
  if (!afloat(op, kAllied) || !afloat(op, kAxis)) co_return true;
  co_await withdrawal(op, fight, fight.defender());
  co_await withdrawal(op, fight, fight.attacker);
  co_return true;
}

// [7.5.2 vi] The die is only for those who both have warships; no ship left at all ends it without one.
bool battle_over(Operation& op) {
  const bool allied = has_warships(op, kAllied);
  const bool axis = has_warships(op, kAxis);
  const int round = op.truth.battle().round();
  if (allied && axis) return ends_by_die(op, round);
  if (!allied && !axis) return true;  // nobody can fire
  return round >= op.numbers.combat().last_round() || op.is(Mutant::kWithdrawnEscortEndsBattle);
}

Task<> rounds(Operation& op, Fight& fight) {
  while (true) {
    const bool fought_on = co_await play_round(op, fight);
    end_round(op, fight);
    if (!fought_on || !afloat(op, kAllied) || !afloat(op, kAxis)) co_return;
    if (unescorted(op, fight)) {
      count_rounds_among_merchants(op, fight);
      if (*fight.merchant_rounds == 0) co_return;
    } else if (battle_over(op)) {
      co_return;
    }
  }
}

// -- afterwards --

// [7.5.9] As if the losses were a Task Force at ID2.
void tell_night_losses(Operation& op, const Fight& fight) {
  for (Side side : kSides) {
    v1::Force lost;
    const v1::Own& own = op.own(side);
    for (int i = fight.removed[side == kAllied ? 0 : 1]; i < own.removed_size(); ++i) {
      if (own.removed(i).reason() != "sunk_at_night") continue;
      v1::Counter ship;
      ship.set_unit(own.removed(i).unit());
      ship.set_cs(own.removed(i).cs());
      add(op.reference, lost, std::move(ship));
    }
    const v1::Statement told = statement(op.reference, {&lost}, 2, op.turn());
    Text list = lost.ship().empty() ? Text("battle.no_losses")
                                    : Text("battle.losses")
                                          .number("counters", told.warship_counters())
                                          .number("heavy", told.heavy_ships())
                                          .word("carrier", told.carrier() ? "yes" : "no")
                                          .number("ships", told.convoy_ships());
    op.reveal(Licence::kLosses,
              Text("report.battle.night_losses").word("side", word_of(side)).text("list", std::move(list)),
              battle_place(op), "7.5.9");
  }
}

void tell_escorts(Operation& op) {
  for (Side side : kSides) {
    for (const v1::Displayed& each : op.own(side).display()) {
      if (each.driven_off() == 0) continue;
      const v1::Force& force = op.force(side, each.part(0).force());
      op.reveal(Licence::kBattle, Text("report.battle.escorts_return").text("force", face_of(op, force)),
                battle_place(op), "7.5.5");
    }
  }
}

void leave_field(Operation& op, Side side, int key) {
  close_losses(op, side, key);
  v1::Force* force = op.find(side, key);
  if (!force) return;
  if (op.at_sea(*force)) {
    raise_id_after(op, op.block_of(*force), Battle::SURFACE);
    if (!face_down(op)) note_seen(op, op.block_of(op.force(side, key)));
  }
  const bool task_force = op.force(side, key).kind() == v1::BlockKind::TASK_FORCE;
  const bool free = op.is(Mutant::kSurfaceCombatFuelFree) || !task_force;
  if (!free) expend_fuel(op, op.force(side, key), op.numbers.fuel().surface_combat_cost());  // [11.1.3]
}

// [7.5.8] What is left of the convoy scatters at once.
void scatter_survivors(Operation& op, const Fight& fight) {
  const Side side = fight.defender();
  for (int key : fight.of(side)) {
    v1::Force* force = op.find(side, key);
    if (!force || force->kind() != v1::BlockKind::CONVOY || force->ship().empty() || op.is(Mutant::kUnescortedStays))
      continue;
    if (!op.at_sea(*force)) {
      lose_sight_of_convoy(op, key);
    } else if (!is_scattered(op, *force)) {
      scatter(op, side, *force);
    }
  }
}

Fight begin(Operation& op, Side attacker, const std::vector<int>& attackers, const std::vector<int>& defenders) {
  Fight fight;
  fight.attacker = attacker;
  for (Side side : kSides) fight.removed[side == kAllied ? 0 : 1] = op.own(side).removed_size();
  Battle& battle = *op.truth.mutable_battle();
  battle.set_attacker(attacker);
  battle.set_face_down(op.night() && op.option("option.night_actions") && !op.is(Mutant::kNightFaceUp));  // [7.5.9]
  fight.inverted = battle.face_down();
  Text told = battle.hex() != 0
                  ? Text("report.battle.deployed").word("hex", op.word(battle_hex(op)))
                  : Text("report.battle.deployed.box").text("place", op.name(op.reference.place(battle.place())));
  op.reveal(Licence::kBattle,
            std::move(told)
                .text("attacker", faces_of(op, attacker, attackers))
                .text("force", faces_of(op, enemy_of(attacker), defenders)),
            battle_place(op), "7.5.2");
  for (int key : defenders) come_on(op, fight, enemy_of(attacker), key);
  for (int key : attackers) come_on(op, fight, attacker, key);
  fight.warships_at_start = has_warships(op, fight.defender());
  judge(op, fight);
  return fight;
}

}  // namespace

// -- shared --

Hex battle_hex(const Operation& op) { return as_hex(op.truth.battle().hex()); }

std::optional<Hex> battle_place(const Operation& op) {
  if (op.truth.battle().hex() == 0) return std::nullopt;
  return battle_hex(op);
}

const v1::WeatherEffect& battle_weather(const Operation& op) {
  return op.truth.battle().hex() == 0 ? op.reference.box().effect_of(op.truth.environment().weather())
                                      : op.effect(battle_hex(op));
}

bool helpless(Operation& op, int unit) {
  const v1::Counter& ship = displayed(op, unit).ship();
  return ship.crippled() || ship.dead_in_water();
}

bool afloat(const Operation& op, Side side) { return !units_on_display(op, side).empty(); }

bool has_warships(Operation& op, Side side) {
  return std::ranges::any_of(units_on_display(op, side),
                             [&](int unit) { return facts_on_display(op, unit).warship(); });
}

Text own_name(Operation& op, int unit) { return name_of(op, displayed(op, unit).ship()); }

bool critical_fuel(Operation& op, int unit) {
  if (!facts_on_display(op, unit).needs_fuel()) return false;  // [11.2.1]
  const v1::Displayed& each = displayed(op, unit);
  const Side side = unit_on_display(op, unit).side();
  return std::ranges::any_of(
      each.part(), [&](const auto& part) { return op.force(side, part.force()).fuel() == v1::Force::CRITICAL; });
}

void come_on(Operation& op, Fight& fight, Side side, int key) {
  v1::Force& force = op.force(side, key);
  stop_refuelling(op, side, force);
  if (op.at_sea(force)) op.block_of(force).set_fought(true);
  if (side == kAxis) fight.german_cs += cs_of(op, side, {key});
  fight.of(side).push_back(key);
  const int before = op.truth.battle().next_id();
  deploy(op, side, key);
  tell_face_down(op, op.force(side, key), op.truth.battle().next_id() - before);
  stack_as_usual(op, side);
}

bool german_step_lost(Operation& op, const Fight& fight) {
  int now = cs_of(op, kAxis, fight.of(kAxis));  // of those that have withdrawn
  for (int unit : units_on_display(op, kAxis))
    now += fighting_cs(facts_on_display(op, unit), displayed(op, unit).ship());
  return now < fight.german_cs;
}

void judge(Operation& op, Fight& fight) {
  const bool again = op.truth.battle().round() > 0;
  if (fight.inverted) return;                             // nothing is revealed [7.5.9]
  if (again && !op.option("option.ruling.a_22")) return;  // whoever joins later does not count
  std::array<Strength, 2> sum;
  for (Side side : kSides) {
    for (int unit : units_on_display(op, side)) {
      sum[side == kAllied ? 0 : 1].add(facts_on_display(op, unit), displayed(op, unit).ship());
    }
  }
  const bool before = fight.not_weaker;
  fight.not_weaker = restricted(op) && not_weaker(sum[0], sum[1]);
  if (fight.not_weaker && !before)
    op.reveal(Licence::kHitlerInBattle, "report.battle.must_withdraw", battle_place(op), "7.5.7");
}

Task<> battle(Operation& op, Side attacker, std::vector<int> attackers, std::vector<int> defenders) {
  Fight fight = begin(op, attacker, attackers, defenders);
  co_await choose_stacks(op, fight.defender());
  co_await choose_stacks(op, attacker);
  co_await rounds(op, fight);
  forget_odd_hits(op);
  tell_escorts(op);
  for (Side side : kSides) {
    const std::vector<int> units = units_on_display(op, side);
    for (int unit : units) co_await share_losses(op, unit);
  }
  undeploy_all(op);
  if (face_down(op)) tell_night_losses(op, fight);
  for (Side side : kSides) {
    for (int key : fight.of(side)) leave_field(op, side, key);
  }
  if (fight.merchant_rounds) scatter_survivors(op, fight);
  Text over =
      op.truth.battle().hex() != 0
          ? Text("report.battle.over").word("hex", op.word(battle_hex(op)))
          : Text("report.battle.over.box").text("place", op.name(op.reference.place(op.truth.battle().place())));
  op.tell(std::move(over), battle_place(op), "7.5.2");
  end_engagement(op);
  if (op.clock().segment() != v1::Clock::SURFACE_COMBAT)
    co_await cruisers_keep_in_touch(op);  // else at its end [6.3.3]
}

}  // namespace wardroom::pq17
