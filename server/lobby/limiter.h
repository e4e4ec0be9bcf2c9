// Limiter: counts of one limit on this server, by key. Tally: what is under way.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/lobby/limit.h"

namespace wardroom::lobby {

class Limiter {
 public:
  explicit Limiter(Limit limit) : limit_(limit) {}

  // Counts one and says how many there were; none: there have been too many already.
  std::optional<std::uint32_t> take(const std::string& key, std::int64_t now_ms);
  std::int64_t wait_ms(const std::string& key, std::int64_t now_ms);  // until it may happen again; 0: now
  void give_back(const std::string& key);                             // it did not count after all

 private:
  static constexpr std::size_t kManyKeys = 10'000;

  const Limit limit_;
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
