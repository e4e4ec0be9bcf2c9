// Address: where a server listens, from a URL.
#pragma once

#include <string>
#include <string_view>

#include "common/result.h"

namespace wardroom::terminal {

enum class Transport { kPlain, kTls };

struct Address {
  Transport transport = Transport::kPlain;
  std::string host;
  std::string port;
  std::string target = "/ws";  // of the WebSocket
  std::string authorities;     // a PEM file trusted for TLS beside the system's; may be empty

  std::string name() const { return host + ":" + port; }
};

inline constexpr std::string_view kDefaultUrl = "http://127.0.0.1:8017";

// http, https, ws and wss; a missing scheme is http.
Result<Address> parse_address(std::string_view url);

}  // namespace wardroom::terminal
