// TokenBucket: how much may come in, on average and at once.
#pragma once

#include <algorithm>
#include <chrono>

namespace wardroom::net {

class TokenBucket {
 public:
  using Steady = std::chrono::steady_clock;

  TokenBucket(double per_second, double burst, Steady::time_point now)
      : per_second_(per_second), burst_(burst), tokens_(burst), filled_(now) {}

  // Takes `amount`, on credit if need be; says how long to wait until the credit is paid back.
  Steady::duration take(double amount, Steady::time_point now) {
    const double passed = std::chrono::duration<double>(now - filled_).count();
    tokens_ = std::min(burst_, tokens_ + passed * per_second_) - amount;
    filled_ = now;
    if (tokens_ >= 0) return Steady::duration::zero();
    return std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(-tokens_ / per_second_));
  }

 private:
  double per_second_;
  double burst_;
  double tokens_;
  Steady::time_point filled_;
};

}  // namespace wardroom::net
