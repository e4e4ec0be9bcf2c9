// Air units of a strike: who they are, what becomes of them.
#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/damage.h"

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
  const AirKey key = key_of(unit);
  const bool homeless = !op.reference.find_place(unit.base()) && !op.carrier_force(unit) && !strike.strikes_back;
  return_to_base(op, unit);
  if (homeless) destroy_air(op, key, op.air(key).cs(), AirLoss::kDitched);
}

}  // namespace

Raid& raid(Operation& op, int index) { return *op.truth.mutable_battle()->mutable_raid(index); }

std::vector<int> raiders(Operation& op) { return raids_that(op, false); }
std::vector<int> scrambled(Operation& op) { return raids_that(op, true); }

const v1::AirModel& model_of(Operation& op, const Raid& raid) {
  if (raid.air_unit() != 0) return *op.facts(op.air(air_key(raid))).model;
  return *op.reference.box().model(interceptors_of(op, raid.airbase()).model());
}

int able_cs(Operation& op, const Raid& raid) {
  if (raid.air_unit() == 0) {
    const v1::Air::Interceptor& unit = interceptors_of(op, raid.airbase());
    return unit.cs() - unit.aborted();
  }
  const v1::Air::Unit* unit = op.find_air(air_key(raid));
  return unit ? able_cs(op, *unit) : 0;
}

Text name_of(Operation& op, const Raid& raid) {
  if (raid.air_unit() != 0) return op.name(op.air(air_key(raid)));
  return Text("strike.interceptors")
      .text("model", Text(interceptors_of(op, raid.airbase()).model() + ".name"))
      .text("place", op.name(op.reference.place(raid.airbase())));
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
    if (aborts > 0) abort_air(op, air_key(of), aborts);
    if (damaged > 0) damage_air(op, air_key(of), damaged);
    if (hits > 0) destroy_air(op, air_key(of), hits);
  }
  if (able_cs(op, of) <= 0) raid(op, index).set_over(true);
}

Text result_name(AirResult::Kind result) { return Text("airresult." + lower(AirResult::Kind_Name(result)) + ".name"); }

void all_home(Operation& op, const Strike& strike) {
  for (const Raid& each : op.truth.battle().raid()) {
    if (each.air_unit() == 0) continue;
    if (v1::Air::Unit* unit = op.find_air(air_key(each))) land(op, strike, *unit);
  }
  op.truth.mutable_battle()->clear_raid();
  op.truth.mutable_battle()->set_wave(0);
}

}  // namespace wardroom::pq17
