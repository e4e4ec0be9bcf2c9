// The shared title suite on every scenario of Murmansk Run.
#include "tests/engine/title_suite.h"
#include "tests/titles/murmansk/the_box.h"
#include "tests/titles/random_matches.h"

namespace wardroom::testing {
namespace {

bool is_long(const std::string& scenario) { return scenario == "war" || scenario == "year42"; }

std::vector<TitleCase> cases() {
  std::vector<TitleCase> list;
  for (const ScenarioInfo& scenario : murmansk::the_title()->scenarios()) {
    TitleCase one;
    one.name = scenario.id;
    one.title = murmansk::the_title();
    one.scenario = scenario.id;
    one.games = scenario.id == "learning" ? 10 : is_long(scenario.id) ? 1 : 3;
    one.leaks = {.games = is_long(scenario.id) ? 2U : 8U, .every = is_long(scenario.id) ? 150U : 15U, .limit = 300};
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

}  // namespace wardroom::testing
