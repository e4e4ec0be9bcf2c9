// Counted since the start; read by /metrics.
#pragma once

#include <atomic>
#include <cstdint>

namespace wardroom::match {

struct Stats {
  std::atomic<std::uint64_t> actions{0};
  std::atomic<std::uint64_t> refusals{0};
  std::atomic<std::uint64_t> commits{0};
  std::atomic<std::uint64_t> commit_failures{0};
  std::atomic<std::uint64_t> matches_loaded{0};
  std::atomic<std::int64_t> matches_in_memory{0};
  std::atomic<std::int64_t> visitors{0};
};

}  // namespace wardroom::match
