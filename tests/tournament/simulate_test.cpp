#include <gmock/gmock.h>

#include "client/tools/tournament.h"

namespace wardroom::terminal {
namespace {

using tournament::Digit;
using tournament::digit;

TEST(Tournament, OfEnoughPlayersBreaksNoRule) {
  for (const auto& [players, rounds] : {std::pair(12, 5), std::pair(20, 7), std::pair(28, 9), std::pair(33, 9)}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      TournamentSettings settings;
      settings.players = players;
      settings.rounds = rounds;
      settings.seed = seed;
      const TournamentRun run = play_tournament(settings);
      EXPECT_EQ(run.rematches, 0);
      EXPECT_LE(run.most_side_difference, players % 2 == 0 ? 1 : 2);
      EXPECT_LE(run.most_byes, 1);
      EXPECT_TRUE(run.points_add_up);
    }
  }
}

TEST(Tournament, WithPeopleMissingGoesOn) {
  TournamentSettings settings;
  settings.players = 32;
  settings.absent = 0.1;
  for (settings.seed = 0; settings.seed < 10; ++settings.seed) {
    const TournamentRun run = play_tournament(settings);
    EXPECT_EQ(run.rematches, 0);
    EXPECT_TRUE(run.points_add_up);
    for (const tournament::Draw& each : run.draws) EXPECT_EQ(digit(each.digits, Digit::kSecondBye), 0);
  }
}

TEST(Tournament, OfTheSameSeedIsTheSame) {
  TournamentSettings settings;
  settings.seed = 4;
  const std::string once = to_json(play_tournament(settings));
  EXPECT_EQ(to_json(play_tournament(settings)), once);
  settings.seed = 5;
  EXPECT_NE(to_json(play_tournament(settings)), once);
}

TEST(Tournament, OfEveryFormatIsPlayedToItsEnd) {
  for (const Format format :
       {Format::kRoundRobin, Format::kDoubleRoundRobin, Format::kElimination, Format::kDoubleElimination}) {
    TournamentSettings settings;
    settings.format = format;
    settings.players = 13;
    const TournamentRun run = play_tournament(settings);
    EXPECT_TRUE(run.points_add_up);
    EXPECT_EQ(run.standings.size(), 13u);
    std::size_t matches = 0;
    for (const tournament::Round& each : run.event.rounds) matches += each.results.size();
    const std::size_t once = 13 * 12 / 2;
    const std::map<Format, std::vector<std::size_t>> wanted{{Format::kRoundRobin, {once}},
                                                            {Format::kDoubleRoundRobin, {2 * once}},
                                                            {Format::kElimination, {12}},
                                                            {Format::kDoubleElimination, {24, 25}}};
    EXPECT_THAT(wanted.at(format), ::testing::Contains(matches));
  }
}

}  // namespace
}  // namespace wardroom::terminal
