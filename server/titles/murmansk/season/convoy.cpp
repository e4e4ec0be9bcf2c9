// A convoy: its groups, German fuel, how it ends, and whether there is another [More, Fuel, Base, Res].
#include <algorithm>

#include "server/titles/murmansk/combat/harm.h"
#include "server/titles/murmansk/season/season.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;
using State = v1::UnitState;

bool starts_in_russia(const Campaign& c, ShipNumber ship) { return c.box.ship(ship).start() == v1::Ship::RUSSIA; }

// The Convoy with two divisions, an escort carrier and a cruiser; capital ships and the carrier together with a
// division; the others in groups of their own.
void propose_groups(Campaign& c, std::vector<ShipNumber> ships) {
  const auto limit = static_cast<std::size_t>(c.numbers.groups().units());
  const auto take = [&](Key key, std::size_t most, auto what) {
    for (ShipNumber ship : std::vector<ShipNumber>(ships)) {
      if (most == 0 || c.ships_in(kAllied, key).size() >= limit || !what(ship)) continue;
      c.join(ship, key);
      std::erase(ships, ship);
      --most;
    }
  };
  const auto division = [&](ShipNumber ship) { return c.destroyers(ship); };
  const auto escort_carrier = [&](ShipNumber ship) { return c.is(ship, v1::Class::CVE); };
  const auto light = [&](ShipNumber ship) { return c.is(ship, v1::Class::CL); };
  const auto anything = [](ShipNumber) { return true; };
  const Key convoy = c.convoy()->key();
  take(convoy, 2, division);
  take(convoy, 1, escort_carrier);
  take(convoy, 1, light);
  const auto big = [&](ShipNumber ship) { return c.box.ship(ship).capital(); };
  while (!ships.empty() && c.markers_left(kAllied) > 0) {
    const Key key = c.form(kAllied, v1::GroupKind::SHIPS).key();
    const bool capitals = std::ranges::any_of(ships, big);
    if (capitals) take(key, limit - 1, big);
    take(key, 1, division);
    if (!capitals) take(key, limit, anything);
    erase_if_empty(c, kAllied, key);
  }
}

std::vector<ShipNumber> waiting(const Campaign& c) {
  return c.ships_where(kAllied, [&](ShipNumber ship, const v1::Unit& unit) {
    return unit.chosen() && c.face(ship).state() == State::AVAILABLE && !starts_in_russia(c, ship);
  });
}

bool escorted(const Campaign& c, Key convoy) {  // [M-14]
  const auto ships = waiting(c);
  const bool any = std::ranges::any_of(ships, [&](ShipNumber ship) { return c.destroyers(ship); });
  return !any || c.any_in(kAllied, convoy, &Campaign::destroyers);
}

Task<> change_group(Campaign& c, ShipNumber ship) {
  const Key old = c.unit(ship).where() == v1::Unit::GROUP ? c.unit(ship).group() : 0;
  Menu menu = c.menu(kAllied, v1::MenuKind::ORGANISE_UNIT, "murmansk.prompt.organise_unit");
  menu.prompt.text("ship", c.name(ship));
  for (const v1::Group& group : c.own(kAllied).group()) {
    if (group.place() != 0 || group.kind() == v1::GroupKind::DUMMY || group.key() == old) continue;
    if (static_cast<int>(c.ships_in(kAllied, group.key()).size()) >= c.numbers.groups().units()) continue;
    menu.offer(Verb::JOIN, ship, group.key())
        .by("Move")
        .says("murmansk.item.join")
        .text("group", c.name(kAllied, group));
  }
  if (c.markers_left(kAllied) > 0) menu.offer(Verb::JOIN, ship, 0).by("Move").says("murmansk.item.join_new");
  menu.offer(Verb::GO_ON).by("Move").says("murmansk.item.leave_it");
  const Action answer = co_await c.table.ask(std::move(menu));
  if (answer.verb != Verb::JOIN) co_return;
  Key to = answer.at<Key>(1);
  if (to == 0) to = c.form(kAllied, v1::GroupKind::SHIPS).key();
  c.join(ship, to);
  if (old != 0) erase_if_empty(c, kAllied, old);
}

// A scenario that is taught begins halfway.
void put_under_way(Campaign& c) {
  const Place place = c.box.place(c.scenario.under_way());
  c.put_on_map(kAllied, c.convoy()->key(), place);
  c.tell(Text("murmansk.report.under_way")
             .text("marker", c.name(c.marker_of(*c.convoy())))
             .text("place", c.place_name(place)),
         place, "AllStart");
}

}  // namespace

void end_periods(Campaign& c) {
  c.clock().set_period(0);
  c.clock().set_light(v1::Light::UNSPECIFIED);
  c.clock().set_storm(false);
}

