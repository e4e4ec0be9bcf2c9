// The start of a season: the way north, repairs, replacements and arrivals [Transit, Repl, USN, Tallboy].
#include <algorithm>

#include "server/titles/murmansk/combat/harm.h"
#include "server/titles/murmansk/season/season.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;
using State = v1::UnitState;

Place main_base(const Campaign& c) { return c.box.all(v1::Feature::MAIN_BASE).front(); }

bool takes_part(const Campaign& c, const std::string& id) {
  const auto& only = c.scenario.only();
  return only.empty() || std::ranges::find(only, id) != only.end();
}
bool takes_part(const Campaign& c, ShipNumber ship) { return takes_part(c, c.box.ship(ship).id()); }

void put_in_norway(Campaign& c, ShipNumber ship, Place base) {
  c.face(ship).set_state(State::NORWAY);
  c.face(ship).set_port(base);
  c.unit(ship).set_where(v1::Unit::PORT);
  c.unit(ship).set_port(base);
}

// Where a German ship is before the first season, by its counter or the scenario.
void place_first(Campaign& c, ShipNumber ship) {
  v1::Ship::Start start = c.box.ship(ship).start();
  Place base = main_base(c);
  for (const auto& begins : c.scenario.begins()) {
    if (begins.ship() != c.box.ship(ship).id()) continue;
    start = begins.start();
    if (!begins.base().empty()) base = c.box.place(begins.base());
  }
  if (start == v1::Ship::NORWAY) put_in_norway(c, ship, base);
  if (start == v1::Ship::READY) c.face(ship).set_state(State::READY);
  if (start == v1::Ship::REPAIR) c.face(ship).set_state(State::REPAIR);
}

// Arrivals and withdrawals of the track; Damaged ships that are ready again.
void update_allied(Campaign& c, ShipNumber ship) {
  v1::UnitFace& face = c.face(ship);
  if (face.state() == State::LOST) return;
  const bool back = face.state() != State::AWAY || face.back() <= c.clock().turn();
  if (!back) return;
  const bool american = c.box.ship(ship).nation() == v1::Nation::AMERICAN;
  const bool here =
      takes_part(c, ship) && c.box.in_service(ship, c.turn()) && !(american && c.board().americans_gone());
  face.set_state(here ? State::AVAILABLE : State::NOT_YET);
  face.set_back(0);
}

void update_german(Campaign& c, ShipNumber ship) {
  v1::UnitFace& face = c.face(ship);
  if (face.state() != State::AWAY || face.back() > c.clock().turn()) return;
  face.set_back(0);
  put_in_norway(c, ship, face.port());
}

// Ready to Sail: to Norway, back, or Damaged [Transit].
void sail_north(Campaign& c, ShipNumber ship) {
  const int die = c.die();
  const int modified = die + c.season().transit();
  const auto& season = c.numbers.season();
  const char* words = "murmansk.report.transit_back";
  if (modified <= season.arrives()) {
    put_in_norway(c, ship, main_base(c));
    words = "murmansk.report.transit_arrives";
  } else if (modified > season.returns()) {
    c.face(ship).set_state(State::REPAIR);
    words = "murmansk.report.transit_damaged";
  }
  c.tell({Text(words).text("ship", c.name(ship)).number("die", die), told::Roll{Text("murmansk.dice.transit")}}, {},
         "Transit");
}

// All that were lost are there again, of those that are in Norway this season [Repl, M-11].
void bring_aircraft(Campaign& c) {
  const auto before = c.board().air();
  auto& air = *c.board().mutable_air();
  air.Clear();
  for (const v1::AirUnit& unit : c.box.air_units().unit()) {
    if (!Box::in_service(unit, c.turn()) || !takes_part(c, unit.id())) continue;
    v1::Air& added = *air.Add();
    added.set_id(unit.id());
    added.set_base(c.box.place(unit.base()));
  }
  for (const v1::Air& each : before) {
    if (!c.box.air_unit(each.id())) air.Add()->set_id(each.id());  // a carrier's squadron
  }
}

std::vector<ShipNumber> in_state(const Campaign& c, Side side, State::Kind state) {
  std::vector<ShipNumber> found = c.fleet(side);
  std::erase_if(found, [&](ShipNumber ship) { return c.face(ship).state() != state; });
  return found;
}

