#include "server/tournament/pairing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <random>

#include "server/tournament/results.h"

namespace wardroom::tournament {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

Secret seed(int number) {
  Secret secret{};
  secret[0] = static_cast<unsigned char>(number);
  secret[1] = static_cast<unsigned char>(number >> 8);
  return secret;
}

// A position such as some rounds leave behind, and worse: nothing in it need hang together.
std::vector<Entrant> somebody(std::mt19937& random, int players) {
  const auto upto = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
  std::vector<Entrant> all;
  const int rounds = upto(4);
  for (int entry = 1; entry <= players; ++entry) {
    Entrant& one = all.emplace_back();
    one.entry = entry;
    one.rank = entry;
    one.points = upto(2 * rounds);
    one.byes = upto(5) == 0;
    one.last = static_cast<Float>(upto(2) - 1);
    for (int round = 0; round < rounds; ++round) {
      std::optional<Seat>& side = one.sides.emplace_back();
      if (upto(9) != 0) side = kSeats[static_cast<std::size_t>(upto(1))];
    }
  }
  for (Entrant& one : all) {
    for (Entrant& two : all) {
      if (two.entry <= one.entry) continue;
      if (upto(2) == 0) one.met[two.entry] = two.met[one.entry] = 1 + upto(1);
      if (upto(15) == 0) one.barred.insert(two.entry);
    }
  }
  return all;
}

using Pairs = std::vector<std::pair<int, int>>;

Pairs pairs_of(const Draw& draw) {
  Pairs pairs;
  for (const tournament::Pair& each : draw.pairs)
    pairs.emplace_back(std::min(each.first, each.second), std::max(each.first, each.second));
  if (draw.bye) pairs.emplace_back(0, *draw.bye);
  std::ranges::sort(pairs);
  return pairs;
}

// Every pairing there is, one after another.
struct Best {
  Digits digits{};
  Pairs pairs;
  int ties = 0;
};
Best by_trying_all(const std::vector<Entrant>& present, const PairingRules& rules, const Secret& drawn) {
  const Candidates all = candidates(present, rules, drawn);
  const std::size_t people = all.entrants.size();
  std::optional<Best> best;
  std::vector<bool> taken(people + people % 2);
  Pairs pairs;
  Digits sum{};
  const std::function<void()> go_on = [&] {
    const std::size_t a = static_cast<std::size_t>(std::ranges::find(taken, false) - taken.begin());
    if (a == taken.size()) {
      if (best && !less(sum, best->digits, rules)) {
        best->ties += sum == best->digits;
        return;
      }
      best = Best{sum, pairs, 0};
      std::ranges::sort(best->pairs);
      return;
    }
    taken[a] = true;
    for (std::size_t b = a + 1; b < taken.size(); ++b) {
      if (taken[b]) continue;
      const Digits more = b == people ? digits_of_bye(all, a, drawn) : digits_of(all, a, b, rules, drawn);
      const int one = all.entrants[a].entry, two = b == people ? 0 : all.entrants[b].entry;
      taken[b] = true;
      pairs.emplace_back(std::min(one, two), std::max(one, two));
      const Digits before = sum;
      for (std::size_t i = 0; i < kDigits; ++i) sum[i] += more[i];
      go_on();
      sum = before;
      pairs.pop_back();
      taken[b] = false;
    }
    taken[a] = false;
  };
  go_on();
  return *best;
}

TEST(Pairing, IsTheVeryPairsThatTryingAllFinds) {
  std::mt19937 random(17);
  for (int position = 0; position < 1500; ++position) {
    const std::vector<Entrant> present = somebody(random, 2 + position % 7);
    PairingRules rules;
    rules.scores_first = position % 2 != 0;
    rules.balance_sides = position % 5 != 0;
    rules.order_by_lot = position % 3 == 0;
    const Draw draw = draw_round(present, rules, seed(position));
    const Best best = by_trying_all(present, rules, seed(position));
    ASSERT_EQ(best.ties, 0);
    ASSERT_EQ(pairs_of(draw), best.pairs) << "position " << position;
    ASSERT_EQ(draw.digits, best.digits);
  }
}

TEST(Pairing, DoesNotLookAtTheOrderInWhichPeopleAreListed) {
  std::mt19937 random(3);
  for (int position = 0; position < 60; ++position) {
    std::vector<Entrant> present = somebody(random, 3 + position % 20);
    const Draw draw = draw_round(present, {}, seed(position));
    std::ranges::shuffle(present, random);
    const Draw again = draw_round(present, {}, seed(position));
    ASSERT_EQ(pairs_of(draw), pairs_of(again));
    for (std::size_t board = 0; board < draw.pairs.size(); ++board)
      ASSERT_EQ(draw.pairs[board].first, again.pairs[board].first);
  }
}

TEST(Pairing, OfNobodyAndOfOne) {
  EXPECT_TRUE(draw_round({}, {}, seed(1)).pairs.empty());
  Entrant alone;
  alone.entry = 7;
  const Draw draw = draw_round({alone}, {}, seed(1));
  EXPECT_TRUE(draw.pairs.empty());
  EXPECT_EQ(draw.bye, 7);
}

TEST(Pairing, RefusesMoreThanItsDigitsHold) {
  EXPECT_THROW(draw_round(std::vector<Entrant>(kMostPaired + 1), {}, seed(1)), std::invalid_argument);
}

TEST(Pairing, BarredPeopleMeetOnlyWhenNobodyElseIsThere) {
  std::vector<Entrant> four(4);
  for (int i = 0; i < 4; ++i) four[static_cast<std::size_t>(i)].entry = four[static_cast<std::size_t>(i)].rank = i + 1;
  four[0].barred = {3};
  EXPECT_THAT(pairs_of(draw_round(four, {}, seed(2))), ElementsAre(Pair(1, 4), Pair(2, 3)));
  const std::vector<Entrant> two{four[0], four[2]};
  const Draw draw = draw_round(two, {}, seed(2));
  EXPECT_THAT(pairs_of(draw), ElementsAre(Pair(1, 3)));
  EXPECT_GT(digit(draw.digits, Digit::kRematch), 0);
}

TEST(Pairing, GivesTheSideToWhomItIsDue) {
  Entrant one, two;
  one.entry = 1;
  two.entry = two.rank = 2;
  const auto first = [&](int number) { return draw_round({one, two}, {}, seed(number)).pairs.front().first; };
  one.sides = {Seat::kFirst};
  two.sides = {Seat::kSecond};
  EXPECT_EQ(first(1), 2);  // he has played it less
  one.sides = {Seat::kSecond, Seat::kFirst};
  two.sides = {Seat::kFirst, Seat::kSecond};
  EXPECT_EQ(first(1), 2);  // the other way round than when they last differed
  one.sides = two.sides = {};
  bool both[3] = {};
  for (int number = 0; number < 20; ++number) both[first(number)] = true;
  EXPECT_TRUE(both[1] && both[2]);  // the lot
}

TEST(Pairing, ClearsWhateverRoundsThePlayersAreEnoughFor) {
  EXPECT_EQ(players_needed(5), 12);
  EXPECT_EQ(players_needed(7), 20);
  EXPECT_EQ(players_needed(9), 28);
  EXPECT_EQ(players_needed(4), 12);
}

}  // namespace
}  // namespace wardroom::tournament
