// Every random event, special condition and option of the data is played by some rule test in which a position changes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

std::set<std::string> ids_of_the_data() {
  const GameBox& box = the_title().reference().box();
  std::set<std::string> ids;
  for (const auto& event : box.events().event()) ids.insert(event.id());
  for (const auto& condition : box.conditions().condition()) ids.insert(condition.id());
  for (const auto& option : box.options().option()) ids.insert(option.id());
  return ids;
}

// What the rule tests have written down, all of them having run once.
std::set<std::string> played_ids() {
  const auto file = std::filesystem::temp_directory_path() / ("wardroom-played-" + std::to_string(::getpid()));
  std::filesystem::remove(file);
  const std::string command = "WARDROOM_PLAYED=" + file.string() +
                              " " WARDROOM_BIN_DIR "/tests/pq17_rules_test --gtest_brief=1 >/dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << "a rule test fails";
  std::set<std::string> ids;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) ids.insert(line);
  std::filesystem::remove(file);
  return ids;
}

std::map<std::string, std::string> reasons() {
  std::map<std::string, std::string> found;
  std::ifstream in(std::filesystem::path(WARDROOM_SOURCE_DIR) / "tests" / "titles" / "pq17" / "unplayed.txt");
  EXPECT_TRUE(in);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto space = line.find(' ');
    found[line.substr(0, space)] = space == std::string::npos ? "" : line.substr(space + 1);
  }
  return found;
}

TEST(Played, EveryEventConditionAndOptionOfTheData) {
  const std::set<std::string> ids = ids_of_the_data();
  const std::set<std::string> played = played_ids();
  const auto excused = reasons();
  for (const std::string& id : ids)
    EXPECT_TRUE(played.contains(id) || excused.contains(id)) << id << " is played by no test";
  for (const std::string& id : played) EXPECT_TRUE(ids.contains(id)) << id << " is played, but not in the data";
  for (const auto& [id, reason] : excused) {
    EXPECT_TRUE(ids.contains(id)) << id << " is excused, but not in the data";
    EXPECT_FALSE(played.contains(id)) << id << " is played, so its reason can go";
    EXPECT_FALSE(reason.empty()) << id << " has no reason";
  }
}

}  // namespace
}  // namespace wardroom::pq17
