// Reader: a thread that reads, on a connection of its own. Each request sees one moment of the database.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "server/store/request.h"

namespace wardroom::store {

class Reader {
 public:
  Reader(std::unique_ptr<Connection> connection, const Hooks& hooks);
  ~Reader();  // what has been submitted is finished first

  void submit(std::unique_ptr<Request> request);
  std::size_t waiting() const { return waiting_.load(std::memory_order_relaxed); }  // what it has not answered yet

 private:
  void serve();
  void run(Request& request);

  std::unique_ptr<Connection> connection_;
  Bench bench_;
  Inbox inbox_;
  std::atomic<std::size_t> waiting_{0};
  std::thread thread_;
};

}  // namespace wardroom::store
