#include "server/net/origin.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>

namespace wardroom::net {

bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed) {
  using boost::beast::iequals;
  if (origin.empty()) return true;
  if (std::ranges::any_of(allowed, [&](const std::string& one) { return iequals(one, origin); })) return true;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.size() > scheme.size() && iequals(origin.substr(0, scheme.size()), scheme)) {
      return iequals(origin.substr(scheme.size()), host);
    }
  }
  return false;
}

}  // namespace wardroom::net
