// A seat's nonce: its part of the match secret. Whoever sits down first gives its hash before anyone gives anything
// else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/hash.h"

namespace wardroom {

inline constexpr std::size_t kNonceBytes = 32;

inline std::string nonce_hash(std::string_view nonce) { return Hasher().add("wardroom nonce").add(nonce).finish(); }

}  // namespace wardroom
