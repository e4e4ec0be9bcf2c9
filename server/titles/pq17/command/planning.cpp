// Planning before the Operation: what moves before play begins, and when convoys sail [4.2].
#include <algorithm>

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/conditions/plan_special_operation.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

constexpr int kDayOne = 2;  // its last turn

int first_turn(const v1::Convoy& convoy) { return convoy.has_leaves_from() ? number_of(convoy.leaves_from()) : 1; }

int last_turn(const Operation& op, const v1::Convoy& convoy) {
  return convoy.has_leaves_by() ? number_of(convoy.leaves_by()) : op.numbers.weather().turns_per_operation();
}

bool waits_in_port(const Operation& op, const v1::Force& force) {
  return op.reference.find_place(force.place()) != nullptr;
}

// Where its block will be missed: the enemy sees that before he sees where it has gone.
int harbour(Operation& op, Side side, ForceKey key) { return op.reference.place(op.force(side, key).place()).number; }

// -- where a planned move may go --

bool closed_to_plan(Operation& op, Side side, const v1::Force& force, Hex from, Hex to) {
  const MapHex& hex = op.reference.hex(to);
  if (!hex.in_play || hex.has(v1::Hex::PACK)) return true;
  const PlaceFacts* port = op.port_in_play(to);
  if (port && port->side != side) return true;  // [5.1.4]
  const auto ice = known_ice(op, side, from, to);
  if (ice && *ice == v1::Ice::SOLID_PACK) return true;
  if (ice && side == kAxis && *ice >= v1::Ice::HEAVY_DRIFT) return true;  // [5.1.7]
  return !deconflicted(op, side, force, to);                              // [5.2.1]
}

std::vector<Hex> open_hexes(Operation& op, Side side, const v1::Force& force, Hex from) {
  std::vector<Hex> hexes;
  for (Hex to : op.reference.hex(from).by_sea) {
    if (!closed_to_plan(op, side, force, from, to)) hexes.push_back(to);
  }
  return hexes;
}

// A convoy does not go back, nor away from its destination unless it cannot do otherwise [5.1.5, A-46].
std::vector<Hex> convoy_hexes(Operation& op, Side side, const v1::Force& convoy, Hex from,
                              const std::vector<Hex>& before) {
  const Hex goal = op.reference.place(convoy.destination()).hex;
  std::vector<Hex> fresh;
  for (Hex to : open_hexes(op, side, convoy, from)) {
    if (std::ranges::find(before, to) == before.end()) fresh.push_back(to);
  }
  std::vector<Hex> nearer;
  const int distance = op.reference.sea_distance(side, from, goal);
  for (Hex to : fresh) {
    if (op.reference.sea_distance(side, to, goal) <= distance) nearer.push_back(to);
  }
  return nearer.empty() ? fresh : nearer;
}

// -- plans without a question --

std::vector<Hex> route_of(const v1::HistoricalSetup::Move& move) {
  std::vector<Hex> hexes;
  for (const std::string& hex : move.route()) hexes.push_back(*hex_of(hex));
  return hexes;
}

v1::Force::Planned& add_move(v1::Force& force, int turn, v1::Speed::Kind speed) {
  v1::Force::Planned& move = *force.add_plan();
  move.set_turn(turn);
  move.set_speed(speed);
  return move;
}

void plan_as(v1::Force& force, const v1::HistoricalSetup::Force& history) {
  for (const auto& each : history.plan()) {
    v1::Force::Planned& move = add_move(force, number_of(each.turn()), each.speed());
    for (Hex hex : route_of(each)) move.add_route(number(hex));
    move.set_into(each.into());
  }
}

// The way a convoy goes if nobody says otherwise: always the nearest hex.
void plan_shortest(Operation& op, Side side, v1::Force& convoy, int turn) {
  v1::Force::Planned& move = add_move(convoy, turn, v1::Speed::SLOW);
  const Hex goal = op.reference.place(convoy.destination()).hex;
  std::vector<Hex> before{op.hex_of(convoy)};
  while (before.back() != goal) {
    const std::vector<Hex> next = convoy_hexes(op, side, convoy, before.back(), before);
    if (next.empty()) break;
    before.push_back(
        *std::ranges::min_element(next, {}, [&](Hex hex) { return op.reference.sea_distance(side, hex, goal); }));
    move.add_route(number(before.back()));
  }
  if (before.back() == goal) move.set_into(convoy.destination());
}

