#include "client/terminal/load_figures.h"

#include <algorithm>
#include <cstdio>

#include "client/terminal/json.h"

namespace wardroom::terminal {
namespace {

double part_of(std::vector<std::uint32_t>& values, double part) {
  if (values.empty()) return 0;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

double mean_of(double sum, std::uint64_t count) { return count > 0 ? sum / static_cast<double>(count) : 0; }

std::string decimal(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

}  // namespace

std::string to_json(LoadFigures figures, const LoadSettings& settings) {
  const auto actions = static_cast<double>(figures.actions);
  const auto ms = [&](double part) { return decimal(part_of(figures.latencies_us, part) / 1000); };
  JsonObject out;
  out.member("actions_per_s", decimal(figures.seconds > 0 ? actions / figures.seconds : 0))
      .member("p50_ms", ms(0.50))
      .member("p99_ms", ms(0.99))
      .member("p999_ms", ms(0.999))
      .member("bytes_per_action", decimal(mean_of(static_cast<double>(figures.bytes), figures.actions)))
      .member("median_bytes", decimal(part_of(figures.bytes_of_actions, 0.50)))
      .number("errors", static_cast<std::int64_t>(figures.errors))
      .number("actions", static_cast<std::int64_t>(figures.actions))
      .number("matches_finished", static_cast<std::int64_t>(figures.finished))
      .member("seconds", decimal(figures.seconds))
      .member("load_cpu_s_per_1000", decimal(1000 * mean_of(figures.own_cpu_s, figures.actions)));
  if (settings.rate > 0)
    out.member("rate", decimal(settings.rate)).number("unanswered", static_cast<std::int64_t>(figures.unanswered));
  if (settings.connections > 0) out.number("connections", static_cast<std::int64_t>(settings.connections));
  if (!settings.servers.empty()) {
    out.member("server_cpu_s_per_1000", decimal(1000 * mean_of(figures.server_cpu_s, figures.actions)))
        .number("server_memory", static_cast<std::int64_t>(figures.server_memory));
    if (settings.connections > 0)
      out.number("memory_per_connection", static_cast<std::int64_t>(figures.connection_memory));
  }
  if (!settings.databases.empty())
    out.member("database_cpu_s_per_1000", decimal(1000 * mean_of(figures.database_cpu_s, figures.actions)));
  if (!figures.first_error.empty()) out.word("first_error", figures.first_error);
  return out.str();
}

}  // namespace wardroom::terminal
