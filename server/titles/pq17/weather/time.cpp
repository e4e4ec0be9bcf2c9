#include "server/titles/pq17/weather/time.h"

#include <algorithm>
#include <map>

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/movement/moves.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/sequence/victory.h"
#include "server/titles/pq17/weather/crossing.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

constexpr int kCompleteFrom = 2;  // PM Day 1 [8.3.2]

// How far a force has come with its plan.
struct Voyage {
  int entry = 0;
  int hexes = 0;  // of the entry's route
  bool ended = false;
};

// A force that lost its last ship leaves the port's stack, where its block still is.
void strike_from_stack(Operation& op, Side side, const std::string& hex, const std::string& home) {
  auto& stacks = *op.truth.mutable_sea()->mutable_stack();
  for (int i = stacks.size() - 1; i >= 0; --i) {
    if (stacks.Get(i).place() == hex) stacks.DeleteSubrange(i, 1);
  }
  v1::Sea::Stack& port = op.stack(home, side);
  port.set_blocks(port.blocks() - 1);
  tell_blocks_in_port(op, port);
}

void leave_by_plan(Operation& op, Side side, v1::Force& force, Hex hex) {
  fuel_on_leaving_port(op, side, force);
  force.set_home(force.place());
  force.set_place(number_of(hex));
  if (force.kind() == v1::BlockKind::CONVOY) force.add_visited(number(hex));
}

void enter_by_plan(Operation& op, Side side, v1::Force& force, const PlaceFacts& port) {
  const std::string home = force.home();
  v1::Sea::Stack& from = op.stack(home, side);
  from.set_blocks(from.blocks() - 1);
  pay_for_planned_departure(op, side, force);
  force.clear_home();
  force.clear_place();
  op.put_in(force, port);
  tell_blocks_in_port(op, op.stack(home, side));
  tell_blocks_in_port(op, op.stack(port.id, side));
  use_room(op, side, force, port);                                               // [5.1.2]
  if (force.kind() == v1::BlockKind::TASK_FORCE) dummy_with_it(op, side, port);  // [1.3]
  if (force.kind() == v1::BlockKind::CONVOY && port.id == force.destination()) convoy_arrives(op, side, force, port);
}

int planned_hexes(const Operation& op, v1::Speed::Kind speed) {
  const auto& movement = op.numbers.movement();
  switch (speed) {
    case v1::Speed::HIGH:
      return movement.high_hexes();
    case v1::Speed::MODERATE:
      return movement.moderate_hexes();
    default:
      return movement.slow_hexes();
  }
}

// Occasions at the mouth of a port, apart from those of the hexsides.
constexpr std::uint32_t kOutOfPort = 1000;
constexpr std::uint32_t kIntoPort = 2000;

// Ice at a port's mouth [10, 10.2.4]. False: it stays, or is gone.
bool through_the_mouth(Operation& op, Side side, ForceKey key, const PlaceFacts& port, std::uint32_t step) {
  v1::Force& force = op.force(side, key);
  const std::string at = force.place();
  const std::string home = force.home();
  const bool through = cross_ice_by_plan(op, side, force, port.hex, step);
  if (!op.find(side, key) && !home.empty()) strike_from_stack(op, side, at, home);
  return through;
}

// One turn of a planned voyage. Ice that stops it costs the rest of the turn; it tries again in the next.
void sail_by_plan(Operation& op, Side side, ForceKey key, Voyage& voyage) {
  v1::Force* force = op.find(side, key);
  if (!force || voyage.ended || voyage.entry >= force->plan_size()) return;
  if (force->plan(voyage.entry).turn() > op.turn()) return;
  const v1::Force::Planned move = force->plan(voyage.entry);
  int left = planned_hexes(op, move.speed());
  if (force->fuel() == v1::Force::CRITICAL) left = std::min(left, op.numbers.movement().slow_hexes());  // [11.2.3]
  bool left_port = false;
  if (const PlaceFacts* place = op.reference.find_place(force->place())) {
    left_port = true;
    if (place->port && !deconflicted(op, side, *force, place->hex)) return;  // it waits [5.2.1]
    if (place->box) {                                                        // [5.7.1] the passage takes the whole turn
      leave_by_plan(op, side, *force, as_hex(move.route(0)));
      voyage.hexes = 1;
      left = 0;
    } else {
      if (!through_the_mouth(op, side, key, *place, kOutOfPort)) return;
      leave_by_plan(op, side, *force, place->hex);
      left -= op.numbers.movement().port_hexes();
    }
  }
  while (left > 0 && voyage.hexes < move.route_size()) {
    const Hex to = as_hex(move.route(voyage.hexes));
    const std::string from = force->place();
    const std::string home = force->home();
    if (!deconflicted(op, side, *force, to)) return;
    const bool crossed = cross_ice_by_plan(op, side, *force, to, static_cast<std::uint32_t>(voyage.hexes));
    force = op.find(side, key);
    if (!force) return strike_from_stack(op, side, from, home);
    if (!crossed) return;
    force->set_place(number_of(to));
    if (force->kind() == v1::BlockKind::CONVOY) force->add_visited(number(to));
    pay_for_planned_hex(op, *force, to);
    ++voyage.hexes;
    --left;
  }
  if (move.speed() == v1::Speed::HIGH) expend_fuel(op, *force, op.numbers.fuel().high_speed_cost());  // [11.1.3]
  if (voyage.hexes < move.route_size()) return;
  if (!move.into().empty()) {
    if (left == 0 || left_port) return;  // another hex of movement, and not in the turn it left [5.1.2, 5.1.3]
    const PlaceFacts& port = op.reference.place(move.into());
    if (!through_the_mouth(op, side, key, port, kIntoPort)) return;
    enter_by_plan(op, side, op.force(side, key), port);
    voyage.ended = true;
    return;
  }
  ++voyage.entry;
  voyage.hexes = 0;
}

