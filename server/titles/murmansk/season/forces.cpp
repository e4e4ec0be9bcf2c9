// The forces of both sides at the start of a season [GerStart, AllStart].
#include <algorithm>

#include "server/titles/murmansk/season/season.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;
using State = v1::UnitState;

std::vector<ShipNumber> able_to_sail(const Campaign& c) {  // [M-39]
  std::vector<ShipNumber> found = c.fleet(kAxis);
  std::erase_if(found, [&](ShipNumber ship) { return c.face(ship).state() != State::NORWAY; });
  return found;
}

bool capital(const Campaign& c, ShipNumber ship) { return c.box.ship(ship).capital() && !c.carrier(ship); }  // [M-16]

int chosen_of(const Campaign& c, bool (*what)(const Campaign&, ShipNumber)) {
  return static_cast<int>(
      std::ranges::count_if(c.fleet(kAllied), [&](ShipNumber ship) { return c.unit(ship).chosen() && what(c, ship); }));
}

bool cruiser(const Campaign& c, ShipNumber ship) { return c.box.ship(ship).cruiser(); }
bool any_carrier(const Campaign& c, ShipNumber ship) { return c.carrier(ship); }

void choose(Campaign& c, ShipNumber ship) {
  c.unit(ship).set_chosen(true);
  c.unit(ship).set_where(v1::Unit::HOME);
}

std::vector<ShipNumber> still_free(const Campaign& c, bool (*what)(const Campaign&, ShipNumber)) {
  std::vector<ShipNumber> found = available(c);
  std::erase_if(found, [&](ShipNumber ship) { return c.unit(ship).chosen() || !what(c, ship); });
  return found;
}

Task<> choose_one(Campaign& c, v1::MenuKind::Kind kind, const char* prompt, std::vector<ShipNumber> from,
                  bool optional) {
  Menu menu = c.menu(kAllied, kind, prompt);
  menu.checkpoint = true;
  for (ShipNumber ship : from)
    menu.offer(Verb::CHOOSE, ship).by("AllStart").says("murmansk.item.choose").text("ship", c.name(ship));
  if (optional) menu.offer(Verb::GO_ON).by("AllStart").says("murmansk.item.choose_none");
  const Action answer = co_await c.table.ask(std::move(menu));
  if (answer.verb == Verb::CHOOSE) choose(c, answer.at<ShipNumber>(0));
}

Task<> base_unit(Campaign& c, int number, bool first) {
  v1::Air& air = *c.board().mutable_air(number);
  Menu menu = c.menu(kAxis, v1::MenuKind::AIR_BASE, "murmansk.prompt.air_base");
  menu.prompt.text("unit", c.air_name(air));
  menu.checkpoint = first;
  for (Place base : c.box.all(v1::Feature::AIR_BASE))
    menu.offer(Verb::BASE_AIR, number + 1, base)
        .place(base)
        .by("GerStart")
        .says("murmansk.item.place")
        .text("place", c.place_name(base));
  const Action answer = co_await c.table.ask(std::move(menu));
  air.set_base(answer.at<Place>(1));
}

Task<> start_pack(Campaign& c) {
  Menu menu = c.menu(kAxis, v1::MenuKind::PACK_START, "murmansk.prompt.pack_start");
  for (Place place : c.box.all(v1::Feature::PACK_START)) {
    if (!c.box.open(place, c.ice())) continue;  // [M-27]
    menu.offer(Verb::START_PACK, place)
        .place(place)
        .by("GerStart")
        .says("murmansk.item.place")
        .text("place", c.place_name(place));
  }
  const Action answer = co_await c.table.ask(std::move(menu));
  const Key key = c.form(kAxis, v1::GroupKind::WOLFPACK).key();
  c.put_on_map(kAxis, key, answer.at<Place>(0));
}

// One destroyer unit may begin the first season in the small base [GerStart].
Task<> station_division(Campaign& c) {
  Place small = 0;
  for (Place base : c.box.all(v1::Feature::NAVAL_BASE)) {
    if (c.box.position(base).room() != 0) small = base;
  }
  std::vector<ShipNumber> divisions = able_to_sail(c);
  const bool full = std::ranges::any_of(divisions, [&](ShipNumber ship) { return c.face(ship).port() == small; });
  std::erase_if(divisions, [&](ShipNumber ship) { return !c.destroyers(ship); });
  if (small == 0 || full || divisions.empty()) co_return;
  Menu menu = c.menu(kAxis, v1::MenuKind::KIRKENES, "murmansk.prompt.kirkenes");
  menu.prompt.text("place", c.place_name(small));
  for (ShipNumber ship : divisions)
    menu.offer(Verb::STATION, ship)
        .place(small)
        .by("GerStart")
        .says("murmansk.item.station")
        .text("ship", c.name(ship));
  menu.offer(Verb::GO_ON).by("GerStart").says("murmansk.item.station_none");
  const Action answer = co_await c.table.ask(std::move(menu));
  if (answer.verb != Verb::STATION) co_return;
  c.face(answer.at<ShipNumber>(0)).set_port(small);
  c.unit(answer.at<ShipNumber>(0)).set_port(small);
}

}  // namespace

