#include "server/titles/pq17/sequence/victory.h"

#include <algorithm>
#include <cstdlib>

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/special_conditions.h"
#include "server/titles/pq17/sequence/score.h"

namespace wardroom::pq17 {
namespace {

int merchants_of(const Reference& reference, const v1::Force& force) { return tally(reference, force).merchants; }

// -- 2.1.2 --

int merchants_planned(const Operation& op, const v1::Convoy& convoy) {
  int ships = 0;
  for (const v1::Units& units : convoy.ships()) {
    const UnitFacts& unit = op.reference.unit(units.unit());
    if (unit.merchant()) ships += ships_of(unit, fresh(op.reference, units).cs());
  }
  return ships;
}

// Ice and weather took them: they are not asked for [2.1.2].
int exempt_merchants(const Operation& op, const v1::Convoy& convoy) {
  int ships = 0;
  for (const auto& removed : op.own(convoy.side()).removed()) {
    const UnitFacts& unit = op.reference.unit(removed.unit());
    if (removed.convoy() == convoy.id() && unit.merchant()) ships += ships_of(unit, removed.cs());
  }
  return ships;
}

int arrived_merchants(const Operation& op, const v1::Convoy& convoy) {
  int ships = 0;
  for (const auto& arrival : op.truth.standing().arrival()) {
    if (arrival.convoy() == convoy.id()) ships += arrival.ships();
  }
  return ships;
}

void score_missing_merchants(Operation& op) {
  const auto& numbers = op.numbers.victory();
  for (const v1::Convoy& convoy : op.scenario.convoy()) {
    if (convoy.side() != kAllied) continue;
    const int due = merchants_planned(op, convoy) - exempt_merchants(op, convoy);
    const int arrived = arrived_merchants(op, convoy);
    if (arrived >= due) continue;
    const Text name = Text(convoy.id() + ".name");
    op.reveal(Licence::kFinalScore, Text("report.not_arrived").text("convoy", name).number("count", due - arrived), {},
              "2.1.2");
    if (arrived * numbers.arrival_share_denominator() >= due * numbers.arrival_share_numerator()) continue;
    op.tell(Text("report.arrived.short").text("convoy", name), {}, "2.1.2");
    op.score("merchants_missing", (due - arrived) * numbers.missing_arrival_vp_halves(), convoy.id(), due - arrived);
  }
}

// -- 2.2 --

int critical_halves(const Operation& op, const v1::Counter& ship) {
  const auto& numbers = op.numbers.victory();
  const UnitFacts& unit = op.reference.unit(ship.unit());
  if (unit.capital()) return numbers.critical_capital_vp_halves();
  if (unit.cruiser() || unit.type == v1::ShipType::CVE) return numbers.critical_cruiser_or_cve_vp_halves();
  if (unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB)
    return ship.cs() * numbers.critical_dd_tb_cs_vp_halves();
  return 0;
}

void score_critical_fuel(Operation& op) {
  for (Side side : kSides) {
    for (const v1::Force* force : op.all(side)) {
      const bool out_of_fuel = force->fuel() == v1::Force::CRITICAL && not_in_port(op, *force);
      if (!out_of_fuel || force->kind() != v1::BlockKind::TASK_FORCE) continue;
      for (const v1::Counter& ship : force->ship()) {
        const int halves = critical_halves(op, ship);
        const int count = op.reference.unit(ship.unit()).ship ? 0 : ship.cs();
        if (halves > 0) op.score("critical_fuel", side == kAllied ? -halves : halves, ship.unit(), count);
      }
    }
  }
}

// What only one side knew is open now [2.2, 5.1.9].
void open_hidden_lines(Operation& op) {
  for (Side side : kSides) {
    for (const auto& line : op.own(side).hidden_score()) *op.truth.mutable_standing()->add_score() = line;
    op.own(side).clear_hidden_score();
  }
}

void score_scenario_rules(Operation& op) {
  for (const v1::SpecialRule& rule : op.scenario.special_rule()) {
    if (rule.kind() != v1::SpecialRule::EXTRA_VP) continue;
    for (Side side : kSides) {
      for (const v1::Force* force : op.all(side)) {
        if (std::ranges::find(rule.place(), force->place()) == rule.place().end()) continue;
        for (const v1::Counter& ship : force->ship()) {
          if (std::ranges::find(rule.unit(), ship.unit()) != rule.unit().end())
            op.score("scenario_rule", rule.amount(), ship.unit());
        }
      }
    }
  }
}

// -- damaged capital ships [2.4] --

int began_with(const Operation& op, const UnitFacts& ship) {
  v1::Units units;
  units.set_unit(ship.id);
  return enlist(op, units).cs();
}

int unscored_damage(const Operation& op, const std::string& unit) {  // [12.4, 12.14.2]
  int cs = 0;
  for (const auto& spared : op.truth.standing().unscored_damage()) cs += spared.unit() == unit ? spared.cs() : 0;
  return cs;
}

void score_damage(Operation& op, Side side, const std::string& id, int cs_left) {
  const UnitFacts& unit = op.reference.unit(id);
  if (!unit.ship || !unit.capital()) return;
  const int lost = began_with(op, unit) - cs_left - unscored_damage(op, id);
  if (lost <= 0) return;
  const auto& numbers = op.numbers.victory();
  const int each =
      side == kAllied ? numbers.allied_capital_damage_vp_halves() : numbers.axis_capital_damage_vp_halves();
  op.score("damaged_capitals", lost * each, id, lost);
}

void score_damaged_capitals(Operation& op) {
  for (Side side : kSides) {
    for (const v1::Force* force : op.all(side)) {
      for (const v1::Counter& ship : force->ship()) score_damage(op, side, ship.unit(), ship.cs());
    }
    for (const auto& removed : op.own(side).removed())
      score_damage(op, side, removed.unit(), removed.cs());  // she has left the map
  }
}

// [2.3] A spare half is lost.
void show_command_points(Operation& op, Side side) {
  int spent = 0;
  int halves = 0;
  for (const auto& pool : op.own(side).command()) {
    spent += pool.spent();
    halves += op.reference.box().command_cost_halves(pool.command(), pool.spent());
  }
  if (side == kAllied) halves = -halves;
  Text told = Text("report.confirmation.command_points").word("side", word_of(side)).number("count", spent);
  if (halves != 0) op.score("command_points", halves, word_of(side), spent);
  op.reveal(Licence::kFinalScore, {std::move(told.text("points", points_text(halves))), scored(op, halves)}, {}, "2.3");
}

}  // namespace

void convoy_arrives(Operation& op, Side side, const v1::Force& convoy, const PlaceFacts& port) {
  if (side == kAxis) return axis_convoy_arrives(op, convoy, port);  // [12.3]
  if (port.id != convoy.destination()) return;
  const int ships = merchants_of(op.reference, convoy);
  auto& arrival = *op.truth.mutable_standing()->add_arrival();
  arrival.set_convoy(convoy.convoy());
  arrival.set_ships(ships);
  const Text name = convoy.convoy().empty() ? op.name(convoy) : Text(convoy.convoy() + ".name");
  Text told = Text("report.arrived.merchants").text("convoy", name).text("place", op.name(port)).number("count", ships);
  op.reveal(Licence::kArrival, std::move(told), port.hex, "2.1.1");
  const auto& numbers = op.numbers.victory();
  const int halves =
      ships * (convoy.loaded() ? numbers.loaded_arrives_vp_halves() : numbers.ballast_arrives_vp_halves());
  if (halves == 0) return;
  op.score("merchants_arrived", halves, convoy.convoy(), ships);
  op.reveal(Licence::kArrival, points_told(op), port.hex, "2.1.1");
}

void confirmation(Operation& op) {
  pay_for_lost_training(op);
  for (Side side : kSides) show_chit(op, side, "report.confirmation.chit");
  for (Side side : kSides) show_command_points(op, side);
  confirm_conditions(op);
}

void victory_points(Operation& op) {
  score_missing_merchants(op);
  score_critical_fuel(op);
  score_damaged_capitals(op);
  score_scenario_rules(op);
  open_hidden_lines(op);
  int sum = 0;
  for (const auto& line : op.truth.standing().score()) {  // once more, from the first
    sum += line.vp_halves();
    op.reveal(Licence::kFinalScore, {Text("report.points")
                                         .text("reason", line_text(op.reference, line))
                                         .text("points", points_text(line.vp_halves())),
                                     told::Score{line.vp_halves(), sum, line_text(op.reference, line)}});
  }
  op.reveal(Licence::kFinalScore,
            {Text("report.score").text("points", points_text(total(op.truth.standing()))), scored(op, 0)}, {}, "2");
}

}  // namespace wardroom::pq17
