// Hours: when something may be sent to somebody, as pure arithmetic on milliseconds since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "wardroom/v1/notices.pb.h"

namespace wardroom::notices {

inline constexpr std::int64_t kMinuteMs = 60'000;
inline constexpr std::int64_t kHourMs = 60 * kMinuteMs;
inline constexpr std::int64_t kDayMs = 24 * kHourMs;

enum class Urgency {
  kNews,     // waits for the pace that was chosen and for the end of quiet hours
  kWarning,  // of all but the last half day: waits for the end of quiet hours
  kAtOnce,
};
struct News {
  Urgency urgency = Urgency::kNews;
  std::int64_t since_ms = 0;
};

// When it may be sent by the clock of his zone: now, or later; none: never.
std::optional<std::int64_t> when(const News& news, const v1::NoticeChoice& choice, std::int64_t mailed_ms,
                                 std::int64_t now_ms, const std::string& zone);

// How long after so many tries in vain the next one follows. `luck`: 0 to 1, so that not everything comes at once.
std::int64_t next_try_ms(std::uint32_t tries, double luck);

}  // namespace wardroom::notices
