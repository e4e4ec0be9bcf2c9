// Pair: two people who play match after match over lines that break, and what is held against the records afterwards.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/end_to_end/kills_player.h"

namespace wardroom::testing {

// Of what they did, what became.
struct Tally {
  std::size_t matches = 0;
  std::size_t taken = 0, refused = 0;    // as they were told
  std::size_t there = 0, not_there = 0;  // what nobody told them
  std::int64_t earliest_ms = std::numeric_limits<std::int64_t>::max();
  std::int64_t latest_ms = 0;
};

class Pair {
 public:
  Pair(std::uint16_t port, const std::string& first, const std::string& second, std::uint32_t seed, Pace& pace);
  ~Pair();

  void sign_up();
  void begin();
  void end();  // what is begun is played to its end; whatever went wrong fails the test
  bool failed() const { return failed_; }
  // Nothing is lost, doubled or invented.
  void check(std::uint16_t port, Tally& tally);

 private:
  // The matches in the order in which they were made.
  class Table {
   public:
    void add(const std::string& match);
    void close();
    std::optional<std::string> match(std::size_t number);  // waits for it; none: there will be no more

   private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> matches_;
    bool closed_ = false;
  };

  void play_first();
  void play_second();
  void check_match(std::uint16_t port, std::size_t number, Tally& tally);

  std::array<Player, 2> players_;
  Table table_;
  std::array<std::vector<History>, 2> histories_;
  std::array<std::thread, 2> threads_;
  std::atomic<bool> enough_ = false;
  std::atomic<bool> failed_ = false;
};

}  // namespace wardroom::testing