// What is left of its way becomes a plotted route, if it goes on at once and at the speed it would.
void plot_rest(const Operation& op, v1::Force& force, const Voyage& voyage) {
  if (voyage.entry < force.plan_size()) {
    const v1::Force::Planned& move = force.plan(voyage.entry);
    const bool usual = move.speed() == (force.kind() == v1::BlockKind::CONVOY ? v1::Speed::SLOW : v1::Speed::MODERATE);
    for (int i = voyage.hexes; usual && move.turn() <= op.turn() && i < move.route_size(); ++i)
      force.add_route(move.route(i));
    const PlaceFacts* port =
        !voyage.ended && usual && move.turn() <= op.turn() ? op.reference.find_place(move.into()) : nullptr;
    force.set_route_into_port(port && port->port);
  }
  force.clear_plan();
  force.clear_turns_back_at();
}

std::vector<ForceKey> in_order_of_hexes(Operation& op, Side side) {
  std::vector<v1::Force*> forces = op.all(side);
  std::ranges::stable_sort(forces, {}, [&](const v1::Force* force) { return op.hex_of(*force); });
  std::vector<ForceKey> keys;
  for (const v1::Force* force : forces) {
    if (force->plan_size() > 0) keys.push_back(key_of(*force));
  }
  return keys;
}

bool sailed_by_plan(const Operation& op, const v1::Force& force) {
  return force.block() == 0 && !force.home().empty() && !op.reference.find_place(force.place());
}

// -- Dummies --

std::vector<ForceKey> dummies_in_port(Operation& op) {
  std::vector<ForceKey> keys;
  for (const v1::Force* force : op.all(kAllied)) {
    if (force->kind() == v1::BlockKind::DUMMY && op.in_port(*force)) keys.push_back(key_of(*force));
  }
  return keys;
}

void send_to_sea(Operation& op, ForceKey key, Hex hex) {
  v1::Force& dummy = op.force(kAllied, key);
  dummy.set_home(dummy.place());
  dummy.set_place(number_of(hex));
}

// One with each force that has come by plan, as far as they last.
void spread_dummies(Operation& op, const std::vector<ForceKey>& dummies, std::size_t first) {
  for (const v1::Force* force : op.all(kAllied)) {
    if (force->kind() == v1::BlockKind::DUMMY || force->kind() == v1::BlockKind::WOLFPACK) continue;
    if (!sailed_by_plan(op, *force) || first >= dummies.size()) continue;
    send_to_sea(op, dummies[first++], op.hex_of(*force));
  }
}

std::vector<Hex> anywhere(const Operation& op) {
  std::vector<Hex> hexes;
  for (const MapHex& hex : op.reference.box().hexes()) {
    if (!hex.in_play || hex.has(v1::Hex::PACK) || !clear_of_ice(op, hex.hex)) continue;
    const PlaceFacts* port = op.port_in_play(hex.hex);
    if (!port || port->side == kAllied) hexes.push_back(hex.hex);
  }
  return hexes;
}

void put_transits_on_the_map(Operation& op) {
  for (Side side : kSides) {
    for (v1::Force* force : op.all(side)) {
      if (!sailed_by_plan(op, *force)) continue;
      v1::Sea::Stack& port = op.stack(force->home(), side);
      port.set_blocks(port.blocks() - 1);
      if (force->kind() == v1::BlockKind::DUMMY) force->clear_home();  // nothing to pay for
    }
    put_on_the_map(op, side);
    std::vector<ForceKey> keys;
    for (const v1::Force* force : op.all(side)) keys.push_back(key_of(*force));
    for (ForceKey key : keys) needs_other_block(op, side, key);  // what the ice has left of a convoy
  }
}

}  // namespace

