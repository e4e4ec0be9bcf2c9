#include "server/titles/pq17/movement/legality.h"

#include <algorithm>

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/conditions/breakout.h"
#include "server/titles/pq17/conditions/kara_sea.h"
#include "server/titles/pq17/conditions/spitsbergen.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/movement/speed.h"
#include "server/titles/pq17/sequence/score.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

bool soviet_wolfpack(const Operation& op, const v1::Force& force) {
  return force.kind() == v1::BlockKind::WOLFPACK && has_soviet(op.reference, force);
}

bool british_wolfpack(const Operation& op, Side side, const v1::Force& force) {
  return side == kAllied && force.kind() == v1::BlockKind::WOLFPACK && !has_soviet(op.reference, force);
}

// [5.2.1] British submarines keep clear of convoys and of Soviet submarines, and these of them.
bool keep_clear(const Operation& op, const v1::Force& a, const v1::Force& b) {
  const auto avoided = [&](const v1::Force& force) {
    return force.kind() == v1::BlockKind::CONVOY || soviet_wolfpack(op, force);
  };
  return (british_wolfpack(op, kAllied, a) && avoided(b)) || (avoided(a) && british_wolfpack(op, kAllied, b));
}

// [5.1.4] Enemy ports are closed, but for one German Wolfpack at Murmansk, and Barentsburg to those who bombard it
// [12.11].
bool closed_port(Operation& op, Side side, const v1::Force& force, Hex to) {
  const PlaceFacts* port = op.port_in_play(to);
  if (!port || port->side == side) return false;
  if (may_bombard(op, side, force, to)) return false;
  if (!port->port->enemy_wolfpack_may_enter() || force.kind() != v1::BlockKind::WOLFPACK) return true;
  return std::ranges::any_of(op.at_sea(side, to),
                             [&](const v1::Force* other) { return key_of(*other) != key_of(force); });
}

// Ice known to be there that this side may never enter [5.1.7, 10.2.5].
bool closed_by_ice(Operation& op, Side side, Hex from, Hex to) {
  const auto ice = known_ice(op, side, from, to);
  if (!ice) return false;
  return *ice == v1::Ice::SOLID_PACK || (side == kAxis && *ice >= v1::Ice::HEAVY_DRIFT);
}

bool bound_convoy(Operation& op, const v1::Force& force) {
  return force.kind() == v1::BlockKind::CONVOY && !is_scattered(op, force) && !force.destination().empty();
}

// [5.1.5, A-46] Not where it has been, and not farther by sea unless land leaves nothing else.
bool may_go_toward(Operation& op, Side side, const v1::Force& force, Hex goal, Hex to) {
  const Hex from = op.hex_of(force);
  if (from == goal) return false;  // it has come; what is left is to enter port
  const auto been = [&](Hex hex) { return std::ranges::find(force.visited(), number(hex)) != force.visited().end(); };
  const auto farther = [&](Hex hex) {
    return op.reference.sea_distance(side, hex, goal) > op.reference.sea_distance(side, from, goal);
  };
  if (been(to) || !farther(to)) return !been(to);
  return std::ranges::none_of(op.reference.hex(from).by_sea, [&](Hex other) {
    return !closed_port(op, side, force, other) && !been(other) && !farther(other);
  });
}

std::vector<Hex> as_a_convoy(Operation& op, Side side, const v1::Force& force, std::vector<Hex> open) {
  std::erase_if(open, [&](Hex to) { return !makes_for_by(op, side, force, to); });
  return open;
}

// One hex farther, whatever becomes of a convoy's course.
bool may_step(Operation& op, Side side, const v1::Force& force, Hex from, Hex to) {
  if (!open_to(op, side, force, to) || closed_by_ice(op, side, from, to)) return false;
  const bool at_high_speed = force.hexes() >= op.numbers.movement().moderate_hexes();
  const bool leads = op.reference.hex(to).has(v1::Hex::INNER_LEADS) && like_task_force(force);
  if (at_high_speed && leads) return false;                                                               // [5.1.6]
  return side != kAllied || force.kind() != v1::BlockKind::TASK_FORCE || can_pay_for_hex(op, force, to);  // [4.3.2]
}

