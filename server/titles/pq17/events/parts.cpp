#include "server/titles/pq17/events/parts.h"

#include <algorithm>

#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

using v1::RandomEvent;

// Of several upright blocks that look alike nobody could tell which it was: with new ids it is the first.
void come_forward(Operation& op, Side side, ForceKey key) {
  const v1::Block& own = op.block_of(op.force(side, key));
  const Hex hex = as_hex(own.hex());
  if (op.shadows_someone(own)) return;
  op.regroup(side, hex);
  v1::Force& force = op.force(side, key);
  for (const v1::Block* other : op.blocks(side, hex)) {
    const v1::Block& mine = op.block_of(force);
    const bool alike = !other->flat() && !op.shadows_someone(*other) && other->moved() == mine.moved() &&
                       other->shadow().empty() && mine.shadow().empty();
    if (!alike || other->id() >= mine.id()) continue;
    v1::Force& first = op.force_behind(*other);
    const BlockId id = block_id(first);
    first.set_block(force.block());
    force.set_block(id.value);
    return;
  }
}

}  // namespace

std::size_t pick_one(Operation& op, Pick what, std::size_t count, std::uint32_t ordinal) {
  const auto sides = static_cast<std::uint32_t>(std::max<std::size_t>(1, count));
  return op.draw(Draw::kEventSubject, static_cast<std::uint64_t>(what), ordinal, sides);
}

int amount_of(Operation& op, const RandomEvent& event) {
  if (event.roll().empty()) return event.amount();
  const int die = op.die(Draw::kEventSubject, static_cast<std::uint64_t>(Pick::kDie));
  op.reveal(
      Licence::kEvent,
      {Text("report.event.die").text("event", Text(event.id() + ".name")).number("die", die), plain_roll({}, {die})},
      {}, "13");
  for (const RandomEvent::Roll& roll : event.roll()) {
    if (die >= roll.on().from() && die <= roll.on().to()) return roll.amount();
  }
  return 0;
}

void tell_no_effect(Operation& op, const RandomEvent& event) {
  op.tell(Text("report.event.no_effect").text("event", Text(event.id() + ".name")), {}, "13");
}

void tell_no_effect(Operation& op, Side side, const RandomEvent& event) {
  op.tell(side, Text("report.event.no_effect").text("event", Text(event.id() + ".name")), {}, "13");
}

void reveal_no_effect(Operation& op, const RandomEvent& event) {
  op.reveal(Licence::kEvent, Text("report.event.no_effect").text("event", Text(event.id() + ".name")), {}, "13");
}

void may_all_have_changed(Operation& op, Side side) {
  for (v1::Block* block : op.blocks(side)) may_have_changed(*block);
}

Menu event_menu(const Operation& op, Side side, TextId prompt) {
  Menu menu = op.menu(side, v1::MenuKind::EVENT_SUBJECT, std::move(prompt),
                      side == op.active() ? Asking::kOwn : Asking::kReaction);
  menu.rule = "13";
  return menu;
}

v1::Block& step_forward(Operation& op, Side side, ForceKey key) {
  if (op.block_of(op.force(side, key)).flat()) return op.block_of(op.force(side, key));
  come_forward(op, side, key);
  v1::Block& block = op.block_of(op.force(side, key));
  const Hex hex = as_hex(block.hex());
  const char* told = block.moved() ? "report.event.encounter.moved"
                                   : "report.event.encounter.waited";  // by this it can be told from others
  op.reveal(Licence::kEventLocates, Text(told).word("hex", op.word(hex)), hex, "13");
  return block;
}

}  // namespace wardroom::pq17
