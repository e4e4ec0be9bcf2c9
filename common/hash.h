// Hashes and secrets (libsodium): BLAKE2b for chains, commitments and data; random bytes from the system.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wardroom {

inline constexpr std::size_t kHashBytes = 32;
inline constexpr std::size_t kChecksumBytes = 16;

using Secret = std::array<unsigned char, 32>;

std::string hash(std::string_view bytes);                               // 32 bytes
std::string hash(std::string_view bytes, const Secret& key);            // keyed, 32 bytes
std::uint64_t keyed_number(std::string_view bytes, const Secret& key);  // the first 8 bytes of a keyed hash
std::string checksum(std::string_view bytes);                           // 16 bytes
std::string hex(std::string_view bytes);
std::string random_bytes(std::size_t count);

// Hashes parts as if each were written with its length, so that no two lists of parts look alike.
class Hasher {
 public:
  Hasher();
  explicit Hasher(const Secret& key);
  Hasher& add(std::string_view part);
  Hasher& add(std::uint64_t number);
  std::string finish();

 private:
  alignas(64) std::array<unsigned char, 384> state_;
};

}  // namespace wardroom
