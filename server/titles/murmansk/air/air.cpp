#include "server/titles/murmansk/air/air.h"

#include <algorithm>
#include <set>

#include "server/titles/murmansk/combat/harm.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

bool ready(const v1::Air& air) { return !air.lost() && !air.used(); }

int in_list(const google::protobuf::RepeatedPtrField<v1::Air>& all, const v1::Air& one) {
  return static_cast<int>(std::ranges::find(all, one.id(), &v1::Air::id) - all.begin()) + 1;
}

v1::Air& unit_at(Campaign& c, const Action& action) { return *c.board().mutable_air(action.at<int>(0) - 1); }

// In a port only in the period of arrival, by Day, and once [AirAtt].
bool attackable(const Campaign& c, const v1::Marker& marker) {
  if (!c.box.has(marker.place(), v1::Feature::ALLIED_PORT)) return true;
  return std::ranges::find(c.board().arriving(), marker.number()) != c.board().arriving().end();
}

// -- German aircraft --

void offer_search(Campaign& c, Menu& menu) {
  std::set<Place> unknown;
  for (const v1::Marker& marker : c.board().marker()) {
    if (marker.side() == kAllied && !marker.contacted()) unknown.insert(marker.place());
  }
  for (Place place : unknown) {
    const bool in_range = std::ranges::any_of(c.board().air(), [&](const v1::Air& air) {
      return air.base() != 0 && !air.lost() && c.box.distance(air.base(), place) <= c.numbers.air().range();
    });
    if (in_range && !c.box.has(place, v1::Feature::ALLIED_PORT))
      menu.offer(Verb::SEARCH, place)
          .place(place)
          .by("Recon")
          .says("murmansk.item.search")
          .text("place", c.place_name(place));
  }
}

void offer_raids(Campaign& c, const v1::Air& air, Menu& menu) {
  const int number = in_list(c.board().air(), air);
  for (const v1::Marker& marker : c.board().marker()) {
    if (marker.side() != kAllied || !attackable(c, marker)) continue;
    if (c.box.distance(air.base(), marker.place()) > c.numbers.air().range()) continue;
    menu.offer(Verb::RAID, number, marker.number())
        .place(marker.place())
        .by("Range")
        .says("murmansk.item.raid")
        .text("unit", c.air_name(air))
        .text("marker", c.name(marker))
        .text("place", c.place_name(marker.place()));
  }
  for (Place base : c.box.all(v1::Feature::AIR_BASE)) {
    if (base == air.base()) continue;
    menu.offer(Verb::TRANSFER, number, base)
        .place(base)
        .by("Range")
        .says("murmansk.item.transfer")
        .text("unit", c.air_name(air))
        .text("place", c.place_name(base));
  }
}

// -- carriers --

void offer_carrier(Campaign& c, ShipNumber carrier, Menu& menu) {
  const v1::Air* squadron = c.squadron(carrier);
  if (!squadron || c.unit(carrier).where() != v1::Unit::GROUP) return;
  const Place here = c.group(kAllied, c.unit(carrier).group()).place();
  if (here == 0) return;
  const auto& numbers = c.numbers.air();
  for (const v1::Marker& marker : c.board().marker()) {
    if (marker.side() != kAxis) continue;
    const int away = c.box.distance(here, marker.place());
    const Action search = make_action(Verb::SEARCH, marker.number());
    if (!marker.contacted() && away <= numbers.carrier_search() && !c.board().allied_search_done() &&
        !menu.find(search))
      menu.offer(Verb::SEARCH, marker.number())
          .place(marker.place())
          .by("Recon")
          .says("murmansk.item.search_marker")
          .text("marker", c.name(marker))
          .text("place", c.place_name(marker.place()));
    if (away > numbers.carrier_range() || squadron->used() || marker.kind() == v1::GroupKind::WOLFPACK) continue;
    menu.offer(Verb::RAID, in_list(c.board().air(), *squadron), marker.number())
        .place(marker.place())
        .by("Range")
        .says("murmansk.item.raid")
        .text("unit", c.air_name(*squadron))
        .text("marker", c.name(marker))
        .text("place", c.place_name(marker.place()));
  }
  if (squadron->used()) return;
  for (Place base : c.box.all(v1::Feature::NAVAL_BASE)) {  // [M-26]
    if (c.box.distance(here, base) > numbers.carrier_range()) continue;
    menu.offer(Verb::RAID_PORT, in_list(c.board().air(), *squadron), base)
        .place(base)
        .by("AirAtt")
        .says("murmansk.item.raid_port")
        .text("unit", c.air_name(*squadron))
        .text("place", c.place_name(base));
  }
}

// -- attacks --

