#include "server/match/clock.h"

#include <gtest/gtest.h>

namespace wardroom::match {
namespace {

v1::Clock rule(std::uint32_t bank, std::uint32_t increment, std::uint32_t cap) {
  v1::Clock clock;
  clock.set_bank_seconds(bank);
  clock.set_increment_seconds(increment);
  clock.set_cap_seconds(cap);
  return clock;
}

TEST(Clock, ThinkingIsTakenOffAndTheIncrementComesAtHandOver) {
  const Thinking thinking{1000, {true, false}, {0, 0}};
  const ClockState after = charge(rule(60, 5, 0), {{60'000, 60'000}}, thinking, {false, true}, 11'000);
  EXPECT_EQ(after.left_ms[0], 55'000);
  EXPECT_EQ(after.left_ms[1], 60'000);
}

TEST(Clock, WhoeverGoesOnPlayingGetsNoIncrement) {
  const Thinking thinking{1000, {true, false}, {0, 0}};
  EXPECT_EQ(charge(rule(60, 5, 0), {{60'000, 60'000}}, thinking, {true, false}, 11'000).left_ms[0], 50'000);
}

TEST(Clock, TheCapLimitsTheIncrementAndTakesNothingAway) {
  const Thinking thinking{1000, {true, false}, {0, 0}};
  EXPECT_EQ(charge(rule(60, 5, 61), {{60'000, 0}}, thinking, {false, true}, 2000).left_ms[0], 61'000);
  EXPECT_EQ(charge(rule(60, 5, 60), {{70'000, 0}}, thinking, {false, true}, 2000).left_ms[0], 69'000);
}

TEST(Clock, SideBySideEachPaysUntilHeHadFinished) {
  const Thinking thinking{1000, {true, true}, {4000, 0}};
  const ClockState after = charge(rule(60, 0, 0), {{60'000, 60'000}}, thinking, {true, false}, 21'000);
  EXPECT_EQ(after.left_ms[0], 57'000);
  EXPECT_EQ(after.left_ms[1], 40'000);
}

TEST(Clock, ABankIsNeverNegative) {
  const Thinking thinking{0, {true, false}, {0, 0}};
  EXPECT_EQ(charge(rule(1, 0, 0), {{1000, 1000}}, thinking, {false, true}, 5000).left_ms[0], 0);
}

}  // namespace
}  // namespace wardroom::match
