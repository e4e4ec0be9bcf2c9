// Whole operations at random, with the leak test on the way.
#include "tests/engine/leak.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::testing {
namespace {

// Random operations on every scenario end without a dead end or a leak, with no option on and with all that may be on
// together. For long runs by hand WARDROOM_OPERATIONS says how many of each, WARDROOM_LEAK_EVERY how far apart the leak
// checks are.
class RandomOperations : public ::testing::TestWithParam<std::string> {};

std::size_t by_hand(const char* variable, std::size_t otherwise) {
  const char* value = std::getenv(variable);
  return value ? std::stoul(value) : otherwise;
}

TEST_P(RandomOperations, EndAndNothingLeaks) {
  for (bool with_options : {false, true}) {
    LeakPlan plan{.scenario = GetParam(),
                  .games = by_hand("WARDROOM_OPERATIONS", 20),
                  .every = by_hand("WARDROOM_LEAK_EVERY", 50),
                  .seed = with_options ? 18U : 17U,
                  .limit = 60};
    for (const auto& option : pq17::the_title().reference().box().options().option()) {
      const bool excluded = option.excludes_size() > 0 && option.id() > option.excludes(0);
      if (with_options && !excluded) plan.options.push_back({option.id(), "on"});
    }
    LeakSummary summary;
    ASSERT_NO_THROW(summary = leak_test(pq17::the_title_shared(), plan));
    std::cout << GetParam() << ": " << summary.print() << "\n";
    EXPECT_FALSE(summary.ends.contains(PairEnd::kLeak)) << summary.first_leak;
  }
}

INSTANTIATE_TEST_SUITE_P(Pq17, RandomOperations,
                         ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"));

}  // namespace
}  // namespace wardroom::testing
