// Ships that change groups, and dummies [Move, Dummy, M-49].
#include <algorithm>

#include "server/titles/murmansk/combat/harm.h"
#include "server/titles/murmansk/period/period.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

bool known(Campaign& c, const v1::Group& group) { return c.marker_of(group).contacted(); }

// Groups in the same position that a ship may go to, as everybody knows of both or of neither.
std::vector<Key> others(Campaign& c, Side side, const v1::Group& from) {
  std::vector<Key> found;
  for (const v1::Group* group : c.groups_at(side, from.place())) {
    const bool kind = group->kind() == v1::GroupKind::SHIPS || group->kind() == v1::GroupKind::CONVOY;
    const bool room = static_cast<int>(c.ships_in(side, group->key()).size()) < c.numbers.groups().units();
    if (kind && room && group->key() != from.key() && !group->moved() && known(c, *group) == known(c, from))
      found.push_back(group->key());
  }
  return found;
}

// The last face-down marker of a position, so that nobody sees which of two is left.
void renumber(Campaign& c, Side side, Number number) {
  const Key key = c.behind(*c.find_marker(number)).key();
  const Place place = c.group(side, key).place();
  const Place from = c.group(side, key).from();
  c.take_off_map(side, key);
  c.put_on_map(side, key, place);
  c.group(side, key).set_from(from);
}

bool may_found(Campaign& c, Side side, const v1::Group& from) {
  const bool alone = from.kind() == v1::GroupKind::SHIPS && c.ships_in(side, from.key()).size() == 1;
  return !alone && c.markers_left(side) > 0;
}

}  // namespace

void offer_changes(Campaign& c, Side side, Menu& menu) {
  for (const v1::Group* group : c.groups(side)) {
    if (group->moved() || (group->kind() != v1::GroupKind::SHIPS && group->kind() != v1::GroupKind::CONVOY)) continue;
    const bool any = may_found(c, side, *group) || !others(c, side, *group).empty();
    const std::vector<ShipNumber> ships = c.ships_in(side, group->key());
    for (ShipNumber ship : ships) {
      if (any)
        menu.offer(Verb::CHANGE, ship)
            .place(group->place())
            .by("Move")
            .says("murmansk.item.change")
            .text("ship", c.name(ship));
      const bool slows = c.damaged(ship) && ships.size() > 1 && c.markers_left(side) <= 0;
      if (slows)
        menu.offer(Verb::SCUTTLE, ship)
            .place(group->place())
            .by("Move")
            .says("murmansk.item.scuttle")
            .text("ship", c.name(ship));
    }
  }
}

Task<> change_group_at_sea(Campaign& c, ShipNumber ship) {
  const Side side = c.box.side_of(ship);
  const Key old = c.unit(ship).group();
  const v1::Group& from = c.group(side, old);
  const Place place = from.place();
  const bool open = known(c, from);
  Menu menu = c.menu(side, v1::MenuKind::REGROUP, "murmansk.prompt.regroup");
  menu.prompt.text("ship", c.name(ship));
  for (Key key : others(c, side, from))
    menu.offer(Verb::JOIN, ship, key)
        .place(place)
        .by("Move")
        .says("murmansk.item.join")
        .text("group", c.name(side, c.group(side, key)));
  if (may_found(c, side, from)) menu.offer(Verb::JOIN, ship, 0).place(place).by("Move").says("murmansk.item.join_new");
  const Action answer = co_await c.table.ask(std::move(menu));
  Key to = answer.at<Key>(1);
  if (to == 0) {
    const Place came_from = from.from();
    to = c.form(side, v1::GroupKind::SHIPS).key();
    c.put_on_map(side, to, place);
    c.group(side, to).set_from(came_from);
  }
  c.join(ship, to);
  c.topic = Topic::kMovement;
  if (open) {
    c.reveal(
        Licence::kJoined,
        Text("murmansk.report.joins").text("ship", c.name(ship)).text("marker", c.name(c.marker_of(c.group(side, to)))),
        place, "Move");
    c.show(side, to);
    erase_if_empty(c, side, old);
    co_return;
  }
  c.tell(Text("murmansk.report.regroups").text("place", c.place_name(place)), place, "Move");
  c.face(ship).set_marker(0);
  erase_if_empty(c, side, old);
  std::vector<Number> hidden;
  for (const v1::Marker* marker : c.markers_at(side, place)) {
    if (!marker->contacted()) hidden.push_back(marker->number());
  }
  if (hidden.size() == 1) renumber(c, side, hidden.front());
  c.mix(side, place);
}

// Nobody is told where.
void scuttle(Campaign& c, ShipNumber ship) {
  c.topic = Topic::kMovement;
  c.tell(Text("murmansk.report.scuttled").text("ship", c.name(ship)), {}, "Move");
  sink(c, ship, 0);
}

// -- dummies --

void offer_dummies(Campaign& c, Side side, Menu& menu) {
  for (const v1::Group& group : c.own(side).group()) {
    if (group.kind() != v1::GroupKind::DUMMY) continue;
    if (group.place() != 0) {
      menu.offer(Verb::LIFT, group.key())
          .place(group.place())
          .by("Dummy")
          .says("murmansk.item.lift")
          .text("group", c.name(side, group));
    } else {
      menu.offer(Verb::PLACE_DUMMY, group.key())
          .by("Dummy")
          .says("murmansk.item.place_dummy")
          .text("group", c.name(side, group));
    }
  }
}

void lift_dummy(Campaign& c, Side side, Key key) {
  const v1::Marker& marker = c.marker_of(c.group(side, key));
  c.topic = Topic::kMovement;
  c.tell(Text("murmansk.report.lifted").text("marker", c.name(marker)), marker.place(), "Dummy");
  c.take_off_map(side, key);
}

// At sea, where no enemy is, and not next to a German base [M-20].
Task<> place_dummy(Campaign& c, Side side, Key key) {
  Menu menu = c.menu(side, v1::MenuKind::DUMMY_PLACE, "murmansk.prompt.dummy_place");
  for (Place place = 1; place <= c.box.places(); ++place) {
    const bool free =
        c.box.open(place, c.ice()) && !c.box.has(place, v1::Feature::ALLIED_PORT) && !c.box.near_base(place);
    if (free && c.markers_at(enemy_of(side), place).empty())
      menu.offer(Verb::PUT, key, place)
          .place(place)
          .by("Dummy")
          .says("murmansk.item.place")
          .text("place", c.place_name(place));
  }
  const Action answer = co_await c.table.ask(std::move(menu));
  const Place place = answer.at<Place>(1);
  c.put_on_map(side, key, place);
  c.group(side, key).set_moved(false);
  c.topic = Topic::kMovement;
  c.tell(Text("murmansk.report.appears")
             .text("marker", c.name(c.marker_of(c.group(side, key))))
             .text("place", c.place_name(place)),
         place, "Dummy");
  c.mix(side, place);
}

}  // namespace wardroom::murmansk
