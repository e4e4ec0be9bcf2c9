// Base64 (RFC 4648), as mails and web services write bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wardroom {

std::string base64(std::string_view bytes);
std::string base64_url(std::string_view bytes);  // for addresses: other letters, nothing at its end
std::optional<std::string> from_base64(std::string_view text);
std::optional<std::string> from_base64_url(std::string_view text);

}  // namespace wardroom