void begin_convoy(Campaign& c) {
  v1::Board& board = c.board();
  board.set_over(false);
  v1::Clock& clock = c.clock();
  clock.set_convoy(clock.convoy() + 1);
  end_periods(c);
  board.clear_arriving();
  for (ShipNumber ship = 1; ship <= c.box.ships(); ++ship) {
    c.face(ship).set_torpedoes(0);
    c.face(ship).set_stays(false);
    c.unit(ship).set_paid(false);
  }
  c.own(kAxis).set_fuel_spent(0);
  c.own(kAxis).set_sortie(!c.season().fuel_short());
  c.form(kAllied, v1::GroupKind::CONVOY);
  const auto& groups = c.numbers.groups();
  const bool open = c.option("option.open_groups");
  for (int i = 0; i < groups.allied_dummies() && !open; ++i) c.form(kAllied, v1::GroupKind::DUMMY);
  for (int i = 0; i < groups.axis_dummies(); ++i) c.form(kAxis, v1::GroupKind::DUMMY);
  for (ShipNumber ship : available(c)) {
    if (!starts_in_russia(c, ship) || !c.unit(ship).chosen()) continue;
    const Key key = c.form(kAllied, v1::GroupKind::SHIPS).key();
    c.join(ship, key);
    for (Place port : c.box.all(v1::Feature::ALLIED_PORT)) {
      if (!c.box.has(port, v1::Feature::CLOSED_PORT)) c.put_on_map(kAllied, key, port);
    }
    c.show(kAllied, key);
  }
  propose_groups(c, waiting(c));
  told::Milestone mark;
  mark.level = told::Milestone::kPhase;
  mark.number = clock.convoy();
  c.topic = Topic::kConvoy;
  c.tell(
      {number_text("murmansk.report.convoy", "convoy", clock.convoy()).number("freighters", board.freighters()), mark},
      {}, "More");
  c.table.chapter(
      Text("murmansk.chapter").text("season", Campaign::season_name(c.season())).number("convoy", clock.convoy()));
}

Task<> organise(Campaign& c) {
  if (c.board().over()) begin_convoy(c);
  for (;;) {
    Menu menu = c.menu(kAllied, v1::MenuKind::ORGANISE, "murmansk.prompt.organise");
    menu.checkpoint = true;
    if (escorted(c, c.convoy()->key())) menu.offer(Verb::DONE).by("AllStart").says("murmansk.item.organised");
    for (ShipNumber ship : waiting(c))
      menu.offer(Verb::PICK_UNIT, ship).by("Move").says("murmansk.item.pick_unit").text("ship", c.name(ship));
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::DONE) break;
    co_await change_group(c, answer.at<ShipNumber>(0));
  }
  if (c.clock().convoy() == 1 && !c.scenario.under_way().empty()) put_under_way(c);
  c.clock().set_phase(v1::Phase::FUEL);
}

int fuel_left(const Campaign& c) {
  const v1::Own& own = c.own(kAxis);
  int factors = static_cast<int>(own.fuel());
  const int divisor = c.numbers.fuel().later_divisor();
  if (c.clock().convoy() > 1) factors = (factors + divisor - 1) / divisor;  // [M-48]
  return factors - static_cast<int>(own.fuel_spent());
}

// Asked before every convoy of these seasons; the die falls whatever he says, so that nobody learns of his wish.
Task<> ask_for_fuel(Campaign& c) {
  if (c.season().fuel_short()) {
    Menu menu = c.menu(kAxis, v1::MenuKind::FUEL, "murmansk.prompt.fuel");
    menu.checkpoint = true;
    menu.offer(Verb::ASK_FUEL).by("Fuel").says("murmansk.item.ask_fuel");
    menu.offer(Verb::STAY_IN).by("Fuel").says("murmansk.item.stay_in");
    const Action answer = co_await c.table.ask(std::move(menu));
    const int die = c.hidden_die(Draw::kFuel, c.clock().convoy());
    v1::Own& own = c.own(kAxis);
    if (answer.verb == Verb::ASK_FUEL) {
      own.set_sortie(true);
      if (!own.fuel_known()) own.set_fuel(static_cast<std::uint32_t>(own.full_fuel() ? c.numbers.fuel().full() : die));
      own.set_fuel_known(true);
      c.topic = Topic::kSeason;
      c.tell(kAxis, number_text("murmansk.report.fuel", "factors", fuel_left(c)), {}, "Fuel");
    }
  }
  c.clock().set_phase(v1::Phase::PERIOD);
}

