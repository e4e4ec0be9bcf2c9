#include "server/titles/pq17/operation/strength.h"

#include <array>

#include "server/titles/sea/words.h"

namespace wardroom::pq17 {
namespace {

// In the order in which they are told.
constexpr std::array<const char*, 8> kWords{"strength.merchants",  "strength.carriers",   "strength.battleships",
                                            "strength.cruisers",   "strength.destroyers", "strength.small_ships",
                                            "strength.submarines", "strength.aircraft"};
enum Group { kMerchants, kCarriers, kBattleships, kCruisers, kDestroyers, kSmallShips, kSubmarines, kAircraft };
using Counts = std::array<int, kWords.size()>;

Group group_of(const UnitFacts& unit) {
  if (unit.merchant()) return kMerchants;
  if (unit.carrier()) return kCarriers;
  if (unit.capital()) return kBattleships;
  if (unit.cruiser()) return kCruisers;
  if (unit.submarine()) return kSubmarines;
  return unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB ? kDestroyers : kSmallShips;
}

template <class Units>
void add(const Reference& reference, const Units& units, Counts& counts) {
  for (const v1::Units& each : units) {
    if (reference.box().air_unit(each.unit())) {
      counts[kAircraft] += each.cs();
      continue;
    }
    const UnitFacts& unit = reference.unit(each.unit());
    counts[group_of(unit)] += unit.ship ? 1 : each.cs();
  }
}

}  // namespace

Text strength_text(const Reference& reference, const v1::Scenario& scenario, Side side) {
  Counts counts{};
  for (const v1::Convoy& convoy : scenario.convoy()) {
    if (convoy.side() != side) continue;
    add(reference, convoy.ships(), counts);
    add(reference, convoy.escort(), counts);
  }
  for (const v1::ForcePool& pool : scenario.force()) {
    if (pool.side() == side) add(reference, pool.unit(), counts);
  }
  std::vector<Text> parts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) parts.push_back(Text(kWords[i]).number("count", counts[i]));
  }
  return parts.empty() ? Text() : sea::listed(std::move(parts));
}

}  // namespace wardroom::pq17
