// Every schema with its comments: a serialized google.protobuf.FileDescriptorSet.
#pragma once

#include <string_view>

namespace wardroom {

std::string_view described_schemas();

}  // namespace wardroom
