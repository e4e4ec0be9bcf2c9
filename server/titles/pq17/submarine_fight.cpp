#include "server/titles/pq17/submarine_fight.h"

#include <algorithm>

#include "server/titles/pq17/air_patrols.h"
#include "server/titles/pq17/asw.h"
#include "server/titles/pq17/engagement.h"
#include "server/titles/pq17/fuel.h"
#include "server/titles/pq17/reconnaissance.h"
#include "server/titles/pq17/submarine_combat.h"
#include "server/titles/pq17/torpedoes.h"

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

std::vector<Hull> hulls_of(Operation& op, Side side, int key, Aim::Kind aim) {
  if (narrower(aim) && op.is(Mutant::kCapitalMeansHeavy)) aim = Aim::HEAVY;
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
Task<Aim::Kind> choose_aim(Operation& op, const SubmarineFight& fight, int boat) {
  const Turn turn = fight.side == op.active() ? Turn::kOwn : Turn::kReaction;
  Menu menu = op.menu(fight.side, v1::MenuKind::SUBMARINE_TARGETS, "prompt.dp_93", turn);
  menu.prompt.number("number", boat).text("force", op.name(op.force(fight.side, fight.wolfpack)));
  menu.rule = "7.4.3";
  for (Aim::Kind aim : kAims) {
    if (narrower(aim) && op.option("option.ruling.a_54")) continue;
    if (op.is(Mutant::kSubmarinesSeeTargets) && hulls_of(op, enemy_of(fight.side), fight.target, aim).empty()) continue;
    Item& item = menu.offer(v1::Verb::CHOOSE_CATEGORY, aim);
    if (fight.hex != Hex{}) item.place(number(fight.hex));
    item.says("choice.dp_93.category").text("category", aim_name(aim));
  }
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

// All categories are chosen before any torpedo runs [7.4.3].
Task<> submarines_attack(Operation& op, const SubmarineFight& fight, int boats) {
  op.reveal(Licence::kSubmarine, Text("report.submarine.attackers").number("count", boats), fight.hex, "7.4");
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
  while (true) {
    const v1::Force* carrier = covered || choice.carrier ? nullptr : carrier_on_patrol(op, side, fight.hex);
    const bool might_announce = !covered && !choice.carrier && might_have_carrier(op, side, fight.hex);
    const bool asked = reacts ? might_choose || might_announce : range.from < range.to || carrier != nullptr;
    if (!asked) co_return choice;
    Menu menu = op.menu(side, v1::MenuKind::ASW_DICE, in_box ? "prompt.asw_in_box" : "prompt.asw",
                        reacts ? Turn::kReaction : Turn::kOwn);
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
  const int most = op.is(Mutant::kAswNoCap) ? 1000 : most_asw_dice(op, submarines);
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

void raise_id_of(Operation& op, Side side, int key) {
  const v1::Force* force = op.find(side, key);
  if (force && op.at_sea(*force)) raise_id_after(op, op.block_of(*force), v1::Battle::SUBMARINE);
}

int torpedo_cs(const Operation& op, const v1::Force& wolfpack) {
  int cs = 0;
  for (const v1::Counter& ship : wolfpack.ship()) {
    if (op.reference.unit(ship.unit()).submarine() && ship.torpedoes_spent() == 0) cs += ship.cs();
  }
  return cs;
}

void spend_torpedoes(Operation& op, Side side, v1::Force& wolfpack) {
  const auto boats = wolfpack.ship();
  wolfpack.clear_ship();
  for (v1::Counter boat : boats) {
    boat.set_torpedoes_spent(1);
    add(op.reference, wolfpack, std::move(boat));
  }
  op.tell(side, Text("report.submarine.torpedoes_spent.own").text("force", op.name(wolfpack)), {}, "7.3.2");
}

Task<> fight_submarines(Operation& op, SubmarineFight fight) {
  const Side enemy = enemy_of(fight.side);
  const Order order = roll_order(op, fight);
  if (order.row->stops_refuelling()) stop_refuelling(op, enemy, op.force(enemy, fight.target));
  const int able = torpedo_cs(op, op.force(fight.side, fight.wolfpack));
  const int first = std::min(order.row->before_asw(), able);
  int attacked = first;
  if (order.row->before_asw() > 0) co_await submarines_attack(op, fight, first);

  AswResult result;
  if (op.find(enemy, fight.target)) result = co_await escorts_hunt(op, fight, order);
  if (op.is(Mutant::kHeldDownIgnored)) result.held_down = 0;
  if (order.row->after_asw() > 0 && op.find(enemy, fight.target) && op.find(fight.side, fight.wolfpack)) {
    // Whoever was sunk or sent home is gone; only those Held Down are taken from the number that may attack [7.4.1].
    const int left = torpedo_cs(op, op.force(fight.side, fight.wolfpack));
    const int waiting = std::min({static_cast<int>(order.row->after_asw()), able - first, left});
    const int lost = op.is(Mutant::kLossesHoldOthersDown) ? result.damaged + result.sunk : 0;
    const int second = std::max(0, waiting - result.held_down - lost);
    attacked += second;
    co_await submarines_attack(op, fight, second);
  }

  if (v1::Force* wolfpack = op.find(fight.side, fight.wolfpack)) {
    const bool all = (attacked == able || op.is(Mutant::kPartSpendsTorpedoes)) && attacked > 0;
    const bool odd = order.total % 2 != 0 && op.reference.box().submarine_combat().odd_spends_torpedoes();
    if (all && odd && !op.is(Mutant::kOddKeepsTorpedoes)) spend_torpedoes(op, fight.side, *wolfpack);
  }
  raise_id_of(op, fight.side, fight.wolfpack);
  raise_id_of(op, enemy, fight.target);
  v1::Force* hunter = fight.offensive ? op.find(enemy, fight.target) : nullptr;
  if (hunter && !op.is(Mutant::kOffensiveAswFree))
    expend_fuel(op, *hunter, op.numbers.fuel().offensive_asw_cost());  // [11.1.3]
}

}  // namespace wardroom::pq17
