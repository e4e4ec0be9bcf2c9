// Limiter: how often something may happen within a window of time, by key. Patience: how long whoever was wrong waits.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace wardroom::lobby {

class Limiter {
 public:
  Limiter(std::uint32_t most, std::int64_t window_ms) : most_(most), window_ms_(window_ms) {}

  // Counts one; false when there have been too many already.
  bool take(const std::string& key, std::int64_t now_ms);
  std::int64_t wait_ms(const std::string& key, std::int64_t now_ms);  // until it may happen again; 0: now
  void give_back(const std::string& key);                             // it did not count after all

 private:
  static constexpr std::size_t kManyKeys = 10'000;
  struct Count {
    std::int64_t since_ms = 0;
    std::uint32_t number = 0;
  };

  const std::uint32_t most_;
  const std::int64_t window_ms_;
  std::mutex mutex_;
  std::unordered_map<std::string, Count> counts_;
};

// Patience: so many are free; each further one waits longer than the one before it, up to a window. Forgotten when
// nothing came for some windows.
class Patience {
 public:
  Patience(std::uint32_t free, std::int64_t window_ms) : free_(free), window_ms_(window_ms) {}

  bool take(const std::string& key, std::int64_t now_ms);  // counts one; false: not yet
  void give_back(const std::string& key);                  // it did not count after all

 private:
  static constexpr std::size_t kManyKeys = 10'000;
  static constexpr std::int64_t kFirstWaitMs = 60'000, kKeptWindows = 8;
  struct Count {
    std::int64_t last_ms = 0;
    std::uint32_t number = 0;
  };
  bool is_forgotten(const Count& count, std::int64_t now_ms) const {
    return now_ms - count.last_ms >= kKeptWindows * window_ms_;
  }
  std::int64_t wait_ms(const Count& count) const;

  const std::uint32_t free_;
  const std::int64_t window_ms_;
  std::mutex mutex_;
  std::unordered_map<std::string, Count> counts_;
};

// Tally: what is under way, by key. It must outlive what is held of it.
class Tally {
 public:
  struct Hold {
    std::shared_ptr<const void> held;   // one more of each, until it is let go
    std::vector<std::uint32_t> before;  // how many others were, of each
  };
  // All at once: whoever is first of one is first of all.
  Hold hold(std::vector<std::string> keys);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::uint32_t> counts_;  // none is 0
};

}  // namespace wardroom::lobby
