// Out of and into ports and boxes [5.1.2, 5.1.3, 5.7].
#include <algorithm>

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/conditions/kara_sea.h"
#include "server/titles/pq17/conditions/sailing.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/movement/moves.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/sequence/victory.h"
#include "server/titles/pq17/weather/cross_ice.h"

namespace wardroom::pq17 {
namespace {

// Ships have gone from a place that was photographed [6.9].
void note_ships_gone(Operation& op, const std::string& place) {
  for (auto& photographed : *op.truth.mutable_standing()->mutable_photographed()) {
    if (photographed.place() == place) photographed.set_sailed_since(true);
  }
}

void sail(Operation& op, Side side, v1::Force& force, Hex hex, int hexes) {
  note_ships_gone(op, force.place());
  if (force.task() != v1::Force::NO_TASK) {
    if (force.task() == v1::Force::REFUELLING)
      op.tell(side, Text("report.refuelling_broken.own").text("force", op.name(force)), {}, "11.3.1");
    force.clear_task();
  }
  op.put_to_sea(force, hex);
  force.set_left_port(true);
  force.set_hexes(force.hexes() + hexes);
  op.block_of(force).set_moved(true);
  if (force.kind() == v1::BlockKind::CONVOY) force.add_visited(number(hex));
  needs_other_block(op, side, key_of(force));  // after ice at the port's mouth
}

// -- entry limits [5.1.2, DP-58b] --

// This counter takes room of a kind that is too short; how much of it may have to wait.
int may_wait(const Operation& op, const v1::Counter& ship, const Room& needed, const Room& room) {
  const Room one = room_of(op, ship, ship.cs());
  if (one.capital > 0 && needed.capital > room.capital) return std::max(ship.cs(), 1);
  if (one.cruisers > 0 && needed.cruisers > room.cruisers) return std::max(ship.cs(), 1);
  if (one.dd_tb_cs > 0 && needed.dd_tb_cs > room.dd_tb_cs) return std::min(ship.cs(), needed.dd_tb_cs - room.dd_tb_cs);
  return 0;
}

// Those for whom there is no room stay outside as a Task Force.
Task<> leave_some_outside(Operation& op, Side side, ForceKey key, const PlaceFacts& port) {
  ForceKey outside;
  while (true) {
    v1::Force& force = op.force(side, key);
    const Room room = room_left(op, side);
    const Room needed = room_of(op, force);
    if (fits(needed, room)) break;
    Menu menu = op.menu(side, v1::MenuKind::ENTRY_LIMIT, {});
    menu.prompt = Text("prompt.port_room")
                      .text("force", op.name(force))
                      .text("place", op.name(port))
                      .number("count", room.dd_tb_cs);
    menu.rule = "5.1.2";
    for (int i = 0; i < force.ship_size(); ++i) {
      const UnitFacts& unit = op.reference.unit(force.ship(i).unit());
      const int most = may_wait(op, force.ship(i), needed, room);
      for (int cs = unit.ship ? most : 1; cs <= most && most > 0; ++cs) {
        v1::Counter shown = force.ship(i);
        shown.set_cs(cs);
        menu.offer(v1::Verb::SPLIT_OFF, i, cs)
            .by("5.1.2")
            .says("choice.port_room.wait")
            .text("ship", name_of(op, shown));
      }
    }
    Action answer = menu.items.front().action;  // without a choice it passes by itself
    if (menu.items.size() > 1) answer = co_await op.table.ask(std::move(menu));
    const int index = answer.at<int>(0);
    v1::Force* part = outside ? op.find(side, outside) : op.form(side, v1::BlockKind::TASK_FORCE);
    outside = key_of(*part);
    add(op.reference, *part,
        take(force, index,
             op.reference.unit(force.ship(index).unit()).ship ? force.ship(index).cs() : answer.at<int>(1)));
  }
  if (!outside) co_return;
  v1::Force& part = op.force(side, outside);
  place_beside(op, side, op.force(side, key), part);
  part.set_done(true);
  op.tell(side,
          Text("report.split.own")
              .text("force", op.name(op.force(side, key)))
              .text("other", op.name(part))
              .word("hex", Operation::word(port.hex)),
          port.hex, "5.1.2");
  op.reveal_to_others(Licence::kPortFull, side, Text("report.waits_outside").text("place", op.name(port)), port.hex,
                      "5.1.2");
}

void come_in(Operation& op, Side side, v1::Force& force, const PlaceFacts& port) {
  if (op.shadowed(op.block_of(force))) end_shadowing(op, op.block_of(force));  // [6.3.5]
  use_room(op, side, force, port);
  op.put_in(force, port);
  force.set_entered_port(true);
  force.set_hexes(force.hexes() + op.numbers.movement().port_hexes());
  force.set_done(true);
  forget_route(force);
  const told::Move in{0, number(port.hex), number(port.hex), seat_of(side)};
  op.tell_apart(side, {Text("report.entered_port.own").text("force", op.name(force)).text("place", op.name(port)), in},
                {Text("report.entered_port").text("place", op.name(port)), in}, port.hex, "5.1.2");
  if (force.kind() != v1::BlockKind::CONVOY) return;
  if (may_end_in(op, force, port)) force.set_destination(port.id);  // [4.2]
  convoy_arrives(op, side, force, port);                            // [2.1.1]
}

}  // namespace

void dummy_with_it(Operation& op, Side side, const PlaceFacts& port) {
  if (!make_dummy_in_port(op, side, port)) return;
  op.tell(side, Text("report.dummy.created_in_port.own").text("place", op.name(port)), port.hex, "5.1.2");
  op.reveal_to_others(Licence::kPortFull, side, Text("report.dummy.created_in_port").text("place", op.name(port)),
                      port.hex, "5.1.2");
  op.table.barrier();
}

void use_room(Operation& op, Side side, const v1::Force& force, const PlaceFacts& port) {
  if (!port.port->entry_limited()) return;
  const Room taken = room_of(op, force);
  v1::Own::Entered& entered = *op.own(side).mutable_entered();
  entered.set_capital(entered.capital() + taken.capital);
  entered.set_cruisers(entered.cruisers() + taken.cruisers);
  entered.set_dd_tb_cs(entered.dd_tb_cs() + taken.dd_tb_cs);
}

Task<> leave_port(Operation& op, Side side, ForceKey key) {
  const PlaceFacts& port = op.reference.place(op.force(side, key).place());
  const bool out = co_await cross_ice(op, side, key, port.hex);  // [5.1.7]
  v1::Force* force = op.find(side, key);
  if (!force) co_return;
  if (!out) {
    force->set_done(true);
    force->clear_training();
    op.table.barrier();
    co_return;
  }
  note_sailing(op, side, *force);
  pay_to_sail(op, side, *force);  // [4.3.2]
  fuel_on_leaving_port(op, side, *force);
  sail(op, side, *force, port.hex, op.numbers.movement().port_hexes());
  told::Move sails{0, number(port.hex), number(port.hex), seat_of(side)};
  Telling seen{Text("report.left_port").text("place", op.name(port)), sails};
  sails.subject = force->block();
  op.tell_apart(side, {Text("report.left_port.own").text("force", op.name(*force)).text("place", op.name(port)), sails},
                std::move(seen), port.hex, "5.1.3");
  co_await move_force(op, side, key, port.hex);
}

Task<> leave_box(Operation& op, Side side, ForceKey key, Hex gate) {
  v1::Force& force = op.force(side, key);
  const PlaceFacts& box = op.reference.place(force.place());
  const bool one_hex = box.box->passage() == v1::Box::ONE_HEX;
  pay_to_sail(op, side, force);
  if (force.fuel_turn() == 0 || box.box->plans_before_start())
    fuel_on_leaving_port(op, side, force);  // the Germany Box is a port [5.7.1]
  sail(op, side, force, gate, one_hex ? 1 : op.numbers.movement().moderate_hexes());
  op.tell({Text("report.left_box").text("place", op.name(box)).word("hex", Operation::word(gate)),
           told::Move{0, 0, number(gate), seat_of(side)}},
          gate, "5.7");
  if (one_hex) {
    co_await move_force(op, side, key, gate);
    co_return;
  }
  op.force(side, key).set_done(true);
  op.table.barrier();
}

Task<> enter_port(Operation& op, Side side, ForceKey key) {
  const PlaceFacts& port = *op.port_in_play(op.hex_of(op.force(side, key)));
  // Before anything of this entry is shown: having to choose tells what ships they are.
  if (port.port->entry_limited()) co_await leave_some_outside(op, side, key, port);
  const bool still_there = co_await before_first_move(op, side, key);
  if (!still_there) co_return;
  const bool in = co_await cross_ice(op, side, key, port.hex);  // [5.1.7]
  if (!op.find(side, key)) co_return;
  if (!in) {
    op.force(side, key).set_done(true);
    co_return;
  }
  std::vector<ForceKey> parts;
  for (const v1::Force* part : dispersed_parts(op, side, op.force(side, key))) {
    if (op.at_sea(*part)) parts.push_back(key_of(*part));
  }
  come_in(op, side, op.force(side, key), port);
  for (ForceKey part : parts) come_in(op, side, op.force(side, part), port);  // [5.6]
  const bool makes_dummy =
      op.force(side, key).kind() == v1::BlockKind::TASK_FORCE;  // [1.3] not a Convoy, Dummy or Wolfpack
  if (makes_dummy) dummy_with_it(op, side, port);
}

void enter_box(Operation& op, Side side, ForceKey key, const PlaceFacts& box) {
  v1::Force& force = op.force(side, key);
  const Hex hex = op.hex_of(force);
  op.tell({Text("report.entered_box").text("place", op.name(box)), told::Move{0, number(hex), 0, seat_of(side)}}, hex,
          "5.7");
  if (op.shadowed(op.block_of(force))) end_shadowing(op, op.block_of(force));
  if (box.box->leaves_operation()) {  // [5.7.3] without points
    for (const v1::Counter& ship : force.ship()) {
      v1::Own::Removed& removed = *op.own(side).add_removed();
      removed.set_unit(ship.unit());
      removed.set_cs(ship.cs());
      removed.set_convoy(force.convoy());
      removed.set_reason("left");
    }
    op.erase(side, key);
    return;
  }
  op.put_in(force, box);
  force.set_hexes(op.numbers.movement().moderate_hexes());
  force.set_done(true);
  forget_route(force);
  if (side == kAxis && box.box->axis_use() == v1::Box::BY_CONDITION) raiders_arrive(op, key);  // [12.12]
}

}  // namespace wardroom::pq17
