// Harness: a server on a free port of this machine, with a fake desk, for one test.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/net/server.h"
#include "tests/net/client.h"
#include "tests/net/fake_desk.h"

namespace wardroom::net {

// A folder that goes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

class Harness {
 public:
  explicit Harness(Settings settings = {});
  ~Harness();

  void start();  // after the desk has been prepared; the constructor does not
  std::uint16_t port() const { return server->port(); }
  Server::Drained drain();
  double metric(const std::string& line_start);  // of /metrics; throws when there is none

  FakeDesk desk;
  boost::asio::io_context io{2};
  std::unique_ptr<Server> server;

 private:
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::vector<std::thread> threads_;
  bool drained_ = false;
};

// Until it holds, for as long as a test may take; the answer says whether it does.
bool eventually(const std::function<bool()>& holds);

}  // namespace wardroom::net
