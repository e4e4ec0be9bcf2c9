// Flight, what stays behind, and breaking off by agreement [Flee].
#include <algorithm>

#include "server/titles/murmansk/battle/fight.h"
#include "server/titles/murmansk/combat/harm.h"

namespace wardroom::murmansk {

namespace {
using Verb = v1::Verb;
}

std::vector<ShipNumber> Fight::fit(Side side) const {
  std::vector<ShipNumber> found = ships(side);
  std::erase_if(found, [&](ShipNumber ship) { return c.damaged(ship); });
  return found;
}

// To where they came from or next to it, where no enemy is [Flee].
std::vector<Place> Fight::retreats(Side side, Key who) {
  const Place from = c.group(side, who).from();
  std::vector<Place> found = c.box.next(from);
  found.push_back(from);
  std::erase_if(found, [&](Place there) {
    return there == place_ || !c.box.open(there, c.ice()) || c.box.distance(place_, there) > 2 ||
           !c.markers_at(enemy_of(side), there).empty() ||
           (side == kAxis && c.box.has(there, v1::Feature::ALLIED_PORT));
  });
  std::ranges::sort(found);
  return found;
}

bool Fight::may_flee(Side side) {
  if (fled_[index(seat_of(side))] || fit(side).empty() || retreats(side, key(side)).empty()) return false;
  const bool all = fit(side).size() == ships(side).size() && !(side == kAllied && freighters());
  return all || c.markers_left(side) > 0;  // those who stay need a marker
}

Task<> Fight::ask_flight(Side side, Verb::Kind& answer) {
  Menu menu = c.menu_in_battle(side, v1::MenuKind::FLIGHT, "murmansk.prompt.flight");
  menu.offer(Verb::FIGHT_ON).by("Flee").says("murmansk.item.fight_on");
  if (may_flee(side)) menu.offer(Verb::FLEE).by("Flee").says("murmansk.item.flee");
  menu.offer(Verb::BREAK_OFF).by("Flee").says("murmansk.item.break_off");
  const Action chosen = co_await c.table.ask(std::move(menu));
  answer = static_cast<Verb::Kind>(chosen.verb);
}

Task<> Fight::retreat(Side side, Key who) {
  const std::vector<Place> places = retreats(side, who);
  if (places.empty()) co_return;  // [M-47]
  Place to = places.front();
  if (places.size() > 1) {
    Menu menu = c.menu_in_battle(side, v1::MenuKind::RETREAT, "murmansk.prompt.retreat");
    for (Place place : places)
      menu.offer(Verb::RETREAT_TO, place)
          .place(place)
          .by("Flee")
          .says("murmansk.item.retreat")
          .text("place", c.place_name(place));
    const Action answer = co_await c.table.ask(std::move(menu));
    to = answer.at<Place>(0);
  }
  const v1::Marker& marker = c.marker_of(c.group(side, who));
  told::Move facts;
  facts.subject = marker.number();
  facts.from = place_;
  facts.to = to;
  facts.seat = seat_of(side);
  c.tell({Text("murmansk.report.retreats").text("marker", c.name(marker)).text("place", c.place_name(to)), facts}, to,
         "Flee");
  c.move(side, who, to);
  c.mix(side, to);
}

// Freighters and Damaged ships stay; the others go under a marker of their own.
Task<> Fight::flee(Side side) {
  fled_[index(seat_of(side))] = true;
  board().set_fled(true);
  c.tell(Text(side == kAllied ? "murmansk.report.allied_flee" : "murmansk.report.axis_flee"), place_, "Flee");
  Key who = key(side);
  const std::vector<ShipNumber> going = fit(side);
  if (going.size() != ships(side).size() || (side == kAllied && freighters())) {
    const Place from = c.group(side, who).from();
    const Key made = c.form(side, v1::GroupKind::SHIPS).key();
    for (ShipNumber ship : going) c.join(ship, made);
    c.put_on_map(side, made, place_);
    c.group(side, made).set_from(from);
    c.show(side, made);
    who = made;
  } else {
    over_ = true;
  }
  sweep();
  co_await retreat(side, who);
}

Task<> Fight::break_off() {
  over_ = true;
  c.tell(Text("murmansk.report.break_off"), place_, "Flee");
  if (c.find(kAxis, key(kAxis))) co_await retreat(kAxis, key(kAxis));
}

Task<> Fight::flights() {
  const bool allied_fled = fled_[index(Seat::kFirst)];
  if (allied_fled && freighters()) {  // after one more round
    Menu menu = c.menu_in_battle(kAllied, v1::MenuKind::SCATTER_AFTER_FLIGHT, "murmansk.prompt.scatter_after_flight");
    menu.offer(Verb::SCATTER).by("Flee").says("murmansk.item.scatter");
    menu.offer(Verb::GO_ON).by("Flee").says("murmansk.item.keep_together");
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::SCATTER) {
      over_ = true;
      scatter(c);
      co_return;
    }
  }
  Verb::Kind axis = Verb::FIGHT_ON, allied = Verb::FIGHT_ON;
  co_await ask_flight(kAxis, axis);
  if (axis == Verb::FLEE) {
    co_await flee(kAxis);
    co_return;
  }
  const bool axis_left_behind = fled_[index(Seat::kSecond)];
  co_await ask_flight(kAllied, allied);
  if (allied == Verb::FLEE) {
    co_await flee(kAllied);
    co_return;
  }
  // Ships that were left behind are let go by the other side alone.
  const bool axis_willing = axis == Verb::BREAK_OFF || axis_left_behind;
  const bool allied_willing = allied == Verb::BREAK_OFF || allied_fled;
  if (axis_willing && allied_willing && (axis == Verb::BREAK_OFF || allied == Verb::BREAK_OFF)) co_await break_off();
}

}  // namespace wardroom::murmansk
