#include "tests/end_to_end/processes.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace wardroom::testing {
namespace asio = boost::asio;
using asio::ip::tcp;

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "wardroom-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

// In the child of a fork: it is the program from here on.
[[noreturn]] static void become(std::vector<std::string>& command, std::vector<std::string>& environment) {
  for (std::string& variable : environment) ::putenv(variable.data());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

Process::Process(std::vector<std::string> command, std::filesystem::path output, std::vector<std::string> environment)
    : output_(std::move(output)) {
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot fork");
  if (pid_ > 0) return;
  const int out = ::open(output_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  const int in = ::open("/dev/null", O_RDONLY);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(out, 2);
  become(command, environment);
}

Process::~Process() {
  if (running()) {
    signal(SIGKILL);
    wait();
  }
}

void Process::signal(int number) {
  if (!done_) ::kill(pid_, number);
}

void Process::limit_files(std::optional<std::uint64_t> bytes) {
  rlimit limit{};
  if (::prlimit(pid_, RLIMIT_FSIZE, nullptr, &limit) != 0) throw std::runtime_error("cannot read its limits");
  limit.rlim_cur = bytes.value_or(limit.rlim_max);
  if (::prlimit(pid_, RLIMIT_FSIZE, &limit, nullptr) != 0) throw std::runtime_error("cannot limit it");
}

bool Process::running() {
  if (!done_ && ::waitpid(pid_, &status_, WNOHANG) == pid_) done_ = true;
  return !done_;
}

int Process::wait() {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (running()) {
    if (std::chrono::steady_clock::now() > limit) signal(SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

std::string Process::output() const {
  std::ifstream file(output_, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::string Process::wait_for(const std::string& text) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  for (;;) {
    std::string now = output();
    if (now.find(text) != std::string::npos) return now;
    if (!running() || std::chrono::steady_clock::now() > limit)
      throw std::runtime_error("never said " + text + ":\n" + now);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

bool Typist::has_terminal() {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal >= 0) ::close(terminal);
  return terminal >= 0;
}

Typist::Typist(std::vector<std::string> command, std::vector<std::string> environment) {
  pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
  if (pid_ < 0) throw std::runtime_error("no terminal");
  if (pid_ > 0) return;
  become(command, environment);
}

Typist::~Typist() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(terminal_);
}

bool Typist::read_more() {
  pollfd ready{terminal_, POLLIN, 0};
  if (::poll(&ready, 1, 30'000) <= 0) throw std::runtime_error("nothing more on the screen:\n" + screen_);
  std::array<char, 4096> bytes;
  const ssize_t size = ::read(terminal_, bytes.data(), bytes.size());
  if (size > 0) screen_.append(bytes.data(), static_cast<std::size_t>(size));
  return size > 0;
}

void Typist::wait_for(const std::string& text) {
  while (screen_.find(text) == std::string::npos) {
    if (!read_more()) throw std::runtime_error("never said " + text + ":\n" + screen_);
  }
}

void Typist::type(const std::string& line) {
  const std::string keys = line + '\n';
  if (::write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
    throw std::runtime_error("cannot type");
}

int Typist::end() {
  while (read_more()) {
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Wire::Pump : std::enable_shared_from_this<Pump> {
  Pump(tcp::socket near, tcp::socket far) : ends{std::move(near), std::move(far)} {}

  void run(std::size_t from) {
    ends[from].async_read_some(asio::buffer(buffers[from]),
                               [self = shared_from_this(), from](auto error, std::size_t size) {
                                 if (error) return self->close();
                                 asio::async_write(self->ends[1 - from], asio::buffer(self->buffers[from], size),
                                                   [self, from](auto failed, std::size_t) {
                                                     if (failed) return self->close();
                                                     self->run(from);
                                                   });
                               });
  }
  void close() {
    boost::system::error_code ignored;
    for (tcp::socket& end : ends) end.close(ignored);
  }

  std::array<tcp::socket, 2> ends;
  std::array<std::array<char, 16 * 1024>, 2> buffers;
};

Wire::Wire(std::uint16_t to) : acceptor_(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)), to_(to) {
  port_ = acceptor_.local_endpoint().port();
  accept();
  thread_ = std::thread([this] { io_.run(); });
}

Wire::~Wire() {
  io_.stop();
  thread_.join();
}

void Wire::accept() {
  acceptor_.async_accept([this](auto error, tcp::socket near) {
    if (error) return;
    tcp::socket far(io_);
    boost::system::error_code refused;
    far.connect(tcp::endpoint(asio::ip::address_v4::loopback(), to_), refused);
    if (!refused) {
      auto pump = std::make_shared<Pump>(std::move(near), std::move(far));
      pumps_.push_back(pump);
      pump->run(0);
      pump->run(1);
    }
    accept();
  });
}

void Wire::cut() {
  asio::post(io_, [this] {
    for (auto& weak : pumps_) {
      if (auto pump = weak.lock()) pump->close();
    }
    pumps_.clear();
  });
}

std::uint16_t free_port() {
  asio::io_context io;
  return tcp::acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)).local_endpoint().port();
}

unsigned http_status(std::uint16_t port, const std::string& target) {
  tcp::iostream line;
  line.expires_after(std::chrono::seconds(15));
  line.connect(tcp::endpoint(asio::ip::address_v4::loopback(), port));
  line << "GET " << target << " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" << std::flush;
  std::string version;
  unsigned status = 0;
  line >> version >> status;
  return status;
}

std::uint32_t number_of(const char* variable, std::uint32_t usual) {
  const char* said = std::getenv(variable);
  return said ? static_cast<std::uint32_t>(std::stoul(said)) : usual;
}

bool within(std::chrono::milliseconds patience, const std::function<bool()>& holds) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return true;
}

}  // namespace wardroom::testing
