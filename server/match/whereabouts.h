// Whereabouts: who sits at matches on other servers of the same store, as they say again and again. What a server has
// not said for a while is not so any more.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/match/store.h"

namespace wardroom::match {

class Whereabouts {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Whereabouts(std::chrono::milliseconds kept) : kept_(kept) {}

  // Both give the matches of which that is news.
  std::vector<std::string> hear(std::int64_t server, const std::vector<Seated>& seated, Clock::time_point now);
  std::vector<std::string> forget_old(Clock::time_point now);
  std::array<bool, 2> at(const std::string& match) const;

 private:
  struct Said {
    std::int64_t server;
    std::array<bool, 2> seats;
    Clock::time_point until;
  };
  static std::array<bool, 2> all(const std::vector<Said>& said);

  const std::chrono::milliseconds kept_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::vector<Said>> matches_;
};

}  // namespace wardroom::match
