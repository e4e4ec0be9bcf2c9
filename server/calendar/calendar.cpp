#include "server/calendar/calendar.h"

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace wardroom::calendar {
namespace {

constexpr std::uint32_t kDayMinutes = 24 * 60;
constexpr std::uint32_t kLongestNight = 10 * 60;  // minutes
constexpr int kMostFreeDays = 2;
constexpr std::int64_t kStretchMs = 28 * 24 * kHourMs;  // a deadline is looked for in so much time at once
constexpr int kMostStretches = 40 * 13;

using Instant = cctz::time_point<cctz::seconds>;

std::int64_t ms_of(const Instant& instant) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(instant.time_since_epoch()).count();
}

Instant instant_of(std::int64_t ms) {
  return std::chrono::time_point_cast<cctz::seconds>(
      std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>(std::chrono::milliseconds(ms)));
}

// Names only: the library would also read any file.
bool is_zone_name(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '+' || c == '/';
  };
  return !name.empty() && name.size() <= 64 && name.front() != '/' && std::ranges::all_of(name, plain);
}

// It keeps every name that it was ever asked for, so it is asked for files that are there.
bool zone_exists(const std::string& name) {
  const char* folder = std::getenv("TZDIR");
  std::error_code error;
  return std::filesystem::is_regular_file(std::filesystem::path(folder ? folder : "/usr/share/zoneinfo") / name, error);
}

cctz::time_zone zone_of(const std::string& name) {
  cctz::time_zone zone = cctz::utc_time_zone();
  if (is_zone_name(name) && zone_exists(name)) (void)cctz::load_time_zone(name, &zone);
  return zone;
}

std::int64_t first_at(const cctz::time_zone& zone, const cctz::civil_second& local) {
  const auto found = zone.lookup(local);
  return ms_of(found.kind == cctz::time_zone::civil_lookup::SKIPPED ? found.trans : found.pre);
}

std::int64_t last_at(const cctz::time_zone& zone, const cctz::civil_second& local) {
  const auto found = zone.lookup(local);
  return ms_of(found.kind == cctz::time_zone::civil_lookup::SKIPPED ? found.trans : found.post);
}

