#include "server/titles/pq17/submarine/fight.h"

#include <algorithm>

#include "server/titles/pq17/air/patrols.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/torpedoes.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/searching/statements.h"
#include "server/titles/pq17/submarine/asw.h"
#include "server/titles/pq17/submarine/boats.h"
#include "server/titles/pq17/submarine/hunted.h"

namespace wardroom::pq17 {
namespace {

using Aim = v1::TargetCategory;

// The categories of 1.4; by option only the first three.
constexpr Aim::Kind kAims[] = {Aim::HEAVY, Aim::LIGHT, Aim::CONVOY_SHIP, Aim::CAPITAL, Aim::CARRIER, Aim::CRUISER};

bool narrower(Aim::Kind aim) { return aim >= Aim::CAPITAL; }

// -- the order of attacks --

struct Order {
  int total = 0;
  const v1::SubmarineCombatTable::Row* row = nullptr;
  int dice_shown = 0;        // the escorts' dice as everybody can tell them by the modifier
  bool dice_exactly = true;  // there are no more
};

Text name_of_wolfpack(Operation& op, const SubmarineFight& fight) {
  const v1::Force& wolfpack = op.force(fight.side, fight.wolfpack);
  return op.at_sea(wolfpack) ? op.name(op.block_of(wolfpack)) : name_of_attacker(op, wolfpack);
}

Situation situation_of(Operation& op, const SubmarineFight& fight) {
  const v1::Force& wolfpack = op.force(fight.side, fight.wolfpack);
  const v1::Force& target = op.force(enemy_of(fight.side), fight.target);
  Situation at = situation_in(op, fight.side, fight.hex);
  at.submarines = submarine_cs(op, wolfpack);
  if (fight.hex != Hex{}) {  // in a box there is nothing to identify
    const v1::Block& pack = op.block_of(wolfpack);
    const v1::Block& block = op.block_of(target);
    at.wolfpack_unidentified = !pack.flat();
    if (pack.flat()) at.wolfpack_id = pack.level();
    at.target_unidentified = !block.flat();
    if (block.flat()) at.target_id = block.level();
  }
  const Tally ships = tally(op.reference, target);
  at.escort_cs = ships.dd_tb_cs + ships.escort_cs;
  at.asw_dice = asw_dice(op, target).all();
  return at;
}

Order roll_order(Operation& op, const SubmarineFight& fight) {
  const auto& table = op.reference.box().submarine_combat();
  const std::vector<Applied> drms = applied(op, table.modifier(), situation_of(op, fight));
  Order order;
  for (const Applied& each : drms) {
    if (each.modifier->per() != v1::Count::ASW_DIE) continue;
    order.dice_shown = each.value / each.modifier->value();
    order.dice_exactly = each.modifier->most() == 0 || order.dice_shown < each.modifier->most();
  }
  const int die = roll_die(op);
  order.total =
      die + std::clamp(sum(drms), static_cast<int>(table.least_modifier()), static_cast<int>(table.most_modifier()));
  order.row = &op.reference.box().submarine_combat(order.total);
  Text result =
      Text("roll.submarine_order").number("before", order.row->before_asw()).number("after", order.row->after_asw());
  Text row = Text("roll.row.wolfpack").text("force", name_of_wolfpack(op, fight));
  tell_roll(op, "table.submarine_combat", std::move(row), drms, {{die, order.total, std::move(result)}}, fight.hex,
            "7.4");
  return order;
}

// [11.3.2, A-40]
void stop_refuelling(Operation& op, Side side, v1::Force& force) {
  if (force.task() != v1::Force::REFUELLING) return;
  force.clear_task();
  op.tell(side, Text("report.refuelling_broken.own").text("force", op.name(force)), {}, "7.4");
}

// -- torpedoes --

bool belongs(const UnitFacts& unit, Aim::Kind aim) {
  switch (aim) {
    case Aim::CAPITAL:
      return unit.capital();
    case Aim::CARRIER:
      return unit.carrier();
    case Aim::CRUISER:
      return unit.cruiser();
    case Aim::HEAVY:
      return unit.heavy();
    case Aim::LIGHT:
      return unit.light();
    default:
      return unit.convoy_ship();
  }
}

std::vector<Hull> hulls_of(Operation& op, Side side, ForceKey key, Aim::Kind aim) {
  std::vector<Hull> hulls;
  const v1::Force* force = op.find(side, key);
  for (int i = 0; force && i < force->ship_size(); ++i) {
    if (belongs(op.reference.unit(force->ship(i).unit()), aim)) hulls.push_back(hull_in(side, key, i));
  }
  return hulls;
}

std::string aim_word(Aim::Kind aim) { return aim == Aim::CONVOY_SHIP ? "convoy" : lower(Aim::Kind_Name(aim)); }

Text aim_name(Aim::Kind aim) { return Text("targetcategory." + aim_word(aim) + ".name"); }

// Blindly: what is in the target force does not change what may be chosen [DP-93].
Task<Aim::Kind> choose_aim(Operation& op, const SubmarineFight& fight, int boat) {  // from 1
  const Asking asking = fight.side == op.active() ? Asking::kOwn : Asking::kReaction;
  Menu menu = op.menu(fight.side, v1::MenuKind::SUBMARINE_TARGETS, "prompt.torpedo_aim", asking);
  menu.prompt.number("number", boat).text("force", op.name(op.force(fight.side, fight.wolfpack)));
  menu.rule = "7.4.3";
  for (Aim::Kind aim : kAims) {
    if (narrower(aim) && op.option("option.ruling.a_54")) continue;
    Item& item = menu.offer(v1::Verb::CHOOSE_CATEGORY, aim);
    if (fight.hex != Hex{}) item.place(number(fight.hex));
    item.says("choice.torpedo_aim.category").text("category", aim_name(aim));
  }
  head_of_step(op, menu, boat == 1);
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<Aim::Kind>(0);
}

// Modifiers are those that hold for every ship it could be: the ship is drawn only when something hits.
Situation aimed(Operation& op, const SubmarineFight& fight, const UnitFacts& boat, const std::vector<Hull>& hulls) {
  Situation at = situation_in(op, fight.side, fight.hex);
  at.firer = &boat;
  aim_at(op, at, counter_of(op, hulls[0]));
  for (const Hull& hull : hulls) {
    const v1::Counter& ship = counter_of(op, hull);
    at.target_dead_or_towed &= ship.dead_in_water() || !ship.towed_by().empty();
    at.target_crippled &= ship.crippled();
  }
  return at;
}

const UnitFacts& boat_of(Operation& op, const v1::Force& wolfpack) {
  for (const v1::Counter& ship : wolfpack.ship()) {
    if (ship.torpedoes_spent() == 0) return op.reference.unit(ship.unit());
  }
  return op.reference.unit(wolfpack.ship(0).unit());
}

void torpedo(Operation& op, const SubmarineFight& fight, Aim::Kind aim, int boats) {
  const Side enemy = enemy_of(fight.side);
  for (int i = 0; i < boats; ++i)
    op.reveal(Licence::kSubmarine, Text("report.submarine.aims").word("category", aim_word(aim)), fight.hex, "7.4.3");
  const std::vector<Hull> hulls = hulls_of(op, enemy, fight.target, aim);
  if (hulls.empty()) {
    op.reveal(Licence::kSubmarine, "report.submarine.no_such_target", fight.hex, "7.4.3");
    return;
  }
  const v1::Force& wolfpack = op.force(fight.side, fight.wolfpack);
  const UnitFacts& boat = boat_of(op, wolfpack);
  const TorpedoAttack attack{.attacker = name_of_wolfpack(op, fight),
                             .target = aim_name(aim),
                             .situation = aimed(op, fight, boat, hulls),
                             .dice = boats * boat.ship_class->torpedoes(),
                             .among = hulls,
                             .hex = fight.hex,
                             .aimed_by_submarine = true,
                             .always_drawn = true};
  const int successes = launch(op, attack);
  if (successes == 0) return;
  if (const v1::Force& target = op.force(enemy, fight.target); op.at_sea(target)) may_have_changed(op.block_of(target));
  detonate(op, attack, successes);
}

void announce_attackers(Operation& op, const SubmarineFight& fight, int boats) {
  op.reveal(Licence::kSubmarine, Text("report.submarine.attackers").number("count", boats), fight.hex, "7.4");
}

// All categories are chosen before any torpedo runs [7.4.3].
Task<> submarines_attack(Operation& op, const SubmarineFight& fight, int boats) {
  std::vector<Aim::Kind> aims;
  for (int i = 1; i <= boats; ++i) {
    const Aim::Kind aim = co_await choose_aim(op, fight, i);
    aims.push_back(aim);
  }
  for (Aim::Kind aim : kAims) {
    const auto these = static_cast<int>(std::ranges::count(aims, aim));
    if (these > 0) torpedo(op, fight, aim, these);
  }
  close_losses(op, enemy_of(fight.side), fight.target);
}

// -- the hunt --

struct Choice {
  AswDice dice;
  bool carrier = false;  // announced
};

// How many Soviet dice there may be among so many.
Range soviet_dice(const AswDice& dice, int most) {
  const int thrown = std::min(dice.all(), most);
  return {std::max(0, thrown - dice.usual), std::min(dice.soviet, thrown)};
}

AswDice with_soviet(const AswDice& dice, int most, int soviet) { return {std::min(dice.all(), most) - soviet, soviet}; }

void offer_dice(Menu& menu, const AswDice& dice, int most) {
  const Range range = soviet_dice(dice, most);
  for (int soviet = range.to; soviet >= range.from; --soviet) {
    menu.offer(v1::Verb::THROW_DICE, soviet)
        .by("7.4.1")
        .says("choice.asw_dice")
        .number("count", std::min(dice.all(), most))
        .number("soviet", soviet);
  }
}

// Which dice are thrown [DP-94], and whether a carrier helps [5.3.1]. The hunted player's enemy is asked whenever there
// might be something to choose.
Task<Choice> choose_dice(Operation& op, const SubmarineFight& fight, const Order& order, int most) {
  const Side side = enemy_of(fight.side);
  const bool reacts = side != op.active();
  const bool in_box = fight.hex == Hex{};
  const bool covered = in_box || air_radius_over(op, side, fight.hex);  // no carrier matters
  const AswDice dice = asw_dice(op, op.force(side, fight.target));
  const Range range = soviet_dice(dice, most);
  const bool might_choose = side == kAllied && (!order.dice_exactly || order.dice_shown > most);
  Choice choice;
  choice.dice = with_soviet(dice, most, range.from);
  for (bool first = true;; first = false) {
    const v1::Force* carrier = covered || choice.carrier ? nullptr : carrier_on_patrol(op, side, fight.hex);
    const bool might_announce = !covered && !choice.carrier && might_have_carrier(op, side, fight.hex);
    const bool asked = reacts ? might_choose || might_announce : range.from < range.to || carrier != nullptr;
    if (!asked) co_return choice;
    Menu menu = op.menu(side, v1::MenuKind::ASW_DICE, in_box ? "prompt.asw_in_box" : "prompt.asw",
                        reacts ? Asking::kReaction : Asking::kOwn);
    if (in_box) {
      menu.prompt.text("place", op.name(op.reference.place(op.force(side, fight.target).place())))
          .number("count", most);
    } else {
      menu.prompt.word("hex", op.word(fight.hex)).number("count", most);
    }
    menu.rule = "7.4.1";
    if (carrier) {
      Item& item = menu.offer(v1::Verb::ANNOUNCE_PATROL, fight.hex)
                       .place(number(fight.hex))
                       .by("5.3.1")
                       .would("would.reveal_carrier");
      item.says("choice.announce_patrol").text("force", op.name(*carrier)).word("hex", op.word(fight.hex));
    }
    offer_dice(menu, dice, most);
    head_of_step(op, menu, first && reacts);  // in his own turn he is not asked when there is nothing to choose
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::THROW_DICE) {
      choice.dice = with_soviet(dice, most, answer.at<int>(0));
      co_return choice;
    }
    announce_carrier(op, side, fight.hex);
    choice.carrier = true;
  }
}

Task<AswResult> escorts_hunt(Operation& op, const SubmarineFight& fight, const Order& order) {
  const Side side = enemy_of(fight.side);
  const int submarines = submarine_cs(op, op.force(fight.side, fight.wolfpack));
  const int most = most_asw_dice(op, submarines);
  const Choice choice = co_await choose_dice(op, fight, order, most);
  if (choice.dice.all() == 0) {
    op.reveal(Licence::kSubmarine, "report.submarine.slips_away", fight.hex, "7.4.1");
    co_return AswResult{};
  }
  const Hunt hunt{.side = side,
                  .hex = fight.hex,
                  .offensive = fight.offensive,
                  .air_radius = choice.carrier || air_radius_over(op, side, fight.hex)};
  const AswResult result = throw_asw(op, hunt, choice.dice, submarines);
  co_await lose_submarines(op, fight.side, fight.wolfpack, result);
  co_return result;
}

// -- afterwards --

}  // namespace

