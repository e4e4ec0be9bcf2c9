// What naval titles share beside their hexes.
#include <gtest/gtest.h>

#include <set>

#include "common/data/parse.h"
#include "server/titles/sea/dealing.h"
#include "server/titles/sea/distances.h"
#include "server/titles/sea/options.h"
#include "server/titles/sea/rolls.h"
#include "server/titles/sea/sheets.h"

namespace wardroom::sea {
namespace {

// -- dealing --

TEST(Dealing, AShuffleReachesEveryOrderOnce) {
  std::set<std::string> orders;
  for (std::uint32_t first = 0; first < 3; ++first) {
    for (std::uint32_t second = 0; second < 2; ++second) {
      std::vector<char> list{'a', 'b', 'c'};
      std::vector<std::uint32_t> asked;
      shuffle(list, [&](std::uint32_t count) {
        asked.push_back(count);
        return count == 3 ? first : second;
      });
      EXPECT_EQ(asked, (std::vector<std::uint32_t>{3, 2}));
      orders.insert(std::string(list.begin(), list.end()));
    }
  }
  EXPECT_EQ(orders.size(), 6u);
}

TEST(Dealing, WhatIsDealtIsTakenAway) {
  ScriptedChance chance({1, 0});
  Dealer dealer(chance);
  std::vector<std::string> hand{"cruiser", "decoy", "destroyer"};
  EXPECT_EQ(dealer.take_one(hand), "decoy");
  EXPECT_EQ(dealer.take_one(hand), "cruiser");
  EXPECT_EQ(hand, std::vector<std::string>{"destroyer"});

  Pool pool;
  pool.add("freighter", 3);
  pool.add("tanker", 0);
  EXPECT_EQ(pool.take("freighter", 2), 2);
  EXPECT_EQ(pool.left("freighter"), 1);
  EXPECT_EQ(pool.take("freighter", 2), 1);
  EXPECT_EQ(pool.take("freighter", 2), 0);
  EXPECT_TRUE(pool.all().empty());
}

// -- telling --

enum class Rule : std::uint32_t { kSeen = 7 };

class Rules final : public Voice<int, Rule> {
 public:
  explicit Rules(Table& table) : Voice(table) {}

 private:
  Report report(Telling&& what, std::optional<int> where, std::string_view rule) const override {
    Report made{std::move(what.words), {}, rule};
    made.facts = std::move(what.facts);
    if (where) made.places.push_back(static_cast<std::uint32_t>(*where));
    return made;
  }
};

TEST(Telling, TheOwnerHearsHisOwnWordingAndEverybodyElseTheOther) {
  ScriptedChance none({});
  Table table(none);
  Rules rules(table);
  rules.tell_apart(Seat::kSecond, "moved.own", "moved", 42, "5.1");
  rules.reveal_to_others(Rule::kSeen, Seat::kFirst, {"seen", told::Sighting{9}});
  const Happened happened = table.take();
  ASSERT_EQ(happened.told.size(), 3u);
  const auto hears = [&](std::size_t i) {
    std::string who;
    for (Viewer each : kLiveViewers) who += happened.told[i].viewers.has(each) ? "1" : "0";
    return happened.told[i].report.text.id.str() + " " + who;
  };
  EXPECT_EQ(hears(0), "moved.own 010");
  EXPECT_EQ(hears(1), "moved 101");
  EXPECT_EQ(hears(2), "seen 011");
  EXPECT_EQ(happened.told[1].report.places, Places{42});
  EXPECT_EQ(happened.told[1].report.rule, "5.1");
  EXPECT_FALSE(happened.told[1].revealed());
  EXPECT_EQ(happened.told[2].licence, 7u);
  EXPECT_EQ(happened.told[2].report.as<told::Sighting>()->subject, 9u);
}

// -- rolls --

struct Modifier {  // as a title's message has it
  std::string name;
  int shift;
  const std::string& id() const { return name; }
  int value() const { return shift; }
  std::string_view rule() const { return "9.6"; }
};

std::string words_in(const Text& text) {
  std::string all = text.id.str();
  for (const auto& argument : text.arguments) {
    if (const auto* inner = std::get_if<std::shared_ptr<const Text>>(&argument.value)) all += " " + words_in(**inner);
    if (const auto* id = std::get_if<TextId>(&argument.value)) all += " " + id->str();
  }
  return all;
}

TEST(Rolls, AreToldWithEverythingThatMadeThem) {
  const Modifier night{"modifier.night", -2}, radar{"modifier.radar", 1};
  const std::vector<Applied<Modifier>> holds{{&night, -2}, {&radar, 1}};
  EXPECT_EQ(sum(holds), -1);
  told::Roll roll{"table.gunnery.name", "row.cruiser", {}, {{6, 5, "hit", 6}}, changes(holds), 5};
  const Telling told = telling_of(roll);
  EXPECT_EQ(words_in(told.words),
            "report.roll.modified table.gunnery.name row.cruiser roll.die.modified hit "
            "list.last roll.modifier modifier.night.name roll.signed roll.modifier modifier.radar.name roll.signed");
  const auto& facts = std::get<told::Roll>(*told.facts);
  EXPECT_EQ(facts.modifiers[0].value, -2);
  EXPECT_EQ(facts.modifiers[0].rule, "9.6");
  EXPECT_EQ(facts.dice[0].sides, 6u);

  roll.modifiers.clear();
  roll.dice[0].modified.reset();
  EXPECT_EQ(words_in(telling_of(roll).words), "report.roll table.gunnery.name row.cruiser roll.die hit");
}

// -- options and sheets --

constexpr const char* kOptions = R"(# proto-file: wardroom/v1/data.proto
# proto-message: wardroom.v1.MatchOptions

option { id: "option.fog" rules: "3.1" rules: "3.2" on_by_default: true }
option {
  id: "option.radar" rules: "8" needs: "option.fog" excludes: "option.blind" scenarios: "scenario.winter"
}
option { id: "option.blind" rules: "9" }
preset { id: "preset.dark" on: "option.blind" }
)";

class Options : public ::testing::Test {
 protected:
  Options()
      : files_(parse(Bundle(std::vector<DataText>{{"options.textproto", kOptions}}), {v1::MatchOptions::descriptor()},
                     mistakes_)) {}
  const Found<v1::MatchOptions> file() const { return files_.all<v1::MatchOptions>().front(); }

