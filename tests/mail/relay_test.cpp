#include "server/mail/relay.h"

#include <gmock/gmock.h>

#include "tests/mail/scripted_relay.h"

namespace wardroom::mail {
namespace {

using testing::Answers;
using ::testing::HasSubstr;
using testing::ScriptedRelay;

Delivery sent_to(const std::string& url, const std::string& bytes = "Subject: x\r\n\r\nx\r\n", std::string user = "") {
  RelaySettings settings;
  settings.url = url;
  settings.needs_tls = false;
  settings.own_name = "wardroom.example.org";
  settings.password = user.empty() ? "" : "secret";
  settings.user = std::move(user);
  settings.whole = std::chrono::milliseconds(1500);
  return Relay(settings).send("wardroom@example.org", "anna@example.org", bytes);
}

TEST(RelayOf, TakesAMailByteForByte) {
  std::string came;
  {
    ScriptedRelay relay;
    const Delivery delivery = sent_to(relay.url(), "Subject: x\r\n\r\n.a line with a dot\r\n");
    EXPECT_EQ(delivery.fate, Fate::kSent);
    EXPECT_EQ(delivery.reply, 250);
    came = relay.mails().at(0).bytes;
  }
  EXPECT_EQ(came, "Subject: x\r\n\r\n..a line with a dot\r\n.\r\n");
}

struct Case {
  const char* name;
  Answers answers;
  Fate fate;
  int reply;
};
class RelayThat : public ::testing::TestWithParam<Case> {};

TEST_P(RelayThat, IsUnderstood) {
  ScriptedRelay relay(GetParam().answers);
  const Delivery delivery = sent_to(relay.url());
  EXPECT_EQ(delivery.fate, GetParam().fate) << delivery.words;
  EXPECT_EQ(delivery.reply, GetParam().reply) << delivery.words;
  EXPECT_FALSE(delivery.words.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, RelayThat,
    ::testing::Values(Case{"RefusesTheAddress", {{"RCPT", "550 5.1.1 no such person"}}, Fate::kRefused, 550},
                      Case{"Greylists", {{"RCPT", "451 4.7.1 come back later"}}, Fate::kLater, 451},
                      Case{"RefusesTheMail", {{"dot", "554 5.7.1 not this"}}, Fate::kRefused, 554},
                      Case{"CannotStoreTheMailNow", {{"dot", "451 4.3.0 disk full"}}, Fate::kLater, 451},
                      Case{"StallsAtTheDot", {{"dot", ""}}, Fate::kLater, 354},
                      Case{"HangsUpAtTheDot", {{"dot", "close"}}, Fate::kLater, 354},
                      Case{"StallsAtTheGreeting", {{"greeting", ""}}, Fate::kLater, 0},
                      Case{"StallsAtTheAddress", {{"RCPT", ""}}, Fate::kLater, 250},
                      Case{"DoesNotServeUs", {{"greeting", "554 no"}}, Fate::kRelay, 554},
                      Case{"WantsANameFirst", {{"MAIL", "530 5.7.0 who are you"}}, Fate::kRelay, 530}),
    [](const auto& each) { return each.param.name; });

TEST(RelayOf, RefusingWordsAreTold) {
  ScriptedRelay relay(Answers{{"RCPT", "550 5.1.1 no such person"}});
  EXPECT_THAT(sent_to(relay.url()).words, HasSubstr("no such person"));
}

TEST(RelayOf, WithoutTlsIsNotUsedWhereTlsIsNeeded) {
  ScriptedRelay relay;
  RelaySettings settings;
  settings.url = relay.url();
  settings.whole = std::chrono::milliseconds(1500);
  EXPECT_EQ(Relay(settings).send("a@b.example", "c@d.example", "x\r\n").fate, Fate::kRelay);
}

TEST(RelayOf, AWrongPasswordIsTheHostsBusiness) {
  ScriptedRelay relay(Answers{{"EHLO", "250-relay\r\n250 AUTH PLAIN"}, {"AUTH", "535 5.7.8 no"}});
  const Delivery delivery = sent_to(relay.url(), "x\r\n", "wardroom");
  EXPECT_EQ(delivery.fate, Fate::kRelay);
  EXPECT_EQ(delivery.reply, 535);
}

TEST(RelayOf, NobodyListensMayChange) { EXPECT_EQ(sent_to("smtp://127.0.0.1:1").fate, Fate::kLater); }

}  // namespace
}  // namespace wardroom::mail
