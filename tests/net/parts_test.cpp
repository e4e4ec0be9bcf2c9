// The parts of net that need no socket.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "server/net/address.h"
#include "server/net/census.h"
#include "server/net/origin.h"
#include "server/net/send_queue.h"
#include "server/net/site.h"
#include "server/net/token_bucket.h"
#include "tests/net/harness.h"

namespace wardroom::net {
namespace {

using namespace std::chrono_literals;
namespace ip = boost::asio::ip;

TEST(AddressListOf, HoldsAddressesAndNetworks) {
  AddressList list;
  ASSERT_TRUE(list.add("10.1.0.0/16"));
  ASSERT_TRUE(list.add("192.0.2.7"));
  ASSERT_TRUE(list.add("fd00::/8"));
  EXPECT_TRUE(list.contains(ip::make_address("10.1.200.3")));
  EXPECT_TRUE(list.contains(ip::make_address("::ffff:10.1.200.3")));
  EXPECT_TRUE(list.contains(ip::make_address("fd12::1")));
  EXPECT_FALSE(list.contains(ip::make_address("10.2.0.1")));
  EXPECT_FALSE(list.contains(ip::make_address("192.0.2.8")));
  EXPECT_FALSE(list.contains(ip::make_address("::1")));
  EXPECT_FALSE(list.add("localhost"));
  EXPECT_FALSE(list.add("10.0.0.0/64"));
}

TEST(Household, IsAnIpv4AddressOrAnIpv6Network) {
  EXPECT_EQ(household(ip::make_address("192.0.2.7")), "192.0.2.7");
  EXPECT_EQ(household(ip::make_address("::ffff:192.0.2.7")), "192.0.2.7");
  EXPECT_EQ(household(ip::make_address("2001:db8::1")), household(ip::make_address("2001:db8::ffff:1")));
  EXPECT_NE(household(ip::make_address("2001:db8::1")), household(ip::make_address("2001:db8:0:1::1")));
}

TEST(ForwardedFor, IsTheLastAddress) {
  EXPECT_EQ(forwarded_for("198.51.100.1, 203.0.113.5")->to_string(), "203.0.113.5");
  EXPECT_EQ(forwarded_for("2001:db8::1")->to_string(), "2001:db8::1");
  EXPECT_FALSE(forwarded_for("unknown"));
  EXPECT_FALSE(forwarded_for(""));
}

TEST(Bucket, LetsABurstThroughAndThenTheRate) {
  auto now = TokenBucket::Steady::now();
  TokenBucket bucket(10, 3, now);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bucket.take(1, now), 0s);
  EXPECT_EQ(bucket.take(1, now), 100ms);
  EXPECT_EQ(bucket.take(1, now + 100ms), 100ms);
  EXPECT_EQ(bucket.take(1, now + 10s), 0s);
}

TEST(CensusOf, GivesPlacesBack) {
  auto census = std::make_shared<Census>(2, 1);
  auto first = census->enter();
  auto second = census->enter();
  EXPECT_TRUE(std::holds_alternative<Census::Full>(census->enter()));
  second = Census::Full::kServer;
  EXPECT_EQ(census->connections(), 1u);
  EXPECT_TRUE(std::holds_alternative<Census::Place>(census->enter()));
  {
    auto room = census->enter("192.0.2.7");
    EXPECT_TRUE(std::holds_alternative<Census::Place>(room));
    EXPECT_TRUE(std::holds_alternative<Census::Full>(census->enter("192.0.2.7")));
    EXPECT_TRUE(std::holds_alternative<Census::Place>(census->enter("192.0.2.8")));
  }
  EXPECT_TRUE(std::holds_alternative<Census::Place>(census->enter("192.0.2.7")));
}

RC_GTEST_PROP(OutboxOf, NeverHoldsMoreThanItsBoundsAndCountsEveryByte, (const std::vector<std::uint8_t>& steps)) {
  Limits limits;
  limits.queue_messages = 5;
  limits.queue_bytes = 400;
  std::atomic<std::size_t> total{0};
  {
    SendQueue queue(limits, total);
    std::vector<std::string> writing;
    std::size_t waiting = 0;
    bool awake = false;
    for (const std::uint8_t step : steps) {
      if (step % 4 == 0) {
        writing = queue.take();
        RC_ASSERT(writing.size() == waiting);
        if (writing.empty()) awake = false;
        waiting = 0;
      } else {
        const auto put = queue.put(std::string(step, 'x'));
        if (put == SendQueue::Put::kFull) {
          RC_ASSERT(queue.put("x") == SendQueue::Put::kClosed);
          break;
        }
        RC_ASSERT((put == SendQueue::Put::kWake) == !awake);
        awake = true;
        ++waiting;
      }
      RC_ASSERT(waiting + writing.size() <= limits.queue_messages);
      RC_ASSERT(total <= limits.queue_bytes);
    }
  }
  RC_ASSERT(total == 0u);
}

TEST(OutboxOf, TakesOneMessageOfAnySizeWhenEmpty) {
  Limits limits;
  limits.queue_bytes = 10;
  std::atomic<std::size_t> total{0};
  SendQueue queue(limits, total);
  EXPECT_EQ(queue.put(std::string(1000, 'x')), SendQueue::Put::kWake);
  EXPECT_EQ(queue.put("y"), SendQueue::Put::kFull);
}

TEST(OutboxOf, AllOutboxesTogetherAreBounded) {
  Limits limits;
  limits.queue_total_bytes = 100;
  std::atomic<std::size_t> total{90};
  SendQueue queue(limits, total);
  EXPECT_EQ(queue.put(std::string(8, 'x')), SendQueue::Put::kWake);
  EXPECT_EQ(queue.put(std::string(8, 'x')), SendQueue::Put::kFull);
}

TEST(SiteOf, HoldsPlainFilesOnly) {
  TemporaryFolder folder;
  folder.write("site/index.html", "<p>");
  folder.write("site/.secret/key.txt", "no");
  folder.write("site/.env", "no");
  folder.write("site/empty.txt", "");
  const auto outside = folder.write("outside.txt", "no");
  std::filesystem::create_symlink(outside, folder.path() / "site/link.txt");
  const auto site = Site::read(folder.path() / "site");
  ASSERT_TRUE(site);
  EXPECT_EQ(site->size(), 2u);
  EXPECT_NE(site->find("/"), nullptr);
  EXPECT_NE(site->find("/empty.txt"), nullptr);
  EXPECT_EQ(site->find("/link.txt"), nullptr);
  EXPECT_EQ(site->find("/../outside.txt"), nullptr);
}

TEST(SiteOf, AMissingFolderIsARefusal) { EXPECT_FALSE(Site::read("/nowhere/at/all")); }

TEST(ContentType, IsKnownForWhatAWebClientIsMadeOf) {
  EXPECT_EQ(content_type("/a.html"), "text/html; charset=utf-8");
  EXPECT_EQ(content_type("/a.b.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(content_type("/a.css"), "text/css; charset=utf-8");
  EXPECT_EQ(content_type("/a.svg"), "image/svg+xml");
  EXPECT_EQ(content_type("/a.woff2"), "font/woff2");
  EXPECT_EQ(content_type("/a.wasm"), "application/wasm");
  EXPECT_EQ(content_type("/a"), "application/octet-stream");
}

}  // namespace
}  // namespace wardroom::net