bool box_open(Operation& op, Side side, const v1::Box& box) {
  const auto use = side == kAllied ? box.allied_use() : box.axis_use();
  if (use == v1::Box::BY_CONDITION ? op.own(side).condition() != box.condition() : use != v1::Box::FREE) return false;
  if (!box.has_ice_area()) return true;
  for (const auto& marker : op.truth.environment().ice()) {  // [5.7.2]
    if (marker.area().sector() != box.ice_area().sector() || marker.area().zone() != box.ice_area().zone()) continue;
    return marker.condition() <= box.worst_ice();
  }
  return true;
}

bool is_gate(const v1::Box& box, Hex hex) {
  return std::ranges::find(box.gates(), number_of(hex)) != box.gates().end();
}

}  // namespace

bool deconflicted(Operation& op, Side side, const v1::Force& force, Hex to) {
  if (side != kAllied) return true;
  if (force.kind() != v1::BlockKind::CONVOY && force.kind() != v1::BlockKind::WOLFPACK) return true;
  if (soviet_wolfpack(op, force)) {
    const MapHex& hex = op.reference.hex(to);
    if (!hex.has(v1::Hex::SOVIET_SUB_PATROL)) return false;
    if (hex.data->has_soviet_subs_from() && order_of(op.scenario.date()) < order_of(hex.data->soviet_subs_from()))
      return false;
  }
  return std::ranges::none_of(op.own(side).force(), [&](const v1::Force& other) {
    return op.hex_of(other) == to && !op.reference.find_place(other.place()) && keep_clear(op, force, other);
  });
}

std::vector<const PlaceFacts*> destinations_of(const Operation& op, const v1::Force& convoy) {
  std::vector<const PlaceFacts*> places;
  if (!convoy.destination().empty()) places.push_back(&op.reference.place(convoy.destination()));
  const v1::Convoy* listed = convoy_of(op, convoy);
  if (!listed) return places;
  for (const std::string& id : listed->destination()) {
    if (id != convoy.destination()) places.push_back(&op.reference.place(id));
  }
  return places;
}

bool may_end_in(const Operation& op, const v1::Force& convoy, const PlaceFacts& place) {
  return std::ranges::count(destinations_of(op, convoy), &place) > 0;
}

const PlaceFacts* makes_for_by(Operation& op, Side side, const v1::Force& convoy, Hex to) {
  for (const PlaceFacts* place : destinations_of(op, convoy)) {
    if (may_go_toward(op, side, convoy, place->hex, to)) return place;
  }
  return nullptr;
}

bool open_to(Operation& op, Side side, const v1::Force& force, Hex to) {
  return !closed_port(op, side, force, to) && deconflicted(op, side, force, to);
}

std::vector<Hex> next_hexes(Operation& op, Side side, const v1::Force& force, std::size_t enough) {
  std::vector<Hex> open;
  if (!op.at_sea(force) || !moves_by_itself(op, side, force) || hexes_left(op, force) <= 0) return open;
  const bool as_convoy = bound_convoy(op, force);
  const Hex from = op.hex_of(force);
  for (Hex to : op.reference.hex(from).by_sea) {
    if (!may_step(op, side, force, from, to)) continue;
    open.push_back(to);
    if (open.size() == enough && !as_convoy) break;
  }
  return as_convoy ? as_a_convoy(op, side, force, std::move(open)) : open;
}

int legs_along_route(Operation& op, Side side, v1::Force& force) {
  if (!has_route(force) || !moves_by_itself(op, side, force)) return 0;
  v1::Block& block = op.block_of(force);
  const std::uint32_t here = block.hex();
  const int moved = force.hexes();
  const bool as_convoy = bound_convoy(op, force);
  int legs = 0;
  while (legs < force.route_size() && force.hexes() < op.numbers.movement().moderate_hexes() &&
         hexes_left(op, force) > 0) {
    const Hex from = as_hex(block.hex());
    const Hex to = as_hex(force.route(legs));
    if (std::ranges::count(op.reference.hex(from).by_sea, to) == 0 || !may_step(op, side, force, from, to)) break;
    if (as_convoy && as_a_convoy(op, side, force, {to}).empty()) break;
    block.set_hex(number(to));  // as if it were there
    force.set_hexes(force.hexes() + 1);
    ++legs;
    if (has_soviet(op.reference, force)) break;  // each hex may cost a command point [4.3.2]
  }
  if (legs == force.route_size() && force.route_into_port() && goes_in_whole(op, side, force)) ++legs;  // [5.1.2]
  block.set_hex(here);
  force.set_hexes(moved);
  return legs;
}

