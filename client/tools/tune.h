// Tuning: which numbers of a bot's style do best. Each match draws all numbers of both styles at once, so every match
// tells of every number; from round to round what does clearly worse than another value is dropped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "client/terminal/library.h"
#include "server/engine/title.h"

namespace wardroom::terminal {

struct TuneSettings {
  std::vector<std::string> scenarios{};  // none: all
  std::string bot = "standard";          // whose numbers; in both seats
  std::string against{};                 // none: both seats learn; else it sits opposite, by turns in either seat
  std::vector<std::string> seats{};      // who learns, against another; none: both
  std::array<std::string, 2> begin{};    // the numbers each seat begins with, as `number=value+number=value`
  std::uint64_t games = 400;             // in a round
  int rounds = 6;
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

// How one value of a number did: the mean rank of its matches among all of the scenario, from 0 to 1.
struct Tried {
  std::string number;
  double value = 0;
  double games = 0;  // of earlier rounds in part
  double mean = 0;
  bool kept = false;  // not dropped
  bool best = false;
};

struct Tuned {
  Seat seat = Seat::kFirst;
  std::string numbers;  // those that differ from the bot's own
  std::vector<Tried> tried;
};

// After every round, what each seat that learns has come to.
Result<void> tune(const Library& library, const Title& title, const TuneSettings& settings,
                  const std::function<void(int round, const std::vector<Tuned>&)>& told);

}  // namespace wardroom::terminal
