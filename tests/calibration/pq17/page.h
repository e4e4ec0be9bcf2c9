// Page: scenarios/pq17/calibration.md and its plots.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/calibration/pq17/operations.h"
#include "tests/calibration/pq17/single_events.h"

namespace wardroom::calibration {

struct PageSettings {
  std::uint64_t seed = 1;
  std::uint64_t games = 0;
  int trials = 20'000;
  std::string adjustments;  // written by hand
};

// By file name; the same input gives the same bytes.
std::map<std::string, std::string> pages(const PageSettings& settings, const SingleEvents& events,
                                         const std::vector<Outcome>& outcomes);

}  // namespace wardroom::calibration
