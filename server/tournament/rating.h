// Glicko-2 (Glickman), a match at a time: before it a rating grows less sure with the time that has passed, and the
// sides' odds are part of what was expected.
#pragma once

#include <span>

namespace wardroom::tournament {

struct Rating {
  double value = 1500;
  double deviation = 350;
  double volatility = 0.06;

  bool provisional() const { return deviation >= 110; }
};

struct RatedMatch {
  Rating opponent;
  double score = 0;   // 1, a half, 0
  double offset = 0;  // of the side played, in points of rating
  double weight = 1;  // less for several matches between the same two within a week
};

// How much a side is worth that wins so often.
double side_offset(double wins);

// As long as nothing is played.
inline constexpr double kPeriodsADay = 0.21436;  // 60 becomes 110 in a year
Rating aged(Rating rating, double periods);

// After matches of one period; a single match after aged() is rated like one.
Rating rated(const Rating& rating, std::span<const RatedMatch> matches, double period = 1);

}  // namespace wardroom::tournament
