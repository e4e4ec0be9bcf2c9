// Moving groups, entering and leaving the map, and leaving port [Move, AllStart, Base, Fuel].
#include <algorithm>

#include "server/titles/murmansk/combat/harm.h"
#include "server/titles/murmansk/period/period.h"
#include "server/titles/murmansk/season/season.h"
#include "server/titles/murmansk/submarine/submarines.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

std::vector<ShipNumber> in_port(const Campaign& c, Place port) {
  return c.ships_where(
      kAxis, [&](ShipNumber, const v1::Unit& unit) { return unit.where() == v1::Unit::PORT && unit.port() == port; });
}

bool has_room(const Campaign& c, Place base, std::size_t units) {
  const auto room = static_cast<std::size_t>(c.box.position(base).room());
  return room == 0 || in_port(c, base).size() + units <= room;
}

void tell_move(Campaign& c, const v1::Marker& marker, Place from, Place to) {
  told::Move facts;
  facts.subject = marker.number();
  facts.from = from;
  facts.to = to;
  facts.seat = seat_of(marker.side());
  c.tell({Text("murmansk.report.moves")
              .text("marker", c.name(marker))
              .text("from", c.place_name(from))
              .text("to", c.place_name(to)),
          facts},
         to, "Move");
}

// Back in a base: not again against this convoy [Base].
void return_to_base(Campaign& c, Key key, Place base) {
  const std::vector<ShipNumber> ships = c.ships_in(kAxis, key);
  const v1::Marker& marker = c.marker_of(c.group(kAxis, key));
  c.reveal(Licence::kReturned,
           Text("murmansk.report.returns")
               .text("marker", c.name(marker))
               .text("ships", c.contents(kAxis, c.group(kAxis, key)))
               .text("place", c.place_name(base)),
           base, "Base");
  for (ShipNumber ship : ships) {
    c.face(ship).set_stays(true);
    c.face(ship).set_seen(true);
    berth(c, ship, base);
  }
  c.erase(kAxis, key);
}

}  // namespace

// Slow groups in their side's first pulse only, the Wolfpack in the German second one [Move].
bool may_move(Campaign& c, Side side, const v1::Group& group) {
  if (group.moved()) return false;
  if (group.kind() == v1::GroupKind::WOLFPACK) return !c.first_pulse();
  return c.first_pulse() || !c.slow(side, group);
}

// Nobody is tied to a part of the map [M-30].
std::vector<Place> moves_of(Campaign& c, Side side, const v1::Group& group) {
  if (group.kind() == v1::GroupKind::CONVOY) return c.box.convoy_moves(group.place(), c.ice());
  std::vector<Place> found;
  const bool ships = group.kind() == v1::GroupKind::SHIPS;
  for (Place to : c.box.next(group.place())) {
    const bool base = side == kAxis && ships && c.box.has(to, v1::Feature::NAVAL_BASE) &&
                      has_room(c, to, c.ships_in(side, group.key()).size());
    const bool allied_port = c.box.has(to, v1::Feature::ALLIED_PORT);
    if (base || (c.box.open(to, c.ice()) && !(allied_port && (side == kAxis || group.kind() == v1::GroupKind::DUMMY))))
      found.push_back(to);
  }
  return found;
}

void offer_moves(Campaign& c, Side side, Menu& menu) {
  for (const v1::Group& group : c.own(side).group()) {
    if (!may_move(c, side, group)) continue;
    const auto name = std::make_shared<const Text>(c.name(side, group));
    if (group.place() != 0) {
      for (Place to : moves_of(c, side, group))
        menu.offer(Verb::MOVE, group.key(), to)
            .place(group.place())
            .place(to)
            .by("Move")
            .says("murmansk.item.move")
            .text("group", name)
            .text("place", c.place_name(to));
      const bool entry =
          c.box.has(group.place(), v1::Feature::ENTRY_A) || c.box.has(group.place(), v1::Feature::ENTRY_B);
      if (side == kAllied && entry && group.kind() == v1::GroupKind::SHIPS)
        menu.offer(Verb::LEAVE, group.key())
            .place(group.place())
            .by("Move")
            .says("murmansk.item.leave")
            .text("group", name);
      continue;
    }
    if (side != kAllied) continue;
    const bool south = c.any_in(side, group.key(), [&](ShipNumber ship) { return c.box.ship(ship).enters_south(); });
    for (v1::Feature::Kind entry : {v1::Feature::ENTRY_A, v1::Feature::ENTRY_B}) {
      if (south && entry == v1::Feature::ENTRY_A) continue;  // [AllStart]
      for (Place at : c.box.all(entry))
        menu.offer(Verb::ENTER, group.key(), at)
            .place(at)
            .by("AllStart")
            .says("murmansk.item.enter")
            .text("group", name)
            .text("place", c.place_name(at));
    }
  }
}

Task<> move_group(Campaign& c, Side side, Key key, Place to) {
  v1::Group& group = c.group(side, key);
  v1::Marker& marker = c.marker_of(group);
  const Place from = group.place();
  group.set_moved(true);
  if (c.box.has(to, v1::Feature::NAVAL_BASE)) {
    return_to_base(c, key, to);
    co_return;
  }
  tell_move(c, marker, from, to);
  if (!c.first_pulse() && marker.stirred()) marker.set_fast(true);
  if (c.first_pulse()) marker.set_stirred(true);
  c.move(side, key, to);
  if (c.box.has(to, v1::Feature::ALLIED_PORT)) {
    if (!c.night()) c.board().add_arriving(marker.number());
    co_return;
  }
  if (!c.first_pulse() && threatened(c, side, to)) co_await individual(c, side, key);  // [Sub]
  c.mix(side, to);
}

