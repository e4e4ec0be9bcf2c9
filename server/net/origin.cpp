#include "server/net/origin.h"

#include <algorithm>

namespace wardroom::net {
namespace {

// Not Beast's iequals, which reads one letter too many (1.81).
bool same_letters(std::string_view one, std::string_view another) {
  const auto small = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return std::ranges::equal(one, another, {}, small, small);
}

}  // namespace

bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed) {
  if (origin.empty()) return true;
  if (std::ranges::any_of(allowed, [&](const std::string& one) { return same_letters(one, origin); })) return true;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.size() > scheme.size() && same_letters(origin.substr(0, scheme.size()), scheme))
      return same_letters(origin.substr(scheme.size()), host);
  }
  return false;
}

}  // namespace wardroom::net
