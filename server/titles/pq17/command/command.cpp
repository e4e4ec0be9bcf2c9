// Command points, and who may leave port [4.3].
#include "server/titles/pq17/command/command.h"

#include <algorithm>

#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/sailing.h"
#include "server/titles/pq17/events/in_force.h"

namespace wardroom::pq17 {
namespace {

using PointPool = v1::Own::CommandPool;

PointPool* command_pool(Operation& op, v1::Command::Kind command) {
  v1::Own& own = op.own(command == v1::Command::GRUPPE_NORD ? kAxis : kAllied);
  for (PointPool& each : *own.mutable_command()) {
    if (each.command() == command) return &each;
  }
  return nullptr;
}

// Half points that sailing it uses up: its Heavy Ships, those under Soviet command apart [4.3.2].
int halves_of(const Operation& op, const v1::Force& force) {
  const auto& cost = op.numbers.command();
  int halves = 0;
  for (const v1::Counter& ship : force.ship()) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    if (unit.soviet()) continue;
    if (force.patrol_white() && of_patrol_white(op, unit.id)) continue;
    if (unit.capital()) {
      halves += cost.capital_halves();
    } else if (unit.cruiser() || unit.type == v1::ShipType::CVE) {
      halves += cost.cruiser_or_cve_halves();
    }
  }
  return halves;
}

bool has_soviet_surface(const Operation& op, const v1::Force& force) {
  return std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    return unit.soviet() && !unit.submarine();
  });
}

// Whole points to tick so that the pool covers this many half points more.
int points_for(const PointPool& pool, int halves) {
  const int spare = pool.spent() * 2 - pool.used_halves();
  return std::max(0, (halves - spare + 1) / 2);
}

bool sails_free(const Operation& op, const v1::Force& force) {
  if (force.training()) return true;
  const PlaceFacts* place = op.reference.find_place(force.place());
  if (!place) return false;
  return (place->port && place->port->sails_without_cp()) || (place->box && place->box->sails_without_cp());  // [4.3.3]
}

void tick(Operation& op, v1::Command::Kind command, int points, int halves) {
  PointPool* from = command_pool(op, command);
  if (!from) return;
  from->set_spent(from->spent() + points);
  from->set_used_halves(from->used_halves() + halves);
  if (points == 0) return;
  Text told = Text("report.command.own").text("command", "command." + lower(v1::Command::Kind_Name(command)) + ".name");
  told.number("count", points).number("left", from->points() - from->spent());
  op.tell(command == v1::Command::GRUPPE_NORD ? kAxis : kAllied, std::move(told), {}, "4.3.2");
}

v1::Command::Kind heavy_command(Side side) {
  return side == kAllied ? v1::Command::HOME_FLEET : v1::Command::GRUPPE_NORD;
}

// The Northern Fleet's point is good for all Soviet surface ships, in that or any later turn [4.3.2].
int soviet_points(Operation& op, const v1::Force& force) {
  if (!has_soviet_surface(op, force)) return 0;
  const PointPool* fleet = command_pool(op, v1::Command::SEVERNYY_FLOT);
  if (fleet && fleet->used_halves() > 0) return 0;
  return op.numbers.command().soviet_surface_points();
}

void pay(Operation& op, Side side, int halves, int soviet) {
  if (halves > 0) {
    const v1::Command::Kind command = heavy_command(side);
    if (const PointPool* from = command_pool(op, command)) tick(op, command, points_for(*from, halves), halves);
  }
  if (soviet > 0) tick(op, v1::Command::SEVERNYY_FLOT, soviet, soviet * 2);
}

bool outside_soviet_waters(const Operation& op, Hex hex) {
  const MapHex& at = op.reference.hex(hex);
  return !at.in(v1::AirRadius::SOVIET) && !at.in(v1::SearchSector::SOVIET);
}

// Only Task Forces; a convoy's Soviet escorts go with it.
bool pays_for_hexes(const Operation& op, const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE && has_soviet_surface(op, force);
}

bool has_unit(const v1::Force& force, std::string_view unit) {
  return std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) { return ship.unit() == unit; });
}

