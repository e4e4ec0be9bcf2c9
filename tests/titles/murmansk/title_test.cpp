// The shared title suite on every scenario of Murmansk Run.
#include "tests/engine/title_suite.h"
#include "tests/titles/murmansk/the_box.h"
#include "tests/titles/random_matches.h"

namespace wardroom::testing {
namespace {

// Before German ships are at sea there is nothing of theirs to imagine, and before forces are chosen nothing at all.
bool hides_little(const Position& position) {
  const auto& truth = static_cast<const murmansk::Truth&>(position);
  return std::ranges::none_of(truth.axis().group(), [](const auto& group) {
    return group.kind() != murmansk::v1::GroupKind::WOLFPACK && group.place() != 0;
  });
}

bool is_long(const std::string& scenario) { return scenario == "war" || scenario == "year42"; }

std::vector<TitleCase> cases() {
  std::vector<TitleCase> list;
  for (const ScenarioInfo& scenario : murmansk::the_title()->scenarios()) {
    TitleCase one;
    one.name = scenario.id;
    one.title = murmansk::the_title();
    one.scenario = scenario.id;
    one.games = scenario.id == "learning" ? 10 : is_long(scenario.id) ? 1 : 3;
    one.leaks = {.games = is_long(scenario.id) ? 4U : 30U, .every = is_long(scenario.id) ? 60U : 8U, .limit = 300};
    one.leaks.inside = hides_little;
    one.leaks.every_inside = one.leaks.every;
    if (scenario.id == "learning") {
      one.signature_file = WARDROOM_SOURCE_DIR "/tests/titles/murmansk/signature.txt";
      one.signature_games = 50;
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Murmansk, TitleSuite, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

// With no option on, and with all.
INSTANTIATE_TEST_SUITE_P(
    Murmansk, RandomMatches,
    ::testing::Values(
        RandomMatchCase{murmansk::the_title(), {.scenario = "learning", .games = 20, .every = 8, .limit = 300}},
        RandomMatchCase{murmansk::the_title(), {.scenario = "winter43", .games = 10, .every = 12, .limit = 300}},
        RandomMatchCase{murmansk::the_title(), {.scenario = "year42", .games = 2, .every = 80, .limit = 300}},
        RandomMatchCase{murmansk::the_title(), {.scenario = "war", .games = 1, .every = 150, .limit = 300}}));

}  // namespace wardroom::testing
