// One force's move: hex by hex, along a plotted route, and the end of it [5, 6.6].
#include <algorithm>

#include "server/titles/pq17/air/pass_patrols.h"
#include "server/titles/pq17/air/patrols.h"
#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/conditions/breakout.h"
#include "server/titles/pq17/conditions/spitsbergen.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/movement/moves.h"
#include "server/titles/pq17/movement/routes.h"
#include "server/titles/pq17/movement/speed.h"
#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "server/titles/pq17/weather/cross_ice.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

constexpr int kLongestRoute = 40;

Text points(int vp_halves) {
  const int size = std::abs(vp_halves);
  return Text("score.points")
      .word("sign", vp_halves < 0 ? "minus" : "plus")
      .number("whole", size / 2)
      .number("half", size % 2);
}

// Somebody there who could look at a passing block [6.6.1].
bool watched(Operation& op, Side mover, Hex hex) {
  return std::ranges::any_of(op.blocks(enemy_of(mover), hex),
                             [&](const v1::Block* block) { return !op.shadows_someone(*block); });
}

bool in_transit(Operation& op, Side side, const v1::Force& force) {
  if (force.hexes() == 0 || !op.block_of(force).moved()) return false;
  if (hexes_at(op, best_speed(op, force)) < op.numbers.movement().moderate_hexes()) return false;
  return watched(op, side, op.hex_of(force));
}

void note_hex(v1::Force& force, Hex hex) {
  if (std::ranges::find(force.visited(), number(hex)) == force.visited().end()) force.add_visited(number(hex));
}

// Of a convoy that this step would take off its way to where it makes for, but nearer another of its destinations.
const PlaceFacts* other_destination(Operation& op, Side side, const v1::Force& force, Hex to) {
  if (force.kind() != v1::BlockKind::CONVOY || is_scattered(op, force) || force.destination().empty()) return nullptr;
  const PlaceFacts* goal = makes_for_by(op, side, force, to);
  return goal && goal->id != force.destination() ? goal : nullptr;
}

void change_destination(Operation& op, Side side, v1::Force& force, const PlaceFacts& goal) {
  force.set_destination(goal.id);
  for (v1::Force* part : dispersed_parts(op, side, force)) part->set_destination(goal.id);
  op.tell(side, Text("report.destination.own").text("convoy", op.name(force)).text("place", op.name(goal)), {},
          "5.1.5");
}

// Out of a port it has paid, but crossed none.
int hexes_crossed(const Operation& op, const v1::Force& force) {
  return force.hexes() - (force.left_port() ? op.numbers.movement().port_hexes() : 0);
}

// One block goes over.
Telling move_block(Operation& op, Side side, v1::Force& force, Hex to) {
  const Hex from = op.hex_of(force);
  v1::Block& block = op.block_of(force);
  const BlockId id = id_of(block);
  block.set_hex(number(to));
  block.set_moved(true);
  Text seen = Text("report.moved")
                  .text("block", op.name(block))
                  .word("from", Operation::word(from))
                  .word("to", Operation::word(to));
  op.regroup(side, to);
  const BlockId known = op.find_block(id) ? id : BlockId();  // nobody knows which of several it is now
  return {std::move(seen), told::Move{known.value, number(from), number(to), seat_of(side)}};
}

// It and what is Dispersed from it go over.
void go(Operation& op, Side side, v1::Force& force, Hex to) {
  const Hex from = op.hex_of(force);
  if (const PlaceFacts* goal = other_destination(op, side, force, to)) change_destination(op, side, force, *goal);
  op.tell_others(side, move_block(op, side, force, to), to);
  force.set_hexes(force.hexes() + 1);
  if (op.reference.hex(to).has(v1::Hex::INNER_LEADS)) force.set_in_leads(true);
  if (force.kind() == v1::BlockKind::CONVOY) {
    note_hex(force, from);
    note_hex(force, to);
  }
  for (v1::Force* part : dispersed_parts(op, side, force)) {  // [5.6]
    if (!op.at_sea(*part) || op.hex_of(*part) != from) continue;
    op.reveal_to_others(Licence::kPartsTogether, side, move_block(op, side, *part, to), to,
                        "5.6");  // that they belong together shows
    note_hex(*part, to);
  }
  if (force.hexes() <= op.numbers.movement().moderate_hexes() || force.high_speed()) return;
  force.set_high_speed(true);
  if (force.kind() == v1::BlockKind::TASK_FORCE) {
    expend_fuel(op, force, op.numbers.fuel().high_speed_cost());  // [11.1.3]
  }
}

