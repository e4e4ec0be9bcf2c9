#include "server/notices/hours.h"

#include <gtest/gtest.h>

namespace wardroom::notices {
namespace {

using Choice = v1::NoticeChoice;

// 2026-11-17 00:00 UTC.
constexpr std::int64_t kMidnight = 1'794'873'600'000;
constexpr std::int64_t at(int hour, int minute = 0) { return kMidnight + hour * kHourMs + minute * kMinuteMs; }

Choice with(Choice::Pace pace) {
  Choice choice;
  choice.set_pace(pace);
  return choice;
}
Choice quiet(Choice choice, std::uint32_t from, std::uint32_t to) {
  choice.set_quiet_from(from * 60);
  choice.set_quiet_to(to * 60);
  return choice;
}
std::optional<std::int64_t> news(const Choice& choice, std::int64_t now, std::int64_t mailed = 0) {
  return when({Urgency::kNews, now}, choice, mailed, now, "");
}

TEST(Hours, NewsComeAtThePaceThatWasChosen) {
  EXPECT_EQ(news(with(Choice::AT_ONCE), at(12)), at(12));
  EXPECT_EQ(news(with(Choice::HOURLY), at(12), at(11, 30)), at(12, 30));
  EXPECT_EQ(news(with(Choice::HOURLY), at(12), at(9)), at(12));
  EXPECT_EQ(news(with(Choice::NEVER), at(12)), std::nullopt);
  EXPECT_EQ(news(with(Choice::WARNINGS), at(12)), std::nullopt);
  Choice daily = with(Choice::DAILY);
  daily.set_daily_at(19 * 60 + 30);
  EXPECT_EQ(news(daily, at(12)), at(19, 30));
  EXPECT_EQ(news(daily, at(20)), at(19, 30) + kDayMs);
  EXPECT_EQ(when({Urgency::kNews, at(12)}, daily, 0, at(19, 30), ""), at(19, 30)) << "that time has come";
}

TEST(Hours, NothingComesInQuietHoursButTheLastWarnings) {
  const Choice nights = quiet(with(Choice::AT_ONCE), 22, 8);
  EXPECT_EQ(news(nights, at(21, 59)), at(21, 59));
  EXPECT_EQ(news(nights, at(22)), at(32));
  EXPECT_EQ(news(nights, at(7, 59)), at(8));
  EXPECT_EQ(news(nights, at(8)), at(8));
  EXPECT_EQ(when({Urgency::kWarning, at(23)}, nights, 0, at(23), ""), at(32));
  EXPECT_EQ(when({Urgency::kAtOnce, at(23)}, nights, 0, at(23), ""), at(23));
  const Choice noon = quiet(with(Choice::AT_ONCE), 12, 14);
  EXPECT_EQ(news(noon, at(13)), at(14));
  EXPECT_EQ(news(noon, at(14)), at(14));
}

TEST(Hours, WarningsPassEveryPaceButNever) {
  const News warning{Urgency::kWarning, at(12)};
  for (const auto pace : {Choice::AT_ONCE, Choice::HOURLY, Choice::DAILY, Choice::WARNINGS})
    EXPECT_EQ(when(warning, with(pace), at(12), at(12), ""), at(12));
  EXPECT_EQ(when(warning, with(Choice::NEVER), 0, at(12), ""), std::nullopt);
}

// Warsaw, the night of 28 to 29 March 2026: clocks go forward at 01:00 UTC.
TEST(Hours, QuietHoursEndByOnesOwnClock) {
  constexpr std::int64_t kForward = 1'774'746'000'000;
  const std::int64_t half_past_eleven = kForward - 2 * kHourMs - kHourMs / 2;  // 23:30 of the 28th
  EXPECT_EQ(when({Urgency::kNews, half_past_eleven}, quiet(with(Choice::AT_ONCE), 22, 8), 0, half_past_eleven,
                 "Europe/Warsaw"),
            kForward + 5 * kHourMs);  // 06:00 UTC
}

TEST(Hours, TriesComeFurtherApart) {
  std::int64_t before = 0;
  for (std::uint32_t tries = 0; tries < 6; ++tries) {
    const std::int64_t wait = next_try_ms(tries, 0.5);
    EXPECT_GT(wait, before);
    EXPECT_EQ(next_try_ms(tries, 0), wait * 8 / 10);
    EXPECT_EQ(next_try_ms(tries, 1), wait * 12 / 10);
    before = wait;
  }
  EXPECT_EQ(next_try_ms(0, 0.5), kMinuteMs);
  EXPECT_EQ(next_try_ms(50, 0.5), 8 * kHourMs);
}

}  // namespace
}  // namespace wardroom::notices
