// The standard bot plays every scenario to its end, says why, and beats chance.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "client/bot/bots.h"
#include "client/bot/random_bot.h"
#include "tests/engine/leak.h"
#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk::bot {
std::vector<wardroom::bot::BotEntry> bots();
}

namespace wardroom::testing {
namespace {

struct Played {
  Ending ending;
  std::size_t answers = 0;
};

Played play(const Title& title, const std::string& scenario, std::array<std::unique_ptr<bot::Bot>, 2> bots,
            std::uint64_t seed) {
  SeededChance chance(secret_of(seed), 0);
  Game game(title, *title.open(scenario, {}), chance);
  Played played;
  while (!game.over()) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Menu& menu = *game.menu(seat);
    const bot::Look look = [&] { return shown_view(title, game.position(), viewer(seat)); };
    const bot::Choice choice = bots[index(seat)]->choose(menu, look);
    EXPECT_NE(menu.find(choice.action), nullptr);
    game.answer(seat, Action(choice.action));
    game.take();
    ++played.answers;
  }
  played.ending = ending_of(title, game.position());
  return played;
}

std::unique_ptr<bot::Bot> standard(const Title& title, std::uint64_t seed) {
  return murmansk::bot::bots().front().make(title, seed);
}
std::unique_ptr<bot::Bot> chance_bot(std::uint64_t seed) { return std::make_unique<bot::RandomBot>(seed); }

TEST(MurmanskBot, PlaysEveryScenarioToItsEnd) {
  const auto title = murmansk::the_title();
  std::vector<std::string> ids = {"bear_island"};  // only the tutorial has it
  for (const ScenarioInfo& scenario : title->scenarios()) ids.push_back(scenario.id);
  for (const std::string& id : ids) {
    std::vector<int> scores;
    std::size_t answers = 0;
    const std::size_t games = id == "war" ? 15 : 60;
    for (std::uint64_t seed = 0; seed < games; ++seed) {
      const Played played = play(*title, id, {standard(*title, seed), standard(*title, seed)}, seed);
      scores.push_back(played.ending.score_halves());
      answers += played.answers;
    }
    std::ranges::sort(scores);
    const int median = scores[games / 2];
    std::cout << id << ": median " << median << " halves, " << answers / games << " answers\n";
    // Par is what the bot comes to against itself.
    EXPECT_NEAR(title->box().scenario(id)->par_halves(), median, id == "war" ? 40 : 12) << id;
  }
}

TEST(MurmanskBot, BeatsChanceOnBothSides) {
  const auto title = murmansk::the_title();
  constexpr int kGames = 40;
  int allied = 0, axis = 0, even = 0;
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const int with = play(*title, "summer42", {standard(*title, seed), chance_bot(seed)}, seed).ending.score_halves();
    const int against =
        play(*title, "summer42", {chance_bot(seed), standard(*title, seed)}, seed).ending.score_halves();
    allied += with;
    axis += against;
    even += with > against ? 1 : 0;
  }
  std::cout << "as Allies " << allied / kGames << ", as Germans " << axis / kGames << " halves; better in " << even
            << "\n";
  EXPECT_GT(allied, axis);
  EXPECT_GE(even * 10, kGames * 9);
}

}  // namespace
}  // namespace wardroom::testing
