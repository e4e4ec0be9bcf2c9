// A situation in which dice are rolled, and what a table's modifiers add up to in it.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "common/data/ranges.h"
#include "wardroom/pq17/v1/modifiers.pb.h"

namespace wardroom::pq17 {

struct Situation {
  v1::Light::Kind light = v1::Light::DAY;
  v1::Weather::Kind weather = v1::Weather::FAIR;
  v1::Weather::Kind before = v1::Weather::UNSPECIFIED;
  int month = 7;
  std::set<v1::Condition::Kind> facts;  // those without an argument
  v1::ShipType::Kind target = v1::ShipType::UNSPECIFIED;
  v1::ShipType::Kind firer = v1::ShipType::UNSPECIFIED;
  v1::ShipType::Kind unit = v1::ShipType::UNSPECIFIED;
  v1::AirType::Kind target_air = v1::AirType::UNSPECIFIED;
  v1::AirType::Kind firer_air = v1::AirType::UNSPECIFIED;
  v1::Nation::Kind firer_nation = v1::Nation::UNSPECIFIED;
  v1::Speed::Kind speed = v1::Speed::HIGH;
  std::optional<int> target_id;
  std::optional<int> wolfpack_size;
  std::optional<int> wolfpack_id;
  wardroom::v1::Side::Kind side = wardroom::v1::Side::UNSPECIFIED;
  std::set<std::string> events;
  std::map<v1::Count::Kind, int> counts;
};

template <class List, class Value>
bool lists(const List& list, Value value) {
  return std::ranges::find(list, value) != list.end();
}

inline bool is_so(const v1::Condition& condition, const Situation& now) {
  using C = v1::Condition;
  const auto in = [&](const std::optional<int>& number) {
    return number && wardroom::within(condition.number(), *number);
  };
  switch (condition.kind()) {
    case C::NIGHT:
      return now.light == v1::Light::NIGHT;
    case C::DAY:
      return now.light == v1::Light::DAY;
    case C::WEATHER:
      return lists(condition.weather(), now.weather);
    case C::PREVAILING_WEATHER:
      return lists(condition.weather(), now.before);
    case C::SEASON:
      return lists(condition.months(), now.month);
    case C::TARGET_TYPE:
      return lists(condition.ship_types(), now.target);
    case C::FIRER_TYPE:
      return lists(condition.ship_types(), now.firer);
    case C::UNIT_TYPE:
      return lists(condition.ship_types(), now.unit);
    case C::TARGET_AIR_TYPE:
      return lists(condition.air_types(), now.target_air);
    case C::FIRER_AIR_TYPE:
      return lists(condition.air_types(), now.firer_air);
    case C::FIRER_NATION:
      return lists(condition.nations(), now.firer_nation);
    case C::UNIT_SPEED:
      return lists(condition.speeds(), now.speed);
    case C::TARGET_ID:
      return in(now.target_id);
    case C::WOLFPACK_SIZE:
      return in(now.wolfpack_size);
    case C::WOLFPACK_ID:
      return in(now.wolfpack_id);
    case C::EVENT:
      return now.events.contains(condition.event());
    case C::SIDE:
      return condition.side() == now.side;
    default:
      return now.facts.contains(condition.kind());
  }
}

template <class Modifiers>
int total(const Modifiers& modifiers, const Situation& now) {
  int out = 0;
  for (const v1::Modifier& modifier : modifiers) {
    const bool applies = std::ranges::all_of(
        modifier.when(), [&](const v1::Condition& each) { return is_so(each, now) != each.absent(); });
    if (!applies) continue;
    int times = 1;
    if (modifier.per() != v1::Count::UNSPECIFIED) {
      const auto found = now.counts.find(modifier.per());
      times = found == now.counts.end() ? 0 : found->second;
      if (modifier.most() > 0) times = std::min(times, modifier.most());
    }
    out += modifier.value() * times;
  }
  return out;
}

}  // namespace wardroom::pq17
