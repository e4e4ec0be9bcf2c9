// How the host's tool and the server speak over the socket in the data folder: each message behind its length.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace wardroom {

inline constexpr char kAdminSocket[] = "admin.sock";  // in the data folder

using AdminLength = std::array<unsigned char, 4>;  // the highest byte first

inline std::uint32_t admin_length(const AdminLength& bytes) {
  std::uint32_t length = 0;
  for (const unsigned char byte : bytes) length = length << 8 | byte;
  return length;
}

inline std::string admin_bytes(const std::string& message) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(message.size() >> shift & 0xFF);
  return bytes + message;
}

}  // namespace wardroom
