// The shared title suite on every scenario of PQ-17.
#include "tests/engine/title_suite.h"
#include "tests/titles/pq17/scene.h"
#include "tests/titles/pq17/vary.h"

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
    one.leaks = {
        .games = scenario.id == "learning" ? 20U : 10U, .every = scenario.id == "learning" ? 50U : 150U, .limit = 600};
    one.facts = pq17::facts();
    one.licences = {.games = 2, .every = scenario.id == "learning" ? 20U : 120U, .seed = 21, .limit = 100};
    if (scenario.id == "learning") {
      one.signature_file = WARDROOM_SOURCE_DIR "/tests/titles/pq17/signature.txt";
      one.signature_games = 50;
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Pq17, TitleSuite, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace wardroom::testing
