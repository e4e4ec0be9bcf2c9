#include "server/titles/pq17/weather/cross_ice.h"

#include "server/titles/pq17/weather/crossing.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {

Task<bool> cross_ice(Operation& op, Side side, ForceKey key, Hex to) {
  const Crossing crossing = crossing_of(op, side, op.force(side, key));
  const Hex from = op.hex_of(op.force(side, key));
  const Met met = meet_ice(op, side, from, to, crossing, {});
  if (met.ice == v1::Ice::CLEAR) {
    shadowers_meet_ice(op, side, op.force(side, key), to, met.actual);
    co_return true;
  }

  Try result = Try::kEntered;
  if (!may_cross(op, side, met.ice)) {
    // An Axis force that has to turn back from less than Solid Pack does so as if it chose to.
    result = effect_of(op, met.ice).allied_entry() == v1::IceEffect::NEVER ? Try::kRefused : Try::kAborted;
  } else if (met.rolled) {  // [10.1] DP-46
    Menu menu = op.menu(side, v1::MenuKind::ICE, "prompt.ice");
    menu.prompt.text("force", op.name(op.force(side, key)))
        .text("ice", op.name(met.ice))
        .word("hex", Operation::word(to));
    menu.rule = "10.1";
    menu.offer(v1::Verb::CROSS).place(number(to)).says("choice.ice.cross");
    menu.offer(v1::Verb::ABORT).place(number(from)).would("would.end_move").says("choice.ice.abort");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::ABORT) result = Try::kAborted;
  }
  if (result == Try::kEntered && !breaks_through(op, crossing, met.ice, to, {})) result = Try::kRefused;
  op.tell(
      Text(result == Try::kEntered ? "report.ice.crossed" : "report.ice.turned_back").word("hex", Operation::word(to)),
      to, "10.1");

  v1::Force& force = op.force(side, key);
  const bool from_port = !op.at_sea(force) && !force.place().empty();
  const std::string place = force.place();
  hurt_by_ice(op, side, force, crossing, met.ice, result);
  dispersed_parts_meet_ice(op, side, key, met.ice, result);
  if (result == Try::kEntered && op.find(side, key)) {
    shadowers_meet_ice(op, side, op.force(side, key), to, met.actual);
    co_return true;
  }
  if (from_port) {  // the next to try has draws of its own
    v1::Sea::Stack& stack = op.stack(place, side);
    stack.set_left(stack.left() + 1);
  }
  co_return false;
}

}  // namespace wardroom::pq17
