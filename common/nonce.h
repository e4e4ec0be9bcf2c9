// A seat's nonce: its part of the match secret.
#pragma once

#include <cstddef>

namespace wardroom {

inline constexpr std::size_t kNonceBytes = 32;

}  // namespace wardroom
