// A pulse: its side moves, its aircraft fly; then what has met is fought out [Move].
#include <algorithm>

#include "server/titles/murmansk/air/air.h"
#include "server/titles/murmansk/battle/battle.h"
#include "server/titles/murmansk/combat/harm.h"
#include "server/titles/murmansk/period/period.h"
#include "server/titles/murmansk/submarine/submarines.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

Task<> do_in_pulse(Campaign& c, Side side, Action action) {
  c.topic = Topic::kMovement;
  switch (action.verb) {
    case Verb::MOVE:
      co_await move_group(c, side, action.at<Key>(0), action.at<Place>(1));
      break;
    case Verb::ENTER:
      enter_map(c, action.at<Key>(0), action.at<Place>(1));
      break;
    case Verb::LEAVE:
      leave_map(c, action.at<Key>(0));
      break;
    case Verb::SAIL:
      co_await sortie(c, action.at<Place>(0));
      break;
    case Verb::CHANGE:
      co_await change_group_at_sea(c, action.at<ShipNumber>(0));
      break;
    case Verb::SCUTTLE:
      scuttle(c, action.at<ShipNumber>(0));
      break;
    case Verb::LIFT:
      lift_dummy(c, side, action.at<Key>(0));
      break;
    case Verb::PLACE_DUMMY:
      co_await place_dummy(c, side, action.at<Key>(0));
      break;
    default:
      co_await do_air(c, side, action);
  }
}

// Submarines before ships [Seq]; nobody flies until all is fought out [M-24].
Task<> end_of_pulse(Campaign& c, Side side) {
  detect_near_bases(c);
  if (c.first_pulse()) co_await individuals(c, side);
  co_await wolfpack(c);
  co_await surface_contacts(c);
}

}  // namespace

Task<> pulse(Campaign& c) {
  const Side side = *c.mover();
  for (;;) {
    Menu menu = c.menu(side, v1::MenuKind::PULSE, "murmansk.prompt.pulse");
    menu.prompt.number("pulse", c.clock().pulse());
    menu.checkpoint = true;
    offer_moves(c, side, menu);
    if (side == kAxis) offer_sorties(c, menu);
    if (c.first_pulse()) offer_changes(c, side, menu);
    if (side == kAxis && c.clock().pulse() == 1) offer_dummies(c, side, menu);
    offer_air(c, side, menu);
    menu.offer(Verb::DONE).by("Move").says("murmansk.item.pulse_done");
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::DONE) break;
    co_await do_in_pulse(c, side, answer);
  }
  c.table.barrier();
  co_await end_of_pulse(c, side);
  for (v1::Group& group : *c.own(side).mutable_group()) group.set_moved(false);
  constexpr std::uint32_t kPulses = 4;
  if (c.board().over()) {
    c.clock().set_phase(v1::Phase::PERIOD_END);
  } else if (c.clock().pulse() < kPulses) {
    c.clock().set_pulse(c.clock().pulse() + 1);
  } else {
    c.clock().set_phase(v1::Phase::WINDOW);
    c.clock().set_window(kAllied);
  }
}

}  // namespace wardroom::murmansk
