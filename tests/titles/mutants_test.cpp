// Each mutant of a title's rules is killed by the test named after its rule: the rule tests run with it switched on.
// Those that are planted for the title's leak test have a test of their own.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

namespace wardroom {
namespace {

struct Mutant {
  const char* name;
  const char* killer;  // GoogleTest filter of the test that must fail
};

constexpr auto kMutants = std::to_array<Mutant>({
#include WARDROOM_MUTANTS
});

std::vector<Mutant> of_rules() {
  std::vector<Mutant> found(kMutants.begin(), kMutants.end());
  std::erase_if(found, [](const Mutant& each) { return std::string(each.killer) == "PlantedLeak"; });
  return found;
}

int run(const std::string& mutant, const std::string& filter) {
  const std::string command = "WARDROOM_MUTANT=" + mutant +
                              " " WARDROOM_MUTATED_TESTS " --gtest_brief=1 --gtest_filter='" + filter +
                              "' >/dev/null 2>&1";
  return std::system(command.c_str());
}

class Mutants : public ::testing::TestWithParam<Mutant> {};

TEST_P(Mutants, IsKilledByTheTestOfItsRule) {
  const std::string killer = GetParam().killer;
  EXPECT_TRUE(killer.starts_with("Rule") || killer.starts_with("Ruling") || killer.starts_with("Example"));
  EXPECT_NE(run(GetParam().name, GetParam().killer), 0) << GetParam().name << " survives " << GetParam().killer;
}

INSTANTIATE_TEST_SUITE_P(Title, Mutants, ::testing::ValuesIn(of_rules()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(NoMutant, EveryKillerPasses) {
  std::string killers;
  for (const Mutant& each : of_rules()) killers += std::string(each.killer) + ":";
  EXPECT_EQ(run("", killers), 0);
}

}  // namespace
}  // namespace wardroom
