#include "server/titles/murmansk/campaign/campaign.h"

#include <algorithm>

namespace wardroom::murmansk {

Campaign::Campaign(const Box& the_box, Truth& the_truth, Table& the_table)
    : Voice(the_table),
      box(the_box),
      scenario(*the_box.scenario(the_truth.board().scenario())),
      numbers(the_box.numbers()),
      truth(the_truth),
      table(the_table) {
  int allied = 0, axis = 0;
  for (ShipNumber ship = 1; ship <= box.ships(); ++ship)
    slots_.push_back(box.side_of(ship) == kAllied ? allied++ : axis++);
}

bool Campaign::option(std::string_view id) const {
  return std::ranges::find(board().option(), id) != board().option().end();
}

std::optional<Side> Campaign::mover() const {
  if (clock().phase() == v1::Phase::PULSE) return clock().pulse() % 2 == 1 ? kAxis : kAllied;
  if (clock().phase() == v1::Phase::WINDOW) return clock().window();
  return std::nullopt;
}

v1::Air* Campaign::air(std::string_view id) {
  auto& all = *board().mutable_air();
  const auto found = std::ranges::find(all, id, &v1::Air::id);
  return found == all.end() ? nullptr : &*found;
}

v1::Air* Campaign::squadron(ShipNumber carrier) {
  if (!box.ship(carrier).squadron() || damaged(carrier)) return nullptr;
  v1::Air* found = air(box.ship(carrier).id());
  return found && !found->lost() ? found : nullptr;
}

// -- groups --

v1::Group* Campaign::find(Side side, Key key) {
  auto& all = *own(side).mutable_group();
  const auto found = std::ranges::find(all, key, &v1::Group::key);
  return found == all.end() ? nullptr : &*found;
}

v1::Group& Campaign::group(Side side, Key key) {
  v1::Group* found = find(side, key);
  if (!found) throw Broken("no such group");
  return *found;
}

std::vector<v1::Group*> Campaign::groups(Side side) {
  std::vector<v1::Group*> found;
  for (v1::Group& each : *own(side).mutable_group()) {
    if (each.place() != 0) found.push_back(&each);
  }
  return found;
}

std::vector<v1::Group*> Campaign::groups_at(Side side, Place place) {
  std::vector<v1::Group*> found = groups(side);
  std::erase_if(found, [&](const v1::Group* each) { return each->place() != place; });
  return found;
}

v1::Group* Campaign::convoy() {
  auto& all = *truth.mutable_allied()->mutable_group();
  const auto found = std::ranges::find(all, v1::GroupKind::CONVOY, &v1::Group::kind);
  return found == all.end() ? nullptr : &*found;
}

v1::Group* Campaign::pack() {
  auto& all = *truth.mutable_axis()->mutable_group();
  const auto found = std::ranges::find(all, v1::GroupKind::WOLFPACK, &v1::Group::kind);
  return found == all.end() ? nullptr : &*found;
}

std::vector<ShipNumber> Campaign::ships_in(Side side, Key key) const {
  return ships_where(side, [&](ShipNumber, const v1::Unit& unit) { return is_in(unit, key); });
}

bool Campaign::any_in(Side side, Key key, bool (Campaign::*what)(ShipNumber) const) const {
  return any_in(side, key, [&](ShipNumber ship) { return (this->*what)(ship); });
}

bool Campaign::covered(Side side, Key key) const {
  return air_operations() && any_in(side, key, [&](ShipNumber ship) { return carrier(ship) && !damaged(ship); });
}

bool Campaign::slow(Side side, const v1::Group& group) const {
  if (group.kind() == v1::GroupKind::CONVOY || group.kind() == v1::GroupKind::WOLFPACK) return true;
  return any_in(side, group.key(), [&](ShipNumber ship) {
    return damaged(ship) || is(ship, v1::Class::CVE) || (storm() && destroyers(ship));
  });
}

int Campaign::markers_left(Side side) const {
  const auto& all = own(side).group();
  const auto used = std::ranges::count(all, v1::GroupKind::SHIPS, &v1::Group::kind);
  return (side == kAllied ? numbers.groups().allied() : numbers.groups().axis()) - static_cast<int>(used);
}

v1::Group& Campaign::form(Side side, v1::GroupKind::Kind kind) {
  v1::Own& mine = own(side);
  v1::Group& made = *mine.add_group();
  made.set_key(mine.next_key());
  made.set_kind(kind);
  mine.set_next_key(mine.next_key() + 1);
  return made;
}

void Campaign::erase(Side side, Key key) {
  if (group(side, key).place() != 0) take_off_map(side, key);
  auto& all = *own(side).mutable_group();
  all.erase(std::ranges::find(all, key, &v1::Group::key));
}

void Campaign::join(ShipNumber ship, Key key) {
  unit(ship).set_where(v1::Unit::GROUP);
  unit(ship).set_group(key);
  unit(ship).set_port(0);
}

// -- markers --

v1::Marker* Campaign::find_marker(Number number) {
  auto& all = *board().mutable_marker();
  const auto found = std::ranges::find(all, number, &v1::Marker::number);
  return found == all.end() ? nullptr : &*found;
}

v1::Marker& Campaign::marker_of(const v1::Group& group) {
  v1::Marker* found = find_marker(group.marker());
  if (!found) throw Broken("a group without its marker");
  return *found;
}

v1::Group& Campaign::behind(const v1::Marker& marker) {
  for (v1::Group& each : *own(marker.side()).mutable_group()) {
    if (each.marker() == marker.number()) return each;
  }
  throw Broken("a marker without its group");
}

std::vector<v1::Marker*> Campaign::markers_at(Side side, Place place) {
  std::vector<v1::Marker*> found;
  for (v1::Marker& each : *board().mutable_marker()) {
    if (each.side() == side && each.place() == place) found.push_back(&each);
  }
  return found;
}

void Campaign::put_on_map(Side side, Key key, Place place) {
  v1::Group& entering = group(side, key);
  v1::Marker& marker = *board().add_marker();
  marker.set_number(board().next_marker());
  board().set_next_marker(board().next_marker() + 1);
  marker.set_side(side);
  marker.set_place(place);
  entering.set_marker(marker.number());
  entering.set_place(place);
  entering.set_from(place);
}

void Campaign::move(Side side, Key key, Place place) {
  v1::Group& moving = group(side, key);
  moving.set_from(moving.place());
  moving.set_place(place);
  marker_of(moving).set_place(place);
}

void Campaign::take_off_map(Side side, Key key) {
  v1::Group& leaving = group(side, key);
  for (v1::UnitFace& each : *board().mutable_unit()) {
    if (each.marker() == leaving.marker()) each.set_marker(0);
  }
  auto& all = *board().mutable_marker();
  all.erase(std::ranges::find(all, leaving.marker(), &v1::Marker::number));
  leaving.set_marker(0);
  leaving.set_place(0);
}

void Campaign::mix(Side side, Place place) {
  std::vector<Number> old;
  for (const v1::Marker* each : markers_at(side, place)) {
    if (!each->contacted()) old.push_back(each->number());
  }
  if (old.size() < 2) return;
  std::vector<v1::Group*> mixed = groups_at(side, place);
  std::erase_if(mixed, [&](const v1::Group* each) { return std::ranges::count(old, each->marker()) == 0; });
  const Number first = board().next_marker();
  for (std::size_t i = mixed.size(); i > 1; --i) {
    const std::uint32_t at = draw(Draw::kMix, first, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i));
    std::swap(mixed[i - 1], mixed[at]);
  }
  for (v1::UnitFace& each : *board().mutable_unit()) {
    if (each.marker() != 0 && std::ranges::count(old, each.marker()) > 0) each.set_marker(0);
  }
  auto& all = *board().mutable_marker();
  for (Number number : old) all.erase(std::ranges::find(all, number, &v1::Marker::number));
  for (v1::Group* each : mixed) {
    v1::Marker& marker = *board().add_marker();
    marker.set_number(board().next_marker());
    marker.set_side(side);
    marker.set_place(place);
    each->set_marker(marker.number());
    board().set_next_marker(board().next_marker() + 1);
  }
}

