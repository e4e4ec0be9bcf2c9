// Which addresses may be called.
#include "server/outward/reach.h"

#include <gtest/gtest.h>

namespace wardroom::outward {
namespace {

Address at(const std::string& text) { return boost::asio::ip::make_address(text); }

TEST(Reach, OnlyHostsOfTheInternetArePublic) {
  for (const char* one :
       {"1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "192.169.0.1", "223.255.255.255",
        "2606:4700:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"})
    EXPECT_TRUE(is_public(at(one))) << one;
  for (const char* one : {"0.0.0.0",
                          "0.1.2.3",
                          "10.0.0.1",
                          "100.64.0.1",
                          "127.0.0.1",
                          "127.9.9.9",
                          "169.254.169.254",
                          "172.16.0.1",
                          "172.31.255.255",
                          "192.0.0.1",
                          "192.0.2.1",
                          "192.88.99.1",
                          "192.168.1.1",
                          "198.18.0.1",
                          "198.51.100.1",
                          "203.0.113.1",
                          "224.0.0.1",
                          "255.255.255.255",
                          "::",
                          "::1",
                          "fe80::1",
                          "fc00::1",
                          "fd12::1",
                          "ff02::1",
                          "2001::1",
                          "2001:db8::1",
                          "2002:7f00:1::1",
                          "3fff::1",
                          "::ffff:127.0.0.1",
                          "::ffff:10.1.2.3",
                          "64:ff9b::10.0.0.1",
                          "100::1"})
    EXPECT_FALSE(is_public(at(one))) << one;
}

TEST(Reach, WithoutTheHostsLeaveOnlyHttpsAtItsPort) {
  EXPECT_TRUE(may_call({at("8.8.8.8"), 443, true}, {}));
  EXPECT_FALSE(may_call({at("8.8.8.8"), 443, false}, {}));
  EXPECT_FALSE(may_call({at("8.8.8.8"), 25, true}, {}));
  EXPECT_FALSE(may_call({at("10.0.0.1"), 443, true}, {}));
  const Allowed house = [](const Address& address) { return address == at("10.0.0.1"); };
  EXPECT_TRUE(may_call({at("10.0.0.1"), 8065, false}, house));
  EXPECT_FALSE(may_call({at("10.0.0.2"), 443, true}, house));
}

TEST(Reach, KnowsAnAddressOfTheWeb) {
  const auto target = target_of("https://chat.example.org/hooks/secret?wait=true");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->host, "chat.example.org");
  EXPECT_EQ(target->origin, "https://chat.example.org");
  EXPECT_TRUE(target->secure);
  EXPECT_EQ(target_of("http://10.0.0.1:8065/x")->origin, "http://10.0.0.1:8065");
  for (const std::string& one : {std::string(), std::string("chat"), std::string("ftp://example.org/"),
                                 std::string("https://"), std::string("https://user:word@example.org/"),
                                 std::string("https://user@example.org/"), std::string("file:///etc/passwd"),
                                 std::string("https://example.org/a b"), std::string("https://example.org/\r\nX: y"),
                                 "https://example.org/" + std::string(1000, 'x'), std::string("javascript:alert(1)")})
    EXPECT_FALSE(target_of(one)) << one;
}

}  // namespace
}  // namespace wardroom::outward