const PlaceFacts* port_to_enter(Operation& op, Side side, const v1::Force& force) {
  if (!op.at_sea(force) || !moves_by_itself(op, side, force)) return nullptr;
  if (force.left_port()) return nullptr;  // [5.1.3]
  const PlaceFacts* port = op.port_in_play(op.hex_of(force));
  if (!port || port->side != side) return nullptr;
  if (port->port->submarines_only() && force.kind() != v1::BlockKind::WOLFPACK) return nullptr;  // [1.1.1]
  if (force.kind() == v1::BlockKind::CONVOY && !force.destination().empty() && !may_end_in(op, force, *port))
    return nullptr;
  if (force.training() && force.home() != port->id) return nullptr;  // [4.3.4]
  const int after = force.hexes() + op.numbers.movement().port_hexes();
  const bool high = after > op.numbers.movement().moderate_hexes();
  if (hexes_left(op, force) < op.numbers.movement().port_hexes() || high) return nullptr;  // [5.1.2]
  if (!port->port->entry_limited()) return port;
  const Room room = room_left(op, side);
  if (fits(room_of(op, force), room)) return port;
  if (!op.block_left(side, v1::BlockKind::TASK_FORCE)) return nullptr;
  const bool someone =
      std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) { return fits(room_of(op, ship, 1), room); });
  return someone ? port : nullptr;
}

bool goes_in_whole(Operation& op, Side side, const v1::Force& force) {
  const PlaceFacts* port = port_to_enter(op, side, force);
  return port && (!port->port->entry_limited() || fits(room_of(op, force), room_left(op, side)));
}

std::vector<const PlaceFacts*> boxes_to_enter(Operation& op, Side side, const v1::Force& force) {
  std::vector<const PlaceFacts*> found;
  if (!op.at_sea(force) || !moves_by_itself(op, side, force)) return found;
  for (const PlaceFacts& place : op.reference.places()) {
    if (!place.box || !is_gate(*place.box, op.hex_of(force)) || !box_open(op, side, *place.box)) continue;
    if (force.kind() == v1::BlockKind::CONVOY && !may_end_in(op, force, place)) continue;
    if (side == kAxis && place.box->axis_use() == v1::Box::BY_CONDITION && !may_enter_kara_sea(op, force))
      continue;  // [12.12]
    const int left = hexes_left(op, force);
    if (place.box->passage() == v1::Box::ONE_HEX && left > 0) found.push_back(&place);  // [5.7.3]
    // [5.7.1, 5.7.2, A-69] The whole turn, from the gate, at Moderate Speed.
    const bool whole_turn = force.hexes() == 0 && left >= op.numbers.movement().moderate_hexes();
    if (place.box->passage() == v1::Box::WHOLE_TURN_AT_MODERATE && whole_turn) found.push_back(&place);
  }
  return found;
}

std::vector<Hex> gates_to_leave(Operation& op, Side side, const v1::Force& force) {
  std::vector<Hex> gates;
  const PlaceFacts* place = op.at_sea(force) ? nullptr : op.reference.find_place(force.place());
  if (!place || !place->box || force.done() || !box_open(op, side, *place->box)) return gates;
  const int needed = place->box->passage() == v1::Box::ONE_HEX ? 1 : op.numbers.movement().moderate_hexes();
  if (place->box->passage() == v1::Box::BREAKOUT || hexes_left(op, force) < needed) return gates;
  for (const std::string& gate : place->box->gates()) {
    if (open_to(op, side, force, *hex_of(gate))) gates.push_back(*hex_of(gate));
  }
  return gates;
}

bool can_move(Operation& op, Side side, const v1::Force& force) {
  return !next_hexes(op, side, force, 1).empty() || port_to_enter(op, side, force) ||
         !boxes_to_enter(op, side, force).empty() || may_exit(op, side, force);
}

bool must_move(Operation& op, const v1::Force& force) {
  return force.kind() == v1::BlockKind::CONVOY && op.at_sea(force) && force.hexes() == 0 && !is_scattered(op, force);
}