void roll_variable_start(Operation& op) {
  v1::Clock& clock = op.clock();
  if (op.option("option.complete_operations")) {
    clock.set_starting_turn(std::min(clock.starting_turn(), kCompleteFrom));
  }
  if (!op.option("option.variable_start") || op.special_rule(v1::SpecialRule::STARTS_AT_SEA)) return;
  const int die = op.die(Draw::kVariableStart, 0);
  const auto& row = op.reference.box().variable_start(die);
  const bool fixed = row.start_case() == v1::VariableStartTable::Row::kTurn;
  clock.set_starting_turn(std::max(1, fixed ? number_of(row.turn()) : clock.starting_turn() + row.shift_turns()));
  op.tell({Text("report.variable_start").number("die", die).text("turn", op.turn_name(clock.starting_turn())),
           plain_roll("table.variable_start.name", {die})},
          {}, "8.3.1");
}

bool play_begins_now(const Operation& op) {
  const bool gales = op.truth.environment().weather() == v1::Weather::GALES;
  return op.turn() >= op.clock().starting_turn() || gales;
}

void end_initial_transit(Operation& op) {
  const int now = op.turn();
  const bool gales = now < op.clock().starting_turn();
  std::map<std::pair<Side, ForceKey>, Voyage> voyages;
  for (int turn = 1; turn < now; ++turn) {  // what was skipped, turn by turn
    op.clock().set_turn(turn);
    for (Side side : kSides) {
      op.own(side).clear_dummy_made();
      for (ForceKey key : in_order_of_hexes(op, side)) sail_by_plan(op, side, key, voyages[{side, key}]);
    }
    op.clock().set_turn(turn + 1);
    fuel_phase(op);
  }
  op.clock().set_turn(now);
  for (Side side : kSides) {
    for (v1::Force* force : op.all(side)) {
      if (sailed_by_plan(op, *force) || voyages[{side, key_of(*force)}].ended)
        plot_rest(op, *force, voyages[{side, key_of(*force)}]);
    }
  }
  op.tell(Text(gales ? "report.play_begins.gales" : "report.play_begins").text("turn", op.turn_name(now)), {}, "8.3");
}

namespace {

// Other ports of the side, where more than submarines lie.
std::vector<const PlaceFacts*> other_ports(const Operation& op, const PlaceFacts& own) {
  std::vector<const PlaceFacts*> ports;
  for (const PlaceFacts& place : op.reference.places()) {
    if (&place == &own || !place.port || place.side != kAllied || place.port->submarines_only()) continue;
    if (op.in_play(place)) ports.push_back(&place);
  }
  return ports;
}

}  // namespace

Task<> dummies_appear(Operation& op) {
  const std::vector<ForceKey> dummies = dummies_in_port(op);
  for (std::size_t i = 0; i < dummies.size(); ++i) {
    Menu menu = op.menu(kAllied, v1::MenuKind::DUMMIES_APPEAR, "prompt.dummies_at_sea");
    menu.rule = "8.3";
    menu.offer(v1::Verb::DONE).says("choice.dummies.with_forces");
    const PlaceFacts& port = op.reference.place(op.force(kAllied, dummies[i]).place());
    menu.offer(v1::Verb::NO).place(number(port.hex)).says("choice.dummies.stays").text("place", op.name(port));
    for (const PlaceFacts* other : other_ports(op, port)) {
      menu.offer(v1::Verb::CHOOSE_PLACE, other->number)
          .place(number(other->hex))
          .says("choice.dummies_at_sea.port")
          .text("place", op.name(*other));
    }
    for (Hex hex : anywhere(op)) {
      menu.offer(v1::Verb::STEP, static_cast<int>(hex))
          .place(number(hex))
          .says("choice.dummies_at_sea.hex")
          .word("hex", Operation::word(hex));
    }
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) {
      spread_dummies(op, dummies, i);
      break;
    }
    if (answer.verb == v1::Verb::STEP) send_to_sea(op, dummies[i], static_cast<Hex>(answer.at<int>(0)));
    if (answer.verb == v1::Verb::CHOOSE_PLACE)
      op.put_in(op.force(kAllied, dummies[i]), op.reference.place(answer.at<int>(0)));
  }
  put_transits_on_the_map(op);
  for (const v1::Sea::Stack& stack : op.truth.sea().stack()) tell_blocks_in_port(op, stack);
}

}  // namespace wardroom::pq17
