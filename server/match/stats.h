// Counted since the start; read by /metrics.
#pragma once

#include <atomic>
#include <cstdint>

namespace wardroom::match {

// What was told to people who were away, by one kind of carrier.
struct Carried {
  std::atomic<std::uint64_t> sent{0};
  std::atomic<std::uint64_t> put_off{0};
  std::atomic<std::uint64_t> refused{0};
  std::atomic<std::int64_t> waiting{0};
  std::atomic<std::int64_t> oldest_ms{0};  // how long the oldest of what is due has waited
  std::atomic<bool> down{false};           // nothing can be sent
};

struct Stats {
  std::atomic<std::uint64_t> actions{0};
  std::atomic<std::uint64_t> refusals{0};
  std::atomic<std::uint64_t> commits{0};
  std::atomic<std::uint64_t> commit_failures{0};
  std::atomic<std::uint64_t> matches_loaded{0};
  std::atomic<std::int64_t> matches_in_memory{0};
  std::atomic<std::uint64_t> matches_parked{0};      // their rules broke
  std::atomic<std::uint64_t> matches_not_loaded{0};  // a row of theirs cannot be read
  std::atomic<std::int64_t> visitors{0};
  std::atomic<std::int64_t> backup_at{0};  // when the last copy of the database was made, in seconds; 0: none yet
  std::atomic<std::uint64_t> backups_failed{0};
  std::atomic<std::int64_t> bots_waiting{0};       // what bots are to think of next
  std::atomic<std::int64_t> passwords_waiting{0};  // to be hashed
  Carried mails;
  Carried calls;
};

}  // namespace wardroom::match