void raise_id_of(Operation& op, Side side, ForceKey key) {
  const v1::Force* force = op.find(side, key);
  if (force && op.at_sea(*force)) raise_id_after(op, op.block_of(*force), v1::Battle::SUBMARINE);
}

namespace {

SubmarineFight fight_of(const Operation& op) {
  const v1::Battle& battle = op.truth.battle();
  const Side side = battle.submarines().side();
  return {.side = side,
          .wolfpack = ForceKey(op.own(side).engaged(0)),
          .target = ForceKey(op.own(enemy_of(side)).engaged(0)),
          .hex = as_hex(battle.hex()),
          .offensive = battle.submarines().offensive()};
}

Order order_of(const Operation& op) {
  const v1::Battle::Submarines& facts = op.truth.battle().submarines();
  return {.total = facts.total(),
          .row = &op.reference.box().submarine_combat(facts.total()),
          .dice_shown = facts.dice_shown(),
          .dice_exactly = facts.dice_exactly()};
}

// Who takes part, for as long as the fight lasts.
void engage(Operation& op, const SubmarineFight& fight) {
  v1::Battle& battle = *op.truth.mutable_battle();
  op.own(fight.side).add_engaged(fight.wolfpack.value);
  op.own(enemy_of(fight.side)).add_engaged(fight.target.value);
  for (const v1::Force* force :
       {&op.force(fight.side, fight.wolfpack), &op.force(enemy_of(fight.side), fight.target)}) {
    if (op.at_sea(*force)) battle.add_block(force->block());
  }
  battle.mutable_submarines()->set_side(fight.side);
  battle.mutable_submarines()->set_offensive(fight.offensive);
  battle.mutable_submarines()->set_cs(submarine_cs(op, op.force(fight.side, fight.wolfpack)));
}

void disengage(Operation& op) {
  for (Side side : kSides) {
    op.own(side).clear_engaged();
    op.own(side).clear_boats_with_torpedoes();
  }
  op.truth.mutable_battle()->clear_submarines();
  op.truth.mutable_battle()->clear_block();
  op.truth.mutable_battle()->clear_step();
}

// Those that waited: whoever was sunk or sent home is gone; only those Held Down are taken from the number that may
// attack [7.4.1].
void attack_again(Operation& op, const SubmarineFight& fight, const Order& order, const AswResult& result) {
  v1::Battle::Submarines& facts = *op.truth.mutable_battle()->mutable_submarines();
  const int able = op.own(fight.side).boats_with_torpedoes();
  const int left = torpedo_cs(op, op.force(fight.side, fight.wolfpack));
  const int waiting = std::min({static_cast<int>(order.row->after_asw()), able - facts.first(), left});
  const int second = std::max(0, waiting - result.held_down);
  facts.set_attacked(facts.first() + second);
  facts.set_cs(submarine_cs(op, op.force(fight.side, fight.wolfpack)));
  announce_attackers(op, fight, second);
}

void after_the_fight(Operation& op, const SubmarineFight& fight, const Order& order) {
  const Side enemy = enemy_of(fight.side);
  if (v1::Force* wolfpack = op.find(fight.side, fight.wolfpack)) {
    const int attacked = op.truth.battle().submarines().attacked();
    const bool all = attacked > 0 && attacked == op.own(fight.side).boats_with_torpedoes();
    const bool odd = order.total % 2 != 0 && op.reference.box().submarine_combat().odd_spends_torpedoes();
    if (all && odd) spend_torpedoes(op, fight.side, *wolfpack);
  }
  raise_id_of(op, fight.side, fight.wolfpack);
  raise_id_of(op, enemy, fight.target);
  v1::Force* hunter = fight.offensive ? op.find(enemy, fight.target) : nullptr;
  if (hunter) expend_fuel(op, *hunter, op.numbers.fuel().offensive_asw_cost());  // [11.1.3]
}

}  // namespace