void offer_steps(Operation& op, Side side, const v1::Force& force, Menu& menu) {
  for (Hex to : next_hexes(op, side, force)) {
    Item& item = menu.offer(v1::Verb::STEP, to).place(number(to));
    const bool high = force.hexes() >= op.numbers.movement().moderate_hexes();
    if (force.patrol_white() && !on_patrol_station(op, to) && !op.truth.standing().german_threat_identified()) {
      const auto cruisers = static_cast<int>(std::ranges::count_if(
          force.ship(), [&](const v1::Counter& ship) { return of_patrol_white(op, ship.unit()); }));
      item.would(Text("would.victory_points")
                     .text("points", points(cruisers * op.numbers.victory().patrol_white_breach_vp_halves())))
          .by("5.1.9");
    } else if (const int points = side == kAllied ? points_for_hex(op, force, to) : 0; points > 0) {
      item.would(Text("would.command_points")
                     .text("points", Text("score.command_points").number("whole", points).number("half", 0)))
          .by("4.3.2");
    } else if (high && force.kind() == v1::BlockKind::TASK_FORCE) {
      item.would(Text("would.fuel").number("count", op.numbers.fuel().high_speed_cost())).by("11.1.3");
    } else if (in_transit(op, side, force)) {
      item.would(Text("would.transit").word("hex", Operation::word(op.hex_of(force)))).by("6.6.1");
    } else if (force.hexes() == 0 && force.kind() == v1::BlockKind::WOLFPACK) {
      item.would("would.no_attack").by("5.2");
    } else if (const PlaceFacts* goal = other_destination(op, side, force, to)) {
      item.would(Text("would.other_destination").text("place", op.name(*goal))).by("5.1.5");
    }
    item.says("choice.move.hex").word("hex", Operation::word(to));
  }
}

void offer_places(Operation& op, Side side, const v1::Force& force, Menu& menu) {
  if (const PlaceFacts* port = port_to_enter(op, side, force)) {
    menu.offer(v1::Verb::ENTER_PORT, port->number)
        .place(number(port->hex))
        .by("5.1.2")
        .says("choice.move.enter_port")
        .text("place", op.name(*port));
  }
  for (const PlaceFacts* box : boxes_to_enter(op, side, force)) {
    menu.offer(v1::Verb::ENTER_BOX, box->number).by("5.7").says("choice.move.enter_box").text("place", op.name(*box));
  }
  if (may_exit(op, side, force)) {
    menu.offer(v1::Verb::EXIT_MAP, key_of(force))
        .place(number(op.hex_of(force)))
        .by("12.2")
        .says("choice.move.leave_map");
  }
}

}  // namespace

Task<bool> before_first_move(Operation& op, Side side, ForceKey key) {
  const v1::Force& force = op.force(side, key);
  if (force.hexes() > 0 || !op.at_sea(force) || !op.shadowed(op.block_of(force))) co_return true;
  const BlockId block = block_id(force);
  co_await offer_to_cease_shadowing(op, block);  // [6.3.5]
  co_return op.find(side, key) != nullptr;
}