cctz::civil_day civil(std::uint32_t day) {
  return cctz::civil_day(day / 10'000, static_cast<int>(day / 100 % 100), static_cast<int>(day % 100));
}

std::uint32_t number_of(const cctz::civil_day& day) {
  return static_cast<std::uint32_t>(day.year() * 10'000 + day.month() * 100 + day.day());
}

// The part of a local day from one minute to another, which may lie on the next.
Span part_of(const cctz::time_zone& zone, const cctz::civil_day& day, std::uint32_t from, std::uint32_t to) {
  const cctz::civil_minute midnight(day);
  return {first_at(zone, cctz::civil_second(midnight + static_cast<int>(from))),
          last_at(zone, cctz::civil_second(midnight + static_cast<int>(to)))};
}

bool is_free(const v1::Calendar& calendar, const cctz::civil_day& day) {
  const auto number = static_cast<std::uint32_t>(cctz::get_weekday(day)) + 1;
  return std::ranges::find(calendar.free_days(), number) != calendar.free_days().end();
}

void add_days(const Rest& rest, const cctz::time_zone& zone, std::int64_t from_ms, std::int64_t to_ms, Spans& spans) {
  const std::uint32_t night = rest.calendar.night_from();
  const std::uint32_t morning = rest.calendar.night_to();
  if (night == morning && rest.calendar.free_days().empty()) return;
  const cctz::civil_day last = cctz::civil_day(zone.lookup(instant_of(to_ms)).cs) + 1;
  for (cctz::civil_day day = cctz::civil_day(zone.lookup(instant_of(from_ms)).cs) - 1; day <= last; ++day) {
    if (night != morning) spans.push_back(part_of(zone, day, night, morning > night ? morning : morning + kDayMinutes));
    if (is_free(rest.calendar, day)) spans.push_back(part_of(zone, day, 0, kDayMinutes));
  }
}

}  // namespace

Spans paused(const Rest& rest, std::int64_t from_ms, std::int64_t to_ms) {
  Spans all = rest.pauses;
  if (to_ms <= from_ms) return {};
  const cctz::time_zone zone = zone_of(rest.calendar.zone());
  add_days(rest, zone, from_ms, to_ms, all);
  for (const v1::Leave& leave : rest.leaves) {
    all.push_back({first_at(zone, cctz::civil_second(civil(leave.first_day()))),
                   last_at(zone, cctz::civil_second(civil(leave.last_day()) + 1))});
  }
  std::ranges::sort(all, {}, &Span::from_ms);
  Spans joined;
  for (Span span : all) {
    span = {std::max(span.from_ms, from_ms), std::min(span.to_ms, to_ms)};
    if (span.from_ms >= span.to_ms) continue;
    if (!joined.empty() && span.from_ms <= joined.back().to_ms) {
      joined.back().to_ms = std::max(joined.back().to_ms, span.to_ms);
    } else {
      joined.push_back(span);
    }
  }
  return joined;
}

std::int64_t running(const Rest& rest, std::int64_t from_ms, std::int64_t to_ms) {
  std::int64_t left = std::max<std::int64_t>(0, to_ms - from_ms);
  for (const Span& span : paused(rest, from_ms, to_ms)) left -= span.to_ms - span.from_ms;
  return left;
}

std::int64_t deadline(const Rest& rest, std::int64_t from_ms, std::int64_t run_ms) {
  if (run_ms <= 0) return from_ms;
  std::int64_t at = from_ms;
  for (int stretch = 0; stretch < kMostStretches; ++stretch) {
    const std::int64_t end = at + kStretchMs;
    Spans stands = paused(rest, at, end);
    stands.push_back({end, end});
    for (const Span& span : stands) {
      const std::int64_t runs = span.from_ms - at;
      if (runs >= run_ms) return at + run_ms;
      run_ms -= runs;
      at = span.to_ms;
    }
  }
  return at;
}

Result<void> check(const v1::Calendar& calendar) {
  const std::string& name = calendar.zone();
  cctz::time_zone zone;
  const bool known = name.empty() || (is_zone_name(name) && zone_exists(name) && cctz::load_time_zone(name, &zone));
  if (!known) return refuse(RefusalCode::kMalformed, Text("refusal.no_such_zone").word("zone", name));
  if (calendar.night_from() >= kDayMinutes || calendar.night_to() >= kDayMinutes)
    return refuse(RefusalCode::kMalformed, "refusal.night_unreadable");
  const std::uint32_t night = (calendar.night_to() + kDayMinutes - calendar.night_from()) % kDayMinutes;
  if (night > kLongestNight)
    return refuse(RefusalCode::kTooMuch, Text("refusal.night_too_long").number("hours", kLongestNight / 60));
  std::vector<std::uint32_t> days(calendar.free_days().begin(), calendar.free_days().end());
  std::ranges::sort(days);
  const bool sound = std::ranges::adjacent_find(days) == days.end() &&
                     std::ranges::all_of(days, [](std::uint32_t day) { return day >= 1 && day <= 7; });
  if (!sound) return refuse(RefusalCode::kMalformed, "refusal.free_days_unreadable");
  if (calendar.free_days_size() > kMostFreeDays)
    return refuse(RefusalCode::kTooMuch, Text("refusal.free_days").number("most", kMostFreeDays));
  return {};
}

std::int64_t ahead_ms(const std::string& zone, std::int64_t ms) {
  return std::int64_t{1000} * zone_of(zone).lookup(instant_of(ms)).offset;
}

std::string written(const std::string& zone, std::int64_t ms) {
  return cctz::format("%Y-%m-%d %H:%M", instant_of(ms), zone_of(zone));
}

std::uint32_t day_at(const std::string& zone, std::int64_t ms) {
  return number_of(cctz::civil_day(zone_of(zone).lookup(instant_of(ms)).cs));
}

std::uint32_t next_day(std::uint32_t day) { return number_of(civil(day) + 1); }

bool is_day(std::uint32_t day) { return day >= 2000'01'01 && day <= 2100'12'31 && number_of(civil(day)) == day; }

std::uint32_t days_in(const v1::Leave& leave) {
  const auto days = civil(leave.last_day()) - civil(leave.first_day()) + 1;
  return static_cast<std::uint32_t>(std::max<cctz::diff_t>(0, days));
}

std::uint32_t days_in(const v1::Leave& leave, std::uint32_t year) {
  v1::Leave part;
  part.set_first_day(std::max(leave.first_day(), year * 10'000 + 101));
  part.set_last_day(std::min(leave.last_day(), year * 10'000 + 1231));
  return days_in(part);
}

}  // namespace wardroom::calendar
