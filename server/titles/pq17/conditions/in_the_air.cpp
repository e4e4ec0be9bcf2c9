#include "server/titles/pq17/conditions/in_the_air.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/combat.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/special_operations.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

// -- Harbor Raids --

const v1::SpecialCondition& raids(const Operation& op) { return data_of(op, Kind::HARBOR_RAIDS); }

bool had(const Operation& op, v1::Light::Kind light) {
  for (int turn = 1; turn < op.turn(); ++turn) {  // the Operation is over: this one was not played
    if (op.light(turn) == light) return true;
  }
  return false;
}

// Kirkenes is North Norway for this.
bool in_north_norway(const Operation& op, const v1::Air::Unit& unit) {
  const PlaceFacts* base = op.reference.find_place(unit.base());
  if (!base || base->hex == Hex{}) return false;
  const MapHex& hex = op.reference.hex(base->hex);
  return hex.has(v1::Hex::NORWEGIAN_COAST) && !hex.has(v1::Hex::SOUTH_NORWAY);
}

// At Night, too, those may raid that may not fly then otherwise [5.3].
std::vector<AirKey> able_to_raid(Operation& op, const PlaceFacts& port) {
  std::vector<AirKey> keys;
  for (const v1::Air::Unit* unit : op.aircraft(kAxis)) {
    const AirFacts& facts = op.facts(*unit);
    if (facts.model->type() == v1::AirType::PHOTO || facts.unit->condition_only() || !in_north_norway(op, *unit))
      continue;
    if (able_cs(op, *unit) <= 0 || kept_on_the_ground(op, facts)) continue;
    if (op.reference.air_distance(*op.base_hex(*unit), port.hex) <= facts.model->range()) keys.push_back(key_of(*unit));
  }
  return keys;
}

// Everybody is back at his base, and what broke off is ready again.
void begin_raid(Operation& op) {
  for (Side side : kSides) {
    for (v1::Air::Unit* unit : op.aircraft(side)) {
      if (unit->mission() != v1::Air::AT_BASE) return_to_base(op, *unit);
    }
    for (v1::Air::Unit* unit : op.aircraft(side)) {
      unit->set_aborted(0);
      unit->set_flown(false);
    }
  }
  for (v1::Sea::Stack& stack : *op.truth.mutable_sea()->mutable_stack()) stack.clear_struck();
  for (auto& each : *op.truth.mutable_air()->mutable_interceptor()) each.set_aborted(0);
}

// During a Day raid on Murmansk I/StG 5 joins; what it has lost in the first it lacks in the second.
std::vector<AirKey> dive_bombers(Operation& op, const PlaceFacts& port, v1::Light::Kind light) {
  std::vector<AirKey> keys;
  if (port.id != raids(op).place(0) || light != v1::Light::DAY) return keys;
  const v1::Units& units = raids(op).unit(0);
  if (kept_on_the_ground(op, op.reference.air(units.unit()))) return keys;  // [12.6]
  v1::SpecialOperation& operation = operation_of(op, kAxis);
  if (!operation.declared()) {
    operation.set_declared(true);  // they have come
    return base_aircraft(op, units, op.reference.air(units.unit()).unit->base(0));
  }
  for (const v1::Air::Unit* unit : op.aircraft(kAxis)) {
    if (unit->unit() == units.unit() && able_cs(op, *unit) > 0) keys.push_back(key_of(*unit));
  }
  return keys;
}

Task<std::vector<AirKey>> choose_raiders(Operation& op, const std::vector<AirKey>& able, int number) {
  std::vector<AirKey> chosen;
  while (chosen.size() < able.size()) {
    Menu menu = op.menu(kAxis, v1::MenuKind::STRIKE_UNITS, "prompt.harbour_raid");
    menu.prompt.number("number", number);
    menu.rule = "12.7";
    for (AirKey key : able) {
      if (std::ranges::find(chosen, key) != chosen.end()) continue;
      menu.offer(v1::Verb::JOIN_STRIKE, key).says("choice.harbour_raid.with").text("unit", op.name(op.air(key)));
    }
    menu.offer(v1::Verb::DONE).says("choice.done");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) break;
    chosen.push_back(answer.at<AirKey>(0));
  }
  std::ranges::sort(chosen);
  co_return chosen;
}