// The shift of the die against a ship or freighters [AirAtt, AA, M-10].
int shift_against(const Campaign& c, ShipNumber target) {
  const auto& numbers = c.numbers.air();
  if (target == kFreighters || c.damaged(target)) return numbers.easy();
  return c.is(target, v1::Class::CVE) ? 0 : numbers.hard();
}

struct Raid {
  Text by;
  const v1::AirUnit* facts = nullptr;  // null: a carrier's squadron
  Place base = 0;
};

// The attackers' loss: a second die [AA].
void defend(Campaign& c, const Raid& raid, v1::Air& air, bool low, bool carrier, Place place) {
  const int fell = c.die();
  const int modified = fell + (low ? c.numbers.air().low() : 0);
  const v1::Column::Kind column = raid.facts ? raid.facts->column() : v1::Column::FAA;
  const v1::Defence::Kind result = c.box.defence(column, modified);
  const bool down = result == v1::Defence::AA || (result == v1::Defence::TWO_AA && carrier);
  if (down) air.set_lost(true);
  c.tell({Text(down ? "murmansk.report.shot_down" : "murmansk.report.flak").text("unit", raid.by).number("die", fell),
          told::Roll{Text("murmansk.dice.aa")}},
         place, "AA");
}

v1::Harm::Kind strike(Campaign& c, const Raid& raid, ShipNumber target, bool low, Place place) {
  int shift = shift_against(c, target);
  if (low) shift += c.numbers.air().low();
  if (raid.facts && raid.base != 0 && c.clock().light() == v1::Light::DAWN &&
      c.box.distance(raid.base, place) >= c.numbers.air().range())
    shift += c.numbers.air().dawn();
  const v1::Column::Kind column = raid.facts ? raid.facts->column() : v1::Column::FAA;
  return roll(c, {raid.by, target, column, shift, place, "AirAtt"});
}

// To bomb from low altitude is a choice [M-09].
void offer_targets(Campaign& c, const std::vector<ShipNumber>& ships, bool freighters, bool may_be_low, Menu& menu) {
  for (int low = 0; low <= (may_be_low ? 1 : 0); ++low) {
    if (freighters)
      menu.offer(Verb::HIT_FREIGHTERS, low).by("AirAtt").says("murmansk.item.hit_freighters").number("low", low);
    for (ShipNumber ship : ships)
      menu.offer(Verb::HIT_SHIP, ship, low)
          .by("AirAtt")
          .says("murmansk.item.hit_ship")
          .text("ship", c.name(ship))
          .number("low", low);
  }
}

Task<> raid_group(Campaign& c, Side side, Raid raid, int air_number, Number number) {
  v1::Marker* marker = c.find_marker(number);
  const Place place = marker->place();
  c.tell(Text("murmansk.report.raid").text("unit", raid.by).text("marker", c.name(*marker)), place, "Range");
  if (c.box.has(place, v1::Feature::ALLIED_PORT)) {
    auto& arriving = *c.board().mutable_arriving();
    arriving.erase(std::remove(arriving.begin(), arriving.end(), number), arriving.end());
  }
  const Side enemy = enemy_of(side);
  const Key key = c.behind(*marker).key();
  if (!c.contact(enemy, key, Licence::kContact, Text("murmansk.report.found_from_air"), "Range")) co_return;
  const v1::Group& group = c.group(enemy, key);
  if (group.kind() == v1::GroupKind::WOLFPACK) co_return;  // [AirAtt]
  const bool freighters = group.kind() == v1::GroupKind::CONVOY && c.board().freighters() > 0;
  const std::vector<ShipNumber> ships = c.ships_in(enemy, key);
  if (ships.empty() && !freighters) co_return;
  Menu menu = c.menu(side, v1::MenuKind::AIR_TARGET, "murmansk.prompt.air_target");
  offer_targets(c, ships, freighters, raid.facts && raid.facts->low(), menu);
  const Action answer = co_await c.table.ask(std::move(menu));
  const bool at_freighters = answer.verb == Verb::HIT_FREIGHTERS;
  const ShipNumber target = at_freighters ? kFreighters : answer.at<ShipNumber>(0);
  const bool low = answer.at<int>(at_freighters ? 0 : 1) != 0;
  const bool carrier = c.any_in(enemy, key, &Campaign::carrier);
  const v1::Harm::Kind harm = strike(c, raid, target, low, place);
  suffer(c, target, harm, place);
  defend(c, raid, *c.board().mutable_air(air_number - 1), low, carrier, place);
}

// The carrier that struck a base is attacked at once, as if by KG 30, which costs no unit [AirAtt, M-45].
void answer_strike(Campaign& c, ShipNumber carrier) {
  const Key key = c.unit(carrier).group();
  c.contact(kAllied, key, Licence::kContact, Text("murmansk.report.carrier_found"), "AirAtt");
  const Place place = c.group(kAllied, key).place();
  const auto& units = c.box.air_units().unit();
  const auto unit = std::ranges::find_if(units, [](const v1::AirUnit& each) { return each.answers(); });
  if (unit == units.end()) return;
  const Raid raid{Text(unit->id() + ".name"), &*unit, 0};
  suffer(c, carrier, strike(c, raid, carrier, false, place), place);
}

