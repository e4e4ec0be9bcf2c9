#include "client/bot/pq17/guess.h"

#include <algorithm>
#include <cmath>

namespace wardroom::pq17::bot {
namespace {

constexpr double kCapitalCs = 3.0;
constexpr double kCruiserCs = 1.6;
constexpr double kDestroyerCs = 0.8;
constexpr double kEscortCs = 0.2;
constexpr double kHeavyShip = 7.0;     // one of which no more is known
constexpr double kWarship = 1.6;       // a counter of which no more is known
constexpr double kTaskForce = 5.0;     // a Task Force of which nothing is known
constexpr double kSurest = 0.9;        // of a block that nobody has looked at
constexpr double kJoined = 3.0;        // ships that have joined a convoy on its way
constexpr double kConvoyEscort = 3.0;  // a convoy's, when nothing is known

double power_of(const UnitFacts& unit, int cs) {
  if (unit.carrier()) return 1.0;
  if (unit.capital()) return kCapitalCs * cs;
  if (unit.cruiser()) return kCruiserCs * cs;
  if (unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB) return kDestroyerCs * cs;
  return unit.type == v1::ShipType::ES ? kEscortCs * cs : 0;
}

// The escort that the scenario gives such a convoy; others may have joined it.
double usual_escort(const Sight& sight, const Block& enemy) {
  const v1::Convoy* convoy = likely_convoy(sight, hex(enemy));
  if (!convoy) return kConvoyEscort;
  double sum = kJoined;
  for (const v1::Units& each : convoy->escort()) {
    const UnitFacts& unit = sight.reference.unit(each.unit());
    sum += power_of(unit, unit.ship ? unit.full_cs() : each.cs());
  }
  return sum;
}

double power_told(const Sight& sight, const Block& enemy) {
  const v1::Statement& told = enemy.told();
  if (told.seen() || told.level() >= 4) {
    double sum = 0;
    for (const auto& named : told.named()) sum += power_of(sight.reference.unit(named.unit()), named.cs());
    return sum;
  }
  if (told.level() == 3) {
    double sum = 0;
    for (const auto& each : told.category()) {
      switch (each.category()) {
        case v1::ShipCategory::CAPITAL:
          sum += kCapitalCs * each.cs();
          break;
        case v1::ShipCategory::CRUISER:
          sum += kCruiserCs * each.cs();
          break;
        case v1::ShipCategory::LIGHT:
          sum += kDestroyerCs * each.cs();
          break;
        default:
          break;
      }
    }
    return sum;
  }
  const double lights = kWarship * std::max(told.warship_counters() - told.heavy_ships(), 0);
  if (told.level() == 2) return kHeavyShip * told.heavy_ships() + std::max(lights, 2.0);
  if (told.level() == 1) return kWarship * told.warship_counters();
  return enemy.kind() == v1::BlockKind::CONVOY ? usual_escort(sight, enemy) : kTaskForce;
}

}  // namespace

double fits(const Sight& sight, const v1::Convoy& convoy, Hex at) {
  const int earliest = convoy.has_leaves_from() ? number_of(convoy.leaves_from()) : 1;
  const int latest = convoy.has_leaves_by() ? number_of(convoy.leaves_by()) : earliest + 4;
  double most = 0;
  const auto consider = [&](Hex from, int sailed_from, int sailed_to) {
    for (const std::string& id : convoy.destination()) {
      const PlaceFacts* to = sight.reference.find_place(id);
      if (!to || to->hex == Hex{}) continue;
      const int done = sight.reference.sea_distance(convoy.side(), from, at);
      const int left = sight.reference.sea_distance(convoy.side(), at, to->hex);
      const int whole = sight.reference.sea_distance(convoy.side(), from, to->hex);
      if (done >= kNoWay || left >= kNoWay) continue;
      const double aside = std::max(0, done + left - whole);
      const double early = std::max(0, done - (sight.turn() - sailed_from + 1));
      const double late = std::max(0, sight.turn() - sailed_to - 3 - done);
      most = std::max(most, std::exp(-0.25 * aside - 0.3 * early - 0.3 * late));
    }
  };
  for (const std::string& id : convoy.departure()) {
    const PlaceFacts* from = sight.reference.find_place(id);
    if (from && from->hex != Hex{} && convoy.starts_at_sea().empty()) consider(from->hex, earliest, latest);
  }
  for (const std::string& id : convoy.starts_at_sea()) {
    if (const auto from = pq17::hex_of(id)) consider(*from, 1, 1);
  }
  return most;
}

namespace {

bool arrived(const Sight& sight, const v1::Convoy& convoy) {
  return std::ranges::any_of(sight.view.standing().arrival(),
                             [&](const auto& arrival) { return arrival.convoy() == convoy.id(); });
}

}  // namespace

double power(const Sight& sight, const v1::Counter& ship) {
  if (ship.crippled() || ship.dead_in_water()) return 0;
  return power_of(sight.reference.unit(ship.unit()), ship.cs());
}

double power(const Sight& sight, const Force& force) {
  double sum = 0;
  for (const v1::Counter& ship : force.ship()) sum += power(sight, ship);
  return sum;
}

double power(const Sight& sight, const Block& enemy) {
  if (!enemy.flat()) return kTaskForce * 0.5;
  if (enemy.kind() == v1::BlockKind::WOLFPACK) return 0;
  return power_told(sight, enemy);
}

Likely guess_convoy(const Sight& sight, Hex at) {
  const auto known = sight.likely.find(at);
  if (known != sight.likely.end()) return known->second;
  Likely found;
  double most = 0;
  for (const v1::Convoy& convoy : sight.scenario.convoy()) {
    if (convoy.side() != kAllied || arrived(sight, convoy)) continue;
    const double fit = fits(sight, convoy, at);
    const double weight = fit * (convoy.loaded() ? 1.1 : 1.0);
    if (weight <= most) continue;
    most = weight;
    found = {&convoy, fit};
  }
  sight.likely[at] = found;
  return found;
}

const v1::Convoy* likely_convoy(const Sight& sight, Hex at) { return guess_convoy(sight, at).convoy; }

double convoy_chance(const Sight& sight, const Block& enemy) {
  if (enemy.flat()) return enemy.kind() == v1::BlockKind::CONVOY ? 1.0 : 0.0;
  const Likely likely = guess_convoy(sight, hex(enemy));
  return likely.convoy ? std::min(kSurest, (0.05 + 0.5 * likely.fit) * sight.watch.like_a_convoy(id_of(enemy))) : 0.02;
}

double prize(const Sight& sight, const Block& enemy) {
  const double chance = convoy_chance(sight, enemy);
  const v1::Convoy* convoy = likely_convoy(sight, hex(enemy));
  const double cargo = convoy && convoy->loaded() ? 10.0 : 4.0;
  if (!enemy.flat()) return 0.5 + chance * cargo;
  if (enemy.kind() == v1::BlockKind::CONVOY) return cargo;
  if (enemy.kind() == v1::BlockKind::WOLFPACK) return 1.5;
  return has_heavy(sight, enemy) ? 5.0 : 3.0;
}

bool has_heavy(const Sight& sight, const Block& enemy) {
  if (!enemy.flat()) return false;
  const v1::Statement& told = enemy.told();
  if (told.seen() || told.level() >= 4) {
    return std::ranges::any_of(told.named(), [&](const auto& named) {
      const UnitFacts& unit = sight.reference.unit(named.unit());
      return unit.heavy() && !unit.carrier();
    });
  }
  if (told.level() == 3) {
    return std::ranges::any_of(told.category(), [](const auto& each) {
      return each.category() == v1::ShipCategory::CAPITAL || each.category() == v1::ShipCategory::CRUISER;
    });
  }
  return told.level() == 2 && told.heavy_ships() > 0;
}

double known_power_near(const Sight& sight, Side side, Hex at, int reach) {
  double sum = 0;
  for (const Block* block : sight.blocks(side)) {
    if (!block->flat() || block->kind() != v1::BlockKind::TASK_FORCE) continue;
    if (sight.reference.sea_distance(side, hex(*block), at) <= reach) sum += power(sight, *block);
  }
  return sum;
}

namespace {

struct Strength {
  int capital = 0;
  int cruisers = 0;
  int dd_tb_cs = 0;
};

// The least that was said of an enemy.
Strength at_least(const Sight& sight, const Block& enemy) {
  const v1::Statement& told = enemy.told();
  Strength found;
  if (told.seen() || told.level() >= 4) {
    for (const auto& named : told.named()) {
      const UnitFacts& unit = sight.reference.unit(named.unit());
      if (unit.capital() && !unit.carrier() && (!unit.ship || named.cs() >= unit.full_cs())) ++found.capital;
      if (unit.cruiser()) ++found.cruisers;
      if (unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB) found.dd_tb_cs += named.cs();
    }
  } else if (told.level() == 3) {
    for (const auto& each : told.category()) {
      if (each.category() == v1::ShipCategory::CAPITAL) found.capital += each.counters();
      if (each.category() == v1::ShipCategory::CARRIER) found.capital -= each.counters();
      if (each.category() == v1::ShipCategory::CRUISER) found.cruisers += each.counters();
      if (each.category() == v1::ShipCategory::LIGHT) found.dd_tb_cs += each.cs();
    }
    if (enemy.kind() == v1::BlockKind::CONVOY) found.dd_tb_cs -= sight.reference.numbers().force().convoy_es_cs();
  } else if (told.level() == 2 && !told.carrier()) {
    found.cruisers = told.heavy_ships();
  }
  return found;
}

}  // namespace

bool forbidden(const Sight& sight, const Force& germans, const Block& enemy) {
  if (!enemy.flat()) return false;
  const Strength theirs = at_least(sight, enemy);
  const Tally ours = sight.tally(germans);
  const bool cautious = ours.heavy > 0 && ours.capital == 0;
  return theirs.capital > 0 || (cautious && theirs.cruisers >= ours.cruisers) || theirs.dd_tb_cs > ours.cs;
}

double own_power_in(const Sight& sight, Hex at) {
  double sum = 0;
  for (const Force& force : sight.view.own().force()) {
    if (sight.at_sea(force) && sight.hex_of(force) == at) sum += power(sight, force);
  }
  return sum;
}

}  // namespace wardroom::pq17::bot
