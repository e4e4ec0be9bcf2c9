// Addresses of peers: lists of networks, and the name under which a peer's connections are counted.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wardroom::net {

using Address = boost::asio::ip::address;

// An IPv4 address written as IPv6 is the IPv4 address.
Address plain(const Address& address);

// Who shares a limit: an IPv4 address, or the /64 of an IPv6 address.
std::string household(const Address& address);

class AddressList {
 public:
  // "127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"; the answer is false when it is none of these.
  bool add(std::string_view text);
  bool contains(const Address& address) const;
  bool empty() const { return v4_.empty() && v6_.empty(); }

 private:
  std::vector<boost::asio::ip::network_v4> v4_;
  std::vector<boost::asio::ip::network_v6> v6_;
};

// The last address of an X-Forwarded-For field: the one that our own proxy has seen.
std::optional<Address> forwarded_for(std::string_view field);

}  // namespace wardroom::net
