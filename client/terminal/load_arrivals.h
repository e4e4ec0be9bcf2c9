// Arrivals: when somebody wants to act, whatever became of those before him.
#pragma once

#include <chrono>

#include "client/bot/random_bot.h"

namespace wardroom::terminal {

enum class Spacing { kEven, kPoisson };

class Arrivals {
 public:
  using Time = std::chrono::steady_clock::time_point;
  Arrivals(double a_second, Spacing spacing, std::uint64_t seed, Time from);

  Time next() const { return next_; }
  Time take();  // the next one, which is past then

 private:
  double a_second_;
  Spacing spacing_;
  bot::Whim whim_;
  Time next_;
};

}  // namespace wardroom::terminal
