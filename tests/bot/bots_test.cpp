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

std::shared_ptr<const Title> pq17_title() {
  const std::shared_ptr<const wardroom::pq17::Box> box(std::shared_ptr<void>(), &wardroom::pq17::the_box());
  return std::make_shared<const wardroom::pq17::Pq17>(box);
}

TEST(Bots, EveryNameCanBeMadeBothWays) {
  const auto title = pq17_title();
  for (const match::PlayerEntry& entry : bots()) {
    EXPECT_TRUE(entry.plays(*title)) << entry.name;
    EXPECT_NE(entry.make({title, Seat::kFirst, 1}), nullptr) << entry.name;
    EXPECT_NE(make_bot(entry.name, *title, 1), nullptr) << entry.name;
  }
  EXPECT_EQ(make_bot("nobody", *title, 1), nullptr);
}

TEST(Bots, OnlyTheRandomBotPlaysATitleThatNobodyHasTaughtTheOthers) {
  const auto title = picket::make_picket();
  EXPECT_NE(make_bot("random", *title, 1), nullptr);
  EXPECT_EQ(make_bot("standard", *title, 1), nullptr);
}

TEST(Bots, SomebodyGivesHints) {
  EXPECT_THAT(bots(), testing::Contains(testing::Field(&match::PlayerEntry::hints, match::PlayerEntry::Hints::kGiven)));
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
  for (Seat seat : kSeats) {
    here[index(seat)] = make_bot("standard", *title, 3);
    away[index(seat)] = bots()[1].make({title, seat, 3});
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