Task<> fight_submarines(Operation& op, SubmarineFight fight) {
  const Side enemy = enemy_of(fight.side);
  engage(op, fight);
  v1::Battle& battle = *op.truth.mutable_battle();
  const Order order = roll_order(op, fight);
  battle.mutable_submarines()->set_total(order.total);
  battle.mutable_submarines()->set_dice_shown(order.dice_shown);
  battle.mutable_submarines()->set_dice_exactly(order.dice_exactly);
  if (order.row->stops_refuelling()) stop_refuelling(op, enemy, op.force(enemy, fight.target));
  const int able = torpedo_cs(op, op.force(fight.side, fight.wolfpack));
  const int first = std::min(order.row->before_asw(), able);
  op.own(fight.side).set_boats_with_torpedoes(able);
  battle.mutable_submarines()->set_first(first);
  battle.mutable_submarines()->set_attacked(first);
  battle.set_step(order.row->before_asw() > 0 ? v1::Battle::TORPEDOES_FIRST : v1::Battle::HUNT);
  if (order.row->before_asw() > 0) announce_attackers(op, fight, first);
  co_await go_on_with_submarines(op);
}

Task<> go_on_with_submarines(Operation& op) {
  const SubmarineFight fight = fight_of(op);
  const Side enemy = enemy_of(fight.side);
  const Order order = order_of(op);
  if (op.truth.battle().step() == v1::Battle::TORPEDOES_FIRST) {
    co_await submarines_attack(op, fight, op.truth.battle().submarines().first());
    op.truth.mutable_battle()->set_step(v1::Battle::HUNT);
  }
  if (op.truth.battle().step() == v1::Battle::HUNT) {
    AswResult result;
    if (op.find(enemy, fight.target)) result = co_await escorts_hunt(op, fight, order);
    if (order.row->after_asw() > 0 && op.find(enemy, fight.target) && op.find(fight.side, fight.wolfpack)) {
      attack_again(op, fight, order, result);
      op.truth.mutable_battle()->set_step(v1::Battle::TORPEDOES_AGAIN);
    }
  }
  if (op.truth.battle().step() == v1::Battle::TORPEDOES_AGAIN) {
    const v1::Battle::Submarines& facts = op.truth.battle().submarines();
    co_await submarines_attack(op, fight, facts.attacked() - facts.first());
  }
  after_the_fight(op, fight, order);
  disengage(op);
}

}  // namespace wardroom::pq17
