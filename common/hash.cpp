#include "common/hash.h"

#include <sodium.h>

#include <stdexcept>

namespace wardroom {
namespace {

crypto_generichash_state* state_of(std::array<unsigned char, 384>& bytes) {
  static_assert(sizeof(crypto_generichash_state) <= 384);
  return reinterpret_cast<crypto_generichash_state*>(bytes.data());
}

void ready() {
  static const bool once = [] {
    if (sodium_init() < 0) throw std::runtime_error("libsodium could not start");
    return true;
  }();
  (void)once;
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string blake(std::string_view bytes, std::size_t size, const unsigned char* key, std::size_t key_size) {
  ready();
  std::string out(size, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(out.data()), size, bytes_of(bytes), bytes.size(), key, key_size);
  return out;
}

}  // namespace

std::string hash(std::string_view bytes) { return blake(bytes, kHashBytes, nullptr, 0); }
std::string hash(std::string_view bytes, const Secret& key) { return blake(bytes, kHashBytes, key.data(), key.size()); }
// The key goes first in one BLAKE2b block with the bytes: as strong as the keyed mode (BLAKE2 has no length extension)
// at half its price.
std::uint64_t keyed_number(std::string_view bytes, const Secret& key) {
  ready();
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, kHashBytes);
  crypto_generichash_update(&state, key.data(), key.size());
  crypto_generichash_update(&state, bytes_of(bytes), bytes.size());
  unsigned char digest[kHashBytes];
  crypto_generichash_final(&state, digest, sizeof digest);
  std::uint64_t number = 0;
  for (int i = 7; i >= 0; --i) number = number << 8 | digest[i];
  return number;
}

std::string checksum(std::string_view bytes) { return blake(bytes, kChecksumBytes, nullptr, 0); }

std::string hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (unsigned char byte : bytes) {
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 15]);
  }
  return out;
}

std::string random_bytes(std::size_t count) {
  ready();
  std::string out(count, '\0');
  randombytes_buf(out.data(), out.size());
  return out;
}

Hasher::Hasher() {
  ready();
  crypto_generichash_init(state_of(state_), nullptr, 0, kHashBytes);
}

Hasher::Hasher(const Secret& key) {
  ready();
  crypto_generichash_init(state_of(state_), key.data(), key.size(), kHashBytes);
}

Hasher& Hasher::add(std::string_view part) {
  add(static_cast<std::uint64_t>(part.size()));
  crypto_generichash_update(state_of(state_), bytes_of(part), part.size());
  return *this;
}

Hasher& Hasher::add(std::uint64_t number) {
  unsigned char little[8];
  for (int i = 0; i < 8; ++i) little[i] = static_cast<unsigned char>(number >> (8 * i));
  crypto_generichash_update(state_of(state_), little, sizeof little);
  return *this;
}

std::string Hasher::finish() {
  std::string out(kHashBytes, '\0');
  crypto_generichash_final(state_of(state_), reinterpret_cast<unsigned char*>(out.data()), out.size());
  return out;
}

}  // namespace wardroom
