// Each mutant of the rules is killed by the test named after its rule: the rule tests run again with it switched on.
#include "tests/titles/pq17/mutants.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

namespace wardroom::pq17 {
namespace {

int run(const std::string& mutant, const std::string& filter) {
  const std::string command = "WARDROOM_PQ17_MUTANT=" + mutant +
                              " " WARDROOM_BIN_DIR "/tests/pq17_rules_test --gtest_brief=1 --gtest_filter='" + filter +
                              "' >/dev/null 2>&1";
  return std::system(command.c_str());
}

class Mutants : public ::testing::TestWithParam<MutantInfo> {};

TEST_P(Mutants, IsKilledByTheTestOfItsRule) {
  EXPECT_TRUE(std::string(GetParam().killer).starts_with("Rule") ||
              std::string(GetParam().killer).starts_with("Example"));
  EXPECT_NE(run(GetParam().name, GetParam().killer), 0) << GetParam().name << " survives " << GetParam().killer;
}

INSTANTIATE_TEST_SUITE_P(Pq17, Mutants, ::testing::ValuesIn(kMutants),
                         [](const auto& each) { return std::string(each.param.name); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Mutants);

TEST(MutantList, HasAtLeastFortyWithNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const MutantInfo& info : kMutants) names.insert(info.name);
  EXPECT_EQ(names.size(), kMutants.size());
  EXPECT_GE(kMutants.size(), 40u);
}

}  // namespace
}  // namespace wardroom::pq17