bool Campaign::contact(Side side, Key key, Licence licence, Text how, std::string_view rule) {
  v1::Group& seen = group(side, key);
  v1::Marker& marker = marker_of(seen);
  const Place place = seen.place();
  if (seen.kind() == v1::GroupKind::DUMMY) {  // [Dummy]
    reveal(licence,
           {std::move(how).text("marker", name(marker)).text("ships", Text("murmansk.group.dummy")),
            told::Sighting{marker.number(), 1, Text("murmansk.group.dummy"), {}}},
           place, rule);
    take_off_map(side, key);
    return false;
  }
  if (!marker.contacted()) {
    Text ships = contents(side, seen);
    reveal(licence,
           {std::move(how).text("marker", name(marker)).text("ships", ships),
            told::Sighting{marker.number(), 1, ships, {}}},
           place, rule);
  }
  show(side, key);
  return true;
}

void Campaign::show(Side side, Key key) {
  v1::Group& seen = group(side, key);
  v1::Marker& marker = marker_of(seen);
  marker.set_contacted(true);
  marker.set_kind(seen.kind());
  marker.set_seen(clock().count());
  for (ShipNumber ship : ships_in(side, key)) {
    face(ship).set_marker(marker.number());
    face(ship).set_seen(true);
  }
}

void Campaign::lose_contact(v1::Marker& marker) { marker.set_contacted(false); }

