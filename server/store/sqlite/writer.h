// Writer: the one thread that writes. Everything that waits is one transaction (group commit), each request in a
// savepoint of its own, so that one that is refused does not hurt the others. Nobody is called back before the commit
// is durable.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "server/store/sqlite/request.h"

namespace wardroom::store {

class Writer {
 public:
  // While writes fail, tries again on its own every `probe`, so that healthy() turns true when the disk recovers.
  Writer(std::unique_ptr<Connection> connection, const Hooks& hooks, std::chrono::milliseconds probe);
  ~Writer();  // what has been submitted is finished first

  void submit(std::unique_ptr<Request> request) { inbox_.put(std::move(request)); }
  bool healthy() const { return healthy_.load(std::memory_order_relaxed); }

 private:
  void serve();
  void settle(Requests& group);
  std::optional<Refusal> commit(Requests& group);  // why nothing of the group was written
  void run(Request& request);

  std::unique_ptr<Connection> connection_;
  const Hooks& hooks_;
  Bench bench_;
  std::chrono::milliseconds probe_;
  Inbox inbox_;
  std::atomic<bool> healthy_{true};
  std::optional<Refusal> trouble_;  // of storage, met by a request of the present group
  std::thread thread_;
};

}  // namespace wardroom::store