const v1::SpecialRule* held_by_rule(const Operation& op, const v1::Force& force, int turn) {
  for (const v1::SpecialRule& rule : op.scenario.special_rule()) {
    if (rule.kind() != v1::SpecialRule::UNITS_STAY_IN_PORT) continue;
    if (rule.has_until() && turn > number_of(rule.until())) continue;
    if (std::ranges::any_of(rule.unit(), [&](const std::string& unit) { return has_unit(force, unit); })) return &rule;
  }
  return nullptr;
}

bool not_yet_available(const Operation& op, const v1::Force& force, int turn) {
  return std::ranges::any_of(op.scenario.force(), [&](const v1::ForcePool& pool) {
    if (!pool.has_available_from() || turn >= number_of(pool.available_from())) return false;
    return std::ranges::any_of(pool.unit(), [&](const v1::Units& units) { return has_unit(force, units.unit()); });
  });
}

constexpr std::string_view kTirpitz = "ship.tirpitz";
constexpr int kFuelShortageFrom = 1942;  // [11.4]

// German Task Forces wait for an Allied force to be identified at sea [11.4, A-34].
bool short_of_fuel(Operation& op, Side side, const v1::Force& force) {
  if (side != kAxis || force.kind() != v1::BlockKind::TASK_FORCE || force.training() || op.at_sea(force)) return false;
  if (op.scenario.date().year() < kFuelShortageFrom || op.special_rule(v1::SpecialRule::GERMAN_FLEET_FREE))
    return false;
  if (may_sail_by_event(op, side)) return false;  // [13]
  if (sails_for_condition(op, force)) return false;
  return !op.truth.standing().allied_identified_at_sea();
}

constexpr int kLevelOfCarriers = 2;  // the owner says whether there is any [6.2.1]

// [5.1.8, A-35] While the block that was told of lies at ID2 or better, or no block has left the port that was
// photographed; or everybody knows that she is sunk. Where she really is does not matter: the answer would tell it.
bool carrier_found(Operation& op, const std::string& ship) {
  const v1::Standing& standing = op.truth.standing();
  if (std::ranges::find(standing.loss(), ship, &v1::Standing::Loss::unit) != standing.loss().end()) return true;
  return std::ranges::any_of(op.own(kAllied).carrier_told(), [&](const v1::CarrierTold& told) {
    if (told.ship() != ship) return false;
    if (told.place().empty()) {
      const v1::Block* block = op.find_block(block_id(told));
      return block && block->flat() && block->level() >= kLevelOfCarriers;
    }
    return std::ranges::any_of(standing.photographed(), [&](const auto& photo) {
      return photo.place() == told.place() && !photo.sailed_since();
    });
  });
}

void add_carriers_told(Operation& op, const std::vector<const v1::Force*>& forces, const v1::CarrierTold& where) {
  auto& told = *op.own(kAllied).mutable_carrier_told();
  for (int i = told.size() - 1; i >= 0; --i) {
    if (told[i].block() == where.block() && told[i].place() == where.place()) told.DeleteSubrange(i, 1);
  }
  for (const std::string& ship : op.scenario.carriers_to_find()) {
    if (std::ranges::none_of(forces, [&](const v1::Force* force) { return has_unit(*force, ship); })) continue;
    v1::CarrierTold& now = *told.Add();
    now = where;
    now.set_ship(ship);
  }
}

bool all_carriers_found(Operation& op) {
  const auto& seen = op.own(kAllied).carrier_seen();
  const bool once_is_enough = op.option("option.ruling.a_35");
  return std::ranges::all_of(op.scenario.carriers_to_find(), [&](const std::string& ship) {
    return carrier_found(op, ship) || (once_is_enough && std::ranges::find(seen, ship) != seen.end());
  });
}

}  // namespace

// -- command points --

int halves_to_sail(const Operation& op, const v1::Force& force) {
  return sails_free(op, force) ? 0 : halves_of(op, force);
}