bool may_sail(Operation& op, Side side, const v1::Force& force) {
  if (op.at_sea(force) || force.done() || force.entered_port() || force.place().empty() ||
      is_dispersed_part(op, side, force))
    return false;
  if (force.kind() == v1::BlockKind::CONVOY && force.place() == force.destination()) return false;  // it has arrived
  if (op.in_port(force) && hexes_left(op, force) < op.numbers.movement().port_hexes()) return false;
  if (op.in_port(force) && !deconflicted(op, side, force, op.hex_of(force))) return false;
  return why_not_sail(op, side, force).empty() && cost_to_sail(op, side, force).has_value();
}

bool on_patrol_station(const Operation& op, Hex hex) {
  if (!op.scenario.has_patrol_white()) return true;
  const Hex base = op.reference.place(op.scenario.patrol_white().base()).hex;
  int reach = kNoWay;    // from the base to the station
  int between = kNoWay;  // the same, by way of the hex
  for (const MapHex& centre : op.reference.box().hexes()) {
    if (!centre.has(v1::Hex::PATROL_WHITE)) continue;
    std::vector<Hex> station{centre.hex};
    for (const auto& neighbour : centre.neighbours) {
      if (neighbour) station.push_back(*neighbour);
    }
    for (Hex at : station) {
      if (at == hex) return true;
      reach = std::min(reach, op.reference.sea_distance(kAllied, base, at));
      between = std::min(between,
                         op.reference.sea_distance(kAllied, base, hex) + op.reference.sea_distance(kAllied, hex, at));
    }
  }
  return between <= reach;
}

// -- entry limits [5.1.2] --

Room room_of(const Operation& op, const v1::Counter& ship, int cs) {
  const UnitFacts& unit = op.reference.unit(ship.unit());
  if (unit.soviet() || !unhit(unit, ship)) return {};
  for (const v1::SpecialRule& rule : op.scenario.special_rule()) {
    if (rule.kind() != v1::SpecialRule::ENTRY_LIMITS_LIFTED) continue;
    if (rule.unit().empty() || std::ranges::find(rule.unit(), ship.unit()) != rule.unit().end()) return {};
  }
  if (unit.capital() || unit.carrier()) return {.capital = 1};
  if (unit.cruiser()) return {.cruisers = 1};
  if (unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB) return {.dd_tb_cs = cs};
  return {};  // escorts, submarines and Convoy Ships: any number
}

Room room_of(const Operation& op, const v1::Force& force) {
  Room sum;
  for (const v1::Counter& ship : force.ship()) {
    sum = sum + room_of(op, ship, ship.cs());
  }
  return sum;
}

Room operator+(Room a, Room b) { return {a.capital + b.capital, a.cruisers + b.cruisers, a.dd_tb_cs + b.dd_tb_cs}; }

bool fits(const Room& needed, const Room& left) {
  return needed.capital <= left.capital && needed.cruisers <= left.cruisers && needed.dd_tb_cs <= left.dd_tb_cs;
}

Room room_left(Operation& op, Side side) {
  const auto& entered = op.own(side).entered();
  for (const auto& limit : op.numbers.force().entry_limit()) {
    if (!within(limit.period(), op.scenario.date())) continue;
    return {limit.capital() - entered.capital(), limit.cruisers() - entered.cruisers(),
            limit.dd_tb_cs() - entered.dd_tb_cs()};
  }
  return {kNoWay, kNoWay, kNoWay};
}

void leave_patrol_white(Operation& op, v1::Force& force, Hex to) {
  if (!force.patrol_white() || on_patrol_station(op, to)) return;
  const bool excused = op.truth.standing().german_threat_identified();
  const int halves = op.numbers.victory().patrol_white_breach_vp_halves();
  for (const v1::Counter& ship : force.ship()) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    if (!of_patrol_white(op, unit.id)) continue;
    if (!excused) op.score_hidden(kAllied, "patrol_white", halves, unit.id);
    op.tell(kAllied,
            Text("report.patrol_white.own")
                .text("ship", op.name(unit))
                .word("excused", excused ? "yes" : "no")
                .text("points", points_text(halves)),
            to, "5.1.9");
  }
  force.set_patrol_white(false);
}

}  // namespace wardroom::pq17
