#include "server/tournament/standings.h"

#include <gmock/gmock.h>

namespace wardroom::tournament {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr int A = 1, B = 2, C = 3, D = 4, E = 5, F = 6;

MatchResult played(int first, int second, HalfPoints points, int margin) {
  return {first, second, points, kWin - points, margin, Came::kPlayed, 600};
}

// Six players, three rounds, one who does not appear.
Results example() {
  Results event;
  for (int entry = A; entry <= F; ++entry) event.entries.push_back({entry, entry});
  event.planned = 3;
  event.rounds.push_back({{played(A, D, 2, 12), played(E, B, 1, 1), played(C, F, 0, -4)}, {}});
  event.rounds.push_back({{played(F, A, 0, -6), played(B, C, 2, 3), played(D, E, 2, 8)}, {}});
  event.rounds.push_back({{played(A, B, 1, -1), {D, F, 0, kWin, 0, Came::kForfeit, 600}, played(C, E, 1, 0)}, {}});
  return event;
}

std::vector<int> order_of(const std::vector<Standing>& all) {
  std::vector<int> order;
  for (const Standing& each : all) order.push_back(each.entry);
  return order;
}

const Standing& of(const std::vector<Standing>& all, int entry) {
  return *std::ranges::find(all, entry, &Standing::entry);
}

TEST(Standings, OfTheWorkedExample) {
  const std::vector<Standing> all = standings(example(), {});
  EXPECT_THAT(order_of(all), ElementsAre(A, B, F, D, E, C));
  struct Row {
    int entry;
    int points, buchholz, cut, median, sonneborn_quarters, margins, side_adjusted;
  };
  for (const Row& row :
       {Row{A, 5, 10, 8, 4, 16, 17, 2400}, Row{B, 4, 8, 7, 2, 9, 3, 2100}, Row{F, 4, 8, 7, 2, 6, -2, 2000},
        Row{D, 2, 9, 7, 2, 4, -4, 1000}, Row{E, 2, 7, 6, 2, 5, -7, 1100}, Row{C, 1, 10, 8, 4, 2, -7, 400}}) {
    const Standing& one = of(all, row.entry);
    EXPECT_EQ(one.points, row.points) << row.entry;
    EXPECT_EQ(one.tie_break(TieBreak::kBuchholz), row.buchholz) << row.entry;
    EXPECT_EQ(one.tie_break(TieBreak::kBuchholzCut), row.cut) << row.entry;
    EXPECT_EQ(one.tie_break(TieBreak::kMedianBuchholz), row.median) << row.entry;
    EXPECT_EQ(one.tie_break(TieBreak::kSonnebornBerger), row.sonneborn_quarters) << row.entry;
    EXPECT_EQ(one.tie_break(TieBreak::kMargins), row.margins) << row.entry;
    EXPECT_EQ(one.tie_break(TieBreak::kSideAdjusted), row.side_adjusted) << row.entry;
  }
}

// The pairs of the example are those the draw makes; in the second round another pairing is as good, and the lot
// decides.
TEST(Standings, OfTheWorkedExampleComeFromItsOwnDraws) {
  const Results whole = example();
  for (std::size_t round = 0; round < 3; ++round) {
    Results before = whole;
    before.rounds.resize(round);
    std::vector<std::pair<int, int>> told;
    for (const MatchResult& each : whole.rounds[round].results) told.push_back(std::minmax(each.first, each.second));
    int as_told = 0;
    for (unsigned char lot = 0; lot < 20; ++lot) {
      const Draw draw = draw_round(entrants(before, {A, B, C, D, E, F}), {}, Secret{lot});
      std::vector<std::pair<int, int>> made;
      for (const tournament::Pair& each : draw.pairs) made.push_back(std::minmax(each.first, each.second));
      as_told += std::ranges::is_permutation(made, told);
      EXPECT_EQ(digit(draw.digits, Digit::kScoreDistance), round == 0 ? 0 : 2);
      EXPECT_EQ(digit(draw.digits, Digit::kFloatAgain), round == 2 ? 2 : 0);
      EXPECT_EQ(digit(draw.digits, Digit::kOrderInGroup), round == 1 ? 2 : 0);
      EXPECT_EQ(digit(draw.digits, Digit::kRematch) + digit(draw.digits, Digit::kSideExcess), 0);
    }
    EXPECT_GT(as_told, 0);
    EXPECT_EQ(as_told == 20, round != 1) << as_told;
  }
}

TEST(Standings, OfThoseWhomNothingPartsShareAPlace) {
  Results event;
  event.entries = {{1, 1}, {2, 2}, {3, 3}};
  StandingsRules rules;
  rules.order = {TieBreak::kBuchholz};
  for (const Standing& each : standings(event, rules)) EXPECT_EQ(each.place, 1);
}

TEST(Standings, DirectEncounterPlacesOnlyWhomTheMissingMatchesCannotOvertake) {
  Results event;
  event.entries = {{1, 1}, {2, 2}, {3, 3}};
  event.planned = 2;
  StandingsRules rules;
  rules.order = {TieBreak::kDirectEncounter};
  // 3 beat 1, but has not met 2, who has met nobody of them.
  event.rounds.push_back({{played(3, 1, 2, 1)}, {{2, RestKind::kBye, 2}}});
  event.rounds.push_back({{}, {{1, RestKind::kBye, 2}}});
  const std::vector<Standing> all = standings(event, rules);
  for (const Standing& each : all) EXPECT_EQ(each.place, 1) << each.entry;
  // With both behind him he is placed, and the others stay tied.
  event.rounds.push_back({{played(2, 3, 0, -1)}, {}});
  event.rounds.push_back({{}, {{1, RestKind::kBye, 2}, {2, RestKind::kBye, 2}}});
  EXPECT_THAT(order_of(standings(event, rules)), ElementsAre(3, 1, 2));
}

TEST(Standings, ARoundMissedByChoiceIsCutFirst) {
  Results event;
  event.entries = {{1, 1}, {2, 2}, {3, 3}};
  event.planned = 3;
  event.rounds.push_back({{played(1, 2, 0, -1)}, {}});
  event.rounds.push_back({{played(1, 3, 2, 1)}, {}});
  event.rounds.push_back({{}, {{1, RestKind::kAsked, 1}}});
  const Standing one = of(standings(event, {}), 1);
  // 2 has 1 point, 3 none; the round without a match counts min(1.5, 1.5).
  EXPECT_EQ(one.tie_break(TieBreak::kBuchholz), 2 + 0 + 3);
  EXPECT_EQ(one.tie_break(TieBreak::kBuchholzCut), 2);
}

}  // namespace
}  // namespace wardroom::tournament
