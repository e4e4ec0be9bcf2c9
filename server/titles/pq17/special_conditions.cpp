#include "server/titles/pq17/special_conditions.h"

#include <algorithm>

#include "server/titles/pq17/breakout.h"
#include "server/titles/pq17/kara_sea.h"
#include "server/titles/pq17/special_operations.h"
#include "server/titles/pq17/spitsbergen.h"
#include "server/titles/pq17/victory.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

const std::string& column_of(const Operation& op, Side side) {
  return side == kAllied ? op.scenario.allied_column() : op.scenario.axis_column();
}

bool draws(const Operation& op, Side side) {
  if (column_of(op, side).empty()) return false;
  return std::ranges::none_of(op.scenario.special_rule(), [&](const v1::SpecialRule& rule) {
    const bool concerns = rule.side() == wardroom::v1::Side::UNSPECIFIED || rule.side() == side;
    return rule.kind() == v1::SpecialRule::NO_SPECIAL_CONDITIONS && concerns;
  });
}

int number_of_variant(const DrawnCondition& drawn) {
  for (int i = 0; i < drawn.condition->variant_size(); ++i) {
    if (&drawn.condition->variant(i) == drawn.variant) return i;
  }
  return 0;
}

void show(Operation& op, Side side, const std::string& letter, const std::string& condition) {
  auto& chit = *op.truth.mutable_standing()->add_shown();
  chit.set_side(side);
  chit.set_letter(letter);
  chit.set_condition(condition);
}

void draw_chit(Operation& op, Side side, std::string& cup) {
  for (std::uint32_t ordinal = 0;; ++ordinal) {
    const auto index =
        op.draw(Draw::kChit, static_cast<std::uint64_t>(side), ordinal, static_cast<std::uint32_t>(cup.size()));
    const char letter = cup[index];
    if (!op.is(Mutant::kChitsGoBack)) cup.erase(index, 1);
    const DrawnCondition drawn = op.reference.box().condition(column_of(op, side), letter);
    if (drawn.condition->shown_and_redrawn() && !op.is(Mutant::kGroundOffensiveKept)) {  // [12.6]
      show(op, side, std::string(1, letter), drawn.condition->id());
      op.reveal(Licence::kChitShown, Text("report.chit.ground_offensive").word("side", word_of(side)), {}, "12.6");
      continue;
    }
    v1::Own& own = op.own(side);
    own.set_chit(std::string(1, letter));
    own.set_condition(drawn.condition->id());
    own.set_condition_variant(number_of_variant(drawn));
    Text mine =
        Text("report.chit.drawn.own").word("letter", own.chit()).text("condition", Text(own.condition() + ".name"));
    op.tell_apart(side, std::move(mine), Text("report.chit.drawn").word("side", word_of(side)), {}, "12");
    return;
  }
}

const v1::SpecialCondition::Score* score_of(const v1::SpecialCondition& condition, const UnitFacts& unit) {
  for (const auto& score : condition.score()) {
    if (score.type() != v1::ShipType::UNSPECIFIED ? score.type() == unit.type : unit.is(score.category()))
      return &score;
  }
  return nullptr;
}

// -- showing the chit [DP-121] --

// What the side would score now by showing its chit; none: its condition is not met, or is no such matter.
std::optional<int> halves_now(Operation& op, Side side) {
  if (operation_of(op, side).done()) return std::nullopt;
  if (side == kAllied && holds(op, side, Kind::GEARBOX)) return gearbox_halves(op);
  if (side == kAxis && holds(op, side, Kind::SIZILIEN)) return sizilien_halves(op);
  return std::nullopt;
}

// The enemy cannot exclude it.
bool might_score_now(Operation& op, Side side) {
  if (side == kAllied) return might_hold(op, side, Kind::GEARBOX) && gearbox_might_be_there(op);
  return might_hold(op, side, Kind::SIZILIEN) && sizilien_might_be_there(op);
}

Task<> offer_to_show(Operation& op, Side side) {
  const auto halves = halves_now(op, side);
  if (!halves && !might_score_now(op, side)) co_return;
  Menu menu = op.menu(side, v1::MenuKind::SPECIAL_CONDITION, {});
  menu.rule = "12";
  if (halves) {
    menu.prompt = Text("prompt.dp_121").text("condition", Text(op.own(side).condition() + ".name"));
    menu.offer(v1::Verb::REVEAL_CHIT).by("12").says("choice.dp_121.reveal").text("points", points_text(*halves));
    menu.offer(v1::Verb::DONE).says("choice.dp_121.keep");
  } else {
    menu.prompt = Text("prompt.dp_121.nothing");
    menu.offer(v1::Verb::DONE).says("choice.done");
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb != v1::Verb::REVEAL_CHIT) co_return;
  show_chit(op, side);
  operation_of(op, side).set_done(true);
  score_condition(op, *op.reference.box().condition(op.own(side).condition()), *halves);
}