int capital_quota(const Campaign& c) {
  const auto ships = able_to_sail(c);
  return static_cast<int>(std::ranges::count_if(ships, [&](ShipNumber ship) { return capital(c, ship); })) +
         c.numbers.groups().more_capital();
}

int cruiser_quota(const Campaign& c) {
  const auto ships = able_to_sail(c);
  return static_cast<int>(std::ranges::count_if(ships, [&](ShipNumber ship) { return cruiser(c, ship); })) +
         c.numbers.groups().more_cruisers();
}

std::vector<ShipNumber> available(const Campaign& c) {
  std::vector<ShipNumber> found = c.fleet(kAllied);
  std::erase_if(found, [&](ShipNumber ship) { return c.face(ship).state() != State::AVAILABLE; });
  return found;
}

Task<> deploy(Campaign& c) {
  bool first = true;
  for (int i = 0; i < c.board().air_size(); ++i) {
    if (!c.box.air_unit(c.board().air(i).id())) continue;
    co_await base_unit(c, i, first);
    first = false;
  }
  co_await start_pack(c);
  if (first_season(c)) co_await station_division(c);  // later, where they returned to
  c.board().set_capital_quota(static_cast<std::uint32_t>(capital_quota(c)));
  c.board().set_cruiser_quota(static_cast<std::uint32_t>(cruiser_quota(c)));
  c.clock().set_phase(v1::Phase::FORCES);
}

// Capital ships and a carrier by choice, cruisers by chance, all divisions [M-14]; American ships must be used [M-15,
// M-39].
Task<> choose_forces(Campaign& c) {
  for (ShipNumber ship : available(c)) {
    const bool american = c.box.ship(ship).nation() == v1::Nation::AMERICAN;
    if ((american || c.destroyers(ship)) && !c.unit(ship).chosen()) choose(c, ship);
  }
  const int capitals = static_cast<int>(c.board().capital_quota());
  while (chosen_of(c, capital) < capitals) {
    const std::vector<ShipNumber> from = still_free(c, capital);
    if (from.empty()) break;
    if (static_cast<int>(from.size()) <= capitals - chosen_of(c, capital)) {
      choose(c, from.front());
    } else {
      co_await choose_one(c, v1::MenuKind::CAPITAL_SHIP, "murmansk.prompt.capital_ship", from, false);
    }
  }
  if (const std::vector<ShipNumber> from = still_free(c, any_carrier);
      !from.empty() && chosen_of(c, any_carrier) == 0) {
    if (from.size() == 1) choose(c, from.front());
    if (from.size() > 1) co_await choose_one(c, v1::MenuKind::CARRIER, "murmansk.prompt.carrier", from, false);
  }
  std::vector<ShipNumber> escorts = still_free(c, any_carrier);
  std::erase_if(escorts, [&](ShipNumber ship) { return !c.is(ship, v1::Class::CVE); });
  int cruisers = static_cast<int>(c.board().cruiser_quota()) - chosen_of(c, cruiser);
  if (!escorts.empty() && cruisers > 0) {
    const int before = chosen_of(c, any_carrier);
    co_await choose_one(c, v1::MenuKind::ESCORT_CARRIER, "murmansk.prompt.escort_carrier", escorts, true);
    cruisers -= chosen_of(c, any_carrier) - before;
  }
  // So many dice as the quota, whatever is drawn with them: what takes a cruiser's place is nobody's business.
  std::vector<ShipNumber> pool = still_free(c, cruiser);
  for (std::uint32_t i = 0; i < c.board().cruiser_quota(); ++i) {
    constexpr std::uint32_t kFaces = 5040;  // of a die that fits any pool
    const std::uint32_t at = c.draw(Draw::kCruiser, 0, i, kFaces);
    if (cruisers <= 0 || pool.empty()) continue;
    const ShipNumber drawn = pool[at % pool.size()];
    choose(c, drawn);
    std::erase(pool, drawn);
    --cruisers;
  }
  c.board().set_over(true);
  c.clock().set_phase(v1::Phase::ORGANISE);
}

}  // namespace wardroom::murmansk