std::optional<Cost> cost_to_sail(Operation& op, Side side, const v1::Force& force) {
  Cost cost;
  if (sails_free(op, force)) return cost;
  if (const int halves = halves_of(op, force); halves > 0) {
    const PointPool* from = command_pool(op, heavy_command(side));
    if (!from) return std::nullopt;
    const int points = points_for(*from, halves);
    if (from->spent() + points > from->points()) return std::nullopt;
    (side == kAllied ? cost.home_fleet : cost.gruppe_nord) = points;
  }
  if (const int points = soviet_points(op, force); points > 0) {
    const PointPool* fleet = command_pool(op, v1::Command::SEVERNYY_FLOT);
    if (!fleet || fleet->spent() + points > fleet->points()) return std::nullopt;
    cost.severnyy_flot = points;
  }
  return cost;
}

void pay_to_sail(Operation& op, Side side, const v1::Force& force) {
  if (force.training()) op.own(side).set_trained(true);
  if (!sails_free(op, force)) pay(op, side, halves_of(op, force), soviet_points(op, force));
}

bool can_pay_for_hex(Operation& op, const v1::Force& force, Hex to) {
  if (!pays_for_hexes(op, force) || !outside_soviet_waters(op, to)) return true;
  const PointPool* fleet = command_pool(op, v1::Command::SEVERNYY_FLOT);
  return fleet && fleet->spent() + op.numbers.command().soviet_hex_outside_points() <= fleet->points();
}

int points_for_hex(Operation& op, const v1::Force& force, Hex to) {
  const bool pays =
      force.kind() == v1::BlockKind::TASK_FORCE && pays_for_hexes(op, force) && outside_soviet_waters(op, to);
  return pays ? op.numbers.command().soviet_hex_outside_points() : 0;
}

void pay_for_hex(Operation& op, const v1::Force& force, Hex to) {
  if (!pays_for_hexes(op, force) || !outside_soviet_waters(op, to)) return;
  const int points = op.numbers.command().soviet_hex_outside_points();
  tick(op, v1::Command::SEVERNYY_FLOT, points, points * 2);
}

bool fleet_can_plan(Operation& op, const v1::Force& force, const std::vector<Hex>& route) {
  if (!has_soviet_surface(op, force)) return true;
  const auto outside = [&](Hex hex) { return outside_soviet_waters(op, hex); };
  auto hexes = std::ranges::count_if(route, outside);
  for (const v1::Force* other : op.all(kAllied)) {
    if (!pays_for_hexes(op, *other)) continue;
    for (const auto& move : other->plan()) {
      hexes += std::ranges::count_if(move.route(), [&](std::uint32_t hex) { return outside(as_hex(hex)); });
    }
  }
  const auto& cost = op.numbers.command();
  const PointPool* fleet = command_pool(op, v1::Command::SEVERNYY_FLOT);
  return fleet &&
         fleet->spent() + soviet_points(op, force) + static_cast<int>(hexes) * cost.soviet_hex_outside_points() <=
             fleet->points();
}

void pay_for_planned_hex(Operation& op, const v1::Force& force, Hex to) {
  if (!pays_for_hexes(op, force) || !outside_soviet_waters(op, to)) return;
  pay(op, kAllied, 0, soviet_points(op, force));  // that it sails comes first
  pay_for_hex(op, force, to);
}

void pay_for_planned_departure(Operation& op, Side side, v1::Force& force) {
  if (force.home().empty() || force.training()) return;
  const PlaceFacts& from = op.reference.place(force.home());
  force.clear_home();  // from here on it has been paid for
  const bool free = (from.port && from.port->sails_without_cp()) || (from.box && from.box->sails_without_cp());
  if (!free) pay(op, side, halves_of(op, force), soviet_points(op, force));
}

void pay_for_ships_at_sea(Operation& op) {
  const Side side = op.active();
  for (v1::Force* force : op.all(side)) {
    if (op.at_sea(*force)) pay_for_planned_departure(op, side, *force);
  }
}