  Mistakes mistakes_;
  DataSet files_;
};

TEST_F(Options, AreOfferedAsTheDataStateThem) {
  ASSERT_TRUE(mistakes_.empty());
  const auto options = options_of(file().it);
  ASSERT_EQ(options.size(), 3u);
  EXPECT_EQ(options[0].values, (std::vector<std::string>{"on", "off"}));
  EXPECT_EQ(options[0].rule, "3.1");
  EXPECT_EQ(options[1].values, (std::vector<std::string>{"off", "on"}));
  EXPECT_EQ(options[1].scenarios, std::vector<std::string>{"winter"});
  EXPECT_EQ(options[1].needs[0].id, "option.fog");
  EXPECT_EQ(options[1].excludes[0].value, "on");
  EXPECT_EQ(presets_of(file().it)[0].options[0].id, "option.blind");
}

TEST_F(Options, AreOnByDefaultByScenarioAndByChoice) {
  google::protobuf::RepeatedPtrField<std::string> winter;
  *winter.Add() = "option.radar";
  using Ids = std::set<std::string>;
  EXPECT_EQ(*switched_on(file().it, winter, {}), (Ids{"option.fog", "option.radar"}));
  EXPECT_EQ(*switched_on(file().it, winter, {{"option.fog", "off"}, {"option.blind", "on"}}),
            (Ids{"option.blind", "option.radar"}));
  EXPECT_FALSE(switched_on(file().it, winter, {{"option.none", "on"}}));
  EXPECT_FALSE(switched_on(file().it, winter, {{"option.fog", "maybe"}}));
}

TEST_F(Options, AreSheetsThatShowWhatIsStated) {
  const Sheet sheet = option_sheet(file().at.at("option", 1));
  EXPECT_EQ(sheet.title.id, "option.radar.name");
  ASSERT_EQ(sheet.tables.size(), 1u);
  std::vector<std::string> rows;
  for (const auto& row : sheet.tables[0].rows) rows.push_back(words_in(row[0].text) + ": " + words_in(row[1].text));
  EXPECT_EQ(rows, (std::vector<std::string>{"data.show.rules: data.plain", "data.show.default: data.show.off",
                                            "data.show.needs: option.fog.name", "data.show.excludes: option.blind.name",
                                            "data.show.scenarios: scenario.winter.name"}));
  EXPECT_EQ(option_sheet(file().at.at("option", 2)).tables[0].rows.size(), 2u);
}

TEST_F(Options, AreFoundByTheirIdsWholeOrShort) {
  const auto make = [](const std::string& id) { return words_of(id); };
  const SheetKind kind{"option", "data.show.options", {"option.fog", "option.radar"}, {"option."}, make};
  EXPECT_EQ(kind.show("option.fog")->title.id, "option.fog.name");
  EXPECT_EQ(kind.show("radar")->title.id, "option.radar.name");
  EXPECT_EQ(kind.show("")->tables[0].rows.size(), 2u);
  EXPECT_EQ(kind.show("sonar").error().reason.id, "data.show.unknown");
  v1::Sheets all;
  kind.add_to(all);
  ASSERT_EQ(all.sheet_size(), 2);
  EXPECT_EQ(all.sheet(1).id(), "option.radar");
  EXPECT_EQ(all.sheet(1).kind(), "option");
}

TEST(Sheets, RangesOfDiceAreShort) {
  v1::DieRange on;
  EXPECT_EQ(range_text(on), "");
  on.set_from(8);
  EXPECT_EQ(range_text(on), "8+");
  on.set_to(9);
  EXPECT_EQ(range_text(on), "8 - 9");
  on.set_to(8);
  EXPECT_EQ(range_text(on), "8");
  on.clear_from();
  EXPECT_EQ(range_text(on), "8-");
}

// -- areas: positions that are joined by links, some of them closed --

TEST(Distances, GoRoundWhatIsClosed) {
  const std::vector<std::vector<std::size_t>> links{{1, 3}, {0, 2}, {1, 4}, {0, 4}, {2, 3}};
  const auto without = [&](std::size_t closed) {
    return Distances(links.size(), [&, closed](std::size_t here, const auto& reach) {
      for (std::size_t there : links[here]) {
        if (there != closed) reach(there);
      }
    });
  };
  EXPECT_EQ(without(9)(0, 2), 2);
  EXPECT_EQ(without(1)(0, 2), 3);
  EXPECT_EQ(without(1)(0, 1), kNoWay);
}

}  // namespace
}  // namespace wardroom::sea
