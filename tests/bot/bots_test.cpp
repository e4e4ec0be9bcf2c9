#include "client/bot/bots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/bot/bot_player.h"
#include "server/engine/game.h"
#include "server/engine/outlet.h"
#include "server/titles/pq17/pq17.h"
#include "tests/titles/picket/picket.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::bot {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const Title> pq17_title() {
  const std::shared_ptr<const wardroom::pq17::GameBox> box(std::shared_ptr<void>(), &wardroom::pq17::the_box());
  return std::make_shared<const wardroom::pq17::Pq17>(box);
}

TEST(Bots, EveryNameCanBeMadeBothWays) {
  const auto title = pq17_title();
  const auto hosted = players(bots());
  EXPECT_THAT(match::opponents(hosted, "pq17"), ElementsAre("random", "cadet", "standard", "strong"));
  for (const std::string& name : match::opponents(hosted, "pq17")) {
    EXPECT_NE(match::find_player(hosted, "pq17", name)->make({title, Seat::kFirst, 1}), nullptr) << name;
    EXPECT_NE(make_bot(bots(), name, *title, 1), nullptr) << name;
  }
  EXPECT_EQ(make_bot(bots(), "nobody", *title, 1), nullptr);
  EXPECT_EQ(match::find_player(hosted, "pq17", "nobody"), nullptr);
}

TEST(Bots, WhatIsForContestsTakesNoSeatInAHostedMatch) {
  const auto title = pq17_title();
  EXPECT_NE(make_bot(bots(), "old", *title, 1), nullptr);
  EXPECT_EQ(match::find_player(players(bots()), "pq17", "old"), nullptr);
}

TEST(Bots, NumbersOfAStyleCanBeSetByName) {
  const auto title = pq17_title();
  EXPECT_NE(make_bot(bots(), "standard:reach=7+air_fear=0.5+advances=1", *title, 1), nullptr);
  EXPECT_EQ(make_bot(bots(), "standard:courage=7", *title, 1), nullptr);
  EXPECT_EQ(make_bot(bots(), "standard:reach=far", *title, 1), nullptr);
  EXPECT_EQ(make_bot(bots(), "old:reach=7", *title, 1), nullptr);
}

TEST(Bots, OnlyTheRandomBotPlaysATitleThatNobodyHasTaughtTheOthers) {
  const auto title = picket::make_picket();
  EXPECT_NE(make_bot(bots(), "random", *title, 1), nullptr);
  EXPECT_EQ(make_bot(bots(), "standard", *title, 1), nullptr);
  EXPECT_THAT(match::opponents(players(bots()), "picket"), ElementsAre("random"));
}

// Says whose it is.
class Known final : public Bot {
 public:
  explicit Known(std::string title) : title_(std::move(title)) {}
  Choice choose(const Menu& menu, const Look&) override { return {menu.items[0].action, Text(title_)}; }

 private:
  std::string title_;
};

TEST(Bots, EveryTitleHasAStandardOfItsOwn) {
  std::vector<TitleBots> all;
  for (const std::string title : {"pq17", "picket"}) {
    const auto make = [title](const Title&, std::uint64_t) { return std::make_unique<Known>(title); };
    all.push_back({title, {{"standard", make, Hints::kGiven}}});
  }
  const auto hosted = players(all);
  Menu menu;
  menu.items.emplace_back();
  v1::Update update;
  to_wire(menu, *update.mutable_menu());
  const std::array<std::shared_ptr<const Title>, 2> titles{pq17_title(), picket::make_picket()};
  for (const auto& title : titles) {
    EXPECT_EQ(make_bot(all, "standard", *title, 1)->choose(menu, {}).reason.id.str(), title->id());
    EXPECT_THAT(match::opponents(hosted, title->id()), ElementsAre("random", "standard"));
    for (const auto* entry :
         {match::find_player(hosted, title->id(), "standard"), match::find_adviser(hosted, title->id())}) {
      EXPECT_EQ(entry->make({title, Seat::kFirst, 1})->answer(update).reason.id(), title->id());
    }
  }
}

TEST(Bots, SomebodyGivesHintsWhereSomebodyKnowsTheTitle) {
  EXPECT_NE(match::find_adviser(players(bots()), "pq17"), nullptr);
  EXPECT_EQ(match::find_adviser(players(bots()), "picket"), nullptr);
}

// A seat over the network sees what a seat in the same process sees, and answers alike.
TEST(BotPlayer, AnswersAsTheBotInProcessDoes) {
  const auto title = pq17_title();
  auto opening = title->open("learning", {});
  ASSERT_TRUE(opening);
  SeededChance chance(Secret{}, 0);
  Game game(*title, std::move(*opening), chance);
  std::array<std::unique_ptr<Bot>, 2> here;
  std::array<std::unique_ptr<match::Player>, 2> away;
  const auto hosted = players(bots());
  for (Seat seat : kSeats) {
    here[index(seat)] = make_bot(bots(), "standard", *title, 3);
    away[index(seat)] = match::find_player(hosted, "pq17", "standard")->make({title, seat, 3});
  }
  int asked = 0;
  while (!game.over() && asked < 2'000) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Menu& menu = *game.menu(seat);
    const Choice choice = here[index(seat)]->choose(menu, [&] { return title->view(game.position(), viewer(seat)); });
    v1::Update update;
    to_wire(menu, *update.mutable_menu());
    for (v1::Section& section : sections_of(*title->view(game.position(), viewer(seat))))
      *update.add_sections() = std::move(section);
    const match::Move move = away[index(seat)]->answer(update);
    ASSERT_EQ(from_wire(move.action), choice.action);
    EXPECT_EQ(move.reason.id(), choice.reason.id.str());
    EXPECT_FALSE(move.reason.id().empty());
    game.answer(seat, choice.action);
    game.take();
    ++asked;
  }
  EXPECT_TRUE(game.over());
}

}  // namespace
}  // namespace wardroom::bot
