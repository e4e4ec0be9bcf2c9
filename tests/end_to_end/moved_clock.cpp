// A server linked with this has a clock that a test moves while it runs: the file that WARDROOM_CLOCK names holds by
// how many milliseconds, as eight bytes. What is measured (timers, waits) goes on as it does when somebody sets a
// machine's clock. No server that people use has it.
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>

namespace {

std::chrono::milliseconds moved_by() {
  static const int file = [] {
    const char* name = std::getenv("WARDROOM_CLOCK");
    return name ? ::open(name, O_RDONLY | O_CLOEXEC) : -1;
  }();
  std::int64_t by = 0;
  if (file < 0 || ::pread(file, &by, sizeof by, 0) != sizeof by) return {};
  return std::chrono::milliseconds(by);
}

}  // namespace

// Instead of the library's.
std::chrono::system_clock::time_point std::chrono::system_clock::now() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec) + moved_by());
}
