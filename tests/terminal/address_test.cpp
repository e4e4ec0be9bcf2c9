#include "client/terminal/address.h"

#include <gtest/gtest.h>

namespace wardroom::terminal {
namespace {

TEST(Address, IsReadFromAUrl) {
  const auto plain = parse_address("http://127.0.0.1:8017");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->transport, Transport::kPlain);
  EXPECT_EQ(plain->name(), "127.0.0.1:8017");
  EXPECT_EQ(plain->target, "/ws");

  const auto secure = parse_address("wss://play.example.org/games/ws");
  ASSERT_TRUE(secure);
  EXPECT_EQ(secure->transport, Transport::kTls);
  EXPECT_EQ(secure->name(), "play.example.org:443");
  EXPECT_EQ(secure->target, "/games/ws");

  EXPECT_EQ(parse_address("example.org")->name(), "example.org:80");
  EXPECT_EQ(parse_address("https://[::1]:9000/")->host, "::1");
}

TEST(Address, RefusesWhatIsNoAddress) {
  for (const char* url : {"", "ftp://example.org", "http://", "http://user@host", "http://a b", "http://host:port",
                          "http://host:123456"}) {
    EXPECT_FALSE(parse_address(url)) << url;
  }
}

}  // namespace
}  // namespace wardroom::terminal
