// When somebody's time stands still, as pure arithmetic: nights and free days of his zone, leave, and pauses of any
// other kind. Instants are milliseconds since 1970, UTC; zones are the system's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/result.h"
#include "wardroom/v1/notices.pb.h"

namespace wardroom::calendar {

inline constexpr std::int64_t kHourMs = 3'600'000;

// From the one instant up to the other, which is not part of it.
struct Span {
  std::int64_t from_ms = 0;
  std::int64_t to_ms = 0;
  bool operator==(const Span&) const = default;
};
using Spans = std::vector<Span>;

struct Rest {
  v1::Calendar calendar;
  std::vector<v1::Leave> leaves;  // whole days of the calendar's zone
  Spans pauses;                   // agreed, or nobody could play
};

// In order, none touching another, and cut to what was asked about. A local time that a change of the clocks left out
// is the instant of the change; of one that comes twice, a pause begins with the first and ends with the last.
Spans paused(const Rest& rest, std::int64_t from_ms, std::int64_t to_ms);
std::int64_t running(const Rest& rest, std::int64_t from_ms, std::int64_t to_ms);
// The first instant at which so much time has run.
std::int64_t deadline(const Rest& rest, std::int64_t from_ms, std::int64_t run_ms);

// A zone that the system knows, a night of ten hours at most, two free days at most: so time never stands for good.
Result<void> check(const v1::Calendar& calendar);

// -- one's own clock --

std::int64_t ahead_ms(const std::string& zone, std::int64_t ms);  // of UTC, then
std::string written(const std::string& zone, std::int64_t ms);    // "2026-11-17 18:00"

// -- days, as 20261117 --

std::uint32_t day_at(const std::string& zone, std::int64_t ms);
std::uint32_t next_day(std::uint32_t day);
bool is_day(std::uint32_t day);
std::uint32_t days_in(const v1::Leave& leave);
std::uint32_t days_in(const v1::Leave& leave, std::uint32_t year);  // of that year

}  // namespace wardroom::calendar
