// Codes that change with time (TOTP, RFC 6238): HMAC-SHA-1 of the number of half minutes since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace wardroom::lobby {

inline constexpr std::size_t kTotpSecretBytes = 20;
inline constexpr int kTotpDigits = 6;

std::int64_t totp_step(std::int64_t now_ms);
std::string totp_code(const std::string& secret, std::int64_t step, int digits = kTotpDigits);
// Which step this is the code of: the present one, or the one before or after it. None: it is wrong.
std::optional<std::int64_t> step_of_code(const std::string& secret, const std::string& code, std::int64_t now_ms);

std::string base32(const std::string& bytes);  // RFC 4648, without padding
// What a program that makes the codes reads, as a link.
std::string otpauth_uri(const std::string& name, const std::string& secret);

}  // namespace wardroom::lobby
