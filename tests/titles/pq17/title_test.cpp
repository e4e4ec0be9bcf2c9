// The shared title suite on every scenario of PQ-17.
#include "common/catalog.h"
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
    one.leak_games = scenario.id == "learning" ? 20 : 1;
    one.leak_every = 50;
    one.leak_limit = 240;
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

// Random operations on every scenario end without a dead end, with no option on and with all that may be on together.
class RandomOperations : public ::testing::TestWithParam<std::string> {};

TEST_P(RandomOperations, End) {
  const auto& title = pq17::the_title();
  for (bool with_options : {false, true}) {
    std::vector<MatchOption> options;
    for (const auto& option : title.reference().box().options().option()) {
      const bool excluded = option.excludes_size() > 0 && option.id() > option.excludes(0);
      if (with_options && !excluded) options.push_back({option.id(), "on"});
    }
    Random random(17);
    for (int game = 0; game < 20; ++game) {
      SeededChance chance(secret_of(random()), 0);
      auto opening = title.open(GetParam(), options);
      ASSERT_TRUE(opening.has_value()) << bare(opening.error().reason);
      EXPECT_NO_THROW(play_random(title, std::move(*opening), chance, random)) << "game " << game;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pq17, RandomOperations, ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"));

}  // namespace wardroom::testing
