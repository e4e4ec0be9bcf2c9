// Outbox: jobs written in the same transaction as what caused them, for whoever carries them out. Each is handed out at
// least once: one that is neither done nor put off comes back after its lease.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/result.h"

namespace wardroom::store {

struct WaitingJob {
  std::int64_t id = 0;
  std::string kind;
  std::string payload;
  std::uint32_t attempts = 0;  // how often it has been handed out before
};

class Outbox {
 public:
  static constexpr std::int64_t kLeaseMs = 60'000;

  virtual ~Outbox() = default;
  // What is due, the longest waiting first; nobody else is given these before the lease is over.
  virtual void take(std::uint32_t limit, std::function<void(Result<std::vector<WaitingJob>>)> then) = 0;
  virtual void done(std::int64_t id, std::function<void(Result<void>)> then) = 0;  // also when it is gone already
  virtual void retry(std::int64_t id, std::int64_t later_ms, std::function<void(Result<void>)> then) = 0;  // kNotFound
};

}  // namespace wardroom::store
