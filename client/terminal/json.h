// JSON lines for scripts.
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

#include "common/result.h"

namespace wardroom::terminal {

std::string in_quotes(std::string_view text);
std::string to_json(const google::protobuf::Message& message);  // one line, as protobuf writes it
Result<void> from_json(std::string_view json, google::protobuf::Message& message);

// An object, member by member.
class JsonObject {
 public:
  JsonObject& member(std::string_view name, std::string_view json);  // json is written as it is
  JsonObject& word(std::string_view name, std::string_view text) { return member(name, in_quotes(text)); }
  JsonObject& number(std::string_view name, std::int64_t value) { return member(name, std::to_string(value)); }
  std::string str() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

}  // namespace wardroom::terminal
