#include "client/terminal/json.h"

#include <google/protobuf/util/json_util.h>

#include <boost/json/serialize.hpp>

namespace wardroom::terminal {
namespace util = google::protobuf::util;

std::string in_quotes(std::string_view text) { return boost::json::serialize(text); }

std::string to_json(const google::protobuf::Message& message) {
  std::string out;
  if (const auto status = util::MessageToJsonString(message, &out); !status.ok()) return "null";
  return out;
}

Result<void> from_json(std::string_view json, google::protobuf::Message& message) {
  const auto status = util::JsonStringToMessage(google::protobuf::StringPiece(json.data(), json.size()), &message);
  if (status.ok()) return {};
  return refuse(RefusalCode::kMalformed, Text("terminal.bad_json").word("error", std::string(status.message())));
}

JsonObject& JsonObject::member(std::string_view name, std::string_view json) {
  if (text_.size() > 1) text_ += ",";
  text_ += in_quotes(name);
  text_ += ":";
  text_ += json;
  return *this;
}

}  // namespace wardroom::terminal
