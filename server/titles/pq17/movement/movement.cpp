#include "server/titles/pq17/movement/movement.h"

#include <algorithm>

#include "server/titles/pq17/air/movement.h"
#include "server/titles/pq17/combat/transit_combat.h"
#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/conditions/special_operations.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/forces/regrouping.h"
#include "server/titles/pq17/fuel/refuelling.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/movement/moves.h"
#include "server/titles/pq17/movement/routes.h"
#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/weather/disperse_convoys.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;

// Gales and a higher ID halt it on its route.
void review_route(Operation& op, Side side, v1::Force& force) {
  if (!has_route(force)) return;
  if (!op.at_sea(force)) {
    forget_route(force);
    return;
  }
  const v1::Block& block = op.block_of(force);
  const int level = block.flat() ? block.level() + 1 : 0;
  if (level > force.route_level() || op.weather(op.hex_of(force)) == v1::Weather::GALES) {
    halt_route(op, side, force);
  }
  force.set_route_level(level);
}

// What counts for one turn begins anew.
void begin_segment(Operation& op, Side side) {
  v1::Own& own = op.own(side);
  for (v1::Force& force : *own.mutable_force()) {
    force.clear_hexes();
    force.clear_done();
    force.clear_left_port();
    force.clear_entered_port();
    force.clear_high_speed();
    force.clear_in_leads();
    force.clear_sought();
    force.clear_rejoin_rolled();
    review_route(op, side, force);
  }
  own.clear_dummy_made();
  for (v1::Block* block : op.blocks(side)) {
    block->clear_moved();
    block->set_began_shadowed(op.shadowed(*block));
  }
  for (v1::Block* block : op.blocks(enemy_of(side))) {  // that may go along with a force they shadow
    block->clear_followed();
    block->set_began_shadowed(op.shadowed(*block));
  }
  for (v1::Sea::Stack& stack : *op.truth.mutable_sea()->mutable_stack()) {
    if (stack.side() == side) stack.clear_left();
  }
}

// [4.3.4] Once per Operation, without command points.
bool may_train(Operation& op, Side side, v1::Force& force) {
  if (side != kAxis || !op.option("option.training") || op.own(side).trained()) return false;
  if (force.kind() != v1::BlockKind::TASK_FORCE || !op.in_port(force)) return false;
  force.set_training(true);
  const bool may = may_sail(op, side, force);
  force.clear_training();
  return may;
}

Task<> train(Operation& op, Side side, ForceKey key) {
  v1::Force& force = op.force(side, key);
  force.set_training(true);
  force.set_home(force.place());
  op.own(side).set_trained(true);
  op.tell(side, Text("report.training.own").text("force", op.name(force)), {}, "4.3.4");
  co_await leave_port(op, side, key);
}

Text cost_text(const Cost& cost) {
  return Text("score.command_points")
      .number("whole", cost.home_fleet + cost.severnyy_flot + cost.gruppe_nord)
      .number("half", 0);
}

void offer_sailing(Operation& op, Side side, v1::Force& force, Menu& menu) {
  const PlaceFacts& place = op.reference.place(force.place());
  if (may_sail(op, side, force)) {
    const auto cost = cost_to_sail(op, side, force);
    const bool pays = cost && cost->home_fleet + cost->severnyy_flot + cost->gruppe_nord > 0;
    const auto finish = [&](Item& item) {
      if (pays) {
        item.would(Text("would.command_points").text("points", cost_text(*cost))).by("4.3.2");
      } else if (force.task() == v1::Force::REFUELLING) {
        item.would("would.stop_refuelling").by("11.3.1");
      }
    };
    if (place.port) {
      Item& item = menu.offer(v1::Verb::LEAVE_PORT, key_of(force)).place(number(place.hex));
      finish(item);
      item.says("choice.move.force_leaves").text("force", op.name(force)).text("place", op.name(place));
    }
    for (Hex gate : gates_to_leave(op, side, force)) {
      Item& item = menu.offer(v1::Verb::LEAVE_BOX, key_of(force), gate).place(number(gate));
      finish(item);
      item.says("choice.move.force_leaves_box")
          .text("force", op.name(force))
          .text("place", op.name(place))
          .word("hex", Operation::word(gate));
    }
  }
  if (may_train(op, side, force)) {
    menu.offer(v1::Verb::SAIL_FOR_TRAINING, key_of(force))
        .place(number(place.hex))
        .by("4.3.4")
        .would(Text("would.return_to_port").text("place", op.name(place)))
        .says("choice.training.sail")
        .text("force", op.name(force));
  }
}

void offer_moving(Operation& op, Side side, v1::Force& force, Menu& menu) {
  const Hex hex = op.hex_of(force);
  const bool dummy = force.kind() == v1::BlockKind::DUMMY;  // they have no numbers
  const auto name =
      std::make_shared<const Text>(dummy ? Text("block.dummy_in").word("hex", Operation::word(hex)) : op.name(force));
  menu.offer(v1::Verb::CHOOSE_FORCE, key_of(force)).place(number(hex)).says("choice.move.select").text("force", name);
  if (const int legs = legs_along_route(op, side, force); legs > 0) {
    const Hex goal = force.route().empty() ? hex : as_hex(force.route(force.route_size() - 1));
    menu.offer(v1::Verb::FOLLOW_ROUTE, key_of(force), legs)
        .place(number(hex))
        .place(number(goal))
        .says(force.route_halted() ? "choice.move.follow_again" : "choice.move.follow")
        .text("force", name)
        .word("hex", Operation::word(goal))
        .word("port", force.route_into_port() ? "yes" : "no");
  }
  menu.offer(v1::Verb::PLOT, key_of(force)).place(number(hex)).says("choice.move.plot").text("force", name);
  if (can_scatter(op, side, force)) {
    menu.offer(v1::Verb::SCATTER, key_of(force))
        .place(number(hex))
        .by("5.5")
        .says("choice.scatter.scatter_force")
        .text("force", name);
  }
}

