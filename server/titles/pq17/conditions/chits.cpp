#include "server/titles/pq17/conditions/chits.h"

#include <algorithm>

#include "server/titles/pq17/sequence/score.h"

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
    cup.erase(index, 1);
    const DrawnCondition drawn = op.reference.box().condition(column_of(op, side), letter);
    if (drawn.condition->shown_and_redrawn()) {  // [12.6]
      show(op, side, std::string(1, letter), drawn.condition->id());
      op.reveal(Licence::kChitShown, Text("report.chit.ground_offensive").word("side", word_of(side)), {}, "12.6");
      continue;
    }
    v1::Own& own = op.own(side);
    own.set_chit(std::string(1, letter));
    own.set_condition(drawn.condition->id());
    own.set_condition_variant(number_of_variant(drawn));
    Text mine = Text("report.chit.drawn.own")
                    .word("side", word_of(side))
                    .word("letter", own.chit())
                    .text("condition", Text(own.condition() + ".name"));
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

}  // namespace

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

Text name_of(const v1::SpecialCondition& condition) { return Text(condition.id() + ".name"); }

v1::SpecialOperation& operation_of(Operation& op, Side side) { return *op.own(side).mutable_operation(); }

bool asks_for(const v1::SpecialCondition::TypeCount& need, v1::ShipType::Kind type) {
  return std::ranges::find(need.type(), type) != need.type().end();
}

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

bool hitler_restricts(const Operation& op) { return !holds(op, kAxis, Kind::NO_RESTRICTIONS); }

bool axis_convoy_waits(const Operation& op, Side side, const v1::Force& force) {
  return side == kAxis && force.kind() == v1::BlockKind::CONVOY && op.turn() < op.clock().starting_turn();
}

bool not_in_port(const Operation& op, const v1::Force& force) {
  return op.at_sea(force) || force.place() == data_of(op, Kind::WUNDERLAND).place(0);
}

// -- aircraft --

bool bombs_tirpitz_only(const Operation& op, const v1::Air::Unit& unit) {
  return unit.unit() == data_of(op, Kind::BOMBER_COMMAND).unit(0).unit();
}

void send_bombers_home(Operation& op) {
  const std::string& halifax = data_of(op, Kind::BOMBER_COMMAND).unit(0).unit();
  const auto& units = op.truth.air().unit();
  if (std::ranges::find(units, halifax, &v1::Air::Unit::unit) == units.end()) return;
  remove_aircraft(op, halifax);
  op.tell("report.bomber_command.gone", {}, "12.4");
}

void remove_aircraft(Operation& op, std::string_view id) {
  auto& list = *op.truth.mutable_air()->mutable_unit();
  for (int i = list.size() - 1; i >= 0; --i) {
    if (list.Get(i).unit() == id) list.DeleteSubrange(i, 1);
  }
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
  op.reveal(Licence::kConditionScore, {std::move(told.text("points", points_text(vp_halves))), scored(op, vp_halves)},
            {}, condition.rule());
}

// -- what is noted --

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

void note_attack(Operation& op, Side side, Hex hex) {
  if (!holds(op, side, Kind::SIZILIEN) || hex != op.reference.place(data_of(op, Kind::SIZILIEN).place(0)).hex) return;
  operation_of(op, side).set_attacked_turn(op.turn());
  operation_of(op, side).set_attacked_hex(number(hex));
}

void note_carrier_strike(Operation& op, Side attacker, const std::vector<AirKey>& air_units, Hex hex) {
  const auto& coast = op.reference.hex(hex).data->coast();
  if (attacker != kAllied || std::ranges::find(coast, v1::Hex::NORWAY) == coast.end()) return;
  auto& struck = *operation_of(op, kAllied).mutable_struck();
  for (AirKey key : air_units) {
    const v1::Air::Unit* unit = op.find_air(key);
    if (!unit || op.reference.find_place(unit->base())) continue;
    if (std::ranges::find(struck, unit->base()) == struck.end()) struck.Add(std::string(unit->base()));
  }
}

void axis_convoy_arrives(Operation& op, const v1::Force& convoy, const PlaceFacts& port) {
  if (!holds(op, kAxis, Kind::AXIS_CONVOY) || port.id != convoy.destination()) return;
  const v1::SpecialCondition& condition = data_of(op, Kind::AXIS_CONVOY);
  if (op.turn() <= number_of(condition.deadline())) operation_of(op, kAxis).set_done(true);
}

}  // namespace wardroom::pq17
