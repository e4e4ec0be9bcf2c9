// Reach: which addresses this server calls because somebody else wants it to. Its own network is not theirs to look
// into.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace wardroom::outward {

using Address = boost::asio::ip::address;

// A host of the Internet (RFC 6890): no private, local or reserved network, however it is written.
bool is_public(const Address& address);

// What the host of this server has allowed although it is private; with no TLS and on any port, too.
using Allowed = std::function<bool(const Address&)>;

struct Door {
  Address address;
  std::uint16_t port = 0;
  bool secure = false;
};
bool may_call(const Door& door, const Allowed& allowed);

// An address of the web as somebody gave it; none: it is no http or https address, is too long, or names a user.
struct Target {
  std::string host;
  std::string origin;  // https://push.example.org
  bool secure = false;
};
std::optional<Target> target_of(const std::string& url);

}  // namespace wardroom::outward
