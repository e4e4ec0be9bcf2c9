#include "client/tools/tune.h"

#include <gtest/gtest.h>

#include "client/bot/random_bot.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

// Answers as the random bot does, or with the last of what is offered.
class Watchful final : public bot::Bot {
 public:
  Watchful(std::uint64_t seed, bool awake) : random_(seed), awake_(awake) {}
  bot::Choice choose(const Menu& menu, const bot::Look&) override {
    return {awake_ ? random_.choose(menu) : menu.items.back().action, {}};
  }

 private:
  bot::RandomBot random_;
  bool awake_;
};

bot::BotEntry watchful() {
  const auto styled = [](const Title&, std::uint64_t seed, std::string_view numbers) {
    return std::make_unique<Watchful>(seed, numbers.find("awake=1") != numbers.npos);
  };
  const auto usual = [](const Title&, std::uint64_t seed) { return std::make_unique<Watchful>(seed, false); };
  return {"watchful", usual, bot::Hints::kNone, bot::Offered::kForContests, styled, {{"awake", 0, {0, 1}}}};
}

std::vector<Tuned> tuned(TuneSettings settings) {
  settings.bot = "watchful";
  settings.scenarios = {"small"};
  settings.games = 120;
  settings.rounds = 2;
  const Library library({picket::pack()}, {}, {{"picket", {watchful()}}});
  std::vector<Tuned> last;
  EXPECT_TRUE(tune(library, *picket::make_picket(), settings, [&](int, const auto& each) { last = each; }));
  return last;
}

TEST(Tune, FindsTheBetterValueOfANumber) {
  const auto found = tuned({.against = "random", .seats = {"first"}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].numbers, "awake=1");
  ASSERT_EQ(found[0].tried.size(), 2U);
  EXPECT_LT(found[0].tried[0].mean, found[0].tried[1].mean);
}

TEST(Tune, BothSeatsLearnWhereNobodyElseSitsOpposite) { EXPECT_EQ(tuned({}).size(), 2U); }

TEST(Tune, TheSameSeedFindsTheSameWithAnyNumberOfThreads) {
  const auto one = tuned({.seed = 7});
  const auto two = tuned({.seed = 7, .threads = 2});
  for (std::size_t seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(one[seat].numbers, two[seat].numbers);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(one[seat].tried[i].mean, two[seat].tried[i].mean);
  }
}

TEST(Tune, ABotWithoutNumbersIsRefused) {
  const Library library({picket::pack()});
  EXPECT_FALSE(tune(library, *picket::make_picket(), {.bot = "random"}, [](int, const auto&) {}));
}

}  // namespace
}  // namespace wardroom::terminal
