// Reader: the thread that reads, on a connection of its own. Each request sees one moment of the database.
#pragma once

#include <memory>
#include <thread>

#include "server/store/sqlite/request.h"

namespace wardroom::store {

class Reader {
 public:
  Reader(std::unique_ptr<Connection> connection, const Hooks& hooks);
  ~Reader();  // what has been submitted is finished first

  void submit(std::unique_ptr<Request> request) { inbox_.put(std::move(request)); }

 private:
  void serve();
  void run(Request& request);

  std::unique_ptr<Connection> connection_;
  Bench bench_;
  Inbox inbox_;
  std::thread thread_;
};

}  // namespace wardroom::store
