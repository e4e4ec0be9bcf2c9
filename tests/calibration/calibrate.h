// calibrate: what a title's data add up to. A title with targets of its own brings its calibration in
// tests/calibration/<title>; any other is played by its bots, and the pars that this gives are told.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "client/terminal/library.h"

namespace wardroom::calibration {

struct CalibrateSettings {
  std::uint64_t seed = 1;
  std::uint64_t games = 5'000;
  int trials = 20'000;
  unsigned threads = 1;
  std::vector<std::string> scenarios;  // none: all
  std::filesystem::path results;       // a folder that keeps each match, to go on after a stop
  std::filesystem::path out;           // the folder of the pages
  bool write_par = false;
  bool progress = false;
};

struct CalibrationPack {
  std::string title;
  std::function<void(const CalibrateSettings&, std::ostream& said)> run;
};

// Those of this program's titles, in the order of the list in CMakeLists.txt.
std::vector<CalibrationPack> calibrations();

// Plays the scenarios of a title between two of its standard bots, or random ones, and tells the par of each.
Result<void> play_for_par(const terminal::Library& library, const Title& title, const CalibrateSettings& settings,
                          std::ostream& said);

}  // namespace wardroom::calibration
