// The test of the leak test: every leak that is planted in the rules (mutants/leaks.txt) is found by it, in the same
// plan as without one nothing is.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "tests/engine/leak.h"
#include "tests/titles/murmansk/the_box.h"
#include "tests/titles/mutated.h"

namespace wardroom::testing {
namespace {

std::vector<std::string> planted() {
  struct Row {
    const char* name;
    const char* killer;
  };
  std::vector<std::string> names;
  for (const Row& row : std::to_array<Row>({
#include WARDROOM_MUTANTS
       })) {
    if (std::string(row.killer) == "PlantedLeak") names.emplace_back(row.name);
  }
  return names;
}

// Matches of the scenarios one after the other, until something leaks; what it was.
std::string first_leak(const std::string& mutant, std::uint64_t seeds) {
  plant_mutant(mutant);
  std::string found;
  for (std::uint64_t seed = 1; seed <= seeds && found.empty(); ++seed) {
    for (const char* scenario : {"learning", "fall42", "winter43"}) {
      const LeakPlan plan{.scenario = scenario, .games = 1, .every = 8, .seed = seed, .limit = 300};
      found = leak_test(murmansk::the_title(), plan).first_leak;
      if (!found.empty()) {
        std::cout << mutant << ": " << scenario << ", seed " << seed << "\n";
        break;
      }
    }
  }
  plant_mutant("");
  return found;
}

class PlantedLeak : public ::testing::TestWithParam<std::string> {};

TEST_P(PlantedLeak, IsFound) { EXPECT_FALSE(first_leak(GetParam(), 10).empty()); }

INSTANTIATE_TEST_SUITE_P(Murmansk, PlantedLeak, ::testing::ValuesIn(planted()),
                         [](const auto& each) { return each.param; });

TEST(NoPlantedLeak, NothingIsFound) {
  EXPECT_EQ(first_leak("", 2), "");
  EXPECT_GE(planted().size(), 12u);
}

}  // namespace
}  // namespace wardroom::testing
