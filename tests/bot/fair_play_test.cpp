// Bots do not cheat: in two worlds that a seat cannot tell apart it answers alike, after the same number of playouts.
#include <gtest/gtest.h>

#include "client/bot/bots.h"
#include "client/bot/pq17/strong.h"
#include "server/engine/game.h"
#include "server/titles/pq17/pq17.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::bot {
namespace {

const wardroom::pq17::Pq17& title() {
  static const wardroom::pq17::Pq17 made(
      std::shared_ptr<const wardroom::pq17::GameBox>(std::shared_ptr<void>(), &wardroom::pq17::the_box()));
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

// The strong bot with a small budget, the others as they are.
std::unique_ptr<Bot> newcomer(const std::string& name) {
  using wardroom::pq17::bot::Strong;
  if (name == "strong")
    return std::make_unique<Strong>(title(), 5, Strong::Budget{.first_worlds = 1, .worlds = 1, .answers = 400});
  return make_bot(bots(), name, title(), 5);
}

// A bot that has just sat down, so that it knows nothing but this view and this menu.
Answered ask(const std::string& name, const Game& game, Seat seat) {
  const auto bot = newcomer(name);
  Answered answered;
  answered.choice = bot->choose(*game.menu(seat), [&] { return title().view(game.position(), viewer(seat)); });
  answered.playouts = bot->playouts();
  return answered;
}

bool thinks(const Menu& menu) { return menu.kind == static_cast<std::uint32_t>(wardroom::pq17::v1::MenuKind::MOVE); }

struct Compared {
  int positions = 0;
  int differing = 0;  // the truth behind the same sight
  std::uint64_t playouts = 0;
};

void compare(const std::string& name, const Game& game, Seat seat, std::uint8_t number, Compared& compared) {
  const auto view = title().view(game.position(), viewer(seat));
  SeededChance dream(secret_of(number), 0);
  auto imagined = title().imagine(*view, seat, dream);
  compared.differing += save(*imagined) != save(game.position()) ? 1 : 0;
  SeededChance other(secret_of(9), 0);
  const Game elsewhere(title(), std::move(imagined), other);
  ASSERT_NE(elsewhere.menu(seat), nullptr);
  const Answered here = ask(name, game, seat);
  const Answered there = ask(name, elsewhere, seat);
  EXPECT_EQ(here.choice.action, there.choice.action);
  EXPECT_EQ(here.choice.reason.id.view(), there.choice.reason.id.view());
  EXPECT_EQ(here.playouts, there.playouts);
  compared.playouts += here.playouts;
  ++compared.positions;
}

class FairPlay : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

// Two standard bots play; whoever is asked is compared with one who sits in an imagined world. A bot that thinks is
// compared where it does, twice for each seat; the others at every so many answers.
TEST_P(FairPlay, TwoWorldsThatASeatCannotTellApartAreAnsweredAlike) {
  const auto& [name, scenario] = GetParam();
  const bool strong = name == "strong";
  const int every = scenario == "learning" ? 1 : scenario == "pq6" ? 4 : 9;
  SeededChance chance(secret_of(3), 0);
  Game game(title(), *title().open(scenario, {}), chance);
  std::array<std::unique_ptr<Bot>, 2> players{make_bot(bots(), "standard", title(), 1),
                                              make_bot(bots(), "standard", title(), 2)};
  Compared compared;
  std::array<int, 2> left{2, 2};
  int checkpoints = 0;
  for (int i = 0; !game.over() && i < 5'000; ++i) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    if (game.at_checkpoint() && !game.in_together()) {
      const bool due = strong ? thinks(*game.menu(seat)) && left[index(seat)] > 0 : checkpoints % every == 0;
      ++checkpoints;
      if (due) {
        --left[index(seat)];
        compare(name, game, seat, static_cast<std::uint8_t>(i), compared);
      }
    }
    if (strong && left[0] <= 0 && left[1] <= 0) break;
    const Choice choice =
        players[index(seat)]->choose(*game.menu(seat), [&] { return title().view(game.position(), viewer(seat)); });
    game.answer(seat, choice.action);
    game.take();
  }
  EXPECT_GE(compared.positions, strong ? 3 : 20);
  EXPECT_GT(compared.differing, compared.positions / 2);
  EXPECT_EQ(compared.playouts > 0, strong);
}

std::string name_of(const ::testing::TestParamInfo<FairPlay::ParamType>& each) {
  return std::get<0>(each.param) + "_" + std::get<1>(each.param);
}

INSTANTIATE_TEST_SUITE_P(Bots, FairPlay,
                         ::testing::Combine(::testing::Values("random", "cadet", "standard", "strong"),
                                            ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18",
                                                              "jw51b")),
                         name_of);

}  // namespace
}  // namespace wardroom::bot
