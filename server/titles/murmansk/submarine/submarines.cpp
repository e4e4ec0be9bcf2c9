#include "server/titles/murmansk/submarine/submarines.h"

#include <algorithm>

#include "server/titles/murmansk/combat/harm.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

constexpr int kAny = -1;  // a random ship that is not Damaged

// By Day any warship; at Night Damaged ones, or a random one of the others [Sub, M-41].
std::vector<int> targets(const Campaign& c, const std::vector<ShipNumber>& ships) {
  std::vector<int> found;
  bool undamaged = false;
  for (ShipNumber ship : ships) {
    if (!c.night() || c.damaged(ship)) found.push_back(static_cast<int>(ship));
    undamaged |= !c.damaged(ship);
  }
  if (c.night() && undamaged) found.push_back(kAny);
  return found;
}

ShipNumber ship_of(Campaign& c, const std::vector<ShipNumber>& ships, int target) {
  if (target != kAny) return static_cast<ShipNumber>(target);
  std::vector<ShipNumber> undamaged = ships;
  std::erase_if(undamaged, [&](ShipNumber ship) { return c.damaged(ship); });
  return undamaged[undamaged.size() == 1 ? 0 : c.any_of(Draw::kShip, undamaged.size())];
}

Text target_text(const Campaign& c, int target) {
  return target == kAny ? Text("murmansk.any_ship") : c.name(static_cast<ShipNumber>(target));
}

// The attack has the shifts of its contact [M-04].
int attack_shift(const Campaign& c, Side side, const v1::Group& group, bool freighters) {
  const auto& numbers = c.numbers.submarines();
  return contact_shift(c, side, group) + (freighters && c.storm() ? numbers.storm() : 0);
}

Task<> attack_of_one(Campaign& c, Side side, Key key) {
  const v1::Group& group = c.group(side, key);
  const Place place = group.place();
  const std::vector<ShipNumber> ships = c.ships_in(side, key);
  const bool freighters = group.kind() == v1::GroupKind::CONVOY && c.board().freighters() > 0;
  Menu menu = c.menu_in_battle(enemy_of(side), v1::MenuKind::SUBMARINE_TARGET, "murmansk.prompt.submarine_target");
  if (freighters) {
    menu.offer(Verb::SINK_ONE).place(place).by("Sub").says("murmansk.item.sink_one");
    menu.offer(Verb::HIT_FREIGHTERS, 0).place(place).by("Sub").says("murmansk.item.torpedo_freighters");
  }
  for (int target : targets(c, ships))
    menu.offer(Verb::HIT_SHIP, std::max(target, 0), 0)
        .place(place)
        .by("Sub")
        .says("murmansk.item.torpedo_ship")
        .text("ship", target_text(c, target));
  if (menu.items.empty()) co_return;
  const Action answer = co_await c.table.ask(std::move(menu));
  if (answer.verb == Verb::SINK_ONE) {
    lose_freighters(c, c.numbers.submarines().freighters(), place);
    co_return;
  }
  ShipNumber target = kFreighters;
  if (answer.verb == Verb::HIT_SHIP) target = ship_of(c, ships, answer.at<int>(0) == 0 ? kAny : answer.at<int>(0));
  const int shift = attack_shift(c, side, c.group(side, key), target == kFreighters);
  const v1::Column::Kind column = Box::column_of(c.numbers.submarines().column());
  const v1::Harm::Kind harm = roll(c, {Text("murmansk.submarine"), target, column, shift, place, "Sub"});
  suffer(c, target, harm, place);
}

}  // namespace

bool threatened(const Campaign& c, Side side, Place place) {
  if (side == kAllied) return c.box.has(place, v1::Feature::UBOATS);
  return c.box.has(place, v1::Feature::ALLIED_SUBMARINES) || c.box.has(place, v1::Feature::SOVIET_SUBMARINES);
}

int contact_shift(const Campaign& c, Side side, const v1::Group& group) {
  const auto& numbers = c.numbers.submarines();
  int shift = 0;
  if (c.any_in(side, group.key(), &Campaign::destroyers)) shift += numbers.destroyers();
  if (c.covered(side, group.key())) shift += numbers.carrier();
  if (side == kAllied && c.box.near_base(group.place())) shift += numbers.near_base();  // [M-28]
  return shift;
}

Task<> individual(Campaign& c, Side side, Key key) {
  c.topic = Topic::kSubmarine;
  const v1::Group& group = c.group(side, key);
  const Place place = group.place();
  const int die = c.hidden_die(Draw::kContact, group.marker(), c.clock().pulse());
  const int modified = die + contact_shift(c, side, group);
  const auto& numbers = c.numbers.submarines();
  const int needed = group.kind() == v1::GroupKind::CONVOY ? numbers.contact_convoy() : numbers.contact();
  if (modified < needed || group.kind() == v1::GroupKind::WOLFPACK) {
    c.tell(side,
           {Text("murmansk.report.no_contact").text("marker", c.name(c.marker_of(group))).number("die", die),
            told::Roll{Text("murmansk.dice.contact")}},
           place, "Sub");
    co_return;
  }
  if (!c.contact(side, key, Licence::kContact, Text("murmansk.report.found_by_submarine"), "Sub")) co_return;
  c.reveal(Licence::kContact,
           Text("murmansk.report.submarine_attacks").text("marker", c.name(c.marker_of(c.group(side, key)))), place,
           "Sub");
  co_await attack_of_one(c, side, key);
}

