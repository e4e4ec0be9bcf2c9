// The shared title suite on every scenario of PQ-17.
#include "tests/engine/title_suite.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::testing {
namespace {

std::vector<TitleCase> cases() {
  std::vector<TitleCase> list;
  for (const ScenarioInfo& scenario : pq17::the_title().scenarios()) {
    TitleCase one;
    one.name = scenario.id;
    one.title = pq17::the_title_shared();
    one.scenario = scenario.id;
    one.games = scenario.id == "learning" ? 8 : 1;
    one.leaks = {.games = scenario.id == "learning" ? 20U : 1U, .every = 50, .limit = 600};
    if (scenario.id == "learning") {
      one.signature_file = WARDROOM_SOURCE_DIR "/tests/titles/pq17/signature.txt";
      one.signature_games = 50;
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Pq17, TitleSuite, ::testing::ValuesIn(cases()), [](const auto& each) { return each.param.name; });

// Random operations on every scenario end without a dead end or a leak, with no option on and with all that may be on
// together. WARDROOM_OPERATIONS says how many of each, for long runs by hand.
class RandomOperations : public ::testing::TestWithParam<std::string> {};

std::size_t operations() {
  const char* many = std::getenv("WARDROOM_OPERATIONS");
  return many ? std::stoul(many) : 20;
}

TEST_P(RandomOperations, EndAndNothingLeaks) {
  for (bool with_options : {false, true}) {
    LeakPlan plan{.scenario = GetParam(), .games = operations(), .every = 50, .seed = with_options ? 18U : 17U, .limit = 60};
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

INSTANTIATE_TEST_SUITE_P(Pq17, RandomOperations, ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"));

}  // namespace wardroom::testing
