#include "server/lobby/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace wardroom::lobby {
namespace {

constexpr std::int64_t kStepMs = 30'000;
constexpr std::int64_t kDrift = 1;  // steps that a clock may be wrong by
constexpr std::string_view kIssuer = "Wardroom";

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kSixteen = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      out += c;
    } else {
      out += {'%', kSixteen[byte >> 4], kSixteen[byte & 15]};
    }
  }
  return out;
}

}  // namespace

std::int64_t totp_step(std::int64_t now_ms) { return now_ms / kStepMs; }

std::string totp_code(const std::string& secret, std::int64_t step, int digits) {
  std::array<unsigned char, 8> counter{};
  for (std::size_t i = 0; i < counter.size(); ++i)
    counter[i] = static_cast<unsigned char>(static_cast<std::uint64_t>(step) >> (56 - 8 * i));
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
  unsigned int size = 0;
  if (!HMAC(EVP_sha1(), secret.data(), static_cast<int>(secret.size()), counter.data(), counter.size(), mac.data(),
            &size))
    throw std::runtime_error("OpenSSL has no HMAC-SHA-1");
  const std::size_t from = mac[size - 1] & 15;
  std::uint32_t number = mac[from] & 127;
  for (std::size_t i = 1; i < 4; ++i) number = number << 8 | mac[from + i];
  std::string code(static_cast<std::size_t>(digits), '0');
  for (auto digit = code.rbegin(); digit != code.rend(); ++digit, number /= 10)
    *digit = static_cast<char>('0' + number % 10);
  return code;
}

std::optional<std::int64_t> step_of_code(const std::string& secret, const std::string& code, std::int64_t now_ms) {
  std::optional<std::int64_t> found;
  const std::int64_t now = totp_step(now_ms);
  for (std::int64_t step = now - kDrift; step <= now + kDrift; ++step) {
    const std::string right = totp_code(secret, step);
    if (code.size() == right.size() && sodium_memcmp(code.data(), right.data(), right.size()) == 0) found = step;
  }
  return found;
}

std::string base32(const std::string& bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : bytes) {
    bits = (bits << 8 | static_cast<unsigned char>(c)) & 0xFFFF;
    for (held += 8; held >= 5; held -= 5) out += kLetters[bits >> (held - 5) & 31];
  }
  if (held > 0) out += kLetters[bits << (5 - held) & 31];
  return out;
}

std::string otpauth_uri(const std::string& name, const std::string& secret) {
  return "otpauth://totp/" + std::string(kIssuer) + ":" + percent_encoded(name) + "?secret=" + base32(secret) +
         "&issuer=" + std::string(kIssuer);
}

}  // namespace wardroom::lobby