Task<> individuals(Campaign& c, Side side) {
  std::vector<Number> numbers;
  for (const v1::Marker& marker : c.board().marker()) {
    if (marker.side() == side && threatened(c, side, marker.place())) numbers.push_back(marker.number());
  }
  for (Number number : numbers) {
    const v1::Marker* marker = c.find_marker(number);
    if (!marker) continue;
    const Key key = c.behind(*marker).key();
    co_await individual(c, side, key);
  }
}

int pack_column(const Campaign& c, const v1::Group& group, ShipNumber target) {
  const auto& numbers = c.numbers.submarines();
  const v1::Class::Kind kind = target == kFreighters ? v1::Class::CONVOY : c.box.ship(target).defence();
  int column = *c.box.torpedo_column(v1::Torpedoes::LARGE, kind);  // [M-05]
  if (c.any_in(kAllied, group.key(), &Campaign::destroyers)) column += numbers.pack_destroyers();
  if (c.covered(kAllied, group.key())) column += numbers.pack_carrier();
  if (c.storm()) column += numbers.pack_storm();
  return column;
}

namespace {

// Whatever is there is contacted: by Day all of it, at Night one group at random [Pack].
std::vector<Key> contacted_by_pack(Campaign& c, Place place) {
  std::vector<Number> numbers;
  for (const v1::Marker* each : c.markers_at(kAllied, place)) numbers.push_back(each->number());
  if (c.night() && numbers.size() > 1) numbers = {numbers[c.any_of(Draw::kGroup, numbers.size())]};
  std::vector<Key> found;
  for (Number number : numbers) {
    const Key key = c.behind(*c.find_marker(number)).key();
    if (c.contact(kAllied, key, Licence::kPack, Text("murmansk.report.found_by_pack"), "Pack")) found.push_back(key);
  }
  return found;
}

void offer_pack_attack(Campaign& c, Key key, Menu& menu) {
  const v1::Group& group = c.group(kAllied, key);
  const Number number = group.marker();
  if (group.kind() == v1::GroupKind::CONVOY && c.board().freighters() > 0)
    menu.offer(Verb::ATTACK_GROUP, number, kFreighters)
        .place(group.place())
        .by("Pack")
        .says("murmansk.item.pack_freighters");
  for (int target : targets(c, c.ships_in(kAllied, key))) {
    if (target != kAny && !column_at(c, pack_column(c, group, static_cast<ShipNumber>(target)))) continue;
    menu.offer(Verb::ATTACK_GROUP, number, target)
        .place(group.place())
        .by("Pack")
        .says("murmansk.item.pack_ship")
        .text("ship", target_text(c, target))
        .text("marker", c.name(c.marker_of(group)));
  }
}

// The Wolfpack may be lost to destroyers [AA].
void hunt(Campaign& c, bool destroyers, bool carrier, v1::Column::Kind column, Place place) {
  const int fell = c.die();
  const int modified = fell + (carrier ? c.numbers.submarines().hunted_carrier() : 0);
  const bool lost = destroyers && c.box.defence(column, modified) == v1::Defence::AS;
  c.tell({Text(lost ? "murmansk.report.pack_lost" : "murmansk.report.pack_hunted").number("die", fell),
          told::Roll{Text("murmansk.dice.as")}},
         place, "AA");
  if (!lost) return;
  c.board().set_pack_lost(true);
  c.erase(kAxis, c.pack()->key());
}

}  // namespace

Task<> wolfpack(Campaign& c) {
  const v1::Group* pack = c.pack();
  if (!pack || pack->place() == 0 || c.markers_at(kAllied, pack->place()).empty()) co_return;
  c.topic = Topic::kSubmarine;
  const Place place = pack->place();
  if (!c.marker_of(*pack).contacted())
    c.contact(kAxis, pack->key(), Licence::kPack, Text("murmansk.report.pack_here"), "Pack");
  const std::vector<Key> found = contacted_by_pack(c, place);
  Menu menu = c.menu_in_battle(kAxis, v1::MenuKind::PACK_ATTACK, "murmansk.prompt.pack_attack");
  for (Key key : found) offer_pack_attack(c, key, menu);
  if (menu.items.empty()) co_return;
  menu.offer(Verb::CALL_OFF).by("Pack").says("murmansk.item.call_off");
  const Action answer = co_await c.table.ask(std::move(menu));
  if (answer.verb == Verb::CALL_OFF) {
    c.tell(Text("murmansk.report.pack_called_off"), place, "Pack");
    co_return;
  }
  const Key key = c.behind(*c.find_marker(answer.at<Number>(0))).key();
  const std::vector<ShipNumber> ships = c.ships_in(kAllied, key);
  ShipNumber target = kFreighters;
  if (answer.at<int>(1) != 0) target = ship_of(c, ships, answer.at<int>(1));
  const auto column = column_at(c, pack_column(c, c.group(kAllied, key), target));
  if (!column) co_return;  // a random ship that torpedoes cannot hurt
  const bool destroyers = c.any_in(kAllied, key, &Campaign::destroyers);
  const bool carrier = c.covered(kAllied, key);
  const v1::Harm::Kind harm = roll(c, {Text("murmansk.group.wolfpack"), target, *column, 0, place, "Pack"});
  suffer(c, target, harm, place);
  hunt(c, destroyers, carrier, *column, place);
}

}  // namespace wardroom::murmansk
