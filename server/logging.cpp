#include "server/logging.h"

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <vector>

namespace wardroom {
namespace {

void add_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20) {
      out += fmt::format("\\u{:04x}", c);
    } else {
      out += static_cast<char>(c);
    }
  }
  out += '"';
}

// A word, or key="several words", with \" for a quote; `line` goes on behind it.
std::string next_word(std::string_view& line) {
  std::string word;
  bool inside = false;
  std::size_t i = 0;
  for (; i < line.size() && (inside || line[i] != ' '); ++i) {
    if (line[i] == '"') {
      inside = !inside;
    } else {
      if (line[i] == '\\' && inside && i + 1 < line.size()) ++i;
      word += line[i];
    }
  }
  line.remove_prefix(std::min(i + 1, line.size()));
  return word;
}

class JsonMembers final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& to) override {
    const std::string members = json_members({message.payload.data(), message.payload.size()});
    to.append(members.data(), members.data() + members.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<JsonMembers>(); }
};

}  // namespace

std::string json_members(std::string_view line) {
  std::string members;
  std::string message;
  while (!line.empty()) {
    const std::string word = next_word(line);
    const auto equals = word.find('=');
    if (equals == word.npos || equals == 0) {
      if (!message.empty()) message += ' ';
      message += word;
      continue;
    }
    if (!members.empty()) members += ',';
    add_json_string(members, std::string_view(word).substr(0, equals));
    members += ':';
    add_json_string(members, std::string_view(word).substr(equals + 1));
  }
  if (!message.empty() || members.empty()) {
    if (!members.empty()) members += ',';
    members += "\"message\":";
    add_json_string(members, message);
  }
  return members;
}

std::string in_quotes(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out += '"';
}

std::unique_ptr<spdlog::formatter> log_formatter(LogFormat format) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  switch (format) {
    case LogFormat::kText:
      formatter->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v");
      break;
    case LogFormat::kJson:
      formatter->add_flag<JsonMembers>('*').set_pattern("{\"time\":\"%Y-%m-%dT%H:%M:%S.%eZ\",\"level\":\"%l\",%*}");
      break;
  }
  return formatter;
}

void start_logging(const LogSettings& settings) {
  auto logger = std::make_shared<spdlog::logger>("wardroom", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_formatter(log_formatter(settings.format));
  logger->set_level(settings.level);
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
  // What clients send may be malformed in ways that protobuf wants to tell the world about.
  google::protobuf::SetLogHandler(nullptr);
}

}  // namespace wardroom
