#include "server/tournament/rating.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wardroom::tournament {
namespace {

constexpr double kScale = 173.7178, kStart = 1500, kTau = 0.5, kNear = 1e-6;
constexpr double kLeast = 400, kMost = 4000, kSurest = 45, kUnsurest = 350, kWildest = 0.1;

double g(double phi) { return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi)); }

// The new volatility: the root of Glickman's step 5, by the Illinois method.
double volatility(double sigma, double phi, double v, double delta) {
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x), d = phi * phi + v + e;
    return e * (delta * delta - phi * phi - v - e) / (2 * d * d) - (x - a) / (kTau * kTau);
  };
  double low = a, high = std::log(std::max(delta * delta - phi * phi - v, 1e-12));
  if (delta * delta <= phi * phi + v)
    for (high = a - kTau; f(high) < 0;) high -= kTau;
  double at_low = f(low), at_high = f(high);
  while (std::abs(high - low) > kNear) {
    const double middle = low + (low - high) * at_low / (at_high - at_low);
    const double at_middle = f(middle);
    if (at_middle * at_high <= 0) {
      low = high;
      at_low = at_high;
    } else {
      at_low /= 2;
    }
    high = middle;
    at_high = at_middle;
  }
  return std::exp(low / 2);
}

}  // namespace

double side_offset(double wins) { return 400 * std::log10(wins / (1 - wins)); }

Rating aged(Rating rating, double periods) {
  const double phi = rating.deviation / kScale;
  const double grown = std::sqrt(phi * phi + rating.volatility * rating.volatility * periods) * kScale;
  rating.deviation = std::clamp(grown, kSurest, kUnsurest);
  return rating;
}

Rating rated(const Rating& rating, std::span<const RatedMatch> matches, double period) {
  if (matches.empty()) return aged(rating, period);
  const double mu = (rating.value - kStart) / kScale, phi = rating.deviation / kScale;
  double precision = 0, surprise = 0;
  for (const RatedMatch& each : matches) {
    const double weight = g(each.opponent.deviation / kScale);
    const double theirs = (each.opponent.value - kStart) / kScale;
    const double expected = 1 / (1 + std::exp(-weight * (mu + each.offset / kScale - theirs)));
    precision += each.weight * weight * weight * expected * (1 - expected);
    surprise += each.weight * weight * (each.score - expected);
  }
  const double v = 1 / precision;
  const double sigma = std::min(volatility(rating.volatility, phi, v, v * surprise), kWildest);
  const double before = phi * phi + sigma * sigma * period;
  const double after = 1 / (1 / before + 1 / v);
  return {std::clamp(kStart + kScale * (mu + after * surprise), kLeast, kMost),
          std::clamp(kScale * std::sqrt(after), kSurest, kUnsurest), sigma};
}

}  // namespace wardroom::tournament
