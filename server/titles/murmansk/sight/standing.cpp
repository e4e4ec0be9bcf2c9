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

const v1::Group* fighting_group(const v1::View& view, const Item& item) {
  const auto& groups = view.own().group();
  const auto group = std::ranges::find(groups, item.action.at<Number>(0), &v1::Group::marker);
  return group == groups.end() ? nullptr : &*group;
}

// Of its ships together, by the classes they fire as.
int strength_of(const Box& box, const v1::View& view, const v1::Group& group) {
  constexpr v1::Class::Kind kMeasure = v1::Class::CL;  // whoever has guns can fire at it
  int sum = 0;
  for (const v1::Unit& unit : view.own().unit()) {
    if (unit.where() != v1::Unit::GROUP || unit.group() != group.key()) continue;
    const ShipNumber ship = box.ship_number(unit.id());
    const v1::Class::Kind fire = box.ship(ship).fire();
    if (fire == v1::Class::UNSPECIFIED) continue;
    sum += *box.column(fire, kMeasure) - *box.column(v1::Class::D, kMeasure) + 1;
    if (view.board().unit(static_cast<int>(ship) - 1).damaged()) sum += box.numbers().battle().damaged_firer();
  }
  return sum;
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
    using Ranked = std::pair<int, const Item*>;
    std::vector<Ranked> warships;  // the Convoy fights when there is no other
    for (const Item& item : menu.items) {
      const v1::Group* group = fighting_group(view, item);
      if (group && group->kind() != v1::GroupKind::CONVOY)
        warships.emplace_back(strength_of(*box_, view, *group), &item);
    }
    if (warships.empty()) return menu.items.front().action;
    const auto found = way == kStrongest ? std::ranges::max_element(warships, {}, &Ranked::first)
                                         : std::ranges::min_element(warships, {}, &Ranked::first);
    return found->second->action;
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
