// Bots do not cheat: in two worlds that a seat cannot tell apart it answers alike, after the same number of playouts.
#include <gtest/gtest.h>

#include "client/bot/bots.h"
#include "server/engine/game.h"
#include "server/titles/pq17/pq17.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::bot {
namespace {

const wardroom::pq17::Pq17& title() {
  static const wardroom::pq17::Pq17 made(std::shared_ptr<const wardroom::pq17::Box>(std::shared_ptr<void>(), &wardroom::pq17::the_box()));
  return made;
}

Secret secret_of(std::uint8_t number) {
  Secret secret{};
  secret[0] = number;
  return secret;
}

struct Answered {
  Choice choice;
  std::uint64_t playouts = 0;
};

// A bot that has just sat down, so that it knows nothing but this view and this menu.
Answered ask(const std::string& name, const Game& game, Seat seat) {
  const auto bot = make_bot(name, title(), 5);
  Answered answered;
  answered.choice = bot->choose(*game.menu(seat), [&] { return title().view(game.position(), viewer(seat)); });
  answered.playouts = bot->playouts();
  return answered;
}

class FairPlay : public ::testing::TestWithParam<std::string> {};

TEST_P(FairPlay, TwoWorldsThatASeatCannotTellApartAreAnsweredAlike) {
  SeededChance chance(secret_of(3), 0);
  Game game(title(), *title().open("learning", {}), chance);
  std::array<std::unique_ptr<Bot>, 2> players{make_bot("standard", title(), 1), make_bot("standard", title(), 2)};
  int compared = 0;
  int differing = 0;
  for (int i = 0; !game.over() && i < 5'000; ++i) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    if (game.at_checkpoint() && !game.in_together()) {
      const auto view = title().view(game.position(), viewer(seat));
      SeededChance dream(secret_of(static_cast<std::uint8_t>(i)), 0);
      auto imagined = title().imagine(*view, seat, dream);
      differing += save(*imagined) != save(game.position()) ? 1 : 0;
      SeededChance other(secret_of(9), 0);
      const Game elsewhere(title(), std::move(imagined), other);
      ASSERT_NE(elsewhere.menu(seat), nullptr);
      const Answered here = ask(GetParam(), game, seat);
      const Answered there = ask(GetParam(), elsewhere, seat);
      EXPECT_EQ(here.choice.action, there.choice.action);
      EXPECT_EQ(here.choice.reason.id.view(), there.choice.reason.id.view());
      EXPECT_EQ(here.playouts, there.playouts);
      ++compared;
    }
    const Choice choice = players[index(seat)]->choose(*game.menu(seat), [&] { return title().view(game.position(), viewer(seat)); });
    game.answer(seat, choice.action);
    game.take();
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(differing, compared / 2);
}

INSTANTIATE_TEST_SUITE_P(Bots, FairPlay, ::testing::Values("random", "standard"), [](const auto& each) { return each.param; });

}  // namespace
}  // namespace wardroom::bot
