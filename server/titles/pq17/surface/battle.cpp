#include "server/titles/pq17/surface/battle.h"

#include <algorithm>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/conditions/kara_sea.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/surface/battle_parts.h"
#include "server/titles/pq17/surface/hitler.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

// As everybody may say it.
Text face_of(Operation& op, const v1::Force& force) {
  return op.at_sea(force) ? op.name(op.block_of(force)) : op.name(force);
}

Text faces_of(Operation& op, Side side, const std::vector<ForceKey>& keys) {
  std::vector<Text> names;
  for (ForceKey key : keys) names.push_back(face_of(op, op.force(side, key)));
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

template <class Keys>
int cs_of(Operation& op, Side side, const Keys& keys) {
  int sum = 0;
  for (ForceKey key : keys) {
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
    for (ForceKey key : fight.of(side)) {
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
    unit.set_moved(false);
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
  op.reveal(Licence::kBattle,
            {Text("report.battle.end_die").number("die", die).word("over", over ? "yes" : "no"), plain_roll({}, {die})},
            battle_place(op), "7.5.2");
  return over;
}

// -- unescorted convoys [7.5.8] --

// No warship is left to protect them, whether it was sunk or has withdrawn.
bool unescorted(Operation& op, const Fight& fight) {
  const Side side = fight.defender();
  const bool only_sunk = op.option("option.ruling.a_30");
  const bool eliminated = !only_sunk || !fight.party(side).withdrew();
  return eliminated && afloat(op, side) && !has_warships(op, side) && has_warships(op, fight.attacker);
}

int rounds_among_merchants(const Operation& op, const Fight& fight) {
  const auto& numbers = op.numbers.combat();
  const v1::WeatherEffect& weather = battle_weather(op);
  int rounds = numbers.unescorted_rounds() + weather.rounds_against_unescorted();
  if (!fight.party(fight.defender()).warships()) rounds += numbers.unescorted_no_warships_rounds();
  if (op.truth.battle().surprise()) rounds += numbers.unescorted_surprise_rounds();
  const bool counted = weather.weather() == v1::Weather::REDUCED_VISIBILITY;  // Night and that: once
  if (op.night() && !counted) rounds += numbers.unescorted_night_or_rv_rounds();
  return std::max(rounds, numbers.unescorted_least_rounds());
}

// They are counted once, when the convoy is first alone.
void count_rounds_among_merchants(Operation& op, Fight& fight) {
  if (fight.battle().unescorted()) return;
  fight.battle().set_unescorted(true);
  fight.battle().set_merchant_rounds(rounds_among_merchants(op, fight));
  op.reveal(Licence::kBattle, Text("report.battle.unescorted").number("count", fight.battle().merchant_rounds()),
            battle_place(op), "7.5.8");
}

void close_with_merchants(Operation& op, Fight& fight) {
  count_rounds_among_merchants(op, fight);
  fight.battle().set_among_merchants(true);
  for (UnitId unit : units_on_display(op, fight.attacker)) {  // nobody keeps them off
    Battle::Unit& shown = unit_on_display(op, unit);
    if (helpless(op, unit) || shown.area() != Battle::DEPLOYMENT) continue;
    shown.set_area(Battle::TORPEDO_ATTACK);
    if (!face_down(op)) continue;
    op.reveal(Licence::kFaceDown,  // who stays behind is Crippled
              Text("report.battle.moves")
                  .text("ship", name_on_display(op, unit))
                  .text("area", "battle.area.torpedo_attack.name"),
              battle_place(op), "7.5.8");
  }
}

// -- rounds --

// The first step after everybody has come.
Battle::Step first_to_act(Operation& op, Fight& fight) {
  if (unescorted(op, fight)) {  // whoever joined may have changed that
    close_with_merchants(op, fight);
    return Battle::FIRE;
  }
  fight.battle().set_among_merchants(false);
  const bool surprised = op.truth.battle().surprise() && op.truth.battle().round() == 1;  // [7.5.3]
  return surprised ? Battle::ATTACKER_MANOEUVRES : Battle::DEFENDER_MANOEUVRES;
}

void begin_round(Operation& op, Fight& fight) {
  Battle& battle = *op.truth.mutable_battle();
  battle.set_round(battle.round() + 1);
  op.tell({Text("report.battle.round").number("round", battle.round()),
           told::Milestone{told::Milestone::kRound, static_cast<std::uint32_t>(battle.round())}},
          battle_place(op), "7.5.2");
  battle.set_step(battle.round() > 1 ? Battle::ACTIVE_JOINS : first_to_act(op, fight));
}

// The next step: after surprise the attacker fires first, alone [7.5.3], and merchants do not fire back [7.5.8].
Task<Battle::Step> fire(Operation& op, Fight& fight) {
  const Battle& battle = op.truth.battle();
  const bool surprise = battle.surprise() && battle.round() == 1;
  if (surprise || battle.among_merchants()) {
    co_await fire_alone(op, fight, fight.attacker);
  } else {
    co_await gunnery(op, fight);
    co_await torpedo_attacks(op, fight);
  }
  if (surprise && !battle.among_merchants()) co_return Battle::DEFENDER_FIRES;
  co_return afloat(op, kAllied) && afloat(op, kAxis) ? Battle::DEFENDER_WITHDRAWS : Battle::ROUND_OVER;
}

// One step of a round, and which one comes next.
Task<Battle::Step> play_step(Operation& op, Fight& fight) {
  switch (op.truth.battle().step()) {
    case Battle::DEFENDER_STACKS:
      co_await choose_stacks(op, fight.defender(), true);
      co_return Battle::ATTACKER_STACKS;
    case Battle::ACTIVE_JOINS:
      co_await others_join(op, fight, op.active());
      co_return Battle::PASSIVE_JOINS;
    case Battle::PASSIVE_JOINS:
      co_await others_join(op, fight, op.passive());
      co_return Battle::CARRIERS;
    case Battle::CARRIERS:
    case Battle::TARGETS:  // their strike
    case Battle::ELUSIVE:
    case Battle::WAVES:
      co_await carriers_in_battle(op, fight);
      if (!afloat(op, fight.attacker)) co_return Battle::BROKEN_OFF;
      co_return first_to_act(op, fight);
    case Battle::DEFENDER_MANOEUVRES:
      co_await manoeuvre(op, fight, fight.defender());
      co_return Battle::ATTACKER_MANOEUVRES;
    case Battle::ATTACKER_MANOEUVRES:
      co_await manoeuvre(op, fight, fight.attacker);
      co_return all_turned_away(op) ? Battle::BROKEN_OFF : Battle::FIRE;
    case Battle::FIRE: {
      const Battle::Step next = co_await fire(op, fight);
      co_return next;
    }
    case Battle::DEFENDER_FIRES:
      co_await fire_alone(op, fight, fight.defender());
      co_return afloat(op, kAllied) && afloat(op, kAxis) ? Battle::DEFENDER_WITHDRAWS : Battle::ROUND_OVER;
    case Battle::DEFENDER_WITHDRAWS:
      co_await withdrawal(op, fight, fight.defender());
      co_return Battle::ATTACKER_WITHDRAWS;
    case Battle::ATTACKER_WITHDRAWS:
      co_await withdrawal(op, fight, fight.attacker);
      co_return Battle::ROUND_OVER;
    default:
      throw Broken("pq17: no such step of a battle");
  }
}

// [7.5.2 vi] The die is only for those who both have warships; no ship left at all ends it without one.
bool battle_over(Operation& op) {
  const bool allied = has_warships(op, kAllied);
  const bool axis = has_warships(op, kAxis);
  const int round = op.truth.battle().round();
  if (allied && axis) return ends_by_die(op, round);
  if (!allied && !axis) return true;  // nobody can fire
  return round >= op.numbers.combat().last_round();
}

// After a round: is there another?
bool goes_on(Operation& op, Fight& fight) {
  Battle& battle = fight.battle();
  if (battle.among_merchants()) battle.set_merchant_rounds(battle.merchant_rounds() - 1);
  battle.set_among_merchants(false);
  end_round(op, fight);
  if (battle.step() == Battle::BROKEN_OFF || !afloat(op, kAllied) || !afloat(op, kAxis)) return false;
  if (!unescorted(op, fight)) return !battle_over(op);
  count_rounds_among_merchants(op, fight);
  battle.set_among_merchants(face_down(op));  // unless somebody joins: nobody could see it
  return battle.merchant_rounds() != 0;
}

Task<> rounds(Operation& op, Fight& fight) {
  while (true) {
    switch (op.truth.battle().step()) {
      case Battle::ATTACKER_STACKS:
        co_await choose_stacks(op, fight.attacker, true);
        begin_round(op, fight);
        break;
      case Battle::ROUND_OVER:
      case Battle::BROKEN_OFF:
        if (!goes_on(op, fight)) co_return;
        begin_round(op, fight);
        break;
      default:
        const Battle::Step next = co_await play_step(op, fight);
        op.truth.mutable_battle()->set_step(next);
    }
  }
}

// -- afterwards --

// [7.5.9] As if the losses were a Task Force at ID2.
void tell_night_losses(Operation& op) {
  for (Side side : kSides) {
    v1::Force lost;
    const v1::Own& own = op.own(side);
    for (int i = own.removed_before(); i < own.removed_size(); ++i) {
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
      const v1::Force& force = op.force(side, force_key(each.part(0)));
      op.reveal(Licence::kBattle, Text("report.battle.escorts_return").text("force", face_of(op, force)),
                battle_place(op), "7.5.5");
    }
  }
}

void leave_field(Operation& op, Side side, ForceKey key) {
  close_losses(op, side, key);
  v1::Force* force = op.find(side, key);
  if (!force) return;
  if (op.at_sea(*force)) {
    raise_id_after(op, op.block_of(*force), Battle::SURFACE);
    if (!face_down(op)) note_seen(op, op.block_of(op.force(side, key)));
  }
  const bool task_force = op.force(side, key).kind() == v1::BlockKind::TASK_FORCE;
  if (task_force) expend_fuel(op, op.force(side, key), op.numbers.fuel().surface_combat_cost());  // [11.1.3]
}

// [7.5.8] What is left of the convoy scatters at once.
void scatter_survivors(Operation& op, const Fight& fight) {
  const Side side = fight.defender();
  for (ForceKey key : fight.of(side)) {
    v1::Force* force = op.find(side, key);
    if (!force || force->kind() != v1::BlockKind::CONVOY || force->ship().empty()) continue;
    if (!op.at_sea(*force)) {
      lose_sight_of_convoy(op, key);
    } else if (!is_scattered(op, *force)) {
      scatter(op, side, *force);
    }
  }
}

void begin(Operation& op, Side attacker, const std::vector<ForceKey>& attackers,
           const std::vector<ForceKey>& defenders) {
  for (Side side : kSides) op.own(side).set_removed_before(op.own(side).removed_size());
  Battle& battle = *op.truth.mutable_battle();
  battle.set_attacker(attacker);
  battle.set_step(Battle::DEFENDER_STACKS);
  battle.set_face_down(op.night() && op.option("option.night_actions"));  // [7.5.9]
  Fight fight(op);
  Text told = battle.hex() != 0
                  ? Text("report.battle.deployed").word("hex", op.word(battle_hex(op)))
                  : Text("report.battle.deployed.box").text("place", op.name(op.reference.place(battle.place())));
  op.reveal(Licence::kBattle,
            std::move(told)
                .text("attacker", faces_of(op, attacker, attackers))
                .text("force", faces_of(op, enemy_of(attacker), defenders)),
            battle_place(op), "7.5.2");
  for (ForceKey key : defenders) come_on(op, fight, enemy_of(attacker), key);
  for (ForceKey key : attackers) come_on(op, fight, attacker, key);
  fight.party(fight.defender()).set_warships(has_warships(op, fight.defender()));
  judge(op, fight);
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

bool helpless(Operation& op, UnitId unit) {
  const v1::Counter& ship = displayed(op, unit).ship();
  return ship.crippled() || ship.dead_in_water();
}

bool afloat(const Operation& op, Side side) { return !units_on_display(op, side).empty(); }

bool has_warships(Operation& op, Side side) {
  return std::ranges::any_of(units_on_display(op, side),
                             [&](UnitId unit) { return facts_on_display(op, unit).warship(); });
}

Text own_name(Operation& op, UnitId unit) { return name_of(op, displayed(op, unit).ship()); }

bool critical_fuel(Operation& op, UnitId unit) {
  if (!facts_on_display(op, unit).needs_fuel()) return false;  // [11.2.1]
  const v1::Displayed& each = displayed(op, unit);
  const Side side = unit_on_display(op, unit).side();
  return std::ranges::any_of(
      each.part(), [&](const auto& part) { return op.force(side, force_key(part)).fuel() == v1::Force::CRITICAL; });
}

void come_on(Operation& op, Fight& fight, Side side, ForceKey key) {
  v1::Force& force = op.force(side, key);
  stop_refuelling(op, side, force);
  if (op.at_sea(force)) {
    op.block_of(force).set_fought(true);
    fight.battle().add_block(force.block());
  }
  if (side == kAxis) fight.party(side).set_cs(fight.party(side).cs() + cs_of(op, side, std::vector<ForceKey>{key}));
  op.own(side).add_engaged(key.value);
  const int before = op.truth.battle().next_id();
  deploy(op, side, key);
  tell_face_down(op, op.force(side, key), op.truth.battle().next_id() - before);
  stack_as_usual(op, side);
}

bool german_step_lost(Operation& op, const Fight& fight) {
  int now = cs_of(op, kAxis, fight.of(kAxis));  // of those that have withdrawn
  for (UnitId unit : units_on_display(op, kAxis))
    now += fighting_cs(facts_on_display(op, unit), displayed(op, unit).ship());
  return now < fight.party(kAxis).cs();
}

void judge(Operation& op, Fight& fight) {
  const bool again = op.truth.battle().round() > 0;
  if (face_down(op)) return;                              // nothing is revealed [7.5.9]
  if (again && !op.option("option.ruling.a_22")) return;  // whoever joins later does not count
  std::array<Strength, 2> sum;
  for (Side side : kSides) {
    for (UnitId unit : units_on_display(op, side)) {
      sum[side == kAllied ? 0 : 1].add(facts_on_display(op, unit), displayed(op, unit).ship());
    }
  }
  const bool before = fight.battle().must_withdraw();
  fight.battle().set_must_withdraw(restricted(op) && not_weaker(sum[0], sum[1]));
  if (fight.battle().must_withdraw() && !before)
    op.reveal(Licence::kHitlerInBattle, "report.battle.must_withdraw", battle_place(op), "7.5.7");
}

Task<> battle(Operation& op, Side attacker, std::vector<ForceKey> attackers, std::vector<ForceKey> defenders) {
  begin(op, attacker, attackers, defenders);
  co_await go_on_with_battle(op);
}

Task<> go_on_with_battle(Operation& op) {
  Fight fight(op);
  co_await rounds(op, fight);
  forget_odd_hits(op);
  tell_escorts(op);
  for (Side side : kSides) {
    const std::vector<UnitId> units = units_on_display(op, side);
    for (UnitId unit : units) co_await share_losses(op, unit);
  }
  undeploy_all(op);
  if (face_down(op)) tell_night_losses(op);
  for (Side side : kSides) {
    for (ForceKey key : fight.of(side)) leave_field(op, side, key);
  }
  if (fight.battle().unescorted()) scatter_survivors(op, fight);
  Text over =
      op.truth.battle().hex() != 0
          ? Text("report.battle.over").word("hex", op.word(battle_hex(op)))
          : Text("report.battle.over.box").text("place", op.name(op.reference.place(op.truth.battle().place())));
  op.tell({std::move(over), told::Milestone{told::Milestone::kEndOfEngagement, Battle::SURFACE}}, battle_place(op),
          "7.5.2");
  end_engagement(op);
  if (op.clock().segment() != v1::Clock::SURFACE_COMBAT)
    co_await cruisers_keep_in_touch(op);  // else at its end [6.3.3]
}

}  // namespace wardroom::pq17
