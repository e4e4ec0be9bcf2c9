#include "server/titles/pq17/air/abilities.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/events/in_force.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;

bool bomber(v1::AirType::Kind type) { return type != v1::AirType::FIGHTER && type != v1::AirType::PHOTO; }

// [5.3] At Night only units that can search, and British bombers.
bool flies_at_night(const Operation& op, const AirFacts& facts) {
  if (facts.model->recon() || flies_by_event(op, facts)) return true;
  return facts.model->nation() == v1::Nation::BRITISH && bomber(facts.model->type());
}

bool ground_offensive(const Operation& op) {
  const std::string& offensive = data_of(op, v1::SpecialCondition::GROUND_OFFENSIVE).id();
  return std::ranges::any_of(op.truth.standing().shown(),
                             [&](const v1::Standing::Chit& chit) { return chit.condition() == offensive; });
}

// [12.6]
bool flies_in_ground_offensive(const AirFacts& facts) {
  const auto nation = facts.model->nation();
  if (nation == v1::Nation::BRITISH || nation == v1::Nation::US) return true;
  return facts.unit->flies_in_ground_offensive() || facts.unit->service() == v1::AirService::SOVIET_NAVAL_AIR ||
         facts.model->type() == v1::AirType::TORPEDO_BOMBER;
}

}  // namespace

bool can_take_off(Operation& op, const v1::Air::Unit& unit) {
  if (op.night() && !flies_at_night(op, op.facts(unit))) return false;
  if (kept_on_the_ground(op, op.facts(unit))) return false;
  const PlaceFacts* base = op.reference.find_place(unit.base());
  if (base && airbase_closed(op, unit.side(), base->hex)) return false;  // [13]
  return can_fly_in_weather(op, unit);
}

bool kept_on_the_ground(const Operation& op, const AirFacts& facts) {
  return ground_offensive(op) && !flies_in_ground_offensive(facts);
}

bool can_fly_in_weather(Operation& op, const v1::Air::Unit& unit) {
  if (const PlaceFacts* base = op.reference.find_place(unit.base())) {
    return op.effect(base->hex).land_take_off();
  }
  const v1::Force* carrier = op.carrier_force(unit);
  if (!carrier || !op.at_sea(*carrier) || !op.effect(op.hex_of(*carrier)).carrier_launch()) return false;
  const auto works = [&](const v1::Counter& ship) {  // [7.8]
    return ship.unit() == unit.base() && !ship.crippled() && !ship.dead_in_water() && ship.towed_by().empty();
  };
  return std::ranges::any_of(carrier->ship(), works) ||
         std::ranges::any_of(op.own(unit.side()).display(),
                             [&](const v1::Displayed& each) { return works(each.ship()); });
}

int able_cs(const Operation&, const v1::Air::Unit& unit) { return unit.cs() - unit.aborted() - unit.damaged(); }

bool might_have_carrier_aircraft(const Operation& op, Side side) {
  return !op.own(side).aboard().empty() || op.option("option.ahistorical_forces");
}

Text name_with_strength(const Operation& op, const v1::Air::Unit& unit) {
  return Text("aircraft.shown").text("unit", op.name(unit)).number("cs", unit.cs()).number("damaged", unit.damaged());
}

bool temporary_radius(const Operation& op, Side side, Hex hex) {
  const auto over = [&](const auto& hexes) { return std::ranges::find(hexes, number(hex)) != hexes.end(); };
  for (const Air::Unit& unit : op.truth.air().unit()) {
    if (unit.side() == side && unit.mission() == Air::RADIUS && over(unit.radius())) return true;
  }
  if (covered_by_event(op, side, hex)) return true;  // [13]
  if (!over(op.truth.air().announced())) return false;
  return std::ranges::any_of(op.own(side).force(), [&](const v1::Force& force) {
    return force.block() != 0 && op.hex_of(force) == hex && has_working_carrier(op.reference, force);
  });
}

bool may_attack_places(const Operation& op, const v1::Air::Unit& unit) {
  const AirFacts& facts = op.facts(unit);
  if (facts.unit->condition_only()) return false;  // they have their own orders [12.4, 12.7]
  if (!op.reference.box().chart_row(facts.model->type()).bombs()) return false;
  if (facts.model->carrier()) return true;
  return std::ranges::any_of(op.truth.standing().event(), [&](const v1::Standing::Event& each) {
    const v1::RandomEvent* event = op.reference.box().event(each.event());
    return event && event->kind() == v1::RandomEvent::STRIKE_PORTS_AND_BASES && event->affects() == unit.side();
  });
}

bool may_be_bombed(const Operation& op, Hex hex) {
  const PlaceFacts* port = op.port_in_play(hex);
  const bool spared = port && std::ranges::any_of(op.scenario.special_rule(), [&](const v1::SpecialRule& rule) {
                        return rule.kind() == v1::SpecialRule::NO_ATTACKS_IN_PORT &&
                               std::ranges::find(rule.place(), port->id) != rule.place().end();
                      });
  if (spared) return false;
  const auto& coasts = op.reference.hex(hex).data->coast();
  return std::ranges::find(coasts, v1::Hex::UNITED_KINGDOM) == coasts.end();
}

bool may_attack_at_sea(const Operation& op, const v1::Air::Unit& unit) {
  const AirFacts& facts = op.facts(unit);
  if (facts.unit->service() == v1::AirService::SOVIET_AIR_FORCE) return false;
  if (facts.unit->condition_only()) return false;  // [12.4]
  return op.reference.box().chart_row(facts.model->type()).bombs();
}

void return_to_base(Operation& op, v1::Air::Unit& unit) {
  if (unit.mission() == Air::SHADOWING || unit.mission() == Air::RADIUS) {
    const PlaceFacts* place = op.reference.find_place(unit.base());
    const Text base = place ? op.name(*place) : op.name(op.reference.unit(unit.base()));
    // A hidden carrier may be the reason.
    op.reveal(Licence::kAircraftFly, Text("report.air.home").text("unit", op.name(unit)).text("place", base), {},
              "5.3");
  }
  unit.set_mission(Air::AT_BASE);
  unit.set_hex(0);
  unit.clear_radius();
  op.hide_air(key_of(unit));
}

void return_missions(Operation& op, Side side) {
  for (Air::Unit* unit : op.aircraft(side)) {
    if (unit->mission() == Air::FLYING) return_to_base(op, *unit);
  }
}

void return_radii(Operation& op, Side side) {
  for (Air::Unit* unit : op.aircraft(side)) {
    if (unit->mission() == Air::RADIUS) return_to_base(op, *unit);
  }
}

}  // namespace wardroom::pq17
