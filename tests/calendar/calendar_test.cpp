// When time stands still: known values around nights, weekends, leave and changes of the clocks, and what must hold of
// any calendar.
#include "server/calendar/calendar.h"

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>

namespace wardroom::calendar {
namespace {

constexpr const char* kZones[] = {"",
                                  "Europe/Warsaw",
                                  "America/New_York",
                                  "Australia/Lord_Howe",
                                  "Asia/Kathmandu",
                                  "America/Sao_Paulo",
                                  "Africa/Cairo",
                                  "Pacific/Apia",
                                  "Africa/Casablanca"};

v1::Calendar calendar_of(const std::string& zone, std::uint32_t night_from, std::uint32_t night_to,
                         const std::vector<std::uint32_t>& free_days = {}) {
  v1::Calendar calendar;
  calendar.set_zone(zone);
  calendar.set_night_from(night_from);
  calendar.set_night_to(night_to);
  for (std::uint32_t day : free_days) calendar.add_free_days(day);
  return calendar;
}

const v1::Calendar kPlain = calendar_of("Europe/Warsaw", 0, 0);
const v1::Calendar kNight = calendar_of("Europe/Warsaw", 23 * 60, 7 * 60);
const v1::Calendar kWeekend = calendar_of("Europe/Warsaw", 0, 0, {6, 7});
const v1::Calendar kBoth = calendar_of("Europe/Warsaw", 23 * 60, 7 * 60, {6, 7});

std::int64_t utc(int month, int day, int hour, int minute = 0) {
  const cctz::civil_second local(2026, month, day, hour, minute);
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             cctz::convert(local, cctz::utc_time_zone()).time_since_epoch())
      .count();
}

// Winter time in Warsaw.
std::int64_t winter(int month, int day, int hour, int minute = 0) { return utc(month, day, hour, minute) - kHourMs; }

Rest rest(const v1::Calendar& calendar) { return {calendar, {}, {}}; }

TEST(Calendar, ANightIsSleptThrough) {
  EXPECT_EQ(deadline(rest(kPlain), winter(11, 16, 20), 24 * kHourMs), winter(11, 17, 20));
  EXPECT_EQ(deadline(rest(kNight), winter(11, 16, 20), 24 * kHourMs), winter(11, 18, 12));
}

TEST(Calendar, ANightIsAsLongAsTheClocksMakeIt) {
  EXPECT_EQ(deadline(rest(kNight), winter(3, 28, 20), 12 * kHourMs), utc(3, 29, 14));
  EXPECT_EQ(deadline(rest(kNight), utc(10, 24, 18), 12 * kHourMs), utc(10, 25, 15));
}

TEST(Calendar, AWeekendIsAsLongAsTheClocksMakeIt) {
  EXPECT_EQ(deadline(rest(kWeekend), winter(3, 27, 18), 24 * kHourMs), utc(3, 30, 16));
  EXPECT_EQ(deadline(rest(kWeekend), utc(10, 23, 16), 24 * kHourMs), utc(10, 26, 17));
}

TEST(Calendar, WhatLiesUponAnotherCountsOnce) {
  EXPECT_EQ(deadline(rest(kBoth), winter(11, 20, 20), 24 * kHourMs), winter(11, 24, 12));
  const Rest leave{kWeekend, {}, {{winter(11, 21, 12), winter(11, 23, 12)}}};
  EXPECT_EQ(deadline(leave, winter(11, 20, 18), 24 * kHourMs), winter(11, 24, 6));
}

TEST(Calendar, TimeBeginsInTheNightAndEndsAsItBegins) {
  EXPECT_EQ(deadline(rest(kNight), winter(11, 17, 3), kHourMs), winter(11, 17, 8));
  EXPECT_EQ(deadline(rest(kNight), winter(11, 17, 20), 3 * kHourMs), winter(11, 17, 23));
}

TEST(Calendar, ANightMayEndAtATimeThatIsLeftOutOrComesTwice) {
  const Rest late = rest(calendar_of("Europe/Warsaw", 22 * 60, 2 * 60 + 30));
  const Spans spring{{winter(3, 28, 22), utc(3, 29, 1)}};
  EXPECT_EQ(paused(late, winter(3, 28, 12), utc(3, 29, 12)), spring);
  EXPECT_EQ(spring.front().to_ms - spring.front().from_ms, 4 * kHourMs);
  const Spans autumn{{utc(10, 24, 20), utc(10, 25, 1, 30)}};
  EXPECT_EQ(paused(late, utc(10, 24, 12), utc(10, 25, 12)), autumn);
  EXPECT_EQ(autumn.front().to_ms - autumn.front().from_ms, 11 * kHourMs / 2);
}

TEST(Calendar, ALeaveIsWholeDaysOfItsZone) {
  Rest away = rest(kPlain);
  away.leaves.emplace_back().set_first_day(20261121);
  away.leaves.back().set_last_day(20261122);
  const Spans two_days{{winter(11, 21, 0), winter(11, 23, 0)}};
  EXPECT_EQ(paused(away, winter(11, 1, 0), winter(11, 30, 0)), two_days);
}

TEST(Calendar, TimeThatGoesBackCountsNothing) {
  EXPECT_EQ(running(rest(kNight), utc(11, 17, 12), utc(11, 17, 12) - 3000), 0);
  EXPECT_EQ(deadline(rest(kNight), utc(11, 17, 2), 0), utc(11, 17, 2));
}

TEST(Calendar, OnlyOneThatLeavesTimeIsTaken) {
  EXPECT_TRUE(check(kBoth));
  EXPECT_TRUE(check({}));
  const auto why = [](const v1::Calendar& calendar) {
    const Result<void> checked = check(calendar);
    return checked ? std::string() : checked.error().reason.id.str();
  };
  for (const char* zone : {"Europe/Nowhere", "/etc/passwd", "../../etc/passwd", "libc:localtime", "zone.tab", "Europe"})
    EXPECT_EQ(why(calendar_of(zone, 0, 0)), "refusal.no_such_zone") << zone;
  EXPECT_EQ(why(calendar_of("", 20 * 60, 7 * 60)), "refusal.night_too_long");
  EXPECT_EQ(why(calendar_of("", 20 * 60, 1440)), "refusal.night_unreadable");
  EXPECT_EQ(why(calendar_of("", 0, 0, {5, 6, 7})), "refusal.free_days");
  EXPECT_EQ(why(calendar_of("", 0, 0, {6, 6})), "refusal.free_days_unreadable");
  EXPECT_EQ(why(calendar_of("", 0, 0, {8})), "refusal.free_days_unreadable");
}

TEST(Calendar, DaysAreCountedAcrossMonthsAndYears) {
  EXPECT_EQ(next_day(20261231), 20270101u);
  EXPECT_EQ(next_day(20280228), 20280229u);
  EXPECT_TRUE(is_day(20280229));
  EXPECT_FALSE(is_day(20270229));
  EXPECT_FALSE(is_day(20261301));
  EXPECT_EQ(day_at("Europe/Warsaw", utc(11, 17, 23, 30)), 20261118u);
  EXPECT_EQ(day_at("", utc(11, 17, 23, 30)), 20261117u);
  v1::Leave leave;
  leave.set_first_day(20261230);
  leave.set_last_day(20270102);
  EXPECT_EQ(days_in(leave), 4u);
  EXPECT_EQ(days_in(leave, 2026), 2u);
  EXPECT_EQ(days_in(leave, 2027), 2u);
  EXPECT_EQ(days_in(leave, 2028), 0u);
}

// -- what must hold of any --

std::int64_t any_instant() {
  return *rc::gen::inRange<std::int64_t>(1'577'836'800'000, 2'145'916'800'000);  // 2020 to 2037
}

Rest any_rest(std::int64_t about) {
  const std::string zone = *rc::gen::elementOf(std::vector<std::string>(std::begin(kZones), std::end(kZones)));
  const auto from = *rc::gen::inRange<std::uint32_t>(0, 1440);
  const auto minutes = *rc::gen::inRange<std::uint32_t>(0, 601);
  const auto day = *rc::gen::inRange<std::uint32_t>(1, 7);
  std::vector<std::uint32_t> days;
  if (*rc::gen::arbitrary<bool>()) days = {day, day + 1};
  Rest any = rest(calendar_of(zone, from, (from + minutes) % 1440, days));
  if (*rc::gen::arbitrary<bool>()) {
    const std::uint32_t first = day_at(zone, about + *rc::gen::inRange<std::int64_t>(0, 20) * 24 * kHourMs);
    any.leaves.emplace_back().set_first_day(first);
    any.leaves.back().set_last_day(next_day(next_day(first)));
  }
  if (*rc::gen::arbitrary<bool>()) {
    const std::int64_t begins = about + *rc::gen::inRange<std::int64_t>(-50 * kHourMs, 200 * kHourMs);
    any.pauses.push_back({begins, begins + *rc::gen::inRange<std::int64_t>(0, 300 * kHourMs)});
  }
  return any;
}

TEST(CalendarProperty, RunningTimeAddsUp) {
  EXPECT_TRUE(rc::check([] {
    const std::int64_t a = any_instant();
    const Rest any = any_rest(a);
    const std::int64_t b = a + *rc::gen::inRange<std::int64_t>(0, 1000 * kHourMs);
    const std::int64_t c = b + *rc::gen::inRange<std::int64_t>(0, 1000 * kHourMs);
    RC_ASSERT(running(any, a, b) + running(any, b, c) == running(any, a, c));
    RC_ASSERT(running(any, a, b) >= 0 && running(any, a, b) <= b - a);
  }));
}

TEST(CalendarProperty, ADeadlineIsTheFirstInstantAtWhichSoMuchHasRun) {
  EXPECT_TRUE(rc::check([] {
    const std::int64_t a = any_instant();
    const Rest any = any_rest(a);
    const auto n = *rc::gen::inRange<std::int64_t>(1, 600 * kHourMs);
    const std::int64_t end = deadline(any, a, n);
    RC_ASSERT(running(any, a, end) == n);
    RC_ASSERT(running(any, a, end - 1) == n - 1);
    RC_ASSERT(deadline(any, a, n + *rc::gen::inRange<std::int64_t>(0, 50 * kHourMs)) >= end);
  }));
}

TEST(CalendarProperty, APauseMoreNeverBringsADeadlineNearer) {
  EXPECT_TRUE(rc::check([] {
    const std::int64_t a = any_instant();
    Rest any = any_rest(a);
    const auto n = *rc::gen::inRange<std::int64_t>(1, 600 * kHourMs);
    const std::int64_t before = deadline(any, a, n);
    any.pauses.push_back({a + 5 * kHourMs, a + 30 * kHourMs});
    RC_ASSERT(deadline(any, a, n) >= before);
  }));
}

TEST(CalendarProperty, PausesAreInOrderApartAndInside) {
  EXPECT_TRUE(rc::check([] {
    const std::int64_t a = any_instant();
    const Rest any = any_rest(a);
    const std::int64_t b = a + *rc::gen::inRange<std::int64_t>(0, 1000 * kHourMs);
    std::int64_t last = a - 1;
    for (const Span& span : paused(any, a, b)) {
      RC_ASSERT(span.from_ms > last && span.from_ms < span.to_ms && span.to_ms <= b);
      last = span.to_ms;
    }
  }));
}

}  // namespace
}  // namespace wardroom::calendar
