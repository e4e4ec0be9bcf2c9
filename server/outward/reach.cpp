#include "server/outward/reach.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <memory>

namespace wardroom::outward {
namespace {

namespace ip = boost::asio::ip;

constexpr std::size_t kLongestUrl = 1000;
constexpr std::uint16_t kHttps = 443;

bool within(const ip::address_v4& address, const char* network) {
  const ip::network_v4 of = ip::make_network_v4(network);
  return ip::network_v4(address, of.prefix_length()).canonical() == of.canonical();
}
bool within(const ip::address_v6& address, const char* network) {
  const ip::network_v6 of = ip::make_network_v6(network);
  return ip::network_v6(address, of.prefix_length()).canonical() == of.canonical();
}

bool is_public(const ip::address_v4& address) {
  static constexpr std::array kReserved{"0.0.0.0/8",      "10.0.0.0/8",     "100.64.0.0/10", "127.0.0.0/8",
                                        "169.254.0.0/16", "172.16.0.0/12",  "192.0.0.0/24",  "192.0.2.0/24",
                                        "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
                                        "203.0.113.0/24", "224.0.0.0/3"};
  return std::ranges::none_of(kReserved, [&](const char* network) { return within(address, network); });
}

// The last four bytes, of an address that stands for one of IPv4.
ip::address_v4 inner(const ip::address_v6& address) {
  const auto bytes = address.to_bytes();
  return ip::address_v4({bytes[12], bytes[13], bytes[14], bytes[15]});
}

bool is_public(const ip::address_v6& address) {
  if (address.is_v4_mapped() || within(address, "64:ff9b::/96")) return is_public(inner(address));
  static constexpr std::array kReserved{"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};
  return within(address, "2000::/3") &&
         std::ranges::none_of(kReserved, [&](const char* network) { return within(address, network); });
}

struct CurlFree {
  void operator()(char* text) const { curl_free(text); }
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
std::string part(CURLU* url, CURLUPart which, unsigned flags = 0) {
  char* found = nullptr;
  if (curl_url_get(url, which, &found, flags) != CURLUE_OK) return {};
  const std::unique_ptr<char, CurlFree> owned(found);
  return found;
}

}  // namespace

bool is_public(const Address& address) {
  return address.is_v4() ? is_public(address.to_v4()) : is_public(address.to_v6());
}

bool may_call(const Door& door, const Allowed& allowed) {
  if (allowed && allowed(door.address)) return true;
  return door.secure && door.port == kHttps && is_public(door.address);
}

std::optional<Target> target_of(const std::string& url) {
  if (url.size() > kLongestUrl) return std::nullopt;
  const auto strange = [](unsigned char c) { return c <= ' ' || c >= 0x7f; };
  if (std::ranges::any_of(url, strange)) return std::nullopt;
  const std::unique_ptr<CURLU, CurlFree> parsed(curl_url());
  if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), CURLU_DISALLOW_USER) != CURLUE_OK)
    return std::nullopt;
  const std::string scheme = part(parsed.get(), CURLUPART_SCHEME);
  Target target{part(parsed.get(), CURLUPART_HOST), {}, scheme == "https"};
  if ((!target.secure && scheme != "http") || target.host.empty()) return std::nullopt;
  const std::string port = part(parsed.get(), CURLUPART_PORT, CURLU_NO_DEFAULT_PORT);
  target.origin = scheme + "://" + target.host + (port.empty() ? "" : ":" + port);
  return target;
}

}  // namespace wardroom::outward
