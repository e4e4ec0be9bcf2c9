// Whole operations at random, with the leak test on the way: 20 of each scenario with and without options.
#include "tests/titles/pq17/scene.h"
#include "tests/titles/random_matches.h"

namespace wardroom::testing {
namespace {

RandomMatchCase operations_of(const char* scenario) {
  return {pq17::the_title_shared(),
          {.scenario = scenario,
           .games = 20,
           .every = 50,
           .seed = 17,
           .limit = 60,
           .inside = [](const Position& truth) { return static_cast<const pq17::Truth&>(truth).has_battle(); },
           .every_inside = 50}};
}

INSTANTIATE_TEST_SUITE_P(Pq17, RandomMatches,
                         ::testing::Values(operations_of("learning"), operations_of("pq6"), operations_of("pq12"),
                                           operations_of("pq16"), operations_of("pq17"), operations_of("pq18"),
                                           operations_of("jw51b")));

}  // namespace
}  // namespace wardroom::testing