Task<> raid_port(Campaign& c, ShipNumber carrier, Raid raid, Place base) {
  std::vector<ShipNumber> ships;
  for (ShipNumber ship : c.fleet(kAxis)) {
    if (c.unit(ship).where() == v1::Unit::PORT && c.unit(ship).port() == base) ships.push_back(ship);
  }
  Text found =
      Text(ships.empty() ? "murmansk.report.base_empty" : "murmansk.report.base").text("place", c.place_name(base));
  if (!ships.empty()) found.text("ships", c.names(ships));
  c.reveal(Licence::kPort, std::move(found), base, "AirAtt");
  if (!ships.empty()) {
    Menu menu = c.menu(kAllied, v1::MenuKind::AIR_TARGET, "murmansk.prompt.air_target");
    offer_targets(c, ships, false, false, menu);
    const Action answer = co_await c.table.ask(std::move(menu));
    const ShipNumber target = answer.at<ShipNumber>(0);
    suffer(c, target, strike(c, raid, target, false, base), base);
    if (c.face(target).state() != v1::UnitState::LOST && c.damaged(target)) berth(c, target, base);
  }
  answer_strike(c, carrier);
}

// Once a period for each side [Recon, M-03].
void search(Campaign& c, Side side, const Action& action) {
  if (side == kAllied) {
    c.board().set_allied_search_done(true);
    v1::Marker* marker = c.find_marker(action.at<Number>(0));
    const Key key = c.behind(*marker).key();
    c.contact(kAxis, key, Licence::kContact, Text("murmansk.report.found_from_air"), "Recon");
    return;
  }
  c.board().set_axis_search_done(true);
  std::vector<Number> numbers;
  for (const v1::Marker* each : c.markers_at(kAllied, action.at<Place>(0))) numbers.push_back(each->number());
  for (Number number : numbers) {
    const Key key = c.behind(*c.find_marker(number)).key();
    c.contact(kAllied, key, Licence::kContact, Text("murmansk.report.found_from_air"), "Recon");
  }
}

}  // namespace

void offer_air(Campaign& c, Side side, Menu& menu) {
  if (!c.air_operations()) return;
  if (side == kAxis) {
    if (!c.board().axis_search_done()) offer_search(c, menu);
    for (const v1::Air& air : c.board().air()) {
      if (air.base() != 0 && ready(air)) offer_raids(c, air, menu);
    }
    return;
  }
  for (ShipNumber ship : c.fleet(kAllied)) {
    if (c.box.ship(ship).squadron()) offer_carrier(c, ship, menu);
  }
}

bool is_air(const Action& action) {
  return action.verb == Verb::SEARCH || action.verb == Verb::RAID || action.verb == Verb::RAID_PORT ||
         action.verb == Verb::TRANSFER;
}

Task<> do_air(Campaign& c, Side side, Action action) {
  c.topic = Topic::kAir;
  if (action.verb == Verb::SEARCH) {
    search(c, side, action);
    co_return;
  }
  v1::Air& air = unit_at(c, action);
  air.set_used(true);
  if (action.verb == Verb::TRANSFER) {
    air.set_base(action.at<Place>(1));
    c.tell(Text("murmansk.report.transfer").text("unit", c.air_name(air)).text("place", c.place_name(air.base())),
           air.base(), "Range");
    co_return;
  }
  const Raid raid{c.air_name(air), c.box.air_unit(air.id()), air.base()};
  if (action.verb == Verb::RAID_PORT) {
    const ShipNumber carrier = c.box.ship_number(air.id());
    co_await raid_port(c, carrier, raid, action.at<Place>(1));
  } else {
    co_await raid_group(c, side, raid, action.at<int>(0), action.at<Number>(1));
  }
}

bool window_opens(Campaign& c, Side side) {
  if (!c.air_operations()) return false;
  const auto of_side = [&](const v1::Air& air) {
    if (side == kAxis) return air.base() != 0 && !air.lost();
    const ShipNumber carrier = c.box.ship_number(air.id());
    return air.base() == 0 && !air.lost() && carrier != 0 && c.face(carrier).state() == v1::UnitState::AVAILABLE;
  };
  const bool searched = side == kAxis ? c.board().axis_search_done() : c.board().allied_search_done();
  return std::ranges::any_of(c.board().air(),
                             [&](const v1::Air& air) { return of_side(air) && (!air.used() || !searched); });
}

}  // namespace wardroom::murmansk
