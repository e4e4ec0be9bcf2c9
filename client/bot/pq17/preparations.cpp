// Set-up, plans, conditions, events: as in history or, for convoys, by plans of its own; and what scores is taken.
#include <algorithm>
#include <cstdlib>

#include "client/bot/pq17/guess.h"
#include "client/bot/pq17/plans.h"
#include "server/titles/pq17/operation/dates.h"

namespace wardroom::pq17::bot {
namespace {
using v1::Verb;

constexpr int kMeantForIt = 3;  // ships of a force

// [12.10] Ships of a force that is meant for it, or of the strongest without battleships: what has lost ships does not
// sail as in history.
const Item* ship_for_spitsbergen(const Sight& sight) {
  return best(sight.all(Verb::CHOOSE_SHIP), -1, [&](const Item& item) {
    const Force* force = sight.force(item.action.at<ForceKey>(0));
    if (!force) return 0.0;
    if (force->ship_size() <= kMeantForIt) return 1000.0;
    return sight.tally(*force).capital > 0 ? 0.0 : power(sight, *force);
  });
}

constexpr std::int64_t kOwnPlan = 1001;  // matters that are free

bool plans_itself(const Sight& sight, const Mind& mind) {
  return sight.me == kAllied && mind.style.own_plan > 0 &&
         mind.whim(sight, kOwnPlan).below(static_cast<std::size_t>(mind.style.own_plan)) > 0;
}

// The one whose plan has begun last.
const Force* being_planned(const Sight& sight) {
  const Force* found = nullptr;
  for (const Force& force : sight.view.own().force()) {
    if (force.kind() == v1::BlockKind::CONVOY && force.plan_size() > 0) found = &force;
  }
  return found;
}

const Item* hex_for_route(const Sight& sight, Mind& mind) {
  const Force* convoy = being_planned(sight);
  const PlaceFacts* goal = convoy ? sight.reference.find_place(convoy->destination()) : nullptr;
  if (!goal) return nullptr;
  Chart& chart = mind.chart(sight);
  return best(sight.all(Verb::STEP), -1e9, [&](const Item& item) {
    const Hex to = item.action.at<Hex>(0);
    const auto roughly = static_cast<double>(mind.whim(sight, item.action.arguments[0]).below(100)) / 100.0;
    return -chart.danger(to) - chart.to_go(to, goal->hex) - mind.style.roughly * roughly;
  });
}

// A turn before or after history's, so that convoys still pass each other where their cover is.
const Item* departure(const Sight& sight, Mind& mind) {
  const std::string& port = sight.reference.place(sight.menu.items.front().action.at<int>(1)).id;
  std::vector<const Item*> near;
  for (const auto& force : sight.scenario.history().force()) {
    if (force.convoy().empty() || force.place() != port || force.plan().empty()) continue;
    for (const Item* item : sight.all(Verb::DEPART)) {
      if (std::abs(item->action.at<int>(0) - number_of(force.plan(0).turn())) <= 1) near.push_back(item);
    }
  }
  if (near.empty()) return &sight.menu.items.back();
  return near[mind.whim(sight, sight.menu.kind).below(near.size())];
}

// Destination, departure and first part of the way of each convoy; whatever else sails does so as in history.
std::optional<Choice> plan_convoys(const Sight& sight, Mind& mind) {
  switch (static_cast<v1::MenuKind::Kind>(sight.menu.kind)) {
    case v1::MenuKind::PLAN:
      if (const Item* by_hand = sight.find(Verb::BY_HAND); by_hand && plans_itself(sight, mind))
        return say(*by_hand, "bot.plans_itself");
      return std::nullopt;
    case v1::MenuKind::PLAN_DESTINATION: {
      const auto count = mind.style.any_port ? sight.menu.items.size() : 1;
      return say(sight.menu.items[mind.whim(sight, sight.menu.kind).below(count)], "bot.plans_itself");
    }
    case v1::MenuKind::PLAN_DEPARTURE:
      return say(*departure(sight, mind), "bot.plans_itself");
    case v1::MenuKind::PLAN_ROUTE:
      if (const Item* step = hex_for_route(sight, mind)) return say(*step, "bot.convoy_moves");
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

Choice prepare(const Sight& sight, Mind& mind) {
  if (auto planned = plan_convoys(sight, mind)) return *std::move(planned);
  if (sight.menu.kind == static_cast<std::uint32_t>(v1::MenuKind::SPECIAL_OPERATION)) {
    if (const Item* ship = ship_for_spitsbergen(sight)) return say(*ship, "bot.to_spitsbergen");
  }
  for (Verb::Kind kind : {Verb::HISTORICAL, Verb::REVEAL_CHIT, Verb::CALL_BOMBERS, Verb::RAID_PORT, Verb::JOIN_STRIKE,
                          Verb::ADD_DUMMY, Verb::YES}) {
    const Item* item = sight.find(kind);
    if (!item) continue;
    return say(*item, kind == Verb::HISTORICAL ? "bot.as_in_history" : "bot.take_it");
  }
  return say(sight.last_resort(), "bot.nothing_to_do");
}

}  // namespace wardroom::pq17::bot
