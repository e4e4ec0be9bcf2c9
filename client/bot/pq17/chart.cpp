#include "client/bot/pq17/chart.h"

#include <algorithm>
#include <queue>

namespace wardroom::pq17::bot {
namespace {

constexpr double kFar = 1e6;
constexpr double kEachHex = 1.0;  // a turn at sea
constexpr double kPerBomberCs = 0.06;
constexpr double kBombsInstead = 0.4;  // of torpedoes, among ice [7.3]
constexpr double kMostAir = 3.0;
constexpr double kSearched = 0.25;  // a permanent Air Radius of the enemy
constexpr double kWolfpack = 0.4;
constexpr double kUnknownBlock = 0.15;
constexpr double kTaskForceNear = 4.0;

double of_ice(v1::Ice::Condition ice) {
  switch (ice) {
    case v1::Ice::LIGHT_DRIFT:
      return 0.25;
    case v1::Ice::HEAVY_DRIFT:
      return 1.5;
    case v1::Ice::THIN_PACK:
      return 5.0;
    case v1::Ice::SOLID_PACK:
      return kFar;
    default:
      return 0;
  }
}

struct Bombers {
  Hex base;
  int range;
  int cs;
  bool torpedoes;
};

std::vector<Bombers> bombers_of_axis(const Sight& sight) {
  std::vector<Bombers> found;
  for (const v1::Air::Unit& unit : sight.view.air().unit()) {
    if (unit.side() != kAxis) continue;
    const AirFacts& facts = sight.reference.air(unit.unit());
    const PlaceFacts* base = sight.reference.find_place(unit.base());
    if (!base || !sight.reference.box().chart_row(facts.model->type()).bomber()) continue;
    found.push_back({base->hex, facts.model->range(), unit.cs() - unit.damaged(), facts.model->torpedoes() > 0});
  }
  return found;
}

double of_block(const Block& block) {
  if (!block.flat()) return kUnknownBlock;
  return block.kind() == v1::BlockKind::WOLFPACK ? kWolfpack : kTaskForceNear;
}

}  // namespace

Chart::Chart(const Sight& sight, const Style& style)
    : reference_(&sight.reference), turn_(sight.turn()), active_(sight.view.clock().active()) {
  const std::vector<Bombers> bombers = bombers_of_axis(sight);
  for (const MapHex& each : sight.reference.box().hexes()) {
    double& danger = danger_[static_cast<std::size_t>(each.hex)];
    if (!each.in_play) {
      danger = kFar;
      continue;
    }
    danger = style.ice_fear * of_ice(sight.ice(each.hex));
    if (each.has(v1::Hex::ICEBREAKING_CHANNEL)) danger = std::min(danger, of_ice(v1::Ice::LIGHT_DRIFT));
    if (each.in(v1::AirRadius::GERMAN)) danger += kSearched;
    double air = 0;
    const bool sheltered = style.ice_shelter && sight.ice(each.hex) > v1::Ice::CLEAR;
    for (const Bombers& unit : bombers) {
      if (sight.reference.air_distance(unit.base, each.hex) <= unit.range)
        air += kPerBomberCs * unit.cs * (sheltered && unit.torpedoes ? kBombsInstead : 1.0);
    }
    aircraft_[static_cast<std::size_t>(each.hex)] = air;
    danger += style.air_fear * std::min(air, kMostAir);
  }
  for (const Block* block : sight.blocks(kAxis)) {
    const double danger = style.pack_fear * of_block(*block);
    danger_[block->hex()] += danger;
    submarines_[block->hex()] += danger;
    if (danger < kTaskForceNear * style.pack_fear) continue;
    for (const MapHex& near : sight.reference.box().hexes()) {
      const int distance = sight.reference.sea_distance(kAxis, near.hex, hex(*block));
      if (distance > 0 && distance <= style.raider_reach)
        danger_[static_cast<std::size_t>(near.hex)] += danger / (1 + distance);
    }
  }
}

bool Chart::is_of(const Sight& sight) const { return turn_ == sight.turn() && active_ == sight.view.clock().active(); }

const std::vector<double>& Chart::field(Hex goal) {
  const auto found = fields_.find(goal);
  if (found != fields_.end()) return found->second;
  std::vector<double>& field = fields_[goal];
  field.assign(danger_.size(), kFar);
  using Entry = std::pair<double, Hex>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  field[static_cast<std::size_t>(goal)] = 0;
  open.push({0, goal});
  while (!open.empty()) {
    const auto [cost, at] = open.top();
    open.pop();
    if (cost > field[static_cast<std::size_t>(at)]) continue;
    const double through = cost + kEachHex + danger_[static_cast<std::size_t>(at)];
    for (Hex from : reference_->hex(at).by_sea) {
      double& known = field[static_cast<std::size_t>(from)];
      if (through >= known) continue;
      known = through;
      open.push({through, from});
    }
  }
  return field;
}

double Chart::to_go(Hex from, Hex goal) { return field(goal)[static_cast<std::size_t>(from)]; }

std::optional<Hex> Chart::next(Hex from, Hex goal) {
  if (from == goal) return std::nullopt;
  const std::vector<double>& costs = field(goal);
  std::optional<Hex> found;
  double least = kFar;
  const int distance = reference_->sea_distance(kAllied, from, goal);
  for (Hex to : reference_->hex(from).by_sea) {
    if (reference_->sea_distance(kAllied, to, goal) > distance) continue;  // convoys do not turn away [5.1.5]
    const double cost = kEachHex + danger_[static_cast<std::size_t>(to)] + costs[static_cast<std::size_t>(to)];
    if (cost >= least) continue;
    least = cost;
    found = to;
  }
  return found;
}

Hex Chart::ahead(Hex from, Hex goal, int turns) {
  for (int i = 0; i < turns; ++i) {
    const auto to = next(from, goal);
    if (!to) break;
    from = *to;
  }
  return from;
}

}  // namespace wardroom::pq17::bot