void enter_map(Campaign& c, Key key, Place at) {
  c.put_on_map(kAllied, key, at);
  v1::Group& group = c.group(kAllied, key);
  group.set_moved(true);
  c.marker_of(group).set_stirred(c.first_pulse());
  c.tell(Text("murmansk.report.enters").text("marker", c.name(c.marker_of(group))).text("place", c.place_name(at)), at,
         "AllStart");
  if (c.option("option.open_groups")) {
    c.contact(kAllied, key, Licence::kContact, Text("murmansk.report.open_group"), "Dummy");
  } else {
    c.mix(kAllied, at);
  }
}

// Off the map in the west: home, and safe [M-40].
void leave_map(Campaign& c, Key key) {
  const v1::Group& group = c.group(kAllied, key);
  const Place place = group.place();
  c.tell(Text("murmansk.report.leaves").text("marker", c.name(c.marker_of(group))), place, "Move");
  for (ShipNumber ship : c.ships_in(kAllied, key)) {
    c.unit(ship).set_where(v1::Unit::HOME);
    c.unit(ship).set_group(0);
    if (!c.damaged(ship)) continue;
    c.face(ship).set_state(v1::UnitState::AWAY);
    c.face(ship).set_back(c.clock().turn() + static_cast<std::uint32_t>(c.numbers.season().allied_home()));
    c.face(ship).set_damaged(false);
    c.unit(ship).set_where(v1::Unit::NONE);
    c.unit(ship).set_chosen(false);
    c.reveal(Licence::kLeft, Text("murmansk.report.home").text("ship", c.name(ship)), place, "Res");
  }
  c.erase(kAllied, key);
}

// -- leaving port: who stays needs no fuel [M-29] --

namespace {

int fuel_of(const Campaign& c, ShipNumber ship) {
  return c.season().fuel_short() && !c.unit(ship).paid() ? c.box.ship(ship).fuel() : 0;
}

bool may_sail(const Campaign& c, ShipNumber ship, int fuel) {
  return !c.face(ship).stays() && c.own(kAxis).sortie() && fuel_of(c, ship) <= fuel;
}

std::vector<Place> courses(const Campaign& c, Place port) {
  std::vector<Place> found = c.box.next(port);
  std::erase_if(found, [&](Place to) { return !c.box.open(to, c.ice()); });
  return found;
}

int fuel_for(const Campaign& c) { return c.season().fuel_short() ? fuel_left(c) : 0; }

}  // namespace

void offer_sorties(Campaign& c, Menu& menu) {
  if (c.markers_left(kAxis) <= 0) return;
  for (Place port : c.box.all(v1::Feature::NAVAL_BASE)) {
    const std::vector<ShipNumber> ships = in_port(c, port);
    const bool any = std::ranges::any_of(ships, [&](ShipNumber ship) { return may_sail(c, ship, fuel_for(c)); });
    if (any && !courses(c, port).empty())
      menu.offer(Verb::SAIL, port).place(port).by("Base").says("murmansk.item.sail").text("place", c.place_name(port));
  }
}

Task<> sortie(Campaign& c, Place port) {
  std::vector<ShipNumber> taken;
  int fuel = fuel_for(c);
  while (static_cast<int>(taken.size()) < c.numbers.groups().units()) {
    Menu menu = c.menu(kAxis, v1::MenuKind::SORTIE, "murmansk.prompt.sortie");
    if (!taken.empty()) menu.offer(Verb::ENOUGH).by("Base").says("murmansk.item.enough");
    for (ShipNumber ship : in_port(c, port)) {
      if (std::ranges::count(taken, ship) == 0 && may_sail(c, ship, fuel))
        menu.offer(Verb::TAKE, ship).by("Base").says("murmansk.item.take").text("ship", c.name(ship));
    }
    if (menu.items.empty() || menu.items.front().action.verb != Verb::TAKE) {
      if (menu.items.size() < 2) break;
    }
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::ENOUGH) break;
    taken.push_back(answer.at<ShipNumber>(0));
    fuel -= fuel_of(c, taken.back());
  }
  Menu menu = c.menu(kAxis, v1::MenuKind::SORTIE_COURSE, "murmansk.prompt.course");
  for (Place to : courses(c, port))
    menu.offer(Verb::SET_OUT, port, to)
        .place(to)
        .by("Move")
        .says("murmansk.item.place")
        .text("place", c.place_name(to));
  const Action answer = co_await c.table.ask(std::move(menu));
  const Place to = answer.at<Place>(1);
  const Key key = c.form(kAxis, v1::GroupKind::SHIPS).key();
  for (ShipNumber ship : taken) {
    c.own(kAxis).set_fuel_spent(c.own(kAxis).fuel_spent() + static_cast<std::uint32_t>(fuel_of(c, ship)));
    c.unit(ship).set_paid(true);
    c.join(ship, key);
  }
  c.own(kAxis).set_sailed(true);
  c.put_on_map(kAxis, key, to);
  v1::Group& group = c.group(kAxis, key);
  group.set_moved(true);
  c.marker_of(group).set_stirred(c.first_pulse());
  c.tell(Text("murmansk.report.sails")
             .text("marker", c.name(c.marker_of(group)))
             .text("from", c.place_name(port))
             .text("to", c.place_name(to)),
         to, "Base");
  if (!c.first_pulse() && threatened(c, kAxis, to)) co_await individual(c, kAxis, key);
  c.mix(kAxis, to);
}

}  // namespace wardroom::murmansk