// Alabama stays while capital ships would be short [USN].
void keep_if_short(Campaign& c) {
  for (ShipNumber ship : c.fleet(kAllied)) {
    const v1::Ship& facts = c.box.ship(ship);
    if (facts.until_short() < c.turn() || c.face(ship).state() != State::NOT_YET || c.board().americans_gone())
      continue;
    if (facts.service(0).from() > c.turn() || !takes_part(c, ship)) continue;
    int others = 0;
    for (ShipNumber each : in_state(c, kAllied, State::AVAILABLE))
      others += c.box.ship(each).capital() && !c.carrier(each) ? 1 : 0;
    if (others < capital_quota(c)) c.face(ship).set_state(State::AVAILABLE);
  }
}

}  // namespace

bool first_season(const Campaign& c) { return c.turn() == c.scenario.first_turn(); }

void begin_season(Campaign& c) {
  c.topic = Topic::kSeason;
  v1::Board& board = c.board();
  const bool first = first_season(c);
  told::Milestone mark;
  mark.level = told::Milestone::kTurn;
  mark.number = c.clock().turn();
  c.tell({Text("murmansk.report.season").text("season", Campaign::season_name(c.season())), mark}, {}, "Seq");
  for (ShipNumber ship : c.fleet(kAxis)) {
    if (first && takes_part(c, ship)) place_first(c, ship);
    update_german(c, ship);
    c.face(ship).set_seen(false);
  }
  for (ShipNumber ship : c.fleet(kAllied)) {
    update_allied(c, ship);
    c.face(ship).set_seen(false);
    c.face(ship).set_damaged(false);
    c.unit(ship).set_chosen(false);
    c.unit(ship).set_where(v1::Unit::NONE);
  }
  board.set_freighters(board.freighters_at_start());
  const std::uint32_t needed = static_cast<std::uint32_t>(c.numbers.victory().loads());
  const bool keeps = c.option("option.depots") && !first && board.loads() > needed;
  board.set_loads(keeps ? board.loads() - needed : 0);  // [M-12]
  board.set_allied_points(0);
  board.set_axis_points(0);
  board.set_pack_lost(false);
  bring_aircraft(c);
  c.own(kAxis).set_fuel(0);
  c.own(kAxis).set_fuel_known(false);
  c.own(kAxis).set_sailed(false);
  c.clock().set_convoy(0);
  end_periods(c);
}

Task<> hold_back(Campaign& c) {
  std::vector<ShipNumber> sailing = in_state(c, kAxis, State::READY);
  if (c.scenario.fixed()) sailing.clear();
  if (c.option("option.hold_back") && !sailing.empty()) {
    bool first = true;
    while (!sailing.empty()) {
      Menu menu = c.menu(kAxis, v1::MenuKind::HOLD_BACK, "murmansk.prompt.hold_back");
      menu.checkpoint = first;
      menu.offer(Verb::DONE).by("Transit").says("murmansk.item.all_sail");
      for (ShipNumber ship : sailing)
        menu.offer(Verb::HOLD, ship).by("Transit").says("murmansk.item.hold").text("ship", c.name(ship));
      const Action answer = co_await c.table.ask(std::move(menu));
      if (answer.verb == Verb::DONE) break;
      std::erase(sailing, answer.at<ShipNumber>(0));
      first = false;
    }
  }
  c.topic = Topic::kSeason;
  for (ShipNumber ship : sailing) sail_north(c, ship);
  c.clock().set_phase(v1::Phase::REPAIR);
}

Task<> repair(Campaign& c) {
  std::vector<ShipNumber> waiting = in_state(c, kAxis, State::REPAIR);
  if (c.scenario.fixed()) waiting.clear();
  bool first = true;
  while (!waiting.empty()) {
    Menu menu = c.menu(kAxis, v1::MenuKind::REPAIR, "murmansk.prompt.repair");
    menu.checkpoint = first;
    for (ShipNumber ship : waiting)
      menu.offer(Verb::MEND, ship).by("Transit").says("murmansk.item.mend").text("ship", c.name(ship));
    menu.offer(Verb::DONE).by("Transit").says("murmansk.item.no_repair");
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::DONE) break;
    first = false;
    const ShipNumber ship = answer.at<ShipNumber>(0);
    std::erase(waiting, ship);
    c.topic = Topic::kSeason;
    const int die = c.die();
    const auto& season = c.numbers.season();
    const char* words = "murmansk.report.repair_goes_on";
    if (die <= season.repaired()) {
      c.face(ship).set_state(State::READY);
      words = "murmansk.report.repaired";
    } else if (die > season.goes_on()) {  // in the dockyard: no point
      c.face(ship).set_state(State::LOST);
      words = "murmansk.report.destroyed_in_dock";
    }
    c.tell({Text(words).text("ship", c.name(ship)).number("die", die), told::Roll{Text("murmansk.dice.repair")}}, {},
           "Transit");
  }
  c.clock().set_phase(v1::Phase::TALLBOY);
}

