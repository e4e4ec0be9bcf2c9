// Limit: how often something may happen, by how often it has. A value: whoever counts keeps the counts.
#pragma once

#include <algorithm>
#include <cstdint>

namespace wardroom::lobby {

struct Count {
  std::int64_t at_ms = 0;  // of the first within the window; where each further one waits, of the last
  std::uint32_t number = 0;
};

class Limit {
 public:
  // What becomes of those beyond the number: none within the window; or each waits longer than the one before it, up to
  // the window, until nothing has come for some windows.
  enum class Beyond { kNone, kEachWaits };

  Limit(std::uint32_t most, std::int64_t window_ms, Beyond beyond = Beyond::kNone)
      : most_(most), window_ms_(window_ms), beyond_(beyond) {}

  std::int64_t forgotten_ms(const Count& count) const {
    return count.at_ms + (beyond_ == Beyond::kNone ? window_ms_ : kKeptWindows * window_ms_);
  }
  Count still(const Count& count, std::int64_t now_ms) const { return now_ms < forgotten_ms(count) ? count : Count(); }

  // Until one more may happen; 0: it may now.
  std::int64_t wait_ms(const Count& count, std::int64_t now_ms) const {
    const Count before = still(count, now_ms);
    if (before.number < most_) return 0;
    if (beyond_ == Beyond::kNone) return before.number == 0 ? window_ms_ : before.at_ms + window_ms_ - now_ms;
    constexpr std::uint32_t kMostDoublings = 20;
    const std::int64_t longer = kFirstWaitMs << std::min(before.number - most_, kMostDoublings);
    return std::max<std::int64_t>(0, before.at_ms + std::min(window_ms_, longer) - now_ms);
  }
  Count one_more(const Count& count, std::int64_t now_ms) const {
    const Count before = still(count, now_ms);
    const bool keeps_time = before.number > 0 && beyond_ == Beyond::kNone;
    return {keeps_time ? before.at_ms : now_ms, before.number + 1};
  }

 private:
  static constexpr std::int64_t kFirstWaitMs = 60'000, kKeptWindows = 8;

  std::uint32_t most_;
  std::int64_t window_ms_;
  Beyond beyond_;
};

}  // namespace wardroom::lobby
