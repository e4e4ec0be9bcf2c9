// Faults that were found once, planted again: each is found by the tests that its row names.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>

namespace wardroom {
namespace {

struct Fault {
  const char* name;
  const char* finder;  // GoogleTest filter of the tests of which one must fail
};

constexpr auto kFaults = std::to_array<Fault>({
#include WARDROOM_FAULTS
});

int run(const std::string& fault, const std::string& filter) {
  const std::string command =
      "WARDROOM_MUTANT=" + fault + " " WARDROOM_PLANTED " --gtest_filter='" + filter + "' >/dev/null 2>&1";
  return std::system(command.c_str());
}

class Planted : public ::testing::TestWithParam<Fault> {};

TEST_P(Planted, IsFound) {
  EXPECT_NE(run(GetParam().name, GetParam().finder), 0) << GetParam().finder << " says nothing";
  EXPECT_EQ(run("", GetParam().finder), 0) << "it fails without the fault, too";
}

INSTANTIATE_TEST_SUITE_P(Faults, Planted, ::testing::ValuesIn(kFaults),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace wardroom
