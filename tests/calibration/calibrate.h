// The whole calibration: single events, operations, pages, pars.
#pragma once

#include <filesystem>
#include <ostream>

#include "tests/calibration/operations.h"

namespace wardroom::calibration {

struct CalibrateSettings {
  std::uint64_t seed = 1;
  std::uint64_t games = 300;
  int trials = 20'000;
  unsigned threads = 1;
  std::vector<std::string> scenarios{kScenarios.begin(), kScenarios.end()};
  std::filesystem::path results = std::filesystem::path(WARDROOM_SOURCE_DIR) / "build" / "calibration";
  std::filesystem::path out = std::filesystem::path(WARDROOM_SOURCE_DIR) / "scenarios" / "pq17";
  bool write_par = false;
  bool progress = false;
};

void calibrate(const CalibrateSettings& settings, std::ostream& said);

}  // namespace wardroom::calibration
