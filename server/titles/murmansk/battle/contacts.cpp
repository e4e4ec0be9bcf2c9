// Who meets whom [Battle, M-21]: by Day all are seen and each side says which group fights [M-46]; at Night chance says
// it.
#include <algorithm>

#include "server/titles/murmansk/battle/fight.h"
#include "server/titles/murmansk/combat/harm.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

bool sails(const v1::Marker& marker) { return marker.kind() != v1::GroupKind::WOLFPACK; }

std::vector<Number> surface_markers(Campaign& c, Side side, Place place) {
  std::vector<Number> found;
  for (const v1::Marker* each : c.markers_at(side, place)) {
    if (sails(*each)) found.push_back(each->number());
  }
  return found;
}

// Those of them that are seen and no dummies.
std::vector<Key> meet(Campaign& c, Side side, std::vector<Number> numbers) {
  if (c.night() && numbers.size() > 1) {
    const Number one = numbers[c.any_of(Draw::kGroup, numbers.size())];
    numbers.assign(1, one);
  }
  std::vector<Key> found;
  for (Number number : numbers) {
    const Key key = c.behind(*c.find_marker(number)).key();
    if (c.contact(side, key, Licence::kContact, Text("murmansk.report.met"), "Battle")) found.push_back(key);
  }
  return found;
}

Task<> choose_group(Campaign& c, Side side, std::vector<Key> groups, Key& chosen) {
  chosen = groups.front();
  if (groups.size() < 2) co_return;
  Menu menu = c.menu_in_battle(side, v1::MenuKind::FIGHTING_GROUP, "murmansk.prompt.fighting_group");
  for (Key key : groups) {
    const v1::Group& group = c.group(side, key);
    menu.offer(Verb::FIGHT_WITH, group.marker())
        .place(group.place())
        .by("Battle")
        .says("murmansk.item.fight_with")
        .text("group", c.name(side, group));
  }
  const Action answer = co_await c.table.ask(std::move(menu));
  chosen = c.behind(*c.find_marker(answer.at<Number>(0))).key();
}

// The first position from here on where both sides have ships; 0: none.
Place next_meeting(const Campaign& c, Place from) {
  Place first = 0;
  const auto& markers = c.board().marker();
  for (const v1::Marker& german : markers) {
    if (german.side() != kAxis || !sails(german) || german.place() < from) continue;
    const bool met = std::ranges::any_of(markers, [&](const v1::Marker& each) {
      return each.side() == kAllied && sails(each) && each.place() == german.place();
    });
    if (met && (first == 0 || german.place() < first)) first = german.place();
  }
  return first;
}

Task<> meeting(Campaign& c, Place place) {
  c.topic = Topic::kContact;
  const std::vector<Key> allied = meet(c, kAllied, surface_markers(c, kAllied, place));
  const std::vector<Key> axis = meet(c, kAxis, surface_markers(c, kAxis, place));
  if (allied.empty() || axis.empty()) co_return;
  Key allied_key = 0, axis_key = 0;
  co_await choose_group(c, kAllied, allied, allied_key);
  co_await choose_group(c, kAxis, axis, axis_key);
  Fight fight(c, allied_key, axis_key);
  co_await fight.run();
}

}  // namespace

Task<> surface_contacts(Campaign& c) {
  for (Place place = next_meeting(c, 1); place != 0; place = next_meeting(c, place + 1)) co_await meeting(c, place);
}

void scatter(Campaign& c) {
  c.topic = Topic::kConvoy;
  const v1::Group* convoy = c.convoy();
  const Place place = convoy->place();
  c.contact(kAllied, convoy->key(), Licence::kOver, Text("murmansk.report.scatters"), "Scatter");
  const int freighters = static_cast<int>(c.board().freighters());
  int survive = 0;
  for (int i = 0; i < freighters; ++i) survive += c.die() <= c.numbers.convoys().survives() ? 1 : 0;
  lose_freighters(c, freighters - survive, place);
  if (!c.option("option.no_loads_scattered"))
    c.board().set_loads(c.board().loads() + static_cast<std::uint32_t>(survive));  // [M-18]
  c.board().set_over(true);
  c.tell(number_text("murmansk.report.scattered", "count", survive), place, "Scatter");
}

}  // namespace wardroom::murmansk