Task<bool> step(Operation& op, Side side, ForceKey key, Hex to, int declared) {
  const bool still_there = co_await before_first_move(op, side, key);
  if (!still_there) co_return false;
  if (in_transit(op, side, op.force(side, key))) {
    const bool goes_on = co_await transit(op, side, key);  // [6.6.1]
    if (!op.find(side, key)) co_return false;
    if (!goes_on) {
      op.force(side, key).set_done(true);
      co_return false;
    }
  }
  const bool passed = co_await pass_air_patrols(op, side, key, to, declared);  // [7.4.5]
  if (!passed) co_return false;
  const bool task_force = op.force(side, key).kind() == v1::BlockKind::TASK_FORCE;  // the ice may make one of a convoy
  const bool crossed = co_await cross_ice(op, side, key, to);                       // [5.1.7]
  v1::Force* force = op.find(side, key);
  if (!force) co_return false;
  if (!crossed) {
    force->set_done(true);
    co_return false;
  }
  leave_patrol_white(op, *force, to);
  if (side == kAllied && task_force) pay_for_hex(op, *force, to);  // [4.3.2]
  go(op, side, *force, to);
  note_bombardment(op, side, to);  // [12.11]
  const BlockId block = block_id(*force);
  co_await shadowers_follow(op, block);  // [5.4]
  co_return op.find(side, key) != nullptr;
}

void halt_route(Operation& op, Side side, v1::Force& force) {
  if (!has_route(force) || force.route_halted()) return;
  force.set_route_halted(true);
  op.tell(side, Text("report.route.halted.own").text("force", op.name(force)));
}

void drop_route(Operation& op, Side side, v1::Force& force) {
  if (!has_route(force)) return;
  forget_route(force);
  op.tell(side, Text("report.route.stopped.own").text("force", op.name(force)));
}

namespace {

void begin_move(Operation& op, Side side, ForceKey key, Hex from) {
  v1::Own::Moving& moving = *op.own(side).mutable_moving();
  moving.set_key(key.value);
  moving.set_from(number(from));
}

}  // namespace

void end_move(Operation& op, Side side, ForceKey key, Hex from) {
  op.own(side).clear_moving();
  v1::Force* force = op.find(side, key);
  if (!force || !op.at_sea(*force)) {
    op.table.barrier();
    return;
  }
  const int steps = hexes_crossed(op, *force);
  if (force->hexes() > 0) force->set_done(true);
  const Hex to = op.hex_of(*force);
  if (steps > 0 && op.block_of(*force).moved()) {
    const auto speed = force->high_speed() ? v1::Speed::HIGH : std::max(best_speed(op, *force), v1::Speed::MODERATE);
    const auto tell = [&](const v1::Force& moved) {
      op.tell(side,
              {Text("report.moved.own")
                   .text("force", op.name(moved))
                   .word("from", Operation::word(from))
                   .word("to", Operation::word(to))
                   .text("speed", Text("speed." + lower(v1::Speed::Kind_Name(speed)) + ".name")),
               told::Move{moved.block(), number(from), number(to), seat_of(side)}},
              to);
    };
    tell(*force);
    for (const v1::Force* part : dispersed_parts(op, side, *force)) {  // [5.6]
      if (op.at_sea(*part) && op.hex_of(*part) == to) tell(*part);
    }
  }
  op.table.barrier();
}

void end_move_after_combat(Operation& op, Side side) {
  const v1::Own::Moving moving = op.own(side).moving();
  const ForceKey key(moving.key());
  if (v1::Force* force = op.find(side, key)) {
    force->set_done(true);
    halt_route(op, side, *force);
  }
  end_move(op, side, key, as_hex(moving.from()));
}

namespace {

// Beside each step of a Wolfpack that must say how far it goes [7.4.5]: the same, and no farther.
void offer_single_steps(Operation& op, Menu& menu) {
  const std::size_t steps = menu.items.size();
  for (std::size_t i = 0; i < steps; ++i) {
    if (menu.items[i].action.verb != static_cast<std::uint32_t>(v1::Verb::STEP)) continue;
    const Hex to = menu.items[i].action.at<Hex>(0);
    menu.items[i].would("would.roll_asw").by("7.4.5");
    menu.offer(v1::Verb::STEP, to, 1)
        .place(number(to))
        .by("7.4.5")
        .says("choice.wolfpack_move.only")
        .word("hex", op.word(to));
  }
}

}  // namespace