// -- at the end --

// [12.3, A-88]
void confirm_axis_convoy(Operation& op) {
  const v1::SpecialCondition& condition = data_of(op, Kind::AXIS_CONVOY);
  const v1::Own& own = op.own(kAxis);
  if (!own.operation().done()) score_condition(op, condition, condition.variant(own.condition_variant()).vp_halves());
  int halves = 0;
  for (const v1::Force* force : op.in_place(kAxis, condition.place(1))) halves += halves_for(op, condition, *force);
  if (halves != 0) score_condition(op, condition, halves);
}

// [12.5]
void confirm_carrier_strikes(Operation& op) {
  const v1::SpecialCondition& condition = data_of(op, Kind::FAA_STRIKE);
  if (op.is(Mutant::kFaaNoPenalty)) return;
  const v1::SpecialOperation& operation = op.own(kAllied).operation();
  for (const v1::Units& carrier : operation.ship()) {
    if (std::ranges::find(operation.struck(), carrier.unit()) != operation.struck().end()) continue;
    score_condition(op, condition, halves_for(condition, op.reference.unit(carrier.unit()), 1), carrier.unit());
  }
}

void note_force(Operation& op, Side side, const v1::Force& force) { operation_of(op, side).set_force(force.key()); }

bool nobody_sent(Operation& op, const v1::Force& force) {
  const int sent = op.own(kAxis).operation().force();
  return sent == 0 || sent == force.key() || !op.find(kAxis, sent);
}

}  // namespace

// -- the chits --

void draw_chits(Operation& op) {
  std::string cup = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (Side side : kSides) {  // Allied player first
    if (draws(op, side)) draw_chit(op, side, cup);
  }
}

bool holds(const Operation& op, Side side, v1::SpecialCondition::Kind kind) {
  const v1::Own& own = op.own(side);
  if (own.operation().kind() != Kind::UNSPECIFIED) return own.operation().kind() == kind;
  const v1::SpecialCondition* condition = op.reference.box().condition(own.condition());
  return condition && condition->kind() == kind;
}

bool might_hold(const Operation& op, Side side, v1::SpecialCondition::Kind kind) {
  if (!draws(op, side) || chit_shown(op, side)) return false;
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    const DrawnCondition drawn = op.reference.box().condition(column_of(op, side), letter);
    if (drawn.condition->kind() == kind) return true;
  }
  return false;
}

bool chit_shown(const Operation& op, Side side) {
  const std::string& letter = op.own(side).chit();
  return std::ranges::any_of(op.truth.standing().shown(), [&](const v1::Standing::Chit& chit) {
    return chit.side() == side && chit.letter() == letter;
  });
}

void show_chit(Operation& op, Side side, const char* report) {
  const v1::Own& own = op.own(side);
  if (own.chit().empty() || chit_shown(op, side)) return;
  show(op, side, own.chit(), own.condition());
  Text told = Text(report).word("side", word_of(side)).word("letter", own.chit());
  op.reveal(Licence::kChitShown, std::move(told.text("condition", Text(own.condition() + ".name"))), {}, "12");
}

const v1::SpecialCondition& data_of(const Operation& op, v1::SpecialCondition::Kind kind) {
  for (const v1::SpecialCondition& condition : op.reference.box().conditions().condition()) {
    if (condition.kind() == kind) return condition;
  }
  throw Broken("pq17: no such special condition");
}

v1::SpecialOperation& operation_of(Operation& op, Side side) { return *op.own(side).mutable_operation(); }

bool ice_allows(const Operation& op, const v1::SpecialCondition& condition) {
  return std::ranges::any_of(condition.ice_area(), [&](const v1::IceArea& area) {
    return std::ranges::any_of(op.truth.environment().ice(), [&](const v1::Environment::IceMarker& marker) {
      return marker.area().sector() == area.sector() && marker.area().zone() == area.zone() &&
             marker.condition() <= condition.worst_ice();
    });
  });
}

bool storms_or_gales(const Operation& op, Hex hex) {
  const auto weather = op.weather(hex);
  return weather == v1::Weather::STORMS || weather == v1::Weather::GALES;
}

// -- points --

int halves_for(const v1::SpecialCondition& condition, const UnitFacts& unit, int cs) {
  const auto* score = score_of(condition, unit);
  if (!score) return 0;
  return score->vp_halves() * (unit.heavy() ? 1 : cs);
}

int halves_for(const Operation& op, const v1::SpecialCondition& condition, const v1::Force& force) {
  int halves = 0;
  for (const v1::Counter& ship : force.ship())
    halves += halves_for(condition, op.reference.unit(ship.unit()), ship.cs());
  return halves;
}

