// Counter: how much waits in the outbox for one kind of carrier, looked at now and then, for /metrics.
#pragma once

#include "server/match/stats.h"
#include "server/notices/ledger.h"

namespace wardroom::notices {

class Counter {
 public:
  Counter(const Ledger& ledger, store::Road road, match::Carried& stats)
      : ledger_(ledger), road_(road), stats_(stats) {}

  void look(std::int64_t now_ms) {
    if (now_ms >= looked_ms_ && now_ms < looked_ms_ + kEveryMs) return;
    looked_ms_ = now_ms;
    const Result<store::Waiting> found =
        ledger_.ask<store::Waiting>([this](auto& outbox, auto then) { outbox.waiting(road_, std::move(then)); });
    if (!found) return;
    stats_.waiting = found->count;
    stats_.oldest_ms = found->oldest_ms == 0 ? 0 : now_ms - found->oldest_ms;
  }

 private:
  static constexpr std::int64_t kEveryMs = 10'000;
  const Ledger& ledger_;
  const store::Road road_;
  match::Carried& stats_;
  std::int64_t looked_ms_ = 0;
};

}  // namespace wardroom::notices
