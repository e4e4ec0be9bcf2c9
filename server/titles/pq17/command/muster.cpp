#include "server/titles/pq17/command/muster.h"

#include <algorithm>
#include <map>

#include "server/engine/chance.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/fuel/fuel.h"

namespace wardroom::pq17 {
namespace {

constexpr std::string_view kTromsoe = "port.tromsoe";  // [4.1.3]

bool is_ship_pool(const v1::ForcePool& pool, Side side) { return pool.side() == side && !is_air(pool); }

bool waits_for_its_block(const Operation& op, const v1::Force& force) {
  return force.block() == 0 && !force.place().empty() && !op.reference.find_place(force.place());
}

void begin_convoy(const Operation& op, v1::Force& force, const v1::Convoy& convoy) {
  force.set_convoy(convoy.id());
  force.set_loaded(convoy.loaded());
  force.set_destination(convoy.destination(0));
  for (const v1::Units& units : convoy.ships()) add(op.reference, force, enlist(op, units));
  for (const v1::Units& units : convoy.escort()) add(op.reference, force, enlist(op, units));
}

// The last hexes of its plan may say which of several destinations it makes for.
void aim(v1::Force& force, const v1::Convoy& convoy, const v1::HistoricalSetup::Force& history) {
  for (const auto& move : history.plan()) {
    if (std::ranges::find(convoy.destination(), move.into()) != convoy.destination().end())
      force.set_destination(move.into());
  }
}

void add_axis_convoy(Operation& op) {
  const v1::SpecialCondition& condition = *op.reference.box().condition(op.own(kAxis).condition());
  v1::Force* force = op.form(kAxis, v1::BlockKind::CONVOY);
  if (!force) throw Broken("pq17: no block for the Axis convoy");
  for (const v1::Units& units : condition.variant(op.own(kAxis).condition_variant()).unit()) {
    add(op.reference, *force, enlist(op, units));
  }
  force->set_place(condition.place(0));
  force->set_destination(condition.place(1));
}

void begin_at_sea(Operation& op, Side side, v1::Force& force) {
  const Hex hex = op.hex_of(force);
  if (force.kind() == v1::BlockKind::CONVOY) force.add_visited(number(hex));
  if (force.patrol_white()) {  // [5.1.9]
    fuel_of_patrol_white(op, force);
  } else if (force.kind() == v1::BlockKind::CONVOY || force.kind() == v1::BlockKind::TASK_FORCE) {
    fuel_on_leaving_port(op, side, force);
  }
}

}  // namespace

int steps_of(const Operation& op, const v1::Units& aircraft) {
  return aircraft.has_cs() ? aircraft.cs() : op.reference.air(aircraft.unit()).unit->steps();
}

bool has_room(const Operation& op, const PlaceFacts& base, int steps, const std::vector<AirBase>* planned) {
  if (!base.airbase) return base.port != nullptr;
  for (const v1::Air::Unit& unit : op.truth.air().unit()) {
    if (unit.base() == base.id) steps += unit.cs();
  }
  for (const v1::Air::Interceptor& each : op.truth.air().interceptor()) {
    if (each.airbase() == base.id) steps += each.cs();
  }
  if (planned) {
    for (const AirBase& each : *planned) {
      if (each.place == base.id) steps += steps_of(op, *each.units);
    }
  }
  return steps <= op.numbers.force().airbase_steps();
}

namespace {

// The first number that counters of this Gruppe or squadron get on land; 0: there will be only this one.
int first_number(Operation& op, const AirFacts& facts, int counters) {
  int taken = 0;
  v1::Air::Unit* alone = nullptr;
  for (v1::Air::Unit& unit : *op.truth.mutable_air()->mutable_unit()) {
    if (unit.unit() != facts.id) continue;
    if (unit.number() == 0) alone = &unit;
    taken = std::max({taken, 1, unit.number()});
  }
  if (alone) alone->set_number(1);
  return taken == 0 && counters == 1 ? 0 : taken + 1;
}

}  // namespace

std::vector<AirKey> base_aircraft(Operation& op, const v1::Units& aircraft, const std::string& base) {
  v1::Air& air = *op.truth.mutable_air();
  const AirFacts& facts = op.reference.air(aircraft.unit());
  const bool aboard = !op.reference.find_place(base);
  const int each = static_cast<int>(facts.unit->steps());
  const int counters = (steps_of(op, aircraft) + each - 1) / each;
  int next = aboard ? 0 : first_number(op, facts, counters);
  std::vector<AirKey> keys;
  for (int left = steps_of(op, aircraft); left > 0; left -= each) {
    air.set_next_key(air.next_key() + 1);
    v1::Air::Unit& unit = aboard ? *op.own(facts.side).add_aboard() : *air.add_unit();
    unit.set_key(air.next_key());
    unit.set_unit(facts.id);
    unit.set_side(facts.side);
    unit.set_cs(std::min(left, each));
    if (next > 0) unit.set_number(next++);
    unit.set_base(base);
    keys.push_back(key_of(unit));
  }
  return keys;
}

void close_lot(Operation& op, int before) {
  constexpr int kKeysOfALot = 100;  // more than anyone has
  if (op.option("option.ahistorical_forces")) op.truth.mutable_air()->set_next_key(before + kKeysOfALot);
}

Text Spot::name() const {
  if (place) return TextId(place->name.c_str());
  return Text("choice.hex").word("hex", number_of(hex));
}

Spot spot_of(const Operation& op, std::string_view id) {
  if (const PlaceFacts* place = op.reference.find_place(id)) return {place, {}};
  const auto hex = hex_of(id);
  if (!hex) throw Broken("pq17: neither a place nor a hex");
  return {nullptr, *hex};
}

bool is_air(const v1::ForcePool& pool) { return pool.unit_size() > 0 && pool.unit(0).unit().starts_with("air."); }

bool of_patrol_white(const Operation& op, std::string_view unit) {
  const auto& eligible = op.scenario.patrol_white().eligible();
  return std::ranges::find(eligible, unit) != eligible.end();
}

bool on_patrol_white(const Operation& op, std::string_view unit) {
  if (!op.scenario.has_patrol_white()) return false;
  const auto& eligible = op.scenario.patrol_white().eligible();
  const auto found = std::ranges::find(eligible, unit);
  return found != eligible.end() && found - eligible.begin() < op.scenario.patrol_white().cruisers();
}

const v1::Convoy* convoy_of(const Operation& op, std::string_view id) {
  for (const v1::Convoy& convoy : op.scenario.convoy()) {
    if (!id.empty() && convoy.id() == id) return &convoy;
  }
  return nullptr;
}

const v1::Convoy* convoy_of(const Operation& op, const v1::Force& force) { return convoy_of(op, force.convoy()); }

std::vector<Muster> muster(const Operation& op, Side side) {
  std::vector<Muster> list;
  for (const v1::ForcePool& pool : op.scenario.force()) {
    if (!is_ship_pool(pool, side)) continue;
    for (const v1::Units& units : pool.unit()) list.push_back({&pool, &units});
  }
  return list;
}

std::vector<Muster> muster_air(const Operation& op, Side side) {
  std::vector<Muster> list;
  for (const v1::ForcePool& pool : op.scenario.force()) {
    if (pool.side() != side || !is_air(pool)) continue;
    for (const v1::Units& units : pool.unit()) list.push_back({&pool, &units});
  }
  return list;
}

v1::Counter enlist(const Operation& op, const v1::Units& units) {
  v1::Counter ship = fresh(op.reference, units);
  for (const v1::SpecialRule& rule : op.scenario.special_rule()) {
    if (rule.kind() != v1::SpecialRule::UNITS_START_DAMAGED) continue;
    if (std::ranges::find(rule.unit(), units.unit()) != rule.unit().end())
      ship.set_cs(std::max(0, ship.cs() - rule.amount()));
  }
  return ship;
}

v1::Force* form_at(Operation& op, Side side, const UnitFacts& first, const Spot& spot) {
  const auto kind = first.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE;
  v1::Force* force = op.form(side, kind, first.nation);
  if (force) force->set_place(spot.id());
  return force;
}

v1::Force& form_convoy(Operation& op, const v1::Convoy& convoy, const Spot& spot) {
  v1::Force* force = op.form(convoy.side(), v1::BlockKind::CONVOY);
  if (!force) throw Broken("pq17: no block for a convoy of the scenario");
  force->set_place(spot.id());
  begin_convoy(op, *force, convoy);
  return *force;
}

void set_up_as_in_history(Operation& op, Side side, std::vector<AirBase>& air) {
  for (const auto& each : op.scenario.history().force()) {
    if (each.side() != side) continue;
    const Spot spot = spot_of(op, each.where_case() == v1::HistoricalSetup::Force::kHex ? each.hex() : each.place());
    if (const v1::Convoy* convoy = convoy_of(op, each.convoy())) {
      v1::Force& force = form_convoy(op, *convoy, spot);
      for (const v1::Units& units : each.unit()) add(op.reference, force, enlist(op, units));
      aim(force, *convoy, each);
      continue;
    }
    v1::Force* force = form_at(op, side, op.reference.unit(each.unit(0).unit()), spot);
    if (!force) throw Broken("pq17: no block for a force of history");
    for (const v1::Units& units : each.unit()) {
      add(op.reference, *force, enlist(op, units));
      if (on_patrol_white(op, units.unit())) force->set_patrol_white(true);
    }
  }
  for (const auto& base : op.scenario.history().air()) {
    if (op.reference.air(base.unit().unit()).side == side) air.push_back({&base.unit(), base.place()});
  }
}

std::vector<const PlaceFacts*> occupied_ports(Operation& op, Side side) {
  std::vector<const PlaceFacts*> ports;
  for (const PlaceFacts& place : op.reference.places()) {
    if (!place.port) continue;
    const auto here = op.in_place(side, place.id);
    const bool ships =
        std::ranges::any_of(here, [](const v1::Force* force) { return force->kind() != v1::BlockKind::DUMMY; });
    if (ships) ports.push_back(&place);
  }
  return ports;
}

void add_dummy(Operation& op, Side side, const PlaceFacts& port) {
  if (v1::Force* dummy = op.form(side, v1::BlockKind::DUMMY)) dummy->set_place(port.id);
}

void add_forced_blocks(Operation& op, Side side) {
  const std::vector<const PlaceFacts*> ports = occupied_ports(op, side);
  if (side == kAxis) {
    if (holds(op, kAxis, v1::SpecialCondition::AXIS_CONVOY)) {
      add_axis_convoy(op);
    } else {
      add_dummy(op, kAxis, op.reference.place(kTromsoe));
    }
  }
  for (const auto& dummies : op.scenario.dummies()) {  // the scenario's own come first
    if (dummies.side() != side) continue;
    for (const std::string& place : dummies.extra_at()) add_dummy(op, side, op.reference.place(place));
  }
  for (const PlaceFacts* port : ports) {
    const bool has_its_block = side == kAxis && port->id == kTromsoe;
    if (!has_its_block) add_dummy(op, side, *port);
  }
}

void put_on_the_map(Operation& op, Side side) {
  std::vector<v1::Force*> waiting;
  for (v1::Force* force : op.all(side)) {
    if (waits_for_its_block(op, *force)) waiting.push_back(force);
  }
  std::ranges::stable_sort(waiting, {}, [&](const v1::Force* force) { return op.hex_of(*force); });
  for (v1::Force* force : waiting) {
    const Hex hex = op.hex_of(*force);
    force->clear_place();
    op.put_to_sea(*force, hex);
    op.reveal_to_others(Licence::kNewBlock, side,
                        Text("report.new_block")
                            .word("hex", Operation::word(hex))
                            .number("count", static_cast<int>(op.blocks(side, hex).size())),
                        hex, "8.3");
  }
}

void tell_blocks_in_port(Operation& op, const v1::Sea::Stack& stack) {
  const PlaceFacts& place = op.reference.place(stack.place());
  op.reveal_to_others(Licence::kSetUp, stack.side(),
                      Text("report.blocks_in_port").number("count", stack.blocks()).text("place", op.name(place)), {},
                      "4.1.3");
}

void seal_set_up(Operation& op, Side side, const std::vector<AirBase>& air) {
  for (v1::Force* force : op.all(side)) {
    if (waits_for_its_block(op, *force)) begin_at_sea(op, side, *force);
  }
  std::map<int, int> blocks;  // place number, how many
  for (const v1::Force* force : op.all(side)) {
    if (const PlaceFacts* place = op.reference.find_place(force->place())) ++blocks[place->number];
  }
  for (const auto& [number, count] : blocks) {
    const PlaceFacts& place = op.reference.place(number);
    v1::Sea::Stack& stack = op.stack(place.id, side);
    stack.set_blocks(count);
    tell_blocks_in_port(op, stack);
  }
  put_on_the_map(op, side);
  const int before = op.truth.air().next_key();
  for (const AirBase& each : air) base_aircraft(op, *each.units, each.place);
  close_lot(op, before);
  op.own(side).clear_pool();
}

}  // namespace wardroom::pq17
