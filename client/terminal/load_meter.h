// LoadMeter: what a load costs this program and, by their numbers, the servers of this machine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <mutex>
#include <vector>

namespace wardroom::terminal {

double cpu_seconds(pid_t process);          // so far, with its children's
std::uint64_t memory_bytes(pid_t process);  // resident

class LoadMeter {
 public:
  LoadMeter(std::vector<pid_t> servers, std::vector<pid_t> databases);

  void settled();  // the connections beside those that play are there
  void begin();    // the first who says so
  void end();      // the last

  double own_cpu_s() const { return own_.to - own_.from; }
  double server_cpu_s() const { return server_.to - server_.from; }
  double database_cpu_s() const { return database_.to - database_.from; }
  std::uint64_t server_memory() const { return at_last_; }
  std::uint64_t grown() const { return settled_ > at_first_ ? settled_ - at_first_ : 0; }  // until they were there

 private:
  struct Span {
    double from = 0;
    double to = 0;
  };
  std::uint64_t servers_memory() const;

  const std::vector<pid_t> servers_;
  const std::vector<pid_t> databases_;
  std::mutex mutex_;
  bool begun_ = false;
  Span own_;
  Span server_;
  Span database_;
  const std::uint64_t at_first_;
  std::uint64_t settled_;
  std::uint64_t at_last_ = 0;
};

}  // namespace wardroom::terminal