namespace {

// Where a group may go when its convoy is over: the small base holds one unit [Base].
std::vector<Place> homes(Campaign& c, std::size_t units) {
  std::vector<Place> found;
  for (Place base : c.box.all(v1::Feature::NAVAL_BASE)) {
    const auto room = static_cast<std::size_t>(c.box.position(base).room());
    std::size_t there = 0;
    for (ShipNumber ship : c.fleet(kAxis))
      there += c.unit(ship).where() == v1::Unit::PORT && c.unit(ship).port() == base ? 1 : 0;
    if (room == 0 || there + units <= room) found.push_back(base);
  }
  return found;
}

// Damaged Allied ships: from a Russian port, or from the sea [Res, Scatter, M-19].
void bring_home(Campaign& c, ShipNumber ship, Place place) {
  const auto& season = c.numbers.season();
  const bool russia = c.box.has(place, v1::Feature::ALLIED_PORT);
  const int die = c.die();
  const int seasons = russia ? season.allied_russia() : season.allied_home();
  c.reveal(Licence::kLeft,
           {Text("murmansk.report.homeward")
                .text("ship", c.name(ship))
                .text("place", c.place_name(place))
                .number("die", die),
            told::Roll{Text("murmansk.dice.home")}},
           place, "Res");
  if (die > (russia ? season.from_russia() : season.from_sea())) return sink(c, ship, place);
  c.face(ship).set_state(State::AWAY);
  c.face(ship).set_back(c.clock().turn() + static_cast<std::uint32_t>(seasons));
  c.face(ship).set_damaged(false);
  c.unit(ship).set_where(v1::Unit::NONE);
  c.unit(ship).set_chosen(false);
  c.tell(Text("murmansk.report.comes_home").text("ship", c.name(ship)).number("seasons", seasons), {}, "Res");
}

void withdraw_allies(Campaign& c) {
  for (ShipNumber ship : c.fleet(kAllied)) {
    if (c.unit(ship).where() != v1::Unit::GROUP || !c.damaged(ship)) continue;
    const Place place = c.group(kAllied, c.unit(ship).group()).place();
    if (place != 0) bring_home(c, ship, place);
  }
  while (!c.own(kAllied).group().empty()) c.erase(kAllied, c.own(kAllied).group(0).key());
  for (ShipNumber ship : c.fleet(kAllied)) {
    v1::Unit& unit = c.unit(ship);
    if (unit.where() == v1::Unit::GROUP) unit.set_where(v1::Unit::HOME);
    unit.set_group(0);
    const bool american = c.box.ship(ship).nation() == v1::Nation::AMERICAN;
    if (american && c.board().americans_gone() && c.face(ship).state() == State::AVAILABLE)
      c.face(ship).set_state(State::NOT_YET);
  }
}

}  // namespace

// Every group says where it goes before anything is told [M-40].
Task<> go_home(Campaign& c) {
  c.topic = Topic::kConvoy;
  std::vector<Key> at_sea;
  for (const v1::Group* group : c.groups(kAxis)) {
    if (group->kind() == v1::GroupKind::SHIPS) at_sea.push_back(group->key());
  }
  std::vector<ShipNumber> returned;
  for (Key key : at_sea) {
    const std::vector<ShipNumber> ships = c.ships_in(kAxis, key);
    Menu menu = c.menu(kAxis, v1::MenuKind::RETURN, "murmansk.prompt.return");
    menu.prompt.text("group", c.name(kAxis, c.group(kAxis, key)));
    for (Place base : homes(c, ships.size()))
      menu.offer(Verb::RETURN_TO, key, base)
          .place(base)
          .by("Base")
          .says("murmansk.item.place")
          .text("place", c.place_name(base));
    const Action answer = co_await c.table.ask(std::move(menu));
    for (ShipNumber ship : ships) {
      c.unit(ship).set_where(v1::Unit::PORT);
      c.unit(ship).set_port(answer.at<Place>(1));
      returned.push_back(ship);
    }
  }
  for (int i = c.own(kAxis).group_size(); i-- > 0;) {
    const v1::Group& group = c.own(kAxis).group(i);
    if (group.kind() != v1::GroupKind::WOLFPACK) c.erase(kAxis, group.key());
  }
  if (const v1::Group* pack = c.pack()) {  // the only marker that stays
    v1::Marker& marker = c.marker_of(*pack);
    c.reveal(Licence::kPack, Text("murmansk.report.pack_stays").text("marker", c.name(marker)), marker.place(), "Base");
    marker.set_kind(v1::GroupKind::WOLFPACK);
  }
  if (returned.empty()) c.reveal(Licence::kReturned, Text("murmansk.report.none_return"), {}, "Base");
  for (ShipNumber ship : returned) {
    const Place base = c.unit(ship).port();
    c.reveal(Licence::kReturned,
             Text("murmansk.report.return").text("ship", c.name(ship)).text("place", c.place_name(base)), base, "Base");
  }
  for (ShipNumber ship : returned) berth(c, ship, c.unit(ship).port());
  withdraw_allies(c);
  c.clock().set_phase(v1::Phase::MORE);
}

// With the freighters and ships that are left [More, M-13, M-17].
Task<> another_convoy(Campaign& c) {
  const v1::Board& board = c.board();
  const int most = c.scenario.convoys() != 0 ? c.scenario.convoys() : c.numbers.convoys().most();
  const bool may = static_cast<int>(board.loads()) < c.numbers.victory().loads() && board.freighters() > 0 &&
                   static_cast<int>(c.clock().convoy()) < most;
  bool goes = false;
  if (may) {
    Menu menu = c.menu(kAllied, v1::MenuKind::MORE, "murmansk.prompt.more");
    menu.checkpoint = true;
    menu.offer(Verb::ANOTHER).by("More").says("murmansk.item.another");
    menu.offer(Verb::DONE).by("More").says("murmansk.item.no_more");
    const Action answer = co_await c.table.ask(std::move(menu));
    goes = answer.verb == Verb::ANOTHER;
  }
  c.clock().set_phase(goes ? v1::Phase::ORGANISE : v1::Phase::SEASON_END);
}

}  // namespace wardroom::murmansk