Task<> tallboy(Campaign& c) {
  std::vector<ShipNumber> targets = c.fleet(kAxis);
  std::erase_if(targets, [&](ShipNumber ship) {
    return c.face(ship).state() != State::NORWAY && c.face(ship).state() != State::AWAY;
  });
  if (c.season().tallboy() && !targets.empty()) {
    Menu menu = c.menu(kAllied, v1::MenuKind::TALLBOY, "murmansk.prompt.tallboy");
    menu.checkpoint = true;
    for (ShipNumber ship : targets)
      menu.offer(Verb::BOMB, ship)
          .place(c.face(ship).port())
          .by("Tallboy")
          .says("murmansk.item.bomb")
          .text("ship", c.name(ship));
    const Action answer = co_await c.table.ask(std::move(menu));
    const ShipNumber ship = answer.at<ShipNumber>(0);
    c.topic = Topic::kSeason;
    const int die = c.die();
    const bool sunk = die <= c.numbers.season().tallboy();
    c.tell({Text("murmansk.report.tallboy").text("ship", c.name(ship)).number("die", die),
            told::Roll{Text("murmansk.dice.tallboy")}},
           {}, "Tallboy");
    if (sunk) sink(c, ship, 0);
  }
  keep_if_short(c);
  c.clock().set_phase(v1::Phase::REPLACE);
  c.clock().set_window(kAllied);
}

bool out_of_action(const Campaign& c, ShipNumber ship) {
  const State::Kind state = c.face(ship).state();
  return state == State::LOST || state == State::AWAY || state == State::REPAIR;
}

// One division of each side that was lost or Damaged in the previous season; the Allies first [Repl].
Task<> bring_back_divisions(Campaign& c) {
  for (Side side : kSides) {
    if (c.clock().window() == kAxis && side == kAllied) continue;  // done
    c.clock().set_window(side);
    std::vector<ShipNumber> gone = c.fleet(side);
    std::erase_if(gone, [&](ShipNumber ship) {
      const bool then = c.face(ship).missing() != 0 && c.face(ship).missing() + 1 == c.clock().turn();
      return !c.destroyers(ship) || !then || !out_of_action(c, ship) || !c.box.in_service(ship, c.turn());
    });
    if (gone.empty() || c.scenario.fixed()) continue;
    ShipNumber ship = gone.front();
    if (gone.size() > 1) {
      Menu menu = c.menu(side, v1::MenuKind::REPLACE, "murmansk.prompt.replace");
      menu.checkpoint = true;
      for (ShipNumber each : gone)
        menu.offer(Verb::BRING_BACK, each).by("Repl").says("murmansk.item.bring_back").text("ship", c.name(each));
      const Action answer = co_await c.table.ask(std::move(menu));
      ship = answer.at<ShipNumber>(0);
    }
    c.face(ship).set_damaged(false);
    c.face(ship).set_back(0);
    c.face(ship).set_missing(0);
    if (side == kAllied) c.face(ship).set_state(State::AVAILABLE);
    if (side == kAxis) put_in_norway(c, ship, main_base(c));
    c.topic = Topic::kSeason;
    c.tell(Text("murmansk.report.replaced").text("ship", c.name(ship)), {}, "Repl");
  }
  // From here it can be looked at again: behind the opening's dice, without which nobody can begin there.
  c.table.chapter(Text("murmansk.chapter.season").text("season", Campaign::season_name(c.season())));
  c.clock().set_window(v1::Side::UNSPECIFIED);
  c.clock().set_phase(v1::Phase::DEPLOY);
}

}  // namespace wardroom::murmansk
