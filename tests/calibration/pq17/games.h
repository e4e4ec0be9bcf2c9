// Games: operations of standard against standard, each kept in a file as it ends, so that a run can be stopped and
// taken up again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/calibration/pq17/facts.h"

namespace wardroom::calibration {

struct GamesSettings {
  std::filesystem::path folder;  // a file for each scenario
  std::string fingerprint;       // of program and data: what another one has played does not count
  std::uint64_t seed = 1;
  std::uint64_t games = 0;  // of each scenario
  unsigned threads = 1;
};

// Plays those that are missing. `told` hears how many there are after each. Broken when a match does not end.
std::vector<Facts> play_games(const Title& title, const std::string& scenario, const GamesSettings& settings,
                              const std::function<void(std::uint64_t)>& told);

// Of this program and of the data, but for the pars and where they decide, which no match depends on.
std::string fingerprint(const std::filesystem::path& data);

}  // namespace wardroom::calibration
