#include "client/terminal/load.h"

#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "client/terminal/load_squad.h"

namespace wardroom::terminal {
namespace {

template <class T>
void add(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

}  // namespace

void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

LoadFigures run_load(const LoadSettings& settings) {
  const unsigned threads = std::max(1U, settings.threads);
  LoadMeter meter(settings.servers, settings.databases);
  LoadFigures all;
  std::mutex mutex;
  std::vector<std::thread> crew;
  for (unsigned i = 0; i < threads; ++i) {
    const auto part = [&](std::size_t whole) { return whole / threads + (i < whole % threads ? 1 : 0); };
    const LoadSquad::Share share{part(settings.matches), part(settings.connections), part(settings.watching),
                                 settings.rate / threads, settings.seed + i};
    crew.emplace_back([&, share] {
      LoadSquad squad(settings, share, meter);
      const LoadFigures its = squad.run();
      const std::lock_guard lock(mutex);
      all.seconds = std::max(all.seconds, its.seconds);
      all.actions += its.actions;
      all.bytes += its.bytes;
      all.finished += its.finished;
      all.unanswered += its.unanswered;
      all.errors += its.errors;
      if (all.first_error.empty()) all.first_error = its.first_error;
      add(all.latencies_us, its.latencies_us);
      add(all.bytes_of_actions, its.bytes_of_actions);
    });
  }
  for (std::thread& thread : crew) thread.join();
  all.own_cpu_s = meter.own_cpu_s();
  all.server_cpu_s = meter.server_cpu_s();
  all.database_cpu_s = meter.database_cpu_s();
  all.server_memory = meter.server_memory();
  if (settings.connections > 0) all.connection_memory = meter.grown() / settings.connections;
  return all;
}

}  // namespace wardroom::terminal
