// Air units of a strike: who they are, what becomes of them.
#include <algorithm>

#include "server/titles/pq17/air_movement.h"
#include "server/titles/pq17/air_strike_parts.h"
#include "server/titles/pq17/damage.h"
#include "server/titles/pq17/random_events.h"

namespace wardroom::pq17 {
namespace {

using v1::AirResult;

v1::Air::Interceptor& interceptors_of(Operation& op, const std::string& airbase) {
  for (v1::Air::Interceptor& each : *op.truth.mutable_air()->mutable_interceptor()) {
    if (each.airbase() == airbase) return each;
  }
  throw Broken("pq17: no Interceptors there");
}

std::vector<int> raids_that(Operation& op, bool scrambled) {
  std::vector<int> found;
  for (int i = 0; i < op.truth.battle().raid_size(); ++i) {
    const Raid& each = op.truth.battle().raid(i);
    if (each.scrambled() == scrambled && !each.over()) found.push_back(i);
  }
  return found;
}

// Who has no deck left to land on is lost; while another attack waits, its ships are not where one looks for them
// [14.1].
void land(Operation& op, const Strike& strike, v1::Air::Unit& unit) {
  const int key = unit.key();
  const bool homeless = !op.reference.find_place(unit.base()) && !op.carrier_force(unit) && !strike.strikes_back;
  return_to_base(op, unit);
  if (homeless) destroy_air(op, key, op.air(key).cs(), AirLoss::kDitched);
}

}  // namespace

Raid& raid(Operation& op, int index) { return *op.truth.mutable_battle()->mutable_raid(index); }

std::vector<int> raiders(Operation& op) { return raids_that(op, false); }
std::vector<int> scrambled(Operation& op) { return raids_that(op, true); }

const v1::AirModel& model_of(Operation& op, const Raid& raid) {
  if (raid.air_unit() != 0) return *op.facts(op.air(raid.air_unit())).model;
  return *op.reference.box().model(interceptors_of(op, raid.airbase()).model());
}

int able_cs(Operation& op, const Raid& raid) {
  if (raid.air_unit() == 0) {
    const v1::Air::Interceptor& unit = interceptors_of(op, raid.airbase());
    return unit.cs() - unit.aborted();
  }
  const v1::Air::Unit* unit = op.find_air(raid.air_unit());
  return unit ? able_cs(op, *unit) : 0;
}

Text name_of(Operation& op, const Raid& raid) {
  if (raid.air_unit() != 0) return op.name(op.air(raid.air_unit()));
  return Text("strike.interceptors")
      .text("model", Text(interceptors_of(op, raid.airbase()).model() + ".name"))
      .text("place", op.name(op.reference.place(raid.airbase())));
}

void put_raids(Operation& op, const std::vector<int>& air_units) {
  op.truth.mutable_battle()->clear_raid();
  for (int key : air_units) op.truth.mutable_battle()->add_raid()->set_air_unit(key);
}

void suffer(Operation& op, int index, std::vector<AirResult::Kind> results) {
  std::erase(results, AirResult::NONE);
  std::ranges::sort(results, std::greater<>());
  const Raid of = raid(op, index);
  const auto able = static_cast<std::size_t>(std::max(able_cs(op, of), 0));
  if (results.size() > able) results.resize(able);
  const auto number_of = [&](AirResult::Kind kind) { return static_cast<int>(std::ranges::count(results, kind)); };
  const int aborts = number_of(AirResult::ABORT);
  const int damaged = number_of(AirResult::DAMAGED);
  const int hits = number_of(AirResult::HIT);
  if (of.air_unit() == 0) {
    if (aborts > 0) abort_interceptors(op, of.airbase(), aborts);
    if (damaged > 0) damage_interceptors(op, of.airbase(), damaged);
    if (hits > 0) destroy_interceptors(op, of.airbase(), hits);
  } else {
    if (aborts > 0) abort_air(op, of.air_unit(), aborts);
    if (damaged > 0) damage_air(op, of.air_unit(), damaged);
    if (hits > 0) destroy_air(op, of.air_unit(), hits);
  }
  if (able_cs(op, of) <= 0) raid(op, index).set_over(true);
}

Text result_name(AirResult::Kind result) { return Text("airresult." + lower(AirResult::Kind_Name(result)) + ".name"); }

void all_home(Operation& op, const Strike& strike) {
  for (const Raid& each : op.truth.battle().raid()) {
    if (each.air_unit() == 0) continue;
    if (v1::Air::Unit* unit = op.find_air(each.air_unit())) land(op, strike, *unit);
  }
  op.truth.mutable_battle()->clear_raid();
  op.truth.mutable_battle()->set_wave(0);
}

bool may_be_bombed(const Operation& op, Hex hex) {
  const PlaceFacts* port = op.port_in_play(hex);
  const bool spared = port && std::ranges::any_of(op.scenario.special_rule(), [&](const v1::SpecialRule& rule) {
                        return rule.kind() == v1::SpecialRule::NO_ATTACKS_IN_PORT &&
                               std::ranges::find(rule.place(), port->id) != rule.place().end();
                      });
  if (spared) return false;
  const auto& coasts = op.reference.hex(hex).data->coast();
  return std::ranges::find(coasts, v1::Hex::UNITED_KINGDOM) == coasts.end() || op.is(Mutant::kUnitedKingdomStruck);
}

bool may_attack_places(const Operation& op, const v1::Air::Unit& unit) {
  const AirFacts& facts = op.facts(unit);
  if (facts.unit->condition_only()) return false;  // they have their own orders [12.4, 12.7]
  if (!op.reference.box().chart_row(facts.model->type()).bombs()) return false;
  if (facts.model->carrier() || op.is(Mutant::kLandAircraftStrikePorts)) return true;
  return std::ranges::any_of(op.truth.standing().event(), [&](const v1::Standing::Event& each) {
    const v1::RandomEvent* event = op.reference.box().event(each.event());
    return event && event->kind() == v1::RandomEvent::STRIKE_PORTS_AND_BASES &&
           (event->affects() == unit.side() || op.is(Mutant::kPortsStruckAnyway));
  });
}

bool may_attack_at_sea(const Operation& op, const v1::Air::Unit& unit) {
  const AirFacts& facts = op.facts(unit);
  if (facts.unit->service() == v1::AirService::SOVIET_AIR_FORCE && !op.is(Mutant::kSovietAirForceAtSea)) return false;
  if (facts.unit->condition_only()) return false;  // [12.4]
  return op.reference.box().chart_row(facts.model->type()).bombs();
}

}  // namespace wardroom::pq17
