#include "server/match/standing.h"

#include <algorithm>
#include <set>

namespace wardroom::match {
namespace {

constexpr int kMostRules = 4;

const StandingInfo* find(const std::vector<StandingInfo>& known, std::uint32_t order) {
  const auto found = std::ranges::find(known, order, &StandingInfo::order);
  return found == known.end() ? nullptr : &*found;
}

bool has_way(const StandingInfo& info, std::uint32_t way, bool staff) {
  if (way == kStaffDecides) return staff;
  return std::ranges::find(info.ways, way, &StandingInfo::Way::number) != info.ways.end();
}

bool sound(const StandingInfo& info, const v1::StandingOrder& order, bool staff) {
  if (order.way() == kAskMe) return order.rules().empty();
  const auto known = [&](const v1::StandingRule& rule) {
    return has_way(info, rule.way(), staff) &&
           std::ranges::find(info.facts, rule.fact(), &StandingInfo::Fact::number) != info.facts.end();
  };
  return has_way(info, order.way(), staff) && order.rules_size() <= kMostRules &&
         std::ranges::all_of(order.rules(), known);
}

std::uint32_t way_of(const v1::StandingOrder& order, const Title& title, const View& view, const Menu& menu) {
  for (const v1::StandingRule& rule : order.rules()) {
    if (title.weigh(view, menu, rule.fact()) >= rule.at_least()) return rule.way();
  }
  return order.way();
}

}  // namespace

Result<void> well_given(const StandingOrders& orders, const std::vector<StandingInfo>& known, Seat seat, bool staff) {
  std::set<std::uint32_t> given;
  for (const v1::StandingOrder& order : orders) {
    const StandingInfo* info = find(known, order.order());
    const bool asked = info && std::ranges::find(info->seats, seat) != info->seats.end();
    if (!asked || !sound(*info, order, staff) || !given.insert(order.order()).second)
      return refuse(RefusalCode::kMalformed, "refusal.no_such_standing_order");
  }
  return {};
}

v1::UsualOrders fitting(const v1::UsualOrders& usual, const std::vector<StandingInfo>& known, Seat seat, bool staff) {
  v1::UsualOrders left = usual;
  left.clear_standing();
  for (const v1::StandingOrder& order : usual.standing()) {
    StandingOrders with = left.standing();
    *with.Add() = order;
    if (well_given(with, known, seat, staff)) *left.mutable_standing() = std::move(with);
  }
  return left;
}

const v1::StandingOrder* order_for(const StandingOrders& orders, const std::vector<StandingInfo>& known,
                                   const Menu& menu) {
  for (const v1::StandingOrder& order : orders) {
    const StandingInfo* info = find(known, order.order());
    if (info && order.way() != kAskMe && info->answers(menu)) return &order;
  }
  return nullptr;
}

ByOrder answer_by(const v1::StandingOrder& order, const std::vector<StandingInfo>& known, const Referee& referee,
                  const Menu& menu, const v1::Hint* by_staff) {
  const Title& title = referee.title();
  const OwnedView view = shown_view(title, referee.position(), viewer(menu.seat));
  const std::uint32_t way = way_of(order, title, *view, menu);
  std::optional<Action> action;
  if (way != kStaffDecides) {
    action = title.react(*view, menu, way);
  } else if (!by_staff) {
    return {std::nullopt, true};
  } else if (by_staff->has_action()) {
    action = from_wire(by_staff->action());
  }
  const Item* item = action ? menu.find(*action) : nullptr;
  if (!item) return {};
  const StandingInfo* info = find(known, order.order());
  v1::Text told;
  to_wire(Text("report.by_order").text("order", info->name).text("answer", item->label), told);
  return {Referee::Given(*action, std::move(told))};
}

}  // namespace wardroom::match