void score_condition(Operation& op, const v1::SpecialCondition& condition, int vp_halves, std::string_view ship) {
  op.score("special_condition", vp_halves, condition.id(), 0, ship);
  Text told =
      Text("report.condition.scored").text("condition", line_text(op.reference, *op.truth.standing().score().rbegin()));
  op.reveal(Licence::kConditionScore, std::move(told.text("points", points_text(vp_halves))), {}, condition.rule());
}

// -- the sequence --

void note_set_up(Operation& op, Side side) {
  if (side != kAllied || !holds(op, kAllied, Kind::FAA_STRIKE)) return;
  const std::string& scapa = data_of(op, Kind::FAA_STRIKE).place(0);
  for (const v1::Force* force : op.in_place(kAllied, scapa)) {
    for (const v1::Counter& ship : force->ship()) {
      if (op.reference.unit(ship.unit()).type == v1::ShipType::CV)
        operation_of(op, side).add_ship()->set_unit(ship.unit());
    }
  }
}

Task<> special_conditions_phase(Operation& op) {
  score_breakout(op);
  score_kara_sea(op);
  score_minelaying(op);
  carry_out_special_attack(op);
  declare_special_attack(op);
  for (Side side : kSides) co_await offer_to_show(op, side);
}

void confirm_conditions(Operation& op) {
  if (holds(op, kAxis, Kind::AXIS_CONVOY)) confirm_axis_convoy(op);
  if (holds(op, kAllied, Kind::FAA_STRIKE)) confirm_carrier_strikes(op);
  if (holds(op, kAllied, Kind::GEARBOX) && !op.own(kAllied).operation().done()) {  // [12.10, A-89]
    score_condition(op, data_of(op, Kind::GEARBOX), -gearbox_worth(op));
  }
}

// -- who may leave port --

bool hitler_restricts(const Operation& op) {
  return !holds(op, kAxis, Kind::NO_RESTRICTIONS) || op.is(Mutant::kNoRestrictionsIgnored);
}

bool sails_to_break_out(Operation& op, const v1::Force& force) {
  if (!holds(op, kAxis, Kind::ATLANTIC_BREAKOUT) || force.kind() != v1::BlockKind::TASK_FORCE) return false;
  return std::ranges::any_of(
      force.ship(), [&](const v1::Counter& ship) { return may_break_out(op, op.reference.unit(ship.unit())); });
}

bool sails_for_condition(Operation& op, const v1::Force& force) {
  const v1::SpecialOperation& operation = op.own(kAxis).operation();
  if (sails_to_break_out(op, force)) return true;
  if (operation.done()) return false;
  if (holds(op, kAxis, Kind::MINELAYING)) return operation.turn() != 0 && operation.force() == force.key();
  if (holds(op, kAxis, Kind::SIZILIEN)) {
    return halves_for(op, data_of(op, Kind::SIZILIEN), force) != 0 && nobody_sent(op, force);
  }
  return holds(op, kAxis, Kind::WUNDERLAND) && is_raider(op, force) && nobody_sent(op, force);
}

void note_sailing(Operation& op, Side side, const v1::Force& force) {
  if (side != kAxis || op.truth.standing().allied_identified_at_sea() || force.kind() != v1::BlockKind::TASK_FORCE)
    return;
  const bool one_only = holds(op, kAxis, Kind::SIZILIEN) || holds(op, kAxis, Kind::WUNDERLAND);
  if (one_only && sails_for_condition(op, force)) note_force(op, side, force);
}

bool axis_convoy_waits(const Operation& op, Side side, const v1::Force& force) {
  return side == kAxis && force.kind() == v1::BlockKind::CONVOY && op.turn() < op.clock().starting_turn();
}

void axis_convoy_arrives(Operation& op, const v1::Force& convoy, const PlaceFacts& port) {
  if (!holds(op, kAxis, Kind::AXIS_CONVOY) || port.id != convoy.destination()) return;
  const v1::SpecialCondition& condition = data_of(op, Kind::AXIS_CONVOY);
  if (op.turn() <= number_of(condition.deadline()) || op.is(Mutant::kAxisConvoyNoDeadline))
    operation_of(op, kAxis).set_done(true);
}

bool not_in_port(const Operation& op, const v1::Force& force) {
  return op.at_sea(force) || force.place() == data_of(op, Kind::WUNDERLAND).place(0);
}

void note_attack(Operation& op, Side side, Hex hex) {
  if (!holds(op, side, Kind::SIZILIEN) || hex != op.reference.place(data_of(op, Kind::SIZILIEN).place(0)).hex) return;
  operation_of(op, side).set_attacked_turn(op.turn());
  operation_of(op, side).set_attacked_hex(number(hex));
}

}  // namespace wardroom::pq17