Menu raid_menu(Operation& op, int number) {
  Menu menu = op.menu(kAxis, v1::MenuKind::HARBOUR_RAID, "prompt.harbour_raid");
  menu.prompt.number("number", number);
  menu.rule = "12.7";
  for (const std::string& id : raids(op).place()) {
    const PlaceFacts& port = op.reference.place(id);
    if (op.stack(port.id, kAllied).blocks() == 0) continue;
    for (const auto light : {v1::Light::DAY, v1::Light::NIGHT}) {
      if (!had(op, light)) continue;
      const bool night = light == v1::Light::NIGHT;
      Item& item = menu.offer(v1::Verb::RAID_PORT, port.number, night ? 1 : 0).place(pq17::number(port.hex));
      item.says(night ? "choice.harbour_raid.port_night" : "choice.harbour_raid.port_day").text("place", op.name(port));
    }
  }
  if (!menu.items.empty()) menu.offer(v1::Verb::NO).says("choice.harbour_raid.none");
  return menu;
}

Task<> raid(Operation& op, const PlaceFacts& port, v1::Light::Kind light, int number) {
  begin_raid(op);
  const std::vector<AirKey> able = able_to_raid(op, port);
  PortStrike strike{.attacker = kAxis, .place = port.id, .air_units = {}, .night = light == v1::Light::NIGHT};
  strike.air_units = co_await choose_raiders(op, able, number);
  for (AirKey key : dive_bombers(op, port, light)) strike.air_units.push_back(key);
  if (strike.air_units.empty()) co_return;
  strike.hits_per_merchant = raids(op).hits_per_merchant();
  strike.raid = number;
  op.reveal(Licence::kCondition, Text("report.confirmation.harbour_raid").text("place", op.name(port)), port.hex,
            "12.7");
  co_await strike_port(op, strike);
}

}  // namespace

Task<> call_bombers(Operation& op) {
  if (op.active() != kAllied || !op.truth.standing().axis_capital_in_port()) co_return;
  if (!op.night()) co_return;
  const bool can = holds(op, kAllied, Kind::BOMBER_COMMAND) && !chit_shown(op, kAllied);  // it is shown when they come
  if (!can && !might_hold(op, kAllied, Kind::BOMBER_COMMAND))
    co_return;  // else the Axis would know by his not being asked
  Menu menu =
      op.menu(kAllied, v1::MenuKind::BOMBER_COMMAND, can ? "prompt.bomber_command" : "prompt.show_chit.nothing");
  menu.rule = "12.4";
  const PlaceFacts& base = op.reference.place(data_of(op, Kind::BOMBER_COMMAND).place(0));
  if (can) menu.offer(v1::Verb::CALL_BOMBERS).place(number(base.hex)).by("12.4").says("choice.bomber_command.call");
  menu.offer(v1::Verb::DONE).says(can ? "choice.bomber_command.wait" : "choice.done");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::DONE) co_return;
  operation_of(op, kAllied).set_done(true);
  show_chit(op, kAllied);
  op.reveal(Licence::kCondition, "report.bomber_command", base.hex, "12.4");
  base_aircraft(op, data_of(op, Kind::BOMBER_COMMAND).unit(0), base.id);
}

Task<> bomb_tirpitz(Operation& op) {
  PortStrike strike{.attacker = kAllied, .place = {}, .air_units = {}, .night = op.night()};
  strike.only_unit = kTirpitzId;
  for (const v1::Air::Unit* unit : op.aircraft(kAllied)) {
    if (!bombs_tirpitz_only(op, *unit) || unit->mission() != v1::Air::FLYING || able_cs(op, *unit) <= 0) continue;
    const PlaceFacts* port = op.port_in_play(as_hex(unit->hex()));
    if (!port || port->side != kAxis || (!strike.place.empty() && strike.place != port->id)) continue;
    strike.place = port->id;
    strike.air_units.push_back(key_of(*unit));
  }
  if (strike.air_units.empty()) co_return;
  co_await strike_port(op, strike);
}

Task<> harbour_raids(Operation& op) {
  if (!holds(op, kAxis, Kind::HARBOR_RAIDS)) co_return;
  op.clock().set_active(kAxis);
  int number = 1;
  if (op.truth.has_battle()) {  // play begins again in a raid
    number = op.truth.battle().strike().raid();
    co_await go_on_with_strike(op);
    operation_of(op, kAxis).set_times(number++);
  }
  for (; number <= raids(op).times(); ++number) {
    Menu menu = raid_menu(op, number);
    if (menu.items.empty()) break;
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::NO) break;
    const PlaceFacts& port = op.reference.place(answer.at<int>(0));
    co_await raid(op, port, answer.at<int>(1) == 1 ? v1::Light::NIGHT : v1::Light::DAY, number);
    operation_of(op, kAxis).set_times(number);
  }
  remove_aircraft(op, raids(op).unit(0).unit());
  op.clock().set_active(wardroom::v1::Side::UNSPECIFIED);
}

}  // namespace wardroom::pq17