bool somebody_must_move(Operation& op, Side side) {
  return std::ranges::any_of(op.all(side), [&](const v1::Force* force) {
    return op.at_sea(*force) && force->hexes() == 0 && must_move(op, *force) && can_move(op, side, *force);
  });
}

Menu movement_menu(Operation& op, Side side) {
  Menu menu = op.menu(side, v1::MenuKind::MOVE, "prompt.move");
  menu.checkpoint = true;
  menu.rule = "5";
  const auto forces = op.all(side);
  menu.expect(4 * forces.size());
  for (v1::Force* force : forces) {
    if (!op.at_sea(*force)) {
      offer_sailing(op, side, *force, menu);
    } else if (force->hexes() == 0 && can_move(op, side, *force)) {
      offer_moving(op, side, *force, menu);
    }
    offer_tows(op, *force, menu);
  }
  offer_all_routes(op, side, menu);
  offer_dummies(op, side, menu);
  if (may_let_lapse(op, side)) {  // [DP-122]
    menu.offer(v1::Verb::LET_LAPSE).by(side == kAllied ? "12.14" : "12.8").says("choice.special_attack_due.lapse");
  }
  if (!somebody_must_move(op, side)) {
    if (might_fly(op, side)) menu.offer(v1::Verb::DONE_GROUNDED).says("choice.move.finish_grounded");
    menu.offer(v1::Verb::DONE).says("choice.move.finish");
  }
  return menu;
}

// True: movement is done.
Task<bool> move_as_told(Operation& op, Side side, const Action answer) {
  const ForceKey key = answer.arguments.empty() ? ForceKey() : answer.at<ForceKey>(0);
  switch (answer.verb) {
    case v1::Verb::FOLLOW_ALL_ROUTES:
      co_await follow_all_routes(op, side, answer);
      break;
    case v1::Verb::GO_ON:
    case v1::Verb::GO_ON_GROUNDED: {
      const bool as_plotted = co_await follow_all_routes(op, side, answer);
      if (!as_plotted || somebody_must_move(op, side)) break;
      op.own(side).set_grounded(answer.verb == v1::Verb::GO_ON_GROUNDED);
      co_return true;
    }
    case v1::Verb::CHOOSE_FORCE: {
      const Hex from = op.hex_of(op.force(side, key));
      co_await move_force(op, side, key, from);
      break;
    }
    case v1::Verb::FOLLOW_ROUTE:
      co_await follow_route(op, side, key, answer.at<int>(1));
      break;
    case v1::Verb::PLOT:
      co_await plot_route(op, side, key);
      break;
    case v1::Verb::SCATTER:
      co_await scatter_by_order(op, side, key);
      break;
    case v1::Verb::LEAVE_PORT:
      co_await leave_port(op, side, key);
      break;
    case v1::Verb::SAIL_FOR_TRAINING:
      co_await train(op, side, key);
      break;
    case v1::Verb::LEAVE_BOX:
      co_await leave_box(op, side, key, answer.at<Hex>(1));
      break;
    case v1::Verb::ELIMINATE_DUMMY:
      eliminate_dummy(op, side, key);
      break;
    case v1::Verb::DROP_TOW:
      drop_tow(op, side, op.force(side, key), answer.at<int>(1));
      break;
    case v1::Verb::LET_LAPSE:
      let_lapse(op, side);
      break;
    default:
      op.own(side).set_grounded(answer.verb == v1::Verb::DONE_GROUNDED);
      co_return true;
  }
  co_return false;
}

// Step d: any block in any order; convoys at sea have to [5.1.5].
Task<> move_forces(Operation& op) {
  const Side side = op.active();
  if (op.truth.battle().resumes()) {
    co_await go_on_in_transit(op);
    end_move_after_combat(op, side);
  }
  while (true) {
    Menu menu = movement_menu(op, side);
    const Action answer =
        co_await op.table.ask(std::move(menu));  // even when nothing is left to do: the enemy sees it end
    const bool done = co_await move_as_told(op, side, answer);
    if (done) co_return;
  }
}

}  // namespace

Task<> naval_movement(Operation& op) {
  while (true) {
    switch (op.step()) {
      case Clock::STEP_UNSPECIFIED:
        begin_segment(op, op.active());
        op.set_step(Clock::COMMAND);
        break;
      case Clock::COMMAND:
        pay_for_ships_at_sea(op);
        if (op.active() == kAxis) answer_about_tirpitz(op);
        op.set_step(Clock::STAND_UP);
        break;
      case Clock::STAND_UP:
        co_await stand_up_forces(op);
        co_await disperse_convoys(op);  // [9.3.2]
        op.set_step(Clock::SPLIT);
        break;
      case Clock::SPLIT:
        co_await split_forces(op);
        op.set_step(Clock::REFUEL);
        break;
      case Clock::REFUEL:
        co_await designate_refuelling(op);
        op.set_step(Clock::MOVE);
        break;
      case Clock::MOVE:
        co_await move_forces(op);
        co_await offer_to_leave_idle_targets(op);  // [6.3.5]
        op.set_step(Clock::LOSE_ID);
        break;
      case Clock::LOSE_ID:
        lose_id_by_moving_or_idleness(op);  // [6.6]
        pay_for_initiative(op);
        co_return;
      default:
        throw Broken("pq17: no such step of naval movement");
    }
  }
}

}  // namespace wardroom::pq17
