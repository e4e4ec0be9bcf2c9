#include "server/titles/pq17/asw.h"

#include <algorithm>

#include "server/titles/pq17/air_movement.h"
#include "server/titles/pq17/components.h"
#include "server/titles/pq17/damage.h"
#include "server/titles/pq17/engagement.h"
#include "server/titles/pq17/reconnaissance.h"
#include "server/titles/pq17/rolls.h"
#include "server/titles/pq17/submarine_combat.h"

namespace wardroom::pq17 {
namespace {

using v1::AswTable;

int dice_for(const Operation& op, const AswTable::DiceRule& rule, int cs) {
  const int per = rule.cs_per_die();
  const bool nearest = rule.to_nearest() && !op.is(Mutant::kAswRoundsDown);
  return nearest ? (2 * cs + per) / (2 * per) : cs / per;
}

// Ships that tow do not hunt [7]: one of a class for each tow.
int towing(const v1::Force& force, const v1::Counter& ship) {
  return static_cast<int>(std::ranges::count(force.ship(), ship.unit(), &v1::Counter::towed_by));
}

int hunting_cs(const UnitFacts& unit, const v1::Force& force, const v1::Counter& ship) {
  const int tows = towing(force, ship);
  if (tows > 0 && unit.ship) return 0;
  return std::max(0, fighting_cs(unit, ship) - tows);
}

Text result_name(AswTable::Result result) {
  return Text("aswresult." + lower(AswTable::Result_Name(result)) + ".name");
}
Text loss_name(AswTable::Loss loss) { return Text("aswloss." + lower(AswTable::Loss_Name(loss)) + ".name"); }

void add_removed(Operation& op, Side side, const std::string& unit) {
  auto& removed = *op.own(side).add_removed();
  removed.set_unit(unit);
  removed.set_cs(1);
  removed.set_reason("damaged");
}

void tell_lost(Operation& op, const v1::Force& wolfpack, const char* id, int count) {
  if (count == 0) return;
  op.reveal(Licence::kAsw, Text(id).text("force", name_of_attacker(op, wolfpack)).number("count", count),
            op.hex_of(wolfpack), "7.4.1");
}

// Asked whenever some are left, for nobody else knows how many kinds of boats he has.
Task<int> choose_boat(Operation& op, Side side, int wolfpack) {
  const v1::Force& force = op.force(side, wolfpack);
  const bool reacts = side != op.active();
  Menu menu = op.menu(side, v1::MenuKind::SUBMARINE_LOSS, "prompt.dp_95", reacts ? Turn::kReaction : Turn::kOwn);
  menu.prompt.text("force", op.name(force));
  menu.rule = "7.4.1";
  for (int i = 0; i < force.ship_size(); ++i) {
    const bool spent = force.ship(i).torpedoes_spent() > 0;
    menu.offer(v1::Verb::TAKE_LOSS, i)
        .says("choice.submarine_loss")
        .text("unit", op.name(op.reference.unit(force.ship(i).unit())))
        .number("cs", force.ship(i).cs())
        .word("spent", spent ? "yes" : "no");
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<int>(0);
}

}  // namespace

AswDice asw_dice(const Operation& op, const v1::Force& force) {
  AswDice dice;
  for (const AswTable::DiceRule& rule : op.reference.box().asw().dice()) {
    int all = 0;
    int soviet = 0;
    for (const v1::Counter& ship : force.ship()) {
      const UnitFacts& unit = op.reference.unit(ship.unit());
      if (std::ranges::find(rule.ships(), static_cast<int>(unit.type)) == rule.ships().end()) continue;
      const int cs = hunting_cs(unit, force, ship);
      all += cs;
      if (unit.nation == v1::Nation::SOVIET) soviet += cs;
    }
    const int of_these = std::min(dice_for(op, rule, all), dice_for(op, rule, soviet));
    dice.soviet += of_these;
    dice.usual += dice_for(op, rule, all) - of_these;
  }
  return dice;
}

AswDice asw_dice(const Operation& op, const std::vector<int>& air_units) {
  int cs = 0;
  for (const v1::Air::Unit& unit : op.truth.air().unit()) {
    const bool hunts = std::ranges::find(air_units, unit.key()) != air_units.end() && op.facts(unit).model->asw();
    if (hunts) cs += std::max(0, able_cs(op, unit));
  }
  AswDice dice;
  for (const AswTable::DiceRule& rule : op.reference.box().asw().dice()) {
    if (rule.asw_aircraft()) dice.usual += dice_for(op, rule, cs);
  }
  return dice;
}

int submarine_cs(const Operation& op, const v1::Force& force) { return tally(op.reference, force).submarine_cs; }

int most_asw_dice(const Operation& op, int submarines) {
  return submarines * op.reference.box().asw().most_dice_per_submarine();
}

bool air_radius_over(const Operation& op, Side side, Hex hex) {
  if (hex == Hex{}) return false;  // nobody flies over a box
  return (op.permanent_radius(side, hex) && op.effect(hex).land_air_radius()) || temporary_radius(op, side, hex);
}

std::vector<AswTable::Result> roll_asw(Operation& op, const Hunt& hunt, int dice, v1::Nation::Kind nation) {
  Situation at = situation_in(op, hunt.side, hunt.hex);
  at.offensive_asw = hunt.offensive;
  at.air_radius = hunt.air_radius;
  if (!op.is(Mutant::kSovietAswEqual)) at.nation = nation;
  const std::vector<Applied> drms = applied(op, op.reference.box().asw().modifier(), at);
  std::vector<AswTable::Result> results;
  std::vector<Rolled> rolled;
  for (int i = 0; i < dice; ++i) {
    const int die = roll_die(op);
    const int modified = die + sum(drms);
    results.push_back(op.reference.box().asw(modified));
    rolled.push_back({die, modified, result_name(results.back())});
  }
  tell_roll(op, "table.asw", hunt.row, drms, rolled, hunt.hex, "7.4.1");
  return results;
}

AswResult throw_asw(Operation& op, const Hunt& hunt, AswDice dice, int submarines) {
  std::vector<AswTable::Result> thrown = roll_asw(op, hunt, dice.usual, v1::Nation::UNSPECIFIED);
  Hunt soviet = hunt;
  soviet.row = "roll.row.asw_soviet";
  std::ranges::copy(roll_asw(op, soviet, dice.soviet, v1::Nation::SOVIET), std::back_inserter(thrown));
  const auto held_down = static_cast<int>(std::ranges::count(thrown, AswTable::HELD_DOWN));
  const auto successes = static_cast<int>(std::ranges::count(thrown, AswTable::SUCCESS));
  AswResult result;
  std::vector<Rolled> rolled;
  for (int i = 0; i < successes; ++i) {
    const int die = roll_die(op);
    const auto loss = op.reference.box().asw_follow_up(die);
    (loss == AswTable::SUNK ? result.sunk : result.damaged) += 1;
    rolled.push_back({die, die, loss_name(loss)});
  }
  tell_roll(op, "table.asw", "roll.row.asw_follow_up", {}, rolled, hunt.hex, "7.4.1");
  result.sunk = std::min(result.sunk, submarines);
  result.damaged = std::min(result.damaged, submarines - result.sunk);
  result.held_down = std::min(held_down, submarines - result.sunk - result.damaged);
  return result;
}

Task<> lose_submarines(Operation& op, Side side, int wolfpack, AswResult result) {
  const int lost = result.sunk + result.damaged;
  if (lost == 0) co_return;
  tell_lost(op, op.force(side, wolfpack), "report.submarine.lost", result.sunk);
  tell_lost(op, op.force(side, wolfpack), "report.submarine.driven_home", result.damaged);
  const bool all = lost >= submarine_cs(op, op.force(side, wolfpack));
  for (int i = 0; i < lost; ++i) {
    int index = 0;
    if (!all) index = co_await choose_boat(op, side, wolfpack);
    v1::Force& force = op.force(side, wolfpack);
    const UnitFacts& unit = op.reference.unit(force.ship(index).unit());
    take(force, index, 1);
    if (i < result.sunk) {
      op.reveal(Licence::kLosses, Text("report.sunk.class").text("name", op.name(unit)).number("count", 1),
                op.hex_of(force), "7.4.1");
      note_loss(op, side, force, unit, 1);
    } else {
      add_removed(op, side, unit.id);
    }
  }
  if (const v1::Force& force = op.force(side, wolfpack); op.at_sea(force)) may_have_changed(op.block_of(force));
  close_losses(op, side, wolfpack);
}

Task<> hunt_from_air(Operation& op, Side side, std::vector<int> air_units, std::uint32_t wolfpack) {
  const Hex hex = as_hex(op.block(wolfpack).hex());
  const v1::Force& force = op.force_behind(op.block(wolfpack));
  const int key = force.key();
  const int submarines = submarine_cs(op, force);
  AswDice dice = asw_dice(op, air_units);
  if (!op.is(Mutant::kAswNoCap)) dice.usual = std::min(dice.usual, most_asw_dice(op, submarines));
  const Hunt hunt{.side = side, .hex = hex, .offensive = true, .air_radius = air_radius_over(op, side, hex)};
  const AswResult result = throw_asw(op, hunt, dice, submarines);
  co_await lose_submarines(op, enemy_of(side), key, result);
}

}  // namespace wardroom::pq17
