// A contest: one bot against another on both sides of scenarios, judged by score against par, where par is the score
// that divides a bot's matches against itself into halves. What has been played is kept in a file, so a contest can be
// stopped and gone on with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "client/terminal/library.h"
#include "server/engine/title.h"

namespace wardroom::terminal {

struct ContestSettings {
  std::vector<std::string> scenarios;  // none: all
  std::string bot = "standard";
  std::string against = "random";
  std::string judge = "standard";  // sets par, against itself
  std::uint64_t games = 200;       // for each side of each scenario
  std::uint64_t par_games = 200;   // between two judges
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::filesystem::path kept;  // none: nothing is kept
};

// How a bot did in one seat of one scenario, or in all together.
struct ContestLine {
  std::string scenario;  // empty: all
  Seat seat = Seat::kFirst;
  double par = 0;  // in points, between two scores that can occur
  std::uint64_t games = 0;
  std::uint64_t better = 0;  // than par
  std::uint64_t errors = 0;
  std::uint64_t playouts = 0;  // imagined by the bot
  double lead = 0;             // mean points for the bot over the judge in its seat, with the same chance
  double share() const { return games == 0 ? 0 : static_cast<double>(better) / static_cast<double>(games); }
};

struct ShareRange {
  double low = 0;
  double high = 0;
};
ShareRange interval(std::uint64_t successes, std::uint64_t trials);  // 95 %, after Wilson

// In quarters of a point: as many scores (in halves) above it as below, as nearly as can be.
std::int64_t dividing_quarters(std::vector<std::int32_t> halves);

// A line for each seat of each scenario, then one for all. `told` is called after every match.
Result<std::vector<ContestLine>> contest(const Library& library, const Title& title, const ContestSettings& settings,
                                         const std::function<void(std::uint64_t done, std::uint64_t of)>& told);

std::string to_json(const ContestLine& line, const Title& title);

}  // namespace wardroom::terminal