Task<> move_force(Operation& op, Side side, ForceKey key, Hex from, int declared) {
  const bool wolfpack = op.force(side, key).kind() == v1::BlockKind::WOLFPACK;
  begin_move(op, side, key, from);
  while (true) {
    v1::Force* force = op.find(side, key);
    if (!force || !op.at_sea(*force) || force->done()) break;
    Menu menu = op.menu(side, v1::MenuKind::MOVE_FORCE, {});
    menu.prompt =
        Text("prompt.move.force").text("force", op.name(*force)).number("count", std::max(0, hexes_left(op, *force)));
    menu.rule = "5.1";
    if (!wolfpack || declared == 0 || hexes_crossed(op, *force) < declared) offer_steps(op, side, *force, menu);
    if (declared == 0 && must_declare(op, side, *force)) offer_single_steps(op, menu);
    offer_places(op, side, *force, menu);
    if (menu.items.empty()) break;
    if (!must_move(op, *force)) {
      const Hex here = op.hex_of(*force);
      menu.offer(v1::Verb::STOP)
          .place(number(here))
          .says(force->hexes() > 0 ? "choice.move.end" : "choice.move.stay")
          .word("hex", Operation::word(here));
    }
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::STOP) {
      if (force->hexes() > 0) break;
      op.own(side).clear_moving();  // it can still be moved
      co_return;
    }
    if (answer.verb == v1::Verb::STEP) {
      if (wolfpack && declared == 0)
        declared = answer.arguments.size() > 1 ? answer.at<int>(1) : hexes_left(op, op.force(side, key));
      drop_route(op, side, op.force(side, key));
      bool goes_on = co_await step(op, side, key, answer.at<Hex>(0), declared);
      const v1::Force* moving = op.find(side, key);
      if (!goes_on && moving && hexes_crossed(op, *moving) < declared) goes_on = co_await tries_again(op, side, key);
      if (!goes_on) break;
    } else if (answer.verb == v1::Verb::ENTER_PORT) {
      co_await enter_port(op, side, key);
    } else if (answer.verb == v1::Verb::EXIT_MAP) {
      exit_map(op, side, key);
    } else {
      enter_box(op, side, key, op.reference.place(answer.at<int>(0)));
    }
  }
  end_move(op, side, key, from);
}

// -- plotted routes --

namespace {

// One hex farther along its route. False: it is halted, or has to think again.
Task<bool> follow_one_hex(Operation& op, Side side, ForceKey key, int declared) {
  v1::Force* force = op.find(side, key);
  const Hex to = as_hex(force->route(0));
  const bool through_ice = known_ice(op, side, op.hex_of(*force), to) != v1::Ice::CLEAR;
  const bool goes_on = co_await step(op, side, key, to, declared);
  force = op.find(side, key);
  if (!force || !op.at_sea(*force) || force->route().empty()) co_return false;
  const Hex here = op.hex_of(*force);
  if (here == to) force->mutable_route()->erase(force->route().begin());
  const bool met = !op.blocks(enemy_of(side), here).empty();
  if (!goes_on || met) halt_route(op, side, *force);
  co_return goes_on && !met && !through_ice;  // what ice has done to it may change its plans
}

}  // namespace

