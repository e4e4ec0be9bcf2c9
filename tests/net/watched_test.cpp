// What deploy/ watches, in rules, on its board and in its page, is what a server exports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "server/net/metrics.h"
#include "tests/net/harness.h"

namespace wardroom::net {
namespace {

using testing::IsSupersetOf;

std::string deployed(const std::string& file) {
  std::ifstream in(WARDROOM_SOURCE_DIR "/deploy/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> all_of(const std::regex& what, const std::string& text) {
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), what), end; at != end; ++at)
    found.insert(at->str(at->size() - 1));
  return found;
}

std::set<std::string> metrics_in(const std::string& text) { return all_of(std::regex("\\bwardroom_[a-z_]+"), text); }

// With everything that is there only when it has happened.
std::set<std::string> exported() {
  TemporaryFolder folder;
  Metrics metrics;
  metrics.database = folder.write("wardroom.sqlite", "x");
  folder.write("wardroom.sqlite-wal", "x");
  metrics.turned_away("address");
  metrics.over_quota("refusal.too_many_open");
  metrics.responded(200);
  return all_of(std::regex("(?:^|\n)(wardroom_[a-z_]+)"), metrics.text({}, true));
}

TEST(Watched, RulesBoardAndPageNameWhatAServerExports) {
  const std::set<std::string> there = exported();
  for (const char* file : {"alerts.yml", "dashboard.json", "README.md"}) {
    const std::set<std::string> named = metrics_in(deployed(file));
    EXPECT_GE(named.size(), 5u) << file;
    EXPECT_THAT(there, IsSupersetOf(named)) << file;
  }
}

TEST(Watched, EveryRuleHasItsRowInThePage) {
  const std::set<std::string> page = metrics_in(deployed("README.md"));
  EXPECT_THAT(page, IsSupersetOf(metrics_in(deployed("alerts.yml"))));
}

TEST(Watched, TheBoardIsOneThatCanBeRead) {
  const boost::json::value board = boost::json::parse(deployed("dashboard.json"));
  for (const boost::json::value& panel : board.at("panels").as_array()) {
    EXPECT_FALSE(panel.at("title").as_string().empty());
    for (const boost::json::value& target : panel.at("targets").as_array())
      EXPECT_FALSE(metrics_in(std::string(target.at("expr").as_string())).empty()) << target;
  }
}

}  // namespace
}  // namespace wardroom::net
