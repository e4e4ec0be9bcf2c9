// Random matches as a part that a title fills: whole matches of a scenario, with no option on and with all that may be
// on together, end without a dead end or a leak. A title's test program includes it and instantiates it:
//   INSTANTIATE_TEST_SUITE_P(Narrows, RandomMatches, ::testing::Values(...));
// For long runs by hand WARDROOM_OPERATIONS says how many of each, WARDROOM_LEAK_EVERY how far apart the leak checks
// are.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/engine/leak.h"

namespace wardroom::testing {

struct RandomMatchCase {
  std::shared_ptr<const Title> title;
  LeakPlan plan;
};

inline void PrintTo(const RandomMatchCase& c, std::ostream* out) { *out << c.plan.scenario; }

class RandomMatches : public ::testing::TestWithParam<RandomMatchCase> {
 protected:
  static std::size_t by_hand(const char* variable, std::size_t otherwise) {
    const char* value = std::getenv(variable);
    return value ? std::stoul(value) : otherwise;
  }
};

TEST_P(RandomMatches, EndAndNothingLeaks) {
  const auto& title = GetParam().title;
  LeakPlan plan = GetParam().plan;
  plan.games = by_hand("WARDROOM_OPERATIONS", plan.games);
  plan.every = by_hand("WARDROOM_LEAK_EVERY", plan.every);
  plan.every_inside = by_hand("WARDROOM_LEAK_EVERY", plan.every_inside);
  const auto play = [&] {
    LeakSummary summary;
    ASSERT_NO_THROW(summary = leak_test(title, plan));
    std::cout << plan.scenario << ": " << summary.print() << "\n";
    EXPECT_FALSE(summary.ends.contains(PairEnd::kLeak)) << summary.first_leak;
  };
  play();
  plan.options = all_options(*title);
  ++plan.seed;
  if (!plan.options.empty()) play();
}

}  // namespace wardroom::testing
