// Links of mails: they lead to one match, for a while, and no further.
#include "tests/notices/post_office.h"

namespace wardroom::testing {
namespace {

class Links : public PostOffice {
 protected:
  // A match in which `asked` waits for his mail, which has come.
  void SetUp() override {
    anna = person("Anna");
    bert = person("Bert");
    match = begin(*anna, *bert);
    other_match = begin(*anna, *bert);
    asked = turn_of(*anna) ? anna.get() : bert.get();
    now += 3 * kMinute;
    send();
    for (const auto& mail : relay.mails()) {
      if (mail.to == asked->name + "@example.org" && !token_in(mail.bytes, "#/link").empty())
        token = first_link(mail.bytes);
    }
    ASSERT_EQ(token.size(), 64u);
  }
  bool turn_of(Client& client) {
    client.match = match;
    client.attach(match);
    const bool is = client.asked();
    leave(client);
    return is;
  }
  // Of both matches in one mail the link of ours is the first.
  static std::string first_link(const std::string& mail) { return token_in(mail, "#/link"); }
  v1::ServerFrame open_link(Client& client, const std::string& link) {
    v1::ClientFrame frame;
    frame.mutable_open_link()->set_token(link);
    return client.ask(std::move(frame));
  }
  std::unique_ptr<Client> newcomer() {
    auto client = rig->connect();
    client->hello();
    return client;
  }

  std::unique_ptr<Client> anna, bert;
  Client* asked = nullptr;
  std::string match, other_match, token;
};

TEST_F(Links, OpenOneMatchAndNothingElse) {
  auto reader = newcomer();
  const v1::ServerFrame answer = open_link(*reader, token);
  ASSERT_TRUE(answer.has_signed_in()) << answer.DebugString();
  EXPECT_EQ(answer.signed_in().only_match(), match);
  EXPECT_EQ(answer.signed_in().name(), asked->name);

  reader->attach(match);
  ASSERT_TRUE(reader->asked());
  EXPECT_TRUE(reader->act(reader->seen.menu().items(0).action()).has_acted());
  v1::ClientFrame say;
  say.mutable_say()->set_match(match);
  say.mutable_say()->set_text("Good evening");
  EXPECT_TRUE(reader->ask(say).has_done());

  std::vector<v1::ClientFrame> refused(11);
  refused[0].mutable_attach()->set_match(other_match);
  refused[1].mutable_list_matches()->set_mine(true);
  refused[2].mutable_list_sessions();
  refused[3].mutable_set_address()->set_address("thief@example.org");
  refused[4].mutable_change_password()->set_new_password("a new harbour");
  refused[5].mutable_delete_account();
  refused[6].mutable_export_my_data();
  refused[7].mutable_ask_notices();
  refused[8].mutable_create_match()->set_title("picket");
  refused[9].mutable_resign()->set_match(match);
  refused[10].mutable_history()->set_match(other_match);
  for (const v1::ClientFrame& frame : refused)
    EXPECT_EQ(reader->ask(frame).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS) << frame.DebugString();
}

TEST_F(Links, AreOpenedThreeTimesAndTheirSessionsLastADay) {
  std::string session;
  for (int i = 0; i < 3; ++i) session = open_link(*newcomer(), token).signed_in().token();
  EXPECT_EQ(open_link(*newcomer(), token).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  auto back = rig->connect();
  const v1::ServerFrame welcome = back->hello(session);
  EXPECT_EQ(welcome.welcome().signed_in().only_match(), match) << "a session stays what it is";
  v1::ClientFrame other;
  other.mutable_attach()->set_match(other_match);
  EXPECT_EQ(back->ask(other).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  now += kDay;
  v1::ClientFrame say;
  say.mutable_say()->set_match(match);
  say.mutable_say()->set_text("Still here?");
  EXPECT_EQ(back->ask(say).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_FALSE(rig->connect()->hello(session).welcome().has_signed_in());
}

TEST_F(Links, LeadNowhereWhenAnsweredOrAfterAWeek) {
  auto reader = newcomer();
  now += 7 * kDay;
  EXPECT_EQ(open_link(*reader, token).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  now -= kDay;
  asked->match = match;
  play_turn(*asked);
  EXPECT_EQ(open_link(*reader, token).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(open_link(*reader, "x").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Links, AreEndedByTheirOwner) {
  auto reader = newcomer();
  open_link(*reader, token);
  v1::ClientFrame end;
  end.mutable_end_links()->set_match(match);
  EXPECT_EQ(reader->ask(end).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_TRUE(asked->ask(end).has_done());
  EXPECT_EQ(reader->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_EQ(open_link(*newcomer(), token).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Links, TellWhoeverIsSignedInWhichMatchItIs) {
  const v1::ServerFrame answer = open_link(*asked, token);
  EXPECT_EQ(answer.signed_in().only_match(), match);
  EXPECT_EQ(answer.signed_in().token(), "");
  Client* other = asked == anna.get() ? bert.get() : anna.get();
  EXPECT_EQ(open_link(*other, token).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  v1::ClientFrame all;
  all.mutable_list_matches()->set_mine(true);
  EXPECT_EQ(asked->ask(all).matches().matches_size(), 2) << "he has lost nothing";
}

TEST_F(Links, ArePlainWhereThatIsWanted) {
  choose(*asked, [](v1::NoticeChoice& choice) { choice.set_no_links(true); });
  asked->match = match;
  play_turn(*asked);
  Client* other = asked == anna.get() ? bert.get() : anna.get();
  other->match = match;
  play_turn(*other);
  new_mails();
  now += kHour;
  send();
  for (const auto& mail : new_mails()) {
    if (mail.to != asked->name + "@example.org") continue;
    EXPECT_EQ(token_in(mail.bytes, "#/link"), "");
  }
}

}  // namespace
}  // namespace wardroom::testing
