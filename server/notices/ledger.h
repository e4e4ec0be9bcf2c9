// Ledger: what the outbox is asked and told, waited for. For threads that may wait.
#pragma once

#include <future>
#include <string>
#include <utility>
#include <vector>

#include "server/store/outbox.h"

namespace wardroom::notices {

using Jobs = std::vector<store::WaitingJob>;
using Ids = std::vector<std::int64_t>;

inline Ids ids_of(const Jobs& jobs) {
  Ids ids;
  for (const store::WaitingJob& job : jobs) ids.push_back(job.id);
  return ids;
}

// What the store keeps secrets under: one name for a piece of news whatever carries it, and what push services know us
// by.
inline constexpr char kNamesSecret[] = "mail";
inline constexpr char kPushSecret[] = "push";

class Ledger {
 public:
  explicit Ledger(store::Outbox& outbox) : outbox_(outbox) {}

  template <class T, class Start>
  Result<T> ask(Start start) const {
    std::promise<Result<T>> promise;
    std::future<Result<T>> answer = promise.get_future();
    start(outbox_, [&promise](Result<T> result) { promise.set_value(std::move(result)); });
    return answer.get();
  }

  void settle(const Ids& jobs, v1::Delivery::State state, const std::string& words = {}) const {
    if (jobs.empty()) return;
    (void)ask<void>([&](auto& outbox, auto then) { outbox.settle(jobs, state, words, std::move(then)); });
  }
  void put_off(const Ids& jobs, std::int64_t until_ms, v1::Delivery::State state = v1::Delivery::WAITING,
               const std::string& words = {}) const {
    (void)ask<void>([&](auto& outbox, auto then) { outbox.put_off(jobs, until_ms, state, words, std::move(then)); });
  }
  std::optional<Secret> secret(const std::string& name) const {
    Result<Secret> made = ask<Secret>([&](auto& outbox, auto then) { outbox.secret(name, std::move(then)); });
    return made ? std::optional(*made) : std::nullopt;
  }

 private:
  store::Outbox& outbox_;
};

}  // namespace wardroom::notices
