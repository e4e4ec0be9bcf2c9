#include "server/engine/title.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

namespace wardroom {

Refusal Title::why_not(std::string_view rule) const {
  return {RefusalCode::kNotOffered, Text("refusal.not_offered"), std::string(rule)};
}

Result<std::unique_ptr<Position>> load(const Title& title, const std::string& bytes) {
  auto position = title.blank();
  if (!position->ParseFromString(bytes)) return refuse(RefusalCode::kUnreadable, Text("refusal.unreadable_position"));
  return position;
}

// Positions and views have no map fields, so that plain serialisation is the same on any machine (asserted by a test).
std::string save(const google::protobuf::Message& message) { return message.SerializeAsString(); }

}  // namespace wardroom
