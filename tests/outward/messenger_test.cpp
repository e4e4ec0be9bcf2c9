// What becomes of a call: endpoints that take, refuse, hang, lead elsewhere or may not be reached.
#include "server/outward/messenger.h"

#include <gtest/gtest.h>

#include "tests/outward/listener.h"

namespace wardroom::outward {
namespace {

using testing::Listener;

MessengerSettings at_home() {
  MessengerSettings settings;
  settings.allowed = [](const Address& address) { return address.is_loopback(); };
  settings.whole = std::chrono::milliseconds(700);
  return settings;
}

class Calls : public ::testing::Test {
 protected:
  Outcome call(const std::string& answer) {
    listener.answer(answer);
    return Messenger(at_home()).bring({listener.url(), {"X-One: 1"}, "what is said"});
  }
  Listener listener;
};

TEST_F(Calls, AreTakenWithTheirBodyAndHeaders) {
  EXPECT_EQ(call("204").fate, Fate::kTaken);
  ASSERT_EQ(listener.heard().size(), 1u);
  EXPECT_EQ(listener.heard()[0].path, "/hook");
  EXPECT_EQ(listener.heard()[0].body, "what is said");
  EXPECT_EQ(listener.heard()[0].headers.at("x-one"), "1");
}

TEST_F(Calls, AreSortedByTheAnswer) {
  EXPECT_EQ(call("200 fine").fate, Fate::kTaken);
  EXPECT_EQ(call("500").fate, Fate::kLater);
  EXPECT_EQ(call("503").why, "HTTP 503");
  EXPECT_EQ(call("400").fate, Fate::kRefused);
  EXPECT_EQ(call("404").fate, Fate::kRefused);
  EXPECT_EQ(call("410").fate, Fate::kGone);
  const Outcome busy = call("429\r\nRetry-After: 90");
  EXPECT_EQ(busy.fate, Fate::kLater);
  EXPECT_EQ(busy.after, std::chrono::seconds(90));
}

TEST_F(Calls, FollowNothing) {
  Listener elsewhere;
  const Outcome led = call("302\r\nLocation: " + elsewhere.url());
  EXPECT_EQ(led.fate, Fate::kRefused);
  EXPECT_EQ(led.why, "HTTP 302");
  EXPECT_TRUE(elsewhere.heard().empty());
}

TEST_F(Calls, GiveUpOnWhoeverHangs) {
  const auto begun = std::chrono::steady_clock::now();
  const Outcome hung = call("");
  EXPECT_EQ(hung.fate, Fate::kLater);
  EXPECT_EQ(hung.why, "time");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

TEST_F(Calls, ReadLittle) {
  listener.add_body(100'000);
  EXPECT_EQ(call("200").fate, Fate::kTaken);
}

TEST_F(Calls, ToNobodyComeAgainLater) {
  std::string url;
  {
    const Listener gone;
    url = gone.url();
  }
  const Outcome outcome = Messenger(at_home()).bring({url, {}, ""});
  EXPECT_EQ(outcome.fate, Fate::kLater);
  EXPECT_EQ(outcome.why, "connection");
}

TEST_F(Calls, DoNotReachWhatIsPrivateHoweverItIsWritten) {
  const std::string port = ":" + std::to_string(listener.port()) + "/";
  for (const std::string host : {"127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "[::1]",
                                 "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "0.0.0.0"}) {
    for (const std::string scheme : {"http://", "https://"}) {
      const Outcome outcome = Messenger({}).bring({scheme + host + port, {}, "x"});
      EXPECT_EQ(outcome.fate, Fate::kRefused) << host;
      EXPECT_EQ(outcome.why, "address") << host;
    }
  }
  EXPECT_TRUE(listener.heard().empty());
}

TEST_F(Calls, GoToNoProxy) {
  setenv("http_proxy", listener.url("").c_str(), 1);
  EXPECT_EQ(Messenger({}).bring({"http://10.0.0.1/", {}, "x"}).why, "address");
  unsetenv("http_proxy");
  EXPECT_TRUE(listener.heard().empty());
}

}  // namespace
}  // namespace wardroom::outward
