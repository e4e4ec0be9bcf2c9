#include "client/terminal/load_meter.h"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

namespace wardroom::terminal {

namespace {

// Of its own, and of the children that have ended.
double own_cpu_seconds(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_ends = all.rfind(')');
  if (name_ends == all.npos) return 0;
  std::istringstream rest(all.substr(name_ends + 1));
  std::string word;
  for (int field = 3; field < 14; ++field) rest >> word;
  double ticks = 0, sum = 0;
  for (int field = 14; field < 18 && rest >> ticks; ++field) sum += ticks;
  return sum / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double cpu_of_all(const std::vector<pid_t>& processes) {
  double all = 0;
  for (const pid_t process : processes) all += cpu_seconds(process);
  return all;
}

}  // namespace

double cpu_seconds(pid_t process) {
  double all = own_cpu_seconds(process);
  const std::string number = std::to_string(process);
  std::ifstream children("/proc/" + number + "/task/" + number + "/children");
  for (pid_t child = 0; children >> child;) all += own_cpu_seconds(child);
  return all;
}

std::uint64_t memory_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

LoadMeter::LoadMeter(std::vector<pid_t> servers, std::vector<pid_t> databases)
    : servers_(std::move(servers)),
      databases_(std::move(databases)),
      at_first_(servers_memory()),
      settled_(at_first_) {}

void LoadMeter::settled() {
  const std::lock_guard lock(mutex_);
  settled_ = servers_memory();
}

void LoadMeter::begin() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(begun_, true)) return;
  own_.from = own_.to = cpu_seconds(::getpid());
  server_.from = server_.to = cpu_of_all(servers_);
  database_.from = database_.to = cpu_of_all(databases_);
}

void LoadMeter::end() {
  const std::lock_guard lock(mutex_);
  own_.to = cpu_seconds(::getpid());
  server_.to = cpu_of_all(servers_);
  database_.to = cpu_of_all(databases_);
  at_last_ = servers_memory();
}

std::uint64_t LoadMeter::servers_memory() const {
  std::uint64_t all = 0;
  for (const pid_t server : servers_) all += memory_bytes(server);
  return all;
}

}  // namespace wardroom::terminal
