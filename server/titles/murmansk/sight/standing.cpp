// Standing orders: which menus they answer, and in which ways. All of it is read out of a view.
#include <algorithm>

#include "server/titles/murmansk/murmansk.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;
using Asked = StandingInfo::Asked;

// The first of these that is offered is the answer; where none is, the first item.
struct Way {
  std::uint32_t number;
  const char* name;
  std::vector<Verb::Kind> wishes;
};
struct Order {
  std::uint32_t number;
  const char* name;
  const char* rule;
  Asked asked;
  std::vector<Way> ways;
  std::uint32_t usual;
  std::vector<Seat> seats{Seat::kFirst, Seat::kSecond};
};

// Orders that were left name these by number: new ones come last.
const std::vector<Order>& orders() {
  static const std::vector<Order> list{
      {1,
       "submarine_target",
       "Sub",
       Asked::kByOther,
       {{2, "sink_one", {Verb::SINK_ONE}}, {3, "freighters", {Verb::HIT_FREIGHTERS}}, {4, "warship", {Verb::HIT_SHIP}}},
       2},
      {2,
       "pack_attack",
       "Pack",
       Asked::kByOther,
       {{5, "attack", {Verb::ATTACK_GROUP}}, {6, "call_off", {Verb::CALL_OFF}}},
       5,
       {Seat::kSecond}},
      {3,
       "fighting_group",
       "Battle",
       Asked::kByOther,
       {{7, "strongest", {Verb::FIGHT_WITH}}, {8, "weakest", {Verb::FIGHT_WITH}}},
       7},
      {4, "areas", "Battle", Asked::kAlways, {{9, "as_they_are", {Verb::ENOUGH}}}, kStaffDecides},
      {5,
       "torpedoes",
       "Battle",
       Asked::kAlways,
       {{10, "fire", {Verb::FIRE}}, {11, "hold", {Verb::HOLD_FIRE}}},
       kStaffDecides},
      {6,
       "guns",
       "Battle",
       Asked::kAlways,
       {{12, "fire", {Verb::FIRE}}, {13, "hold", {Verb::HOLD_FIRE}}},
       kStaffDecides},
      {7,
       "flight",
       "Flee",
       Asked::kAlways,
       {{14, "fight_on", {Verb::FIGHT_ON}},
        {15, "flee", {Verb::FLEE, Verb::BREAK_OFF}},
        {16, "break_off", {Verb::BREAK_OFF}}},
       kStaffDecides},
      {8, "retreat", "Flee", Asked::kAlways, {{17, "first", {Verb::RETREAT_TO}}}, kStaffDecides},
      {9,
       "scatter",
       "Flee",
       Asked::kAlways,
       {{18, "scatter", {Verb::SCATTER}}, {19, "keep_together", {Verb::GO_ON}}},
       kStaffDecides,
       {Seat::kFirst}},
  };
  return list;
}

std::size_t ships_of(const v1::View& view, Number number) {
  const auto& groups = view.own().group();
  const auto group = std::ranges::find(groups, number, &v1::Group::marker);
  if (group == groups.end()) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(view.own().unit(), [&](const v1::Unit& unit) {
    return unit.where() == v1::Unit::GROUP && unit.group() == group->key();
  }));
}

constexpr std::uint32_t kStrongest = 7;
constexpr std::uint32_t kWeakest = 8;

}  // namespace

std::vector<StandingInfo> Murmansk::standing() const {
  std::vector<StandingInfo> list;
  for (const Order& order : orders()) {
    const std::string id = std::string("murmansk.standing.") + order.name;
    StandingInfo& info = list.emplace_back();
    info.order = order.number;
    info.name = Text(id);
    info.rule = order.rule;
    for (const Reaction& each : kReactions) {
      if (each.order == order.number) info.kinds.push_back(each.kind);
    }
    info.asked = order.asked;
    for (const Way& way : order.ways) info.ways.push_back({way.number, Text(id + "." + way.name)});
    info.usual = order.usual;
    info.seats = order.seats;
  }
  return list;
}

Action Murmansk::react(const View& any_view, const Menu& menu, std::uint32_t way) const {
  const auto& view = static_cast<const v1::View&>(any_view);
  if (way == kStrongest || way == kWeakest) {
    const auto strength = [&](const Item& item) { return ships_of(view, item.action.at<Number>(0)); };
    const auto found = way == kStrongest ? std::ranges::max_element(menu.items, {}, strength)
                                         : std::ranges::min_element(menu.items, {}, strength);
    return found->action;
  }
  for (const Order& order : orders()) {
    for (const Way& each : order.ways) {
      if (each.number != way) continue;
      for (Verb::Kind wish : each.wishes) {
        for (const Item& item : menu.items) {
          if (item.action.verb == static_cast<std::uint32_t>(wish)) return item.action;
        }
      }
    }
  }
  return menu.items.front().action;
}

}  // namespace wardroom::murmansk
