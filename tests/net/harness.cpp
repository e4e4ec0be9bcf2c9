#include "tests/net/harness.h"

#include <stdlib.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <fstream>
#include <stdexcept>

#include "common/text.h"

namespace wardroom::net {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "wardroom-net-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::write(const std::string& name, const std::string& text) const {
  const fs::path file = path_ / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

Harness::Harness(Settings settings) : work_(io.get_executor()) {
  settings.port = 0;
  if (settings.metrics_from.empty()) settings.metrics_from.add("127.0.0.1");
  auto opened = Server::open(io, desk, settings);
  if (!opened) throw std::runtime_error("cannot open: " + opened.error().reason.id);
  server = std::move(*opened);
}

void Harness::start() {
  server->start();
  for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { io.run(); });
}

Server::Drained Harness::drain() {
  drained_ = true;
  return boost::asio::co_spawn(io, server->drain(), boost::asio::use_future).get();
}

Harness::~Harness() {
  if (!threads_.empty() && !drained_) drain();
  work_.reset();
  io.stop();
  for (std::thread& thread : threads_) thread.join();
}

double Harness::metric(const std::string& line_start) {
  const std::string text = get(port(), "/metrics").body();
  const std::string wanted = '\n' + line_start + ' ';
  const auto at = text.find(wanted);
  if (at == text.npos) throw std::runtime_error("no metric " + line_start);
  return std::stod(text.substr(at + wanted.size()));
}

bool eventually(const std::function<bool()>& holds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(15);
  while (std::chrono::steady_clock::now() < deadline) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return holds();
}

}  // namespace wardroom::net
