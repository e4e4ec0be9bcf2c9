// Logs tell what happens and never what was said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <sstream>

#include "tests/net/harness.h"

namespace wardroom::net {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Logs : public testing::Test {
 protected:
  Logs() : before_(spdlog::default_logger()) {
    auto logger = std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    logger->set_level(spdlog::level::trace);
    spdlog::set_default_logger(logger);
  }
  ~Logs() override { spdlog::set_default_logger(before_); }

  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

TEST_F(Logs, HoldOneLineAnEventAndNoSecret) {
  {
    Harness harness;
    harness.desk.on_frame = [](match::Line&, const v1::ClientFrame& frame) {
      if (frame.has_undo()) throw std::runtime_error("canary-fault");
    };
    harness.start();
    Client client(harness.port());
    ASSERT_EQ(client.open({{"Cookie", "canary-cookie"}, {"User-Agent", "canary-agent"}}, "/ws?token=canary-query"),
              101u);
    v1::ClientFrame first = hello();
    first.mutable_hello()->set_token("canary-token");
    client.ask(first);
    v1::ClientFrame sign_in;
    sign_in.mutable_sign_in()->set_name("canary-name");
    sign_in.mutable_sign_in()->set_password("canary-password");
    client.ask(sign_in);
    v1::ClientFrame say;
    say.mutable_say()->set_match("match-41");
    say.mutable_say()->set_text("canary-chat");
    client.ask(say);
    v1::ClientFrame resign;
    resign.mutable_resign()->set_match("canary-match");
    client.ask(resign);
    v1::ClientFrame undo;
    undo.mutable_undo()->set_match("canary-undo");
    client.ask(undo);
    client.send_bytes("\xff\xff canary-garbage");
    client.receive();
    get(harness.port(), "/healthz?canary-health");
    get(harness.port(), "/join/canary-invitation");
    get(harness.port(), "/match/canary-export/export");
    get(harness.port(), "/match/broken/export");
    get(harness.port(), "/match/finished/export");
    raw_request(harness.port(), "canary-raw\r\n\r\n");
    Client foreign(harness.port());
    foreign.open({{"Origin", "http://canary-origin.example"}});
  }
  const std::string text = text_.str();
  EXPECT_THAT(text, Not(HasSubstr("canary")));
  EXPECT_THAT(text, Not(HasSubstr("planted")));
  EXPECT_THAT(text, ContainsRegex("event=request viewer=c[0-9]+ request=1 kind=hello match=- us=[0-9]+ code=ok"));
  EXPECT_THAT(text, ContainsRegex("event=request viewer=c[0-9]+ request=3 kind=say match=match-41 us=[0-9]+ code=ok"));
  EXPECT_THAT(text,
              ContainsRegex("event=request viewer=c[0-9]+ request=4 kind=resign match=- us=[0-9]+ code=not_found"));
  EXPECT_THAT(text, ContainsRegex("event=fault viewer=c[0-9]+ request=5 kind=undo"));
  EXPECT_THAT(text, ContainsRegex("event=bad_frame viewer=c[0-9]+ request=0 code=malformed"));
  EXPECT_THAT(text, ContainsRegex("event=http viewer=c[0-9]+ request=1 route=/healthz match=- us=[0-9]+ status=200"));
  EXPECT_THAT(text,
              ContainsRegex("event=http viewer=c[0-9]+ request=1 route=/match/ match=finished us=[0-9]+ status=200"));
  EXPECT_THAT(text, ContainsRegex("event=fault viewer=c[0-9]+ request=1 kind=http route=/match/"));
}

}  // namespace
}  // namespace wardroom::net
