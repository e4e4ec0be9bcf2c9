// `wardroom position` on PQ-17: any checkpoint is a text that plays on as if nothing had happened.
#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/bot/random_bot.h"
#include "client/terminal/library.h"
#include "client/tools/position_tool.h"
#include "common/catalog.h"
#include "server/engine/game.h"
#include "server/titles/titles.h"
#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::terminal {
namespace {

std::shared_ptr<const Title> pq17_title() {
  Library library(titles());
  library.home = WARDROOM_SOURCE_DIR;
  return *library.title("pq17");
}

std::string as_text(const Position& position) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(position, &text);
  return "# title: pq17\n" + text;
}

Seat asked(const Game& game) { return game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond; }

// Plays this many answers, or to the end; what every seat was asked on the way.
std::string play_on(Game& game, bot::Whim whim, int answers) {
  std::string menus;
  for (; answers > 0 && !game.over(); --answers) {
    const Menu& menu = *game.menu(asked(game));
    v1::Menu shown;
    to_wire(menu, shown);
    menus += shown.SerializeAsString();
    const Action action = menu.items[whim.below(menu.items.size())].action;
    game.answer(asked(game), action);
    game.take();
  }
  return menus;
}

TEST(Pq17Position, WrittenAndReadBackAtAnyCheckpointPlaysOnTheSame) {
  const auto title = pq17_title();
  const Secret secret = match_secret("position", {});
  SeededChance chance(secret, 0);
  Game game(*title, *title->open("learning", {}), chance);
  bot::Whim whim(17);
  int checkpoints = 0;
  while (!game.over()) {
    if (game.at_checkpoint() && ++checkpoints % 7 == 1) {
      const std::string text = as_text(game.position());
      EXPECT_EQ(title_of_position(text), "pq17");
      SeededChance first_chance(secret, 0), second_chance(secret, 0);
      auto bytes = load(*title, save(game.position()));
      auto read = read_position(*title, text, "position.textproto");
      ASSERT_TRUE(read) << bare(read.error().reason);
      EXPECT_EQ(save(**read), save(game.position()));
      Game first(*title, std::move(*bytes), first_chance), second(*title, std::move(*read), second_chance);
      EXPECT_EQ(play_on(first, bot::Whim(5), 40), play_on(second, bot::Whim(5), 40));
      EXPECT_EQ(save(first.position()), save(second.position()));
    }
    const Menu& menu = *game.menu(asked(game));
    const Action action = menu.items[whim.below(menu.items.size())].action;
    game.answer(asked(game), action);
    game.take();
  }
  EXPECT_GT(checkpoints, 50);
}

TEST(Pq17Position, TheToolShowsASeatItsViewAndReportsAndSavesACheckpoint) {
  const auto title = pq17_title();
  const std::string historical = "axis 4:\nallied 4:\n1  # Dummies with the forces at sea\n";
  const auto played = play_position(*title, *title->open("learning", {}), {"", historical, Viewer::kFirst});
  ASSERT_TRUE(played) << bare(played.error().reason);
  EXPECT_TRUE(played->at_checkpoint);
  ASSERT_EQ(played->menus.size(), 1U) << "the Allied player splits his forces";
  const auto& view = static_cast<const pq17::v1::View&>(*played->view);
  EXPECT_GT(view.own().force_size(), 0);
  EXPECT_FALSE(view.has_truth());

  auto again = read_position(*title, as_text(*played->position), "saved.textproto");
  ASSERT_TRUE(again) << bare(again.error().reason);
  const auto resumed = play_position(*title, std::move(*again), {"", "allied 1:\n", Viewer::kSecond});
  ASSERT_TRUE(resumed) << bare(resumed.error().reason);
  EXPECT_TRUE(resumed->menus.empty()) << "his enemy moves";
  const auto& enemy = static_cast<const pq17::v1::View&>(*resumed->view);
  EXPECT_GT(enemy.sea().block_size(), 0);
}

TEST(Pq17Position, AMistakeInTheTextIsNamedByItsLine) {
  const auto read = read_position(*pq17_title(), "# title: pq17\nclock { turn: 1 }\nclok { }\n", "wrong.textproto");
  ASSERT_FALSE(read);
  EXPECT_THAT(bare(read.error().reason), testing::HasSubstr("line=3"));
}

}  // namespace
}  // namespace wardroom::terminal
