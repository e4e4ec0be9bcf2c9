// Hooks: where tests reach into the store. In service there is nothing.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>

namespace wardroom::store {

// The storage steps, in order. A test may stop the process at any of them.
enum class Step {
  kBegin,       // before the group's transaction opens
  kRequest,     // a request is about to run
  kRows,        // an append has written its rows
  kCheckpoint,  // and its checkpoint
  kQueues,      // and what is queued
  kProgress,    // and how far the match has come
  kOutbox,      // and its jobs
  kRelease,     // a request has run
  kCommit,      // before the group's transaction is made durable
  kCommitted,   // durable, nobody knows yet
  kAnswered,    // everyone has been called back
};
inline constexpr std::array kSteps{Step::kBegin,  Step::kRequest,   Step::kRows,    Step::kCheckpoint,
                                   Step::kQueues, Step::kProgress,  Step::kOutbox,  Step::kRelease,
                                   Step::kCommit, Step::kCommitted, Step::kAnswered};

// By this machine's clock, in milliseconds since 1970.
inline std::int64_t machine_ms() {
  using namespace std::chrono;
  return static_cast<std::int64_t>(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}

struct Hooks {
  std::function<std::int64_t()> now;  // in place of the database's clock; called from the store's threads
  std::function<void(Step)> at;       // on a writer's thread
  std::function<bool()> loses;        // whether a notice to other servers is lost

  void reach(Step step) const {
    if (at) at(step);
  }
};

}  // namespace wardroom::store
