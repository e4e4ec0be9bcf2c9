#include "client/terminal/address.h"

#include <regex>

namespace wardroom::terminal {

Result<Address> parse_address(std::string_view url) {
  static const std::regex kShape(
      R"(^(?:(https?|wss?)://)?(\[[0-9a-fA-F:.]+\]|[^/:\[\]\s@?#]+)(?::(\d{1,5}))?(/[^\s]*)?$)");
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_match(url.begin(), url.end(), match, kShape)) {
    return refuse(RefusalCode::kMalformed, Text("terminal.bad_url").word("url", std::string(url)));
  }
  Address address;
  const std::string scheme = match[1].str();
  if (scheme == "https" || scheme == "wss") address.transport = Transport::kTls;
  address.host = match[2].str();
  if (address.host.front() == '[') address.host = address.host.substr(1, address.host.size() - 2);
  address.port = match[3].matched ? match[3].str() : address.transport == Transport::kTls ? "443" : "80";
  if (match[4].matched && match[4].str() != "/") address.target = match[4].str();
  return address;
}

}  // namespace wardroom::terminal
