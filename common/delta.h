// Delta: bytes, told by what differs from bytes that the other end has. proto/README.md says how one is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wardroom {

// Follows from the two alone: the same on every machine.
std::string delta(std::string_view base, std::string_view next);

// The bytes it was made for; none: it is no delta, or not one of this base.
std::optional<std::string> patched(std::string_view base, std::string_view delta);

}  // namespace wardroom
