// AfterAction: what a battle came to, counted from the reports that one viewer was told.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "wardroom/v1/play.pb.h"

namespace wardroom::terminal {

using Reports = std::span<const v1::Report>;

struct Harm {
  std::optional<std::uint32_t> seat{};  // whose
  v1::Loss::Harm kind = v1::Loss::HIT;
  v1::Text what{};
  std::uint32_t count = 0;
};
// The same harm to the same thing added up, the worst first.
std::vector<Harm> harm_in(Reports reports);

int score_in(Reports reports);  // positive favours the first seat

struct Throw {
  const v1::Roll* roll = nullptr;
  int dice = 0;
  int hits = 0;
  double chance = 0;  // of each die
  double rarity = 0;  // the chance of a throw at least as far from what was to be expected, on its side of it
  bool harm = false;  // it hit, and harm was done before the round was over
};
using Chance = std::function<std::optional<double>(const v1::Roll&)>;  // that one die of it succeeds
// Throws for a number that was needed.
std::vector<Throw> throws_in(Reports reports, const Chance& chance);

// Those that decided most: that did harm or should have, the least likely first.
std::vector<Throw> decisive(std::vector<Throw> throws);

double rarity(int dice, int hits, double chance);

}  // namespace wardroom::terminal
