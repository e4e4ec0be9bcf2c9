#include "server/net/address.h"

#include <algorithm>

namespace wardroom::net {
namespace ip = boost::asio::ip;

Address plain(const Address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return address;
}

std::string household(const Address& address) {
  const Address bare = plain(address);
  if (bare.is_v4()) return bare.to_string();
  return ip::network_v6(bare.to_v6(), 64).canonical().to_string();
}

bool AddressList::add(std::string_view text) {
  boost::system::error_code error;
  if (text.find('/') == text.npos) {
    const Address address = ip::make_address(text, error);
    if (error) return false;
    if (address.is_v4()) {
      v4_.emplace_back(address.to_v4(), 32);
    } else {
      v6_.emplace_back(address.to_v6(), 128);
    }
    return true;
  }
  if (const auto network = ip::make_network_v4(text, error); !error) {
    v4_.push_back(network);
    return true;
  }
  if (const auto network = ip::make_network_v6(text, error); !error) {
    v6_.push_back(network);
    return true;
  }
  return false;
}

bool AddressList::contains(const Address& address) const {
  const Address bare = plain(address);
  if (bare.is_v4()) {
    return std::ranges::any_of(v4_, [&](const ip::network_v4& network) {
      return ip::network_v4(bare.to_v4(), network.prefix_length()).canonical() == network.canonical();
    });
  }
  return std::ranges::any_of(v6_, [&](const ip::network_v6& network) {
    return ip::network_v6(bare.to_v6(), network.prefix_length()).canonical() == network.canonical();
  });
}

std::optional<Address> forwarded_for(std::string_view field) {
  if (const auto comma = field.rfind(','); comma != field.npos) field.remove_prefix(comma + 1);
  while (!field.empty() && (field.front() == ' ' || field.front() == '\t')) field.remove_prefix(1);
  while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
  boost::system::error_code error;
  const Address address = ip::make_address(field, error);
  if (error) return std::nullopt;
  return plain(address);
}

}  // namespace wardroom::net
