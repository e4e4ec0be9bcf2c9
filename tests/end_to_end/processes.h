// Programs run as a person would run them, and a line between them that can be cut.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace wardroom::testing {

// A temporary folder that goes with its owner.
class Folder {
 public:
  Folder();
  ~Folder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A child process; its output goes to a file.
class Process {
 public:
  Process(std::vector<std::string> command, std::filesystem::path output, std::vector<std::string> environment = {});
  ~Process();  // killed if it still runs
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void signal(int number);
  // No file of the process may grow beyond this from now on; without a value, any may.
  void limit_files(std::optional<std::uint64_t> bytes);
  bool running();
  int pid() const { return pid_; }
  int wait();                  // its exit code; 128 + signal. Killed after a minute
  std::string output() const;  // so far
  // Waits until the output holds the text; fails the program after half a minute.
  std::string wait_for(const std::string& text);

 private:
  std::filesystem::path output_;
  int pid_ = -1;
  int status_ = -1;
  bool done_ = false;
};

// A child process at a terminal of its own, with somebody typing.
class Typist {
 public:
  static bool has_terminal();  // false in a bare tree without /dev/pts
  Typist(std::vector<std::string> command, std::vector<std::string> environment);
  ~Typist();  // killed if it still runs
  Typist(const Typist&) = delete;
  Typist& operator=(const Typist&) = delete;

  void wait_for(const std::string& text);  // on the screen; fails the program after half a minute
  void type(const std::string& line);
  int end();  // its exit code
  const std::string& screen() const { return screen_; }

 private:
  bool read_more();  // whether there is more to come

  int terminal_ = -1;
  int pid_ = -1;
  std::string screen_;
};

// A TCP line to a port of this machine that the test can cut.
class Wire {
 public:
  explicit Wire(std::uint16_t to);
  ~Wire();
  std::uint16_t port() const { return port_; }
  void cut();  // every connection through it, in both directions

 private:
  struct Pump;
  void accept();

  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::uint16_t to_;
  std::uint16_t port_;
  std::vector<std::weak_ptr<Pump>> pumps_;
  std::thread thread_;
};

std::uint16_t free_port();

// What somebody who runs a test by hand has said.
std::uint32_t number_of(const char* variable, std::uint32_t usual);
bool within(std::chrono::milliseconds patience, const std::function<bool()>& holds);

// The status of an HTTP GET to a port of this machine.
unsigned http_status(std::uint16_t port, const std::string& target);

}  // namespace wardroom::testing
