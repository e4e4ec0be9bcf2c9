#include "server/tournament/rating.h"

#include <gtest/gtest.h>

#include <array>

namespace wardroom::tournament {
namespace {

// Glickman, "Example of the Glicko-2 system".
TEST(Rating, OfGlickmansExample) {
  const std::array<RatedMatch, 3> matches{RatedMatch{{1400, 30}, 1}, RatedMatch{{1550, 100}, 0},
                                          RatedMatch{{1700, 300}, 0}};
  const Rating after = rated({1500, 200, 0.06}, matches);
  EXPECT_NEAR(after.value, 1464.0507, 1e-3);
  EXPECT_NEAR(after.deviation, 151.5165, 1e-3);
  EXPECT_NEAR(after.volatility, 0.0599960, 1e-6);
}

TEST(Rating, AMatchAtATimeComesToNearlyTheSame) {
  Rating one{1500, 200, 0.06};
  for (const RatedMatch& each : {RatedMatch{{1400, 30}, 1}, RatedMatch{{1550, 100}, 0}, RatedMatch{{1700, 300}, 0}})
    one = rated(one, {&each, 1}, 1.0 / 3);
  EXPECT_NEAR(one.value, 1464.08, 0.02);
  EXPECT_NEAR(one.deviation, 151.46, 0.02);
}

TEST(Rating, GrowsUnsureInAYearOfSilence) {
  EXPECT_NEAR(aged({1500, 60, 0.06}, 365 * kPeriodsADay).deviation, 110, 0.1);
  EXPECT_TRUE(aged({1500, 60, 0.06}, 366 * kPeriodsADay).provisional());
  EXPECT_EQ(aged({1500, 349, 0.1}, 1e6).deviation, 350);
}

TEST(Rating, AsksLessOfTheSideThatWinsMore) {
  EXPECT_NEAR(side_offset(0.6), 70, 1);
  const auto gain = [](double offset) {
    const RatedMatch won{{1500, 80}, 1, offset};
    return rated({1500, 80, 0.06}, {&won, 1}, 0).value - 1500;
  };
  EXPECT_NEAR(gain(side_offset(0.6)), 13.7, 0.1);
  EXPECT_NEAR(gain(side_offset(0.4)), 20.3, 0.1);
  EXPECT_NEAR(gain(0), 17.0, 0.1);
}

TEST(Rating, AMatchOfLessWeightMovesLess) {
  const RatedMatch whole{{1500, 80}, 1}, quarter{{1500, 80}, 1, 0, 0.25};
  EXPECT_LT(rated({1500, 80, 0.06}, {&quarter, 1}).value, rated({1500, 80, 0.06}, {&whole, 1}).value);
}

}  // namespace
}  // namespace wardroom::tournament
