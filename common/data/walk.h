// Every message of a file, from the top down.
#pragma once

#include <vector>

#include "common/data/spot.h"

namespace wardroom {

// Calls visit(Spot) for the message here and for every message that is set below it.
template <class Visit>
void walk(const Spot& spot, const Visit& visit) {
  visit(spot);
  const google::protobuf::Message& message = *spot.message();
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    if (!field->message_type()) continue;
    if (!field->is_repeated()) {
      walk(spot.at(*field), visit);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) walk(spot.at(*field, i), visit);
  }
}

}  // namespace wardroom
