// Rulings, options and texts: every doubtful point is decided, in both languages.
#include <gmock/gmock.h>

#include <fstream>
#include <regex>

#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::MatchOption;
using wardroom::v1::Ruling;

std::string numbered(const char* letter, int number) {
  return std::string("ruling.") + letter + (number < 10 ? "_0" : "_") + std::to_string(number);
}

const Ruling* ruling(const std::string& id) {
  const auto& all = the_box().rulings().ruling();
  const auto found = std::ranges::find(all, id, &Ruling::id);
  return found == all.end() ? nullptr : &*found;
}

TEST(TheBox, HasNoMistakes) { EXPECT_THAT(inspect(the_files()).mistakes, testing::IsEmpty()); }

TEST(TheBox, EveryValueSaysWhereItComesFrom) {
  Tally all;
  for (const auto& [kind, tally] : inspect(the_files()).tallies) all += tally;
  EXPECT_GT(all.rulebook, 0);
  EXPECT_GT(all.history, 0);
  EXPECT_GT(all.reconstructed, 0);
}

TEST(TheBox, EveryPageOfHistoryIsListed) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(WARDROOM_SOURCE_DIR) / "scenarios" / "pq17";
  const auto read = [](const fs::path& file) {
    std::ifstream in(file);
    return std::string((std::istreambuf_iterator<char>(in)), {});
  };
  const std::string listed = read(folder / "sources.md");
  const std::regex statement("sources: (\\[[^\\]]*\\]|\"[^\"]*\")");
  const std::regex key("\"([^\"]*)\"");
  int named = 0;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    if (file.path().extension() != ".textproto") continue;
    const std::string text = read(file.path());
    for (std::sregex_iterator it(text.begin(), text.end(), statement), end; it != end; ++it) {
      const std::string keys = (*it)[1];
      for (std::sregex_iterator each(keys.begin(), keys.end(), key); each != end; ++each, ++named) {
        const std::string id = (*each)[1];
        const bool found =
            listed.find("| " + id + " |") != std::string::npos || listed.find("| " + id + ",") != std::string::npos ||
            listed.find(", " + id + " |") != std::string::npos || listed.find(", " + id + ",") != std::string::npos;
        EXPECT_TRUE(found) << file.path() << ": " << id;
      }
    }
  }
  EXPECT_GT(named, 100);
}

TEST(Rulings, EveryUnclearPointOfTheTextIsDecided) {
  for (int number = 1; number <= 89; ++number) EXPECT_TRUE(ruling(numbered("a", number))) << number;
}

TEST(Rulings, EveryDifferenceOfTheEditionsIsDecided) {
  for (int number = 1; number <= 24; ++number) EXPECT_TRUE(ruling(numbered("p", number))) << number;
}

TEST(Rulings, SevereOnesAreMarked) {
  for (const int number : {1, 2, 5, 7, 11, 20, 21, 22, 35, 76}) {
    ASSERT_TRUE(ruling(numbered("a", number))) << number;
    EXPECT_EQ(ruling(numbered("a", number))->severity(), Ruling::HIGH) << number;
  }
}

TEST(Rulings, AlternativesAreOptionsThatAreOff) {
  int offered = 0;
  for (const Ruling& each : the_box().rulings().ruling()) {
    if (each.option().empty()) continue;
    ++offered;
    const auto& options = the_box().options().option();
    const auto option = std::ranges::find(options, each.option(), &MatchOption::id);
    ASSERT_NE(option, options.end()) << each.option();
    EXPECT_FALSE(option->on_by_default()) << each.option();
    EXPECT_EQ(option->origin(), MatchOption::RULING_ALTERNATIVE) << each.option();
  }
  EXPECT_GT(offered, 0);
}

TEST(Options, EveryOptionalRuleOfTheBookIsOne) {
  std::set<std::string> rules;
  for (const MatchOption& option : the_box().options().option()) {
    if (option.origin() == MatchOption::OPTIONAL_RULE) {
      rules.insert(option.rules().begin(), option.rules().end());
      EXPECT_FALSE(option.on_by_default()) << option.id();
    }
  }
  for (const char* rule : {"9.4", "11.4.1", "7.1.1", "7.1.2", "7.2.1", "7.5.9", "7.9", "8.3.1", "8.3.2", "11.1.4", "14",
                           "14.1", "15.4.3", "15.7.5"}) {
    EXPECT_TRUE(rules.contains(rule)) << rule;
  }
}

TEST(Texts, EveryMessageOfTheBoxIsReadByIcuInBothLanguages) {
  Catalog words;
  for (const DataText& file : the_files().files()) {
    if (!file.path.starts_with("text/")) continue;
    const auto added = words.add(file.path, file.text);
    EXPECT_TRUE(added) << file.path << ": " << (added ? std::string() : bare(added.error().reason));
  }
  EXPECT_EQ(words.ids("en"), words.ids("pl"));
  for (const std::string& id : words.ids("en")) EXPECT_EQ(words.arguments("en", id), words.arguments("pl", id)) << id;
}

}  // namespace
}  // namespace wardroom::pq17
