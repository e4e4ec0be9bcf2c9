// Writer: a thread that writes, on a connection of its own. Everything that waits is one transaction (group commit),
// tried at first as if everybody got what he asks for; if somebody does not, once more with each request in a savepoint
// of its own, so that one that is refused does not hurt the others. Nobody is called back before the commit is durable.
// What runs into somebody else's lock waits for it in a transaction in which it is the
// first, so that nobody waits while he holds what others wait for.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <thread>

#include "server/store/herald.h"
#include "server/store/request.h"

namespace wardroom::store {

class Writer {
 public:
  // While writes fail, tries again on its own every `probe`, so that healthy() turns true when the database recovers.
  // `herald`: whom it tells which matches it has written; may be none.
  Writer(std::unique_ptr<Connection> connection, const Hooks& hooks, std::chrono::milliseconds probe,
         Herald* herald = nullptr);
  ~Writer();  // what has been submitted is finished first

  void submit(std::unique_ptr<Request> request) { inbox_.put(std::move(request)); }
  bool healthy() const { return healthy_.load(std::memory_order_relaxed); }

 private:
  using Group = std::span<std::unique_ptr<Request>>;
  enum class Ran { kThrough, kWaits };

  void serve();
  std::size_t settle(Group waiting);                                 // how many of them, from the first, are answered
  std::optional<Refusal> commit(Group waiting, std::size_t& taken);  // why nothing of the group was written
  bool all_run(Group group);                                         // without a savepoint
  Ran run(Request& request);
  void tell(Group written);
  Ran run_patiently(Request& request);  // holds nothing while it waits

  std::unique_ptr<Connection> connection_;
  const Hooks& hooks_;
  Bench bench_;
  std::chrono::milliseconds probe_;
  Herald* const herald_;
  Inbox inbox_;
  std::atomic<bool> healthy_{true};
  std::optional<Refusal> trouble_;  // of storage, met by a request of the present group
  std::thread thread_;
};

}  // namespace wardroom::store
