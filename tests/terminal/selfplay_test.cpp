#include "client/tools/selfplay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

std::vector<SelfplayGame> play(const SelfplaySettings& settings, SelfplaySummary* summary = nullptr) {
  std::vector<SelfplayGame> games;
  const auto played = selfplay(Library({picket::pack()}), *picket::make_picket(), settings,
                               [&](const SelfplayGame& game) { games.push_back(game); });
  EXPECT_TRUE(played);
  if (summary) *summary = *played;
  return games;
}

SelfplaySettings small(std::uint64_t games, unsigned threads) {
  SelfplaySettings settings;
  settings.scenario = "small";
  settings.games = games;
  settings.threads = threads;
  settings.seed = 42;
  return settings;
}

TEST(Selfplay, TheSameSeedPlaysTheSameMatchesWithAnyNumberOfThreads) {
  const auto alone = play(small(40, 1));
  const auto crowd = play(small(40, 3));
  ASSERT_EQ(alone.size(), 40U);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].game, i + 1);
    EXPECT_EQ(alone[i].position_hash, crowd[i].position_hash);
    EXPECT_EQ(alone[i].actions, crowd[i].actions);
  }
  auto other = small(40, 1);
  other.seed = 43;
  EXPECT_NE(play(other).front().position_hash, alone.front().position_hash);
}

TEST(Selfplay, WithStandingOrdersNobodyComesForWhatTheyAnswer) {
  SelfplaySummary asked, one, ordered;
  play(small(30, 1), &asked);
  SelfplaySettings settings = small(30, 1);
  settings.orders = {Leaves::kUsual, Leaves::kNothing};
  play(settings, &one);
  settings.orders = {Leaves::kUsual, Leaves::kUsual};
  play(settings, &ordered);
  EXPECT_GT(asked.hand_overs, one.hand_overs);
  EXPECT_GT(one.hand_overs, one.phases);
  EXPECT_EQ(ordered.hand_overs, ordered.phases);
}

TEST(Selfplay, TheSummaryAddsUp) {
  SelfplaySummary summary;
  const auto games = play(small(30, 2), &summary);
  EXPECT_EQ(summary.games, 30U);
  EXPECT_EQ(summary.errors, 0U);
  EXPECT_EQ(summary.wins[0] + summary.wins[1] + summary.wins[2], 30U);
  std::uint64_t actions = 0;
  for (const auto& game : games) actions += game.actions;
  EXPECT_EQ(summary.actions, actions);
}

TEST(Selfplay, JsonIsAsTheArchitecturePageSays) {
  const auto title = picket::make_picket();
  SelfplayGame game;
  game.game = 1;
  game.ending.set_winner(0);
  game.ending.set_par_winner(1);
  game.ending.set_score_halves(-7);
  game.ending.set_par_halves(4);
  game.actions = 812;
  game.us = 41000;
  EXPECT_EQ(
      to_json(game, *title),
      R"({"game":1,"winner":"first","par_winner":"second","score":-3.5,"par":2,"actions":812,"answers":[0,0],"us":41000,"losses":{}})");
  game.ending.clear_winner();
  EXPECT_THAT(to_json(game, *title), testing::HasSubstr(R"("winner":"draw")"));
  game.error = "broke";
  EXPECT_EQ(to_json(game, *title),
            R"({"game":1,"error":"broke","actions":812,"answers":[0,0],"us":41000,"losses":{}})");

  SelfplaySummary summary;
  summary.games = 2;
  summary.wins = {1, 0, 1};
  summary.actions = 100;
  summary.us = 50;
  summary.elapsed_us = 1000;
  summary.hand_overs = 9;
  summary.phases = 4;
  EXPECT_EQ(
      to_json(summary, *title),
      R"({"summary":true,"games":2,"wins":{"first":1,"second":0,"draw":1},"par_wins":{"first":0,"second":0,"draw":0},)"
      R"("mean_us":25,"actions_per_s":100000,"hand_overs_per_phase":2.25,"errors":0})");
}

TEST(Selfplay, AMatchThatDoesNotEndIsAnError) {
  auto settings = small(1, 1);
  settings.most_actions = 3;
  SelfplaySummary summary;
  EXPECT_FALSE(play(settings, &summary).front().error.empty());
  EXPECT_EQ(summary.errors, 1U);
}

TEST(Selfplay, UnknownBotsScenariosAndOptionsAreRefused) {
  const auto title = picket::make_picket();
  const auto ignore = [](const SelfplayGame&) {};
  auto settings = small(1, 1);
  settings.bots[1] = "nobody";
  EXPECT_FALSE(selfplay(Library({picket::pack()}), *title, settings, ignore));
  settings = small(1, 1);
  settings.scenario = "none";
  EXPECT_FALSE(selfplay(Library({picket::pack()}), *title, settings, ignore));
  settings = small(1, 1);
  settings.options = {{"none", "1"}};
  EXPECT_FALSE(selfplay(Library({picket::pack()}), *title, settings, ignore));
}

}  // namespace
}  // namespace wardroom::terminal