bool same_ships(const Operation& op, const v1::Force& force, const v1::HistoricalSetup::Force& history) {
  v1::Force as_listed;
  for (const v1::Units& units : history.unit()) add(op.reference, as_listed, enlist(op, units));
  return std::ranges::equal(force.ship(), as_listed.ship(), [](const v1::Counter& a, const v1::Counter& b) {
    return a.unit() == b.unit() && a.cs() == b.cs();
  });
}

// History's plan for this force, if it stands where it stood.
const v1::HistoricalSetup::Force* history_of(const Operation& op, Side side, const v1::Force& force) {
  for (const auto& each : op.scenario.history().force()) {
    if (each.side() != side || each.place() != force.place() || each.plan().empty()) continue;
    if (force.convoy().empty() ? each.convoy().empty() && same_ships(op, force, each) : each.convoy() == force.convoy())
      return &each;
  }
  return nullptr;
}

bool leaves_too_early(const Operation& op, Side side, const v1::Force& force,
                      const v1::HistoricalSetup::Force& history) {
  if (side == kAllied) return false;
  const PlaceFacts* place = op.reference.find_place(force.place());
  const bool free =
      place && ((place->port && place->port->plans_before_start()) || (place->box && place->box->plans_before_start()));
  return !free && number_of(history.plan(0).turn()) < op.clock().starting_turn();
}

void plan_as_in_history(Operation& op, Side side, const std::vector<ForceKey>& keys) {
  for (ForceKey key : keys) {
    v1::Force* force = op.find(side, key);
    if (!waits_in_port(op, *force)) continue;
    const auto* history = history_of(op, side, *force);
    if (history && !leaves_too_early(op, side, *force, *history)) {
      plan_as(*force, *history);
      for (const auto& move : history->plan()) {
        if (convoy_of(op, *force) && op.reference.find_place(move.into())) force->set_destination(move.into());
      }
      continue;
    }
    if (const v1::Convoy* convoy = convoy_of(op, *force)) {
      const bool day_one = first_turn(*convoy) <= kDayOne;
      plan_shortest(op, side, *force, day_one ? std::min(kDayOne, last_turn(op, *convoy)) : first_turn(*convoy));
    }
  }
}

// -- convoys by hand --

bool leaves_on_day_one(const v1::Force& force) { return force.plan_size() > 0 && force.plan(0).turn() <= kDayOne; }

// [4.2] One Allied convoy leaves on Day 1; the last that can, must.
bool must_leave_on_day_one(Operation& op, Side side, ForceKey key) {
  if (side != kAllied || op.clock().initiative() == kAxis) return false;
  bool later_can = false;
  bool past = false;
  for (const v1::Force* force : op.all(side)) {
    const v1::Convoy* convoy = convoy_of(op, *force);
    if (!convoy || !waits_in_port(op, *force)) continue;
    if (key_of(*force) == key) {
      if (first_turn(*convoy) > kDayOne) return false;
      past = true;
    } else if (!past) {
      if (leaves_on_day_one(*force)) return false;
    } else {
      later_can = later_can || first_turn(*convoy) <= kDayOne;
    }
  }
  return !later_can;
}

