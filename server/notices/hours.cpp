#include "server/notices/hours.h"

#include <algorithm>
#include <array>

#include "server/calendar/calendar.h"

namespace wardroom::notices {
namespace {

using calendar::ahead_ms;

// The moment when a clock that is ahead shows this. Of two guesses the second is right but for the hour in which clocks
// are changed.
std::int64_t utc_of(std::int64_t local_ms, std::int64_t near_ms, const std::string& zone) {
  const std::int64_t guess = local_ms - ahead_ms(zone, near_ms);
  return local_ms - ahead_ms(zone, guess);
}

// The next moment, from this one on, at which the day is so many minutes old.
std::int64_t next_at(std::uint32_t minutes, std::int64_t from_ms, const std::string& zone) {
  const std::int64_t local = from_ms + ahead_ms(zone, from_ms);
  const std::int64_t today = local - local % kDayMs + minutes * kMinuteMs;
  return utc_of(today >= local ? today : today + kDayMs, from_ms, zone);
}

bool is_quiet(const v1::NoticeChoice& choice, std::int64_t at_ms, const std::string& zone) {
  const std::int64_t from = choice.quiet_from(), to = choice.quiet_to();
  const std::int64_t minute = (at_ms + ahead_ms(zone, at_ms)) % kDayMs / kMinuteMs;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

}  // namespace

std::optional<std::int64_t> when(const News& news, const v1::NoticeChoice& choice, std::int64_t mailed_ms,
                                 std::int64_t now_ms, const std::string& zone) {
  if (choice.pace() == v1::NoticeChoice::NEVER) return std::nullopt;
  if (news.urgency == Urgency::kAtOnce) return now_ms;
  std::int64_t at = now_ms;
  if (news.urgency == Urgency::kNews) {
    if (choice.pace() == v1::NoticeChoice::WARNINGS) return std::nullopt;
    if (choice.pace() == v1::NoticeChoice::HOURLY) at = std::max(at, mailed_ms + kHourMs);
    if (choice.pace() == v1::NoticeChoice::DAILY) at = std::max(at, next_at(choice.daily_at(), news.since_ms, zone));
  }
  if (is_quiet(choice, at, zone)) at = next_at(choice.quiet_to(), at, zone);
  return at;
}

std::int64_t next_try_ms(std::uint32_t tries, double luck) {
  static constexpr std::array<std::int64_t, 6> kMinutes{1, 5, 15, 60, 240, 480};
  const std::int64_t wait = kMinutes[std::min<std::size_t>(tries, kMinutes.size() - 1)] * kMinuteMs;
  return wait + static_cast<std::int64_t>(static_cast<double>(wait) * 0.4 * (luck - 0.5));
}

}  // namespace wardroom::notices
