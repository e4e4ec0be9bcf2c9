#include "client/tools/contest.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

ContestSettings small(const std::filesystem::path& kept) {
  ContestSettings settings;
  settings.scenarios = {"small"};
  settings.bot = settings.against = settings.judge = "random";
  settings.games = 12;
  settings.par_games = 20;
  settings.kept = kept;
  return settings;
}

std::vector<std::string> lines_told(const ContestSettings& settings, std::uint64_t* told = nullptr) {
  const auto title = picket::make_picket();
  std::uint64_t calls = 0;
  const auto lines =
      contest(Library({picket::pack()}), *title, settings, [&](std::uint64_t, std::uint64_t) { ++calls; });
  EXPECT_TRUE(lines);
  std::vector<std::string> texts;
  for (const ContestLine& line : *lines) texts.push_back(to_json(line, *title));
  if (told) *told = calls;
  return texts;
}

TEST(Contest, ParDividesTheScoresIntoHalves) {
  EXPECT_EQ(dividing_quarters({2, 4, 6, 8}), 11);  // between 2 and 3 points
  EXPECT_EQ(dividing_quarters({5, 5, 5, -9}), 9);  // three against one is as near as it gets
  EXPECT_EQ(dividing_quarters({-3, -3, 1, 1}), 1);
}

TEST(Contest, TheIntervalIsWilsons) {
  const ShareRange even = interval(200, 400);
  EXPECT_NEAR(even.low, 0.451, 0.001);
  EXPECT_NEAR(even.high, 0.549, 0.001);
  EXPECT_LT(interval(200, 200).low, 1.0);
}

TEST(Contest, StoppedAndGoneOnWithItTellsTheSame) {
  const std::filesystem::path kept = std::filesystem::path(testing::TempDir()) / "contest_kept";
  std::filesystem::remove(kept);
  const auto whole = lines_told(small({}));
  ASSERT_EQ(whole.size(), 3U);
  EXPECT_EQ(lines_told(small(kept)), whole);
  std::vector<std::string> written;
  {
    std::ifstream in(kept);
    for (std::string line; std::getline(in, line);) written.push_back(line);
  }
  ASSERT_EQ(written.size(), 20U);  // a bot against itself: the same matches all along
  {
    std::ofstream out(kept, std::ios::trunc);
    for (std::size_t i = 0; i < 15; ++i) out << written[i] << "\n";
    out << written[15].substr(0, written[15].size() / 2);  // cut short
    out << "\n";
  }
  EXPECT_EQ(lines_told(small(kept)), whole);
}

}  // namespace
}  // namespace wardroom::terminal
