#include "client/terminal/load_arrivals.h"

#include <cmath>
#include <utility>

namespace wardroom::terminal {

Arrivals::Arrivals(double a_second, Spacing spacing, std::uint64_t seed, Time from)
    : a_second_(a_second), spacing_(spacing), whim_(seed), next_(from) {
  take();
}

Arrivals::Time Arrivals::take() {
  double gap = 1 / a_second_;
  if (spacing_ == Spacing::kPoisson) gap *= -std::log(std::ldexp(static_cast<double>((whim_.next() >> 11) + 1), -53));
  const auto later = std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(gap));
  return std::exchange(next_, next_ + later);
}

}  // namespace wardroom::terminal