Task<> follow_route(Operation& op, Side side, ForceKey key, int legs, Rest rest) {
  v1::Force* force = &op.force(side, key);
  const Hex from = op.hex_of(*force);
  begin_move(op, side, key, from);
  force->clear_route_halted();
  int declared = 0;
  if (force->kind() == v1::BlockKind::WOLFPACK)
    declared = must_declare(op, side, *force) ? std::min(legs, force->route_size()) : hexes_left(op, *force);
  bool by_hand = rest == Rest::kByHand;  // once the route is done, halted or dropped
  bool as_plotted = true;
  while (as_plotted && force && !force->done() && !force->route().empty()) {
    if (force->hexes() >= op.numbers.movement().moderate_hexes() ||
        hexes_left(op, *force) <= 0) {  // never at High Speed
      by_hand = false;
      break;
    }
    if (legs-- == 0) break;
    const auto open = next_hexes(op, side, *force);
    if (std::ranges::find(open, as_hex(force->route(0))) == open.end()) {
      drop_route(op, side, *force);
      break;
    }
    as_plotted = co_await follow_one_hex(op, side, key, declared);
    force = op.find(side, key);
  }
  if (as_plotted && force && !force->done() && force->route().empty() && force->route_into_port()) {
    const int port_hexes = op.numbers.movement().port_hexes();
    const bool too_late =
        hexes_left(op, *force) < port_hexes || force->hexes() + port_hexes > op.numbers.movement().moderate_hexes();
    if (too_late) by_hand = false;  // it goes in next turn
    if (legs > 0 && goes_in_whole(op, side, *force)) co_await enter_port(op, side, key);
    force = op.find(side, key);
  }
  if (force && by_hand && !force->done()) {
    co_await move_force(op, side, key, from, declared);
    co_return;
  }
  if (force && !force->route().empty() && !force->route_halted()) {
    op.tell(side,
            Text("report.route.own").text("force", op.name(*force)).word("hex", Operation::word(op.hex_of(*force))));
  }
  end_move(op, side, key, from);
}

Task<> plot_route(Operation& op, Side side, ForceKey key) {
  while (true) {
    v1::Force& force = op.force(side, key);
    const Hex end = force.route().empty() ? op.hex_of(force) : as_hex(force.route(force.route_size() - 1));
    Menu menu = op.menu(side, v1::MenuKind::PLOT, {});
    menu.prompt = Text("prompt.move.plot").text("force", op.name(force)).word("hex", Operation::word(end));
    for (Hex to : op.reference.hex(end).by_sea) {
      if (force.route_size() >= kLongestRoute || !open_to(op, side, force, to)) continue;
      const bool been = std::ranges::find(force.visited(), number(to)) != force.visited().end() ||
                        std::ranges::find(force.route(), number(to)) != force.route().end();
      if (been && force.kind() == v1::BlockKind::CONVOY) continue;
      menu.offer(v1::Verb::PLOT_STEP, to).place(number(to)).says("choice.move.route").word("hex", Operation::word(to));
    }
    offer_ports_to_plot(op, side, force, end, kLongestRoute - force.route_size(), menu);
    foresee_routes(op, side, key, menu);
    if (force.route_into_port())
      menu.offer(v1::Verb::PLOT_OUTSIDE)
          .place(number(end))
          .says("choice.move.route_outside")
          .word("hex", Operation::word(end));
    if (has_route(force)) menu.offer(v1::Verb::PLOT_CLEAR).says("choice.move.route_off");
    menu.offer(v1::Verb::PLOT_END).says("choice.done");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::PLOT_END) co_return;
    force.clear_route_halted();
    force.clear_route_into_port();
    if (answer.verb == v1::Verb::PLOT_CLEAR) {
      forget_route(force);
    } else if (answer.verb == v1::Verb::PLOT_TO) {
      Hex last = end;
      for (Hex hex : way_to(op, side, force, end, answer.at<Hex>(0))) {
        force.add_route(number(hex));
        last = hex;
      }
      force.set_route_into_port(last == answer.at<Hex>(0));
    } else if (answer.verb == v1::Verb::PLOT_STEP) {
      force.add_route(static_cast<std::uint32_t>(answer.at<int>(0)));
    }
    const v1::Block& block = op.block_of(force);
    force.set_route_level(block.flat() ? block.level() + 1 : 0);
    if (answer.verb == v1::Verb::PLOT_TO) co_return;
  }
}

}  // namespace wardroom::pq17
