#include "client/bot/pq17/old/packs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "client/bot/pq17/old/guess.h"

namespace wardroom::pq17::old {
namespace {

constexpr int kTurnsAhead = 6;
constexpr int kPackHexes = 2;
constexpr double kLater = 0.8;         // what an attack a turn later is worth
constexpr double kNow = 1.3;           // the convoy is here, and who moves cannot attack [5.2]
constexpr double kSecondPack = 0.6;    // another pack in the same hex: the convoy may go round both
constexpr double kLeastChance = 0.15;  // of a block to be a convoy
constexpr double kInBallast = 0.6;
constexpr double kLoneShips = 1.5;  // nobody protects them [7.7.2]
constexpr double kCare = 1.5;       // how surely a convoy takes the better way
constexpr double kLeastWorth = 0.02;

using Chances = std::map<Hex, double>;

// Where a block that may be a convoy will be, turn by turn.
struct Track {
  double worth = 0;
  bool scattered = false;
  std::vector<Chances> after;  // so many turns
};

// Convoys do not turn away from their port [5.1.5], and choose as the chart would have it, the packs apart.
Chances moved(const Sight& sight, Chart& chart, const Chances& from, Hex goal) {
  Chances next;
  for (const auto& [at, chance] : from) {
    if (at == goal) {
      next[at] += chance;
      continue;
    }
    std::vector<std::pair<Hex, double>> ways;
    double least = 1e9;
    const int distance = sight.reference.sea_distance(kAllied, at, goal);
    for (Hex to : sight.reference.hex(at).by_sea) {
      if (sight.reference.sea_distance(kAllied, to, goal) > distance) continue;
      const double cost = chart.to_go(to, goal) + chart.danger(to) - chart.of_submarines(to);
      ways.push_back({to, cost});
      least = std::min(least, cost);
    }
    double sum = 0;
    for (auto& [to, cost] : ways) sum += cost = std::exp(-kCare * (cost - least));
    for (const auto& [to, weight] : ways) next[to] += chance * weight / sum;
  }
  return next;
}

// Every port it may be bound for.
std::vector<Hex> goals_of(const Sight& sight, const Block& block) {
  std::vector<Hex> found;
  const v1::Convoy* likely = likely_convoy(sight, hex(block));
  for (int i = 0; likely && i < likely->destination_size(); ++i) {
    const PlaceFacts* place = sight.reference.find_place(likely->destination(i));
    if (place && place->hex != Hex{}) found.push_back(place->hex);
  }
  if (found.empty()) found.push_back(hex(block));
  return found;
}

std::vector<Track> preys_of(const Sight& sight, Chart& chart) {
  std::vector<Track> found;
  for (const Block* block : sight.blocks(kAllied)) {
    const double chance = convoy_chance(sight, *block);
    if (chance < kLeastChance) continue;
    const v1::Convoy* likely = likely_convoy(sight, hex(*block));
    const double worth =
        chance * (likely && likely->loaded() ? 1.0 : kInBallast) * (block->scattered() ? kLoneShips : 1.0);
    const std::vector<Hex> goals = goals_of(sight, *block);
    for (Hex goal : goals) {
      Track& track = found.emplace_back();
      track.scattered = block->scattered();
      track.worth = worth / static_cast<double>(goals.size());
      track.after.push_back({{hex(*block), 1.0}});
      for (int turn = 1; turn <= kTurnsAhead; ++turn)
        track.after.push_back(moved(sight, chart, track.after.back(), goal));
    }
  }
  return found;
}

// Ships of a scattered convoy are met in the hexes around it, too [6.8.1].
double chance_of(const Sight& sight, const Track& prey, int turn, Hex at) {
  const Chances& chances = prey.after[static_cast<std::size_t>(turn)];
  const auto found = chances.find(at);
  double sum = found == chances.end() ? 0 : found->second;
  if (!prey.scattered) return sum;
  for (Hex next : sight.reference.hex(at).by_sea) {
    const auto beside = chances.find(next);
    if (beside != chances.end()) sum += beside->second;
  }
  return sum;
}

// What an attack after so many turns is worth, beside one in the next.
const std::array<double, kTurnsAhead + 1> kWorthAfter = [] {
  std::array<double, kTurnsAhead + 1> worth{};
  for (std::size_t turn = 0; turn < worth.size(); ++turn) worth[turn] = std::pow(kLater, static_cast<int>(turn) - 1);
  return worth;
}();

double worth_of(const Sight& sight, const std::vector<Track>& preys, int distance, Hex at) {
  const int first = std::max(1, (distance + kPackHexes - 1) / kPackHexes);
  double sum = 0;
  for (const Track& prey : preys) {
    double worth = distance == 0 ? kNow * chance_of(sight, prey, 0, at) : 0;
    for (int turn = first; turn <= kTurnsAhead; ++turn)
      worth += kWorthAfter[static_cast<std::size_t>(turn)] * chance_of(sight, prey, turn, at);
    sum += prey.worth * worth;
  }
  return sum;
}

std::vector<Hex> waiting_places(const Sight& sight, const std::vector<Track>& preys) {
  std::vector<Hex> found;
  for (const Track& prey : preys) {
    for (const Chances& chances : prey.after) {
      for (const auto& [at, chance] : chances) {
        if (chance > 0.05 && sight.ice(at) < v1::Ice::HEAVY_DRIFT) found.push_back(at);
      }
    }
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

bool hunts(const Sight& sight, const Force& force) {
  if (force.kind() != v1::BlockKind::WOLFPACK || sight.hex_of(force) == Hex{}) return false;
  return std::ranges::any_of(force.ship(), [](const v1::Counter& ship) { return ship.torpedoes_spent() == 0; });
}

}  // namespace

Packs::Packs(const Sight& sight, Chart& chart) : turn_(sight.turn()), active_(sight.view.clock().active()) {
  std::vector<Track> preys = preys_of(sight, chart);
  const std::vector<Hex> places = waiting_places(sight, preys);
  std::vector<const Force*> packs;
  for (const Force& force : sight.view.own().force()) {
    if (!hunts(sight, force)) continue;
    packs.push_back(&force);
    stations_[key_of(force)] = std::nullopt;
  }
  while (!packs.empty()) {  // whoever has the best chance chooses first
    const Force* chosen = nullptr;
    Hex station{};
    double most = kLeastWorth;
    for (const Force* pack : packs) {
      const Hex here = sight.hex_of(*pack);
      for (Hex at : places) {
        const int distance = sight.reference.sea_distance(kAxis, here, at);
        if (distance > kPackHexes * kTurnsAhead) continue;
        const double worth = worth_of(sight, preys, distance, at) - 0.002 * distance;
        if (worth <= most) continue;
        most = worth;
        chosen = pack;
        station = at;
      }
    }
    if (!chosen) break;
    stations_[key_of(*chosen)] = station;
    std::erase(packs, chosen);
    for (Track& prey : preys) {
      for (Chances& chances : prey.after) {
        if (const auto barred = chances.find(station); barred != chances.end()) barred->second *= kSecondPack;
      }
    }
  }
}

std::optional<Hex> Packs::station(ForceKey wolfpack) const {
  const auto found = stations_.find(wolfpack);
  return found == stations_.end() ? std::nullopt : found->second;
}

bool Packs::is_of(const Sight& sight) const { return turn_ == sight.turn() && active_ == sight.view.clock().active(); }

}  // namespace wardroom::pq17::old
