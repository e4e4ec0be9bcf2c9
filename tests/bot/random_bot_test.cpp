#include "client/bot/random_bot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wardroom::bot {
namespace {

Menu menu_with(int items) {
  Menu menu;
  for (int i = 0; i < items; ++i) menu.offer(7, i);
  return menu;
}

TEST(RandomBot, ChoosesEveryItemAboutAsOften) {
  const Menu menu = menu_with(5);
  RandomBot bot(1);
  std::array<int, 5> chosen{};
  for (int i = 0; i < 10'000; ++i) ++chosen[bot.choose(menu).at<std::size_t>(0)];
  for (int count : chosen) EXPECT_NEAR(count, 2'000, 200);
}

TEST(RandomBot, TheSameSeedChoosesTheSame) {
  const Menu menu = menu_with(40);
  RandomBot one(9), same(9), another(10);
  std::vector<Action> ones, sames, others;
  for (int i = 0; i < 20; ++i) {
    ones.push_back(one.choose(menu));
    sames.push_back(same.choose(menu));
    others.push_back(another.choose(menu));
  }
  EXPECT_EQ(ones, sames);
  EXPECT_NE(ones, others);
}

}  // namespace
}  // namespace wardroom::bot
