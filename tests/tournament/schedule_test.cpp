#include "server/tournament/schedule.h"

#include <gmock/gmock.h>

#include <map>
#include <random>
#include <set>

namespace wardroom::tournament {
namespace {

using ::testing::ElementsAre;

TEST(RoundRobin, EverybodyMeetsEverybodyAndSidesAreEven) {
  for (int players = 2; players <= 40; ++players) {
    std::set<std::pair<int, int>> met;
    std::map<int, int> lean, rests;
    for (const MeetingRound& round : round_robin(players, false)) {
      std::set<int> busy;
      for (const Meeting& each : round.meetings) {
        EXPECT_TRUE(met.insert(std::minmax(each.first, each.second)).second);
        EXPECT_TRUE(busy.insert(each.first).second && busy.insert(each.second).second);
        ++lean[each.first];
        --lean[each.second];
      }
      if (round.rests) ++rests[*round.rests];
    }
    EXPECT_EQ(met.size(), static_cast<std::size_t>(players * (players - 1) / 2));
    for (const auto& [player, difference] : lean) EXPECT_EQ(std::abs(difference), players % 2 == 0 ? 1 : 0) << player;
    EXPECT_EQ(rests.size(), players % 2 == 0 ? 0u : static_cast<std::size_t>(players));
  }
}

TEST(RoundRobin, TwiceIsOnceWithSidesSwappedAfterwards) {
  const auto rounds = round_robin(6, true);
  ASSERT_EQ(rounds.size(), 10u);
  std::set<std::pair<int, int>> seatings;
  for (const MeetingRound& round : rounds)
    for (const Meeting& each : round.meetings) EXPECT_TRUE(seatings.emplace(each.first, each.second).second);
  EXPECT_EQ(seatings.size(), 30u);
}

TEST(Bracket, OrderKeepsTheBestApart) {
  EXPECT_THAT(bracket_order(16), ElementsAre(1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11));
}

// Plays it to the end, whoever wins; says how many matches were played.
int played(const Bracket& bracket, std::vector<std::optional<int>>& winners, const auto& choose) {
  int count = 0;
  for (std::size_t match = 0; match < winners.size(); ++match) {
    const Bracket::Board board = bracket.boards(winners)[match];
    if (!board.played) continue;
    EXPECT_TRUE(board.one && board.two);
    winners[match] = choose(*board.one, *board.two);
    ++count;
  }
  return count;
}

int better(int one, int two) { return std::min(one, two); }

TEST(Bracket, OfThirteenGivesThreeByesToTheBest) {
  const Bracket bracket = Bracket::single(13);
  std::vector<std::optional<int>> winners(bracket.matches().size());
  std::set<int> first_round;
  const auto boards = bracket.boards(winners);
  for (std::size_t match = 0; match < boards.size(); ++match) {
    if (bracket.matches()[match].round != 1 || !boards[match].played) continue;
    first_round.insert({*boards[match].one, *boards[match].two});
  }
  EXPECT_EQ(first_round.size(), 10u);
  EXPECT_FALSE(first_round.contains(1) || first_round.contains(2) || first_round.contains(3));
  EXPECT_EQ(played(bracket, winners, better), 12);
  const auto places = bracket.places(winners);
  EXPECT_THAT(places.front(), ElementsAre(1));
  EXPECT_THAT(places[1], ElementsAre(2));
  EXPECT_THAT(places[2], ElementsAre(3, 4));
}

TEST(Bracket, OfTwoDefeatsTakesTwoMatchesAPlayerLessTwo) {
  std::mt19937 random(5);
  for (int players = 2; players <= 40; ++players) {
    const Bracket bracket = Bracket::twice(players);
    std::vector<std::optional<int>> winners(bracket.matches().size());
    EXPECT_EQ(played(bracket, winners, better), 2 * players - 2) << players;
    EXPECT_THAT(bracket.places(winners).front(), ElementsAre(1));
    EXPECT_THAT(bracket.places(winners)[1], ElementsAre(2));

    for (int time = 0; time < 20; ++time) {
      std::map<int, int> lost;
      std::vector<std::optional<int>> luck(bracket.matches().size());
      const int count = played(bracket, luck, [&](int one, int two) {
        const bool first = random() % 2 == 0;
        ++lost[first ? two : one];
        return first ? one : two;
      });
      EXPECT_TRUE(count == 2 * players - 2 || count == 2 * players - 1);
      const auto places = bracket.places(luck);
      ASSERT_EQ(places.front().size(), 1u);
      std::size_t placed = 0;
      for (const auto& shared : places) placed += shared.size();
      EXPECT_EQ(placed, static_cast<std::size_t>(players));
      for (int seed = 1; seed <= players; ++seed)
        EXPECT_TRUE(lost[seed] == 2 || (seed == places.front().front() && lost[seed] < 2)) << seed;
    }
  }
}

}  // namespace
}  // namespace wardroom::tournament
