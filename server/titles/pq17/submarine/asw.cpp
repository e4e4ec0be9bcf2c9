#include "server/titles/pq17/submarine/asw.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

using v1::AswTable;

int dice_for(const AswTable::DiceRule& rule, int cs) {
  const int per = rule.cs_per_die();
  return rule.to_nearest() ? (2 * cs + per) / (2 * per) : cs / per;
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
    const int of_these = std::min(dice_for(rule, all), dice_for(rule, soviet));
    dice.soviet += of_these;
    dice.usual += dice_for(rule, all) - of_these;
  }
  return dice;
}

AswDice asw_dice(const Operation& op, const std::vector<AirKey>& air_units) {
  int cs = 0;
  for (const v1::Air::Unit& unit : op.truth.air().unit()) {
    const bool hunts = std::ranges::find(air_units, key_of(unit)) != air_units.end() && op.facts(unit).model->asw();
    if (hunts) cs += std::max(0, able_cs(op, unit));
  }
  AswDice dice;
  for (const AswTable::DiceRule& rule : op.reference.box().asw().dice()) {
    if (rule.asw_aircraft()) dice.usual += dice_for(rule, cs);
  }
  return dice;
}

bool can_hunt(const Operation& op, const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE && asw_dice(op, force).all() > 0;
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
  at.nation = nation;
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

Telling driven_home(Side side, Text wolfpack, int boats) {
  const auto count = static_cast<std::uint32_t>(boats);
  return {Text("report.submarine.driven_home").text("force", wolfpack).number("count", boats),
          told::Loss{told::Loss::kDrivenOff, std::move(wolfpack), count, seat_of(side)}};
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

}  // namespace wardroom::pq17