void pay_for_initiative(Operation& op) {
  const Side side = op.active();
  v1::Own& own = op.own(side);
  for (v1::Force& force : *own.mutable_force()) {  // a Training cruise is over, or did not begin
    if (force.training() && !op.at_sea(force) && force.place() == force.home()) force.set_training(false);
  }
  if (side != op.clock().initiative() || own.initiative_paid()) return;
  own.set_initiative_paid(true);
  int spent = 0;
  for (const PointPool& each : own.command()) spent += each.spent();
  const int least = op.numbers.command().initiative_least_points();
  if (spent < least) tick(op, heavy_command(side), least - spent, 0);
}

void pay_for_lost_training(Operation& op) {
  for (v1::Force* force : op.all(kAxis)) {
    if (!force->training() || (!op.at_sea(*force) && force->place() == force->home())) continue;
    pay(op, kAxis, halves_of(op, *force), 0);
    force->set_training(false);
  }
}

// -- who may leave port --

bool bound_to_port(const Operation& op, const v1::Force& force, int turn) {
  return std::ranges::any_of(force.ship(), &v1::Counter::inoperative) || held_by_rule(op, force, turn) ||
         not_yet_available(op, force, turn);
}

std::string_view why_not_sail(Operation& op, Side side, const v1::Force& force) {
  if (std::ranges::any_of(force.ship(), &v1::Counter::inoperative)) return "5.1.3";
  if (const v1::SpecialRule* rule = held_by_rule(op, force, op.turn()))
    return rule->rule().empty() ? std::string_view("5.1.3") : rule->rule();
  if (not_yet_available(op, force, op.turn())) return "4.2";
  if (held_by_event(op, side, force)) return "13";
  if (axis_convoy_waits(op, side, force)) return "12.3";
  if (side == kAxis && has_unit(force, kTirpitz) && !op.own(kAxis).tirpitz_may_sail() && !sails_to_break_out(op, force))
    return "5.1.8";
  if (short_of_fuel(op, side, force)) return "11.4";
  if (!cost_to_sail(op, side, force)) return "4.3";
  return {};
}

void note_carriers_told(Operation& op, const v1::Block& block) {
  if (block.side() != kAllied || block.told().level() < kLevelOfCarriers) return;
  v1::CarrierTold where;
  where.set_block(block.id());
  add_carriers_told(op, {&op.force_behind(block)}, where);
}

void note_carriers_told(Operation& op, const std::string& port, const v1::Statement& told) {
  if (told.level() < kLevelOfCarriers) return;
  const auto forces = op.in_place(kAllied, port);
  v1::CarrierTold where;
  where.set_place(port);
  add_carriers_told(op, {forces.begin(), forces.end()}, where);
}

void hand_over_carriers_told(Operation& op, BlockId from, BlockId into) {
  for (v1::CarrierTold& told : *op.own(kAllied).mutable_carrier_told()) {
    if (block_id(told) == from) told.set_block(into.value);
  }
}

void note_found_carriers(Operation& op) {
  if (!op.option("option.ruling.a_35")) return;
  auto& seen = *op.own(kAllied).mutable_carrier_seen();
  for (const std::string& ship : op.scenario.carriers_to_find()) {
    if (carrier_found(op, ship) && std::ranges::find(seen, ship) == seen.end()) seen.Add(std::string(ship));
  }
}

void answer_about_tirpitz(Operation& op) {
  if (op.active() != kAxis) return;
  note_found_carriers(op);
  v1::Own& own = op.own(kAxis);
  const auto forces = op.all(kAxis);
  const auto with_her = std::ranges::find_if(forces, [](const v1::Force* force) { return has_unit(*force, kTirpitz); });
  if (with_her == forces.end() || op.at_sea(**with_her) || held_by_rule(op, **with_her, op.turn())) return;
  const bool before = own.tirpitz_may_sail();
  const bool free = op.special_rule(v1::SpecialRule::TIRPITZ_FREE) || !hitler_restricts(op) || all_carriers_found(op);
  own.set_tirpitz_may_sail(free);
  if (free == before) return;
  op.reveal(Licence::kTirpitz, kAxis, free ? "report.tirpitz.free.own" : "report.tirpitz.held.own", {}, "5.1.8");
}

}  // namespace wardroom::pq17
