#include "server/tournament/rating_pool.h"

#include <gtest/gtest.h>

namespace wardroom::tournament {
namespace {

constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000LL;

v1::record::RatedMatch rated_match(const std::string& id, const std::string& first, const std::string& second,
                                   std::uint32_t halves, std::int64_t day) {
  v1::record::RatedMatch match;
  match.set_match(id);
  match.set_title("picket");
  match.set_scenario("small");
  match.set_live(true);
  match.set_first(first);
  match.set_second(second);
  match.set_first_halves(halves);
  match.set_permille(500);
  match.set_finished_ms(day * kDayMs);
  return match;
}

double value(const std::vector<v1::record::RatedMatch>& matches, const std::string& who) {
  return rating_pools(matches).at({"picket", true}).find(who)->rating.value;
}

TEST(RatingPool, TheOrderOfRowsDoesNotMatter) {
  std::vector<v1::record::RatedMatch> matches{rated_match("a", "x", "y", 2, 1), rated_match("b", "y", "z", 1, 2),
                                              rated_match("c", "z", "x", 0, 2)};
  const double before = value(matches, "x");
  std::ranges::reverse(matches);
  EXPECT_EQ(value(matches, "x"), before);
}

TEST(RatingPool, TheSameTwoWithinAWeekCountLessAndLess) {
  const double once = value({rated_match("a", "x", "y", 2, 1)}, "x");
  const double twice = value({rated_match("a", "x", "y", 2, 1), rated_match("b", "x", "y", 2, 2)}, "x");
  const double apart = value({rated_match("a", "x", "y", 2, 1), rated_match("b", "x", "y", 2, 9)}, "x");
  EXPECT_GT(twice, once);
  EXPECT_LT(twice - once, (apart - once) * 0.75);
}

TEST(RatingPool, PoolsAreApart) {
  v1::record::RatedMatch slow = rated_match("a", "x", "y", 2, 1);
  slow.set_live(false);
  const auto pools = rating_pools(std::vector{slow});
  EXPECT_FALSE(pools.contains({"picket", true}));
  EXPECT_TRUE(pools.contains({"picket", false}));
}

TEST(RatingPool, BalanceIsToldFromThirtyMatchesOn) {
  std::vector<v1::record::RatedMatch> matches;
  for (int i = 0; i < 29; ++i) matches.push_back(rated_match(std::to_string(i), "x", "y", i < 19 ? 2 : 0, i));
  EXPECT_TRUE(balance_of(matches, "picket").empty());
  matches.push_back(rated_match("last", "x", "y", 0, 40));
  ASSERT_EQ(balance_of(matches, "picket").size(), 1u);
  EXPECT_EQ(balance_of(matches, "picket")[0].permille(), 600u);  // (19 + 5) of (30 + 10)
}

}  // namespace
}  // namespace wardroom::tournament