Task<> choose_destination(Operation& op, Side side, ForceKey key) {
  const v1::Convoy& convoy = *convoy_of(op, op.force(side, key));
  if (convoy.destination_size() == 1) co_return;
  Menu menu = op.menu(side, v1::MenuKind::PLAN_DESTINATION, "prompt.convoy_plan");
  menu.rule = "4.2";
  menu.prompt.text("convoy", op.name(op.force(side, key)));
  for (const std::string& id : convoy.destination()) {
    const PlaceFacts& port = op.reference.place(id);
    menu.offer(v1::Verb::CHOOSE_DESTINATION, port.number)
        .place(number(port.hex))
        .says("choice.convoy_plan.destination")
        .text("place", op.name(port));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  op.force(side, key).set_destination(op.reference.place(answer.at<int>(0)).id);
}

Task<int> choose_departure(Operation& op, Side side, ForceKey key) {
  const v1::Convoy& convoy = *convoy_of(op, op.force(side, key));
  const int from = first_turn(convoy);
  int to = last_turn(op, convoy);
  if (must_leave_on_day_one(op, side, key)) to = std::min(to, kDayOne);
  if (from >= to) co_return from;
  Menu menu = op.menu(side, v1::MenuKind::PLAN_DEPARTURE, "prompt.convoy_plan");
  menu.rule = "4.2";
  menu.prompt.text("convoy", op.name(op.force(side, key)));
  for (int turn = from; turn <= to; ++turn) {
    menu.offer(v1::Verb::DEPART, turn, harbour(op, side, key))
        .says("choice.convoy_plan.depart")
        .text("turn", op.turn_name(turn));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<int>(0);
}

void note_ice(const Operation& op, Side side, Hex from, Hex to, Item& item) {
  if (!known_ice(op, side, from, to)) item.would("would.planned_ice");
}

// Hex by hex, as many as it will have sailed when play begins.
Task<> choose_route(Operation& op, Side side, ForceKey key) {
  const int left = op.force(side, key).plan(0).turn();
  const Hex goal = op.reference.place(op.force(side, key).destination()).hex;
  std::vector<Hex> before{op.hex_of(op.force(side, key))};
  for (int turn = left + 1; turn < op.clock().starting_turn(); ++turn) {
    const Hex from = before.back();
    if (from == goal) {
      op.force(side, key).mutable_plan(0)->set_into(op.force(side, key).destination());
      co_return;
    }
    const std::vector<Hex> next = convoy_hexes(op, side, op.force(side, key), from, before);
    if (next.empty()) co_return;
    Hex to = next.front();
    if (next.size() > 1) {
      Menu menu = op.menu(side, v1::MenuKind::PLAN_ROUTE, "prompt.convoy_plan");
      menu.rule = "5.1.5";
      menu.prompt.text("convoy", op.name(op.force(side, key)));
      for (Hex hex : next) {
        Item& item = menu.offer(v1::Verb::STEP, static_cast<int>(hex)).place(number(hex));
        note_ice(op, side, from, hex, item);
        item.says("choice.convoy_plan.hex").word("hex", Operation::word(hex));
      }
      const Action answer = co_await op.table.ask(std::move(menu));
      to = static_cast<Hex>(answer.at<int>(0));
    }
    before.push_back(to);
    op.force(side, key).mutable_plan(0)->add_route(number(to));
  }
}

Task<> plan_convoy(Operation& op, Side side, ForceKey key) {
  co_await choose_destination(op, side, key);
  const int turn = co_await choose_departure(op, side, key);
  add_move(op.force(side, key), turn, v1::Speed::SLOW);
  co_await choose_route(op, side, key);
}

// -- Task Forces and Wolfpacks by hand --

// Turns before play in which it could leave.
std::vector<int> turns_to_leave(const Operation& op, const v1::Force& force) {
  std::vector<int> turns;
  for (int turn = 1; turn < op.clock().starting_turn(); ++turn) {
    if (!bound_to_port(op, force, turn)) turns.push_back(turn);
  }
  return turns;
}

// Allied Task Forces and Wolfpacks; Axis ones from Kiel and the Germany Box only [4.2].
bool may_sail_by_plan(Operation& op, Side side, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::TASK_FORCE && force.kind() != v1::BlockKind::WOLFPACK) return false;
  const PlaceFacts* place = op.reference.find_place(force.place());
  if (!place || force.patrol_white()) return false;
  if (side == kAxis) {
    const bool free =
        (place->port && place->port->plans_before_start()) || (place->box && place->box->plans_before_start());
    return free && why_not_sail(op, side, force).empty();  // [11.4, A-116]
  }
  return true;
}

bool may_pay(Operation& op, Side side, const v1::Force& force) {
  if (side == kAllied && !fleet_can_plan(op, force, {})) return false;
  int halves = halves_to_sail(op, force);
  if (halves == 0) return true;
  for (const v1::Force* other : op.all(side)) {
    const bool sails = other->plan_size() > 0 && other->plan(0).turn() < op.clock().starting_turn();
    if (sails) halves += halves_to_sail(op, *other);
  }
  const auto command = side == kAllied ? v1::Command::HOME_FLEET : v1::Command::GRUPPE_NORD;
  return std::ranges::any_of(op.own(side).command(), [&](const auto& pool) {
    return pool.command() == command && pool.points() * 2 >= halves;
  });
}

// What a turn of a planned voyage has left.
struct PlannedDay {
  int moved = 0;
  bool in_port = false;      // it left port this turn
  bool inner_leads = false;  // [5.1.6]
};

// High Speed only where it is legal, and while a full load of fuel lasts for it [5.1.3, 5.1.6, 11.1.3]; Slow Speed once
// it is Critical [11.2.3].
int most_hexes(const Operation& op, Side side, const v1::Force& force, const PlannedDay& day, int burned) {
  const auto& movement = op.numbers.movement();
  const auto& fuel = op.numbers.fuel();
  const v1::Speed::Kind best = counter_speed(op.reference, force);
  if (best >= v1::Speed::CRAWL) return 0;
  const bool burns = needs_fuel(op.reference, force);
  const int left = endurance(op, side, force) - burned;
  const bool critical = burns && left + fuel.danger_after_warning() <= 0;
  if (best == v1::Speed::SLOW || critical) return movement.slow_hexes();
  const bool high = best == v1::Speed::HIGH && !day.in_port && !day.inner_leads &&
                    force.kind() == v1::BlockKind::TASK_FORCE && (!burns || left > fuel.high_speed_cost());
  return high ? movement.high_hexes() : movement.moderate_hexes();
}

v1::Speed::Kind speed_for(const Operation& op, int hexes) {
  if (hexes > op.numbers.movement().moderate_hexes()) return v1::Speed::HIGH;
  return hexes > op.numbers.movement().slow_hexes() ? v1::Speed::MODERATE : v1::Speed::SLOW;
}

// Soviet ports let in only so many ships of an Operation; those that are to enter by plan count [5.1.2].
bool fits_into(Operation& op, Side side, const v1::Force& force, const PlaceFacts& port) {
  if (!port.port->entry_limited()) return true;
  Room sum = room_of(op, force);
  for (const v1::Force* other : op.all(side)) {
    const bool enters = std::ranges::any_of(other->plan(), [&](const v1::Force::Planned& move) {
      const PlaceFacts* into = op.reference.find_place(move.into());
      return into && into->port && into->port->entry_limited();
    });
    if (enters && key_of(*other) != key_of(force)) sum = sum + room_of(op, *other);
  }
  const Room room = room_left(op, side);
  return sum.capital <= room.capital && sum.cruisers <= room.cruisers && sum.dd_tb_cs <= room.dd_tb_cs;
}

// The port it may enter next; another hex of movement, never at High Speed nor in the turn it left [5.1.2, 5.1.3].
const PlaceFacts* port_by_plan(Operation& op, Side side, const v1::Force& force, Hex hex, const PlannedDay& day) {
  const PlaceFacts* port = op.port_in_play(hex);
  if (!port || port->side != side || day.in_port) return nullptr;
  if (port->port->submarines_only() && force.kind() != v1::BlockKind::WOLFPACK) return nullptr;  // [1.1.1]
  if (day.moved + op.numbers.movement().port_hexes() > op.numbers.movement().moderate_hexes()) return nullptr;
  return fits_into(op, side, force, *port) ? port : nullptr;
}

bool pays_for_step(Operation& op, const v1::Force& force, std::vector<Hex> route, Hex to) {
  route.push_back(to);
  return fleet_can_plan(op, force, route);  // [4.3.2]
}

Task<> choose_voyage(Operation& op, Side side, ForceKey key, int leaves) {
  Hex from = op.hex_of(op.force(side, key));
  int burned = 0;
  for (int turn = leaves; turn < op.clock().starting_turn(); ++turn, ++burned) {
    PlannedDay day{.moved = turn == leaves ? op.numbers.movement().port_hexes() : 0,
                   .in_port = turn == leaves,
                   .inner_leads = false};
    std::vector<Hex> route;
    bool rest = false;
    std::string into;
    while (day.moved < most_hexes(op, side, op.force(side, key), day, burned)) {
      Menu menu = op.menu(side, v1::MenuKind::PLAN_ROUTE, "prompt.force_plan");
      menu.rule = "4.2";
      menu.prompt.text("force", op.name(op.force(side, key)));
      for (Hex hex : open_hexes(op, side, op.force(side, key), from)) {
        if (day.moved >= op.numbers.movement().moderate_hexes() && op.reference.hex(hex).has(v1::Hex::INNER_LEADS))
          continue;
        if (side == kAllied && !pays_for_step(op, op.force(side, key), route, hex)) continue;
        Item& item = menu.offer(v1::Verb::STEP, static_cast<int>(hex)).place(number(hex));
        note_ice(op, side, from, hex, item);
        item.says("choice.force_plan.hex").text("turn", op.turn_name(turn)).word("hex", Operation::word(hex));
      }
      if (const PlaceFacts* port = port_by_plan(op, side, op.force(side, key), from, day)) {
        Text& label = menu.offer(v1::Verb::ENTER_PORT, port->number)
                          .place(number(from))
                          .by("5.1.2")
                          .says("choice.plan.enter_port");
        label.text("turn", op.turn_name(turn)).text("place", op.name(*port));
      }
      menu.offer(v1::Verb::STOP).says("choice.plan.stop").text("turn", op.turn_name(turn));
      menu.offer(v1::Verb::DONE).says("choice.plan.rest");
      const Action answer = co_await op.table.ask(std::move(menu));
      if (answer.verb == v1::Verb::DONE) rest = true;
      if (answer.verb == v1::Verb::ENTER_PORT) {
        into = op.reference.place(answer.at<int>(0)).id;
        day.moved += op.numbers.movement().port_hexes();
      }
      if (answer.verb != v1::Verb::STEP) break;
      from = static_cast<Hex>(answer.at<int>(0));
      route.push_back(from);
      ++day.moved;
      day.inner_leads = day.inner_leads || op.reference.hex(from).has(v1::Hex::INNER_LEADS);
    }
    if (!route.empty() || turn == leaves || !into.empty()) {
      v1::Force::Planned& move = add_move(op.force(side, key), turn, speed_for(op, day.moved));
      for (Hex hex : route) move.add_route(number(hex));
      move.set_into(into);
      if (move.speed() == v1::Speed::HIGH) burned += op.numbers.fuel().high_speed_cost();
    }
    if (rest || !into.empty()) co_return;
  }
}

// Ice that has to be rolled for lies on its planned way.
bool may_meet_ice(const Operation& op, Side side, const v1::Force& force) {
  const auto unknown = [&](Hex hex) { return !known_ice(op, side, hex, hex); };
  const PlaceFacts* home = op.reference.find_place(force.place());
  if (home && !home->box && unknown(home->hex)) return true;
  return std::ranges::any_of(force.plan(), [&](const v1::Force::Planned& move) {
    return std::ranges::any_of(move.route(), [&](std::uint32_t hex) { return unknown(as_hex(hex)); });
  });
}

// Nobody can be asked under way without telling the enemy where the force is: the plan says what it does [8.3, A-112].
Task<> plan_for_ice(Operation& op, Side side, ForceKey key) {
  const v1::Force& force = op.force(side, key);
  const bool sails = force.plan_size() > 0 && force.plan(0).turn() < op.clock().starting_turn();
  if (side != kAllied || !sails || !may_meet_ice(op, side, force)) co_return;
  Menu menu = op.menu(side, v1::MenuKind::PLAN_ICE, "prompt.plan_ice");
  menu.prompt.text("force", op.name(op.force(side, key)));
  menu.rule = "10.1";
  menu.offer(v1::Verb::DONE).says("choice.plan_ice.through");
  for (const auto ice : {v1::Ice::LIGHT_DRIFT, v1::Ice::HEAVY_DRIFT, v1::Ice::THIN_PACK}) {
    menu.offer(v1::Verb::TURN_BACK_AT, static_cast<int>(ice)).says("choice.plan_ice.back").text("ice", op.name(ice));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb != v1::Verb::TURN_BACK_AT) co_return;
  op.force(side, key).set_turns_back_at(static_cast<v1::Ice::Condition>(answer.at<int>(0)));
}

// [5.7.1] The passage from a box to a gate takes the whole turn.
Task<> choose_gate(Operation& op, Side side, ForceKey key, int leaves) {
  const PlaceFacts& place = op.reference.place(op.force(side, key).place());
  Menu gates = op.menu(side, v1::MenuKind::PLAN_ROUTE, "prompt.germany_plan");
  gates.prompt.text("force", op.name(op.force(side, key)));
  for (const std::string& gate : place.box->gates()) {
    const Hex hex = *hex_of(gate);
    Item& item = gates.offer(v1::Verb::STEP, static_cast<int>(hex)).place(number(hex));
    item.says("choice.germany_plan.hex").text("turn", op.turn_name(leaves)).word("hex", gate);
  }
  const Action gate = co_await op.table.ask(std::move(gates));
  add_move(op.force(side, key), leaves, v1::Speed::MODERATE).add_route(gate.at<std::uint32_t>(0));
}

bool is_planned_for(Operation& op, Side side, ForceKey key) {
  const v1::Force& force = op.force(side, key);
  return may_sail_by_plan(op, side, force) && may_pay(op, side, force) && !turns_to_leave(op, force).empty();
}

// The first of these and, if its owner says so, all the others with it. True: the others are still to be asked for.
Task<bool> plan_force(Operation& op, Side side, std::vector<ForceKey> keys) {
  const ForceKey key = keys.front();
  Menu menu = op.menu(side, v1::MenuKind::PLAN_FORCE, side == kAllied ? "prompt.force_plan" : "prompt.germany_plan");
  menu.rule = "4.2";
  menu.prompt.text("force", op.name(op.force(side, key)));
  for (int turn : turns_to_leave(op, op.force(side, key))) {
    menu.offer(v1::Verb::DEPART, turn, harbour(op, side, key))
        .says("choice.force_plan.depart")
        .text("turn", op.turn_name(turn));
  }
  menu.offer(v1::Verb::NO).says("choice.force_plan.stay");
  const int others =
      static_cast<int>(std::ranges::count_if(keys, [&](ForceKey each) { return is_planned_for(op, side, each); }));
  if (others > 1) {
    menu.offer(v1::Verb::HISTORICAL).says("choice.plan.others_historical").number("count", others);
    menu.offer(v1::Verb::DONE).says("choice.plan.others_stay").number("count", others);
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::HISTORICAL) plan_as_in_history(op, side, keys);
  if (answer.verb == v1::Verb::HISTORICAL || answer.verb == v1::Verb::DONE) co_return false;
  if (answer.verb == v1::Verb::NO) co_return true;
  const int leaves = answer.at<int>(0);
  const bool from_box = op.reference.place(op.force(side, key).place()).box != nullptr;
  if (from_box) {
    co_await choose_gate(op, side, key, leaves);
  } else {
    co_await choose_voyage(op, side, key, leaves);
  }
  co_return true;
}

std::vector<ForceKey> keys_of(Operation& op, Side side) {
  std::vector<ForceKey> list;
  for (const v1::Force* force : op.all(side)) list.push_back(key_of(*force));
  return list;
}

bool anything_to_plan(Operation& op, Side side) {
  return std::ranges::any_of(op.all(side), [&](const v1::Force* force) {
    if (!waits_in_port(op, *force)) return false;
    return convoy_of(op, *force) != nullptr || may_sail_by_plan(op, side, *force) ||
           (history_of(op, side, *force) && op.clock().starting_turn() > 1);
  });
}

Task<> plan_moves(Operation& op, Side side) {
  if (op.special_rule(v1::SpecialRule::STARTS_AT_SEA) || !anything_to_plan(op, side)) co_return;
  Menu menu = op.menu(side, v1::MenuKind::PLAN, "prompt.plan");
  menu.rule = "4.2";
  menu.offer(v1::Verb::HISTORICAL).says("choice.historical");
  menu.offer(v1::Verb::BY_HAND).says("choice.by_hand");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::HISTORICAL) {
    plan_as_in_history(op, side, keys_of(op, side));
    co_return;
  }
  std::vector<ForceKey> keys;  // of all but convoys
  for (ForceKey key : keys_of(op, side)) {
    const v1::Force& force = op.force(side, key);
    if (!convoy_of(op, force)) keys.push_back(key);
    if (convoy_of(op, force) && waits_in_port(op, force)) co_await plan_convoy(op, side, key);
  }
  bool more = true;
  for (; more && !keys.empty(); keys.erase(keys.begin())) {
    if (is_planned_for(op, side, keys.front())) more = co_await plan_force(op, side, keys);
  }
  for (ForceKey key : keys_of(op, side)) co_await plan_for_ice(op, side, key);
}

}  // namespace

Task<> plan(Operation& op, Side side) {
  co_await plan_special_operation(op, side);
  co_await plan_moves(op, side);
}

}  // namespace wardroom::pq17
