// Logging: where lines go and what they look like. Each is a list of key=value pairs, the first of them the event.
#pragma once

#include <spdlog/common.h>
#include <spdlog/formatter.h>

#include <memory>
#include <string>
#include <string_view>

namespace wardroom {

enum class LogFormat { kText, kJson };

struct LogSettings {
  spdlog::level::level_enum level = spdlog::level::info;
  LogFormat format = LogFormat::kText;
};

// To standard error, for the whole program.
void start_logging(const LogSettings& settings);

std::unique_ptr<spdlog::formatter> log_formatter(LogFormat format);

// The pairs of a line as members of a JSON object; words that are no pair become its "message".
std::string json_members(std::string_view line);

// A value as it stands in a line: in quotes when it has spaces.
std::string in_quotes(std::string_view value);

}  // namespace wardroom