// -- chance --

std::uint32_t Campaign::draw(Draw what, std::uint64_t subject, std::uint32_t ordinal, std::uint32_t sides) {
  const Occasion occasion{clock().count(), static_cast<std::uint32_t>(turn()), static_cast<std::uint32_t>(what),
                          subject, ordinal};
  return table.draw(occasion, sides);
}

int Campaign::die() {
  constexpr std::uint32_t kFaces = 6;
  board().set_dice(board().dice() + 1);
  return static_cast<int>(draw(Draw::kOpen, 0, board().dice(), kFaces)) + 1;
}

std::uint32_t Campaign::any_of(Draw what, std::size_t count) {
  board().set_dice(board().dice() + 1);
  return draw(what, 0, board().dice(), static_cast<std::uint32_t>(count));
}

int Campaign::hidden_die(Draw what, std::uint64_t subject, std::uint32_t ordinal) {
  constexpr std::uint32_t kFaces = 6;
  return static_cast<int>(draw(what, subject, ordinal, kFaces)) + 1;
}

// -- asking --

Menu Campaign::menu(Side side, v1::MenuKind::Kind kind, TextId prompt) const {
  Menu made = table.menu(seat_of(side), kind);
  made.prompt = Text(std::move(prompt));
  return made;
}

Menu Campaign::menu_in_battle(Side side, ReactionKind kind, TextId prompt) const {
  const bool own_turn = mover() == side;
  Menu made = table.menu(seat_of(side), kind.kind(), own_turn ? Asking::kOwn : Asking::kReaction);
  made.prompt = Text(std::move(prompt));
  return made;
}

// -- names --

Text Campaign::name(const v1::Marker& marker) const {
  return Text(marker.side() == kAllied ? "murmansk.marker.allied" : "murmansk.marker.axis")
      .number("number", marker.number());
}

Text Campaign::name(Side side, const v1::Group& group) const {
  switch (group.kind()) {
    case v1::GroupKind::CONVOY:
      return "murmansk.group.convoy";
    case v1::GroupKind::DUMMY:
      return number_text("murmansk.group.dummy_number", "number", group.key());
    case v1::GroupKind::WOLFPACK:
      return "murmansk.group.wolfpack";
    default: {
      const std::vector<ShipNumber> ships = ships_in(side, group.key());
      Text made = number_text("murmansk.group.ships", "number", group.key());
      made.text("ships", ships.empty() ? Text("murmansk.group.empty") : names(ships));
      return made;
    }
  }
}

Text Campaign::air_name(const v1::Air& air) const {
  if (box.air_unit(air.id())) return Text(air.id() + ".name");
  return Text("murmansk.squadron").text("carrier", Text(air.id() + ".name"));
}

Text Campaign::names(const std::vector<ShipNumber>& ships) const {
  std::vector<Text> parts;
  parts.reserve(ships.size());
  for (ShipNumber ship : ships) {
    Text part = name(ship);
    if (damaged(ship)) part = Text("murmansk.ship.damaged").text("ship", std::move(part));
    parts.push_back(std::move(part));
  }
  return sea::listed(std::move(parts));
}

Text Campaign::contents(Side side, const v1::Group& group) const {
  const std::vector<ShipNumber> ships = ships_in(side, group.key());
  if (group.kind() == v1::GroupKind::WOLFPACK) return "murmansk.group.wolfpack";
  if (group.kind() != v1::GroupKind::CONVOY) return ships.empty() ? Text("murmansk.group.empty") : names(ships);
  if (ships.empty()) return number_text("murmansk.group.freighters", "count", board().freighters());
  return number_text("murmansk.group.freighters_with", "count", board().freighters()).text("ships", names(ships));
}

Text Campaign::season_name(const v1::SeasonTrack::Turn& turn) {
  return sea::value_text("murmansk.season.", v1::Season::Kind_Name(turn.season()), "")
      .word("year", std::to_string(turn.year()));
}

Report Campaign::report(Telling&& telling, std::optional<Place> place, std::string_view rule) const {
  Report made;
  made.text = std::move(telling.words);
  if (place) made.places.push_back(*place);
  made.rule = rule;
  made.topic = static_cast<std::uint32_t>(topic);
  made.facts = std::move(telling.facts);
  return made;
}

}  // namespace wardroom::murmansk
