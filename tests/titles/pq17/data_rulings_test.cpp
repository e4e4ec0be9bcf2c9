// Rulings, options and texts: every doubtful point is decided, in both languages.
#include <gmock/gmock.h>

#include <fstream>
#include <functional>
#include <regex>

#include "server/engine/options.h"
#include "server/titles/pq17/pq17.h"
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
  wardroom::Tally all;
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

// An option belongs to the scenarios in which it can change anything.
TEST(Options, BelongWhereTheyMatter) {
  using Matters = std::function<bool(const v1::Scenario&)>;
  const Matters has_night = [](const v1::Scenario& scenario) {
    const auto& light = scenario.light();
    return light.am() == v1::Light::NIGHT || light.pm() == v1::Light::NIGHT ||
           std::ranges::any_of(light.change(), [](const auto& each) { return each.light() == v1::Light::NIGHT; });
  };
  const Matters begins_later = [](const v1::Scenario& scenario) { return scenario.starting_turn().day() > 1; };
  const Matters offers = [](const v1::Scenario& scenario) { return scenario.ahistorical_size() > 0; };
  const Matters has_graf_zeppelin = [](const v1::Scenario& scenario) {
    return std::ranges::any_of(scenario.ahistorical(),
                               [](const auto& offer) { return offer.choice() == "ahistorical.graf_zeppelin"; });
  };
  const Matters has_carriers = [](const v1::Scenario& scenario) { return scenario.carriers_to_find_size() > 0; };
  const std::map<std::string, Matters> where{
      {"option.night_actions", has_night},     {"option.ruling.a_01", has_night},
      {"option.variable_start", begins_later}, {"option.complete_operations", begins_later},
      {"option.ahistorical_forces", offers},   {"option.carrier_battles", has_graf_zeppelin},
      {"option.ruling.a_35", has_carriers},
  };
  for (const MatchOption& option : the_box().options().option()) {
    const auto matters = where.find(option.id());
    std::vector<std::string> expected;
    for (const v1::Scenario* scenario : the_box().scenarios()) {
      if (matters != where.end() && matters->second(*scenario)) expected.push_back(scenario->id());
    }
    EXPECT_THAT(option.scenarios(), testing::UnorderedElementsAreArray(expected)) << option.id();
    EXPECT_EQ(option.in_no_scenario(), option.rules(0).starts_with("15.")) << "a campaign's: " << option.id();
  }
}

const Pq17& title() {
  static const Pq17 title(std::get<std::shared_ptr<const GameBox>>(read(the_files())));
  return title;
}

TEST(Options, OfACampaignAreRefusedInAScenario) {
  for (const ScenarioInfo& scenario : title().scenarios()) {
    const auto made = check_options(title(), scenario.id, {{"option.untrained_units", "on"}});
    ASSERT_FALSE(made) << scenario.id;
    EXPECT_EQ(
        bare(made.error().reason),
        bare(Text("refusal.option_elsewhere").word("option", "option.untrained_units").word("scenario", scenario.id)));
  }
  EXPECT_TRUE(check_options(title(), "learning", {{"option.untrained_units", "off"}}));
}

TEST(Options, ThatNeedOrExcludeOthersSaySo) {
  const auto refusal = [](const std::vector<OptionValue>& chosen) {
    const auto made = check_options(title(), "pq12", chosen);
    return made ? std::string() : made.error().reason.id.str();
  };
  EXPECT_EQ(refusal({{"option.carrier_battles", "on"}}), "refusal.option_needs");
  EXPECT_EQ(refusal({{"option.carrier_battles", "on"}, {"option.ahistorical_forces", "on"}}), "");
  EXPECT_EQ(refusal({{"option.variable_start", "on"}, {"option.complete_operations", "on"}}),
            "refusal.options_exclude");
}

TEST(Options, OfEveryPresetFitEveryScenario) {
  EXPECT_EQ(title().presets().size(), 3u);
  const auto known = title().options();
  for (const PresetInfo& preset : title().presets()) {
    for (const ScenarioInfo& scenario : title().scenarios()) {
      std::vector<OptionValue> chosen;
      for (const OptionValue& each : preset.options) {
        if (has_option(*std::ranges::find(known, each.id, &OptionInfo::id), scenario.id))
          chosen.push_back({each.id, each.value});
      }
      EXPECT_TRUE(open_new(title(), scenario.id, chosen)) << preset.id << " in " << scenario.id;
    }
  }
}

TEST(Scenarios, ANewcomerBeginsWithTheLearningOne) {
  for (const ScenarioInfo& scenario : title().scenarios()) {
    EXPECT_EQ(scenario.first, scenario.id == "learning");
    EXPECT_GT(scenario.minutes, 0u);
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
