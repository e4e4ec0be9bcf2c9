// Data that were stored with a match by an earlier build.
#include "server/titles/pq17/data/later.h"
#include "server/titles/pq17/pq17.h"
#include "tests/titles/pq17/broken_box.h"

namespace wardroom::pq17 {
namespace {

std::shared_ptr<const GameBox> stored_box(const Bundle& bundle, const LaterData& later) {
  auto box = read(completed(bundle, later), Texts::kNotYet);
  if (const auto* mistakes = std::get_if<Mistakes>(&box)) {
    ADD_FAILURE() << told(*mistakes);
    return nullptr;
  }
  return std::get<std::shared_ptr<const GameBox>>(std::move(box));
}

const LaterData kLastRound{{{"wardroom.pq17.v1.CombatNumbers", "last_round: 7"}}, {}};

TEST(LaterData, ANumberThatStoredDataLackIsTheOneOfTheirTime) {
  const BrokenBox older = with<v1::Numbers>([](auto& numbers) { numbers.mutable_combat()->clear_last_round(); });
  expect(older, "field_missing", "combat.last_round", "combat {");
  const auto box = stored_box(older.bundle, kLastRound);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->numbers().combat().last_round(), 7);
  EXPECT_EQ(box->numbers().combat().hits_per_cs(), the_box().numbers().combat().hits_per_cs());
}

TEST(LaterData, WhatIsThereStaysByteForByte) {
  EXPECT_EQ(completed(the_files(), kLastRound).hash(), the_files().hash());
}

TEST(LaterData, AWholePartIsGivenAndWhatThatLacksToo) {
  const BrokenBox older = with<v1::Numbers>([](auto& numbers) { numbers.clear_weather(); });
  const LaterData later{{{"wardroom.pq17.v1.Numbers",
                          "weather { mx_per_dispersal_die: 11 dispersal_remainder_up: 6 gale_ships_per_card: 20 "
                          "storm_cards_per_ship_or_cs: 1 provenance { source: HISTORY note: \"before it was one\" } }"},
                         {"wardroom.pq17.v1.WeatherNumbers", "turns_per_operation: 30"}},
                        {}};
  const auto box = stored_box(older.bundle, later);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->numbers().weather().gale_ships_per_card(), 20);
  EXPECT_EQ(box->numbers().weather().turns_per_operation(), 30);
}

TEST(LaterData, AFileThatStoredDataLackIsAdded) {
  const std::string path = "numbers.textproto";
  const std::string& whole = the_files().find(path)->text;
  const LaterData later{{}, {{"wardroom.pq17.v1.Numbers", whole.substr(whole.find("\n\n") + 2)}}};
  const auto box = stored_box(without(path).bundle, later);
  ASSERT_TRUE(box);
  EXPECT_EQ(save(box->numbers()), save(the_box().numbers()));
  EXPECT_EQ(completed(the_files(), later).hash(), the_files().hash());
}

TEST(LaterData, GunsOfStoredDataMayHaveOneColumnForAllAircraft) {
  const BrokenBox older = with<v1::AntiAircraftTable>([](auto& table) { table.clear_torpedo_row(); });
  const auto box = stored_box(older.bundle, later_data());
  ASSERT_TRUE(box);
  for (int die = 0; die <= 12; ++die) EXPECT_EQ(box->anti_aircraft(die, true), box->anti_aircraft(die, false)) << die;
}

// The texts of an option that came later are nobody's business there, and nobody can have chosen it.
TEST(LaterData, AnOptionAndItsRulingThatStoredDataLackAreOff) {
  std::set<std::string> in_use;
  for (const v1::Scenario* scenario : the_box().scenarios()) {
    in_use.insert(scenario->option_on().begin(), scenario->option_on().end());
  }
  for (const auto& option : the_box().options().option()) {
    in_use.insert(option.needs().begin(), option.needs().end());
    in_use.insert(option.excludes().begin(), option.excludes().end());
  }
  const auto& options = the_box().options().option();
  const auto free = std::ranges::find_if(options, [&](const auto& option) { return !in_use.contains(option.id()); });
  ASSERT_NE(free, options.end());
  const std::string lacking = free->id();
  std::vector<DataText> files = the_files().files();
  const auto change = [&]<class M>(const std::function<void(M&)>& how) {
    const BrokenBox box = with<M>(how);
    std::ranges::find(files, box.path, &DataText::path)->text = box.text;
  };
  change.operator()<wardroom::v1::MatchOptions>([&](auto& all) {
    auto& list = *all.mutable_option();
    list.erase(std::ranges::find(list, lacking, [](const auto& option) { return option.id(); }));
    for (auto& preset : *all.mutable_preset()) {
      auto& chosen = *preset.mutable_on();
      chosen.erase(std::remove(chosen.begin(), chosen.end(), lacking), chosen.end());
    }
  });
  change.operator()<wardroom::v1::Rulings>([&](auto& all) {
    auto& list = *all.mutable_ruling();
    list.erase(std::remove_if(list.begin(), list.end(), [&](const auto& each) { return each.option() == lacking; }),
               list.end());
  });
  const auto title = entry().make_stored(Bundle(files));
  ASSERT_TRUE(title);
  const auto position = (*title)->open("learning", {});
  ASSERT_TRUE(position);
  for (const std::string& on : static_cast<const Truth&>(**position).standing().option()) EXPECT_NE(on, lacking);
  EXPECT_FALSE((*title)->open("learning", {{lacking, "on"}}));
}

TEST(LaterData, OurOwnDataAreWholeWithoutIt) {
  EXPECT_TRUE(inspect(the_files()).mistakes.empty());
  EXPECT_EQ(completed(the_files()).hash(), the_files().hash()) << "a default that our own data need";
}

}  // namespace
}  // namespace wardroom::pq17
