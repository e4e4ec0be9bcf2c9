// What is sent, when, and how often: the failure matrix of a relay, and ends in the middle of it.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "tests/notices/post_office.h"

namespace wardroom::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class Post : public PostOffice {
 protected:
  // A match in which the second is asked now, and has not been told.
  void hand_over() {
    anna = person("Anna");
    bert = person("Bert");
    match = begin(*anna, *bert);
    give_turn();
  }
  // Whoever alone is asked plays until the other is.
  void give_turn() {
    do {
      if (turn_of(*anna) && turn_of(*bert)) play_turn(*anna);
      now += 3 * kMinute;
      send();
      new_mails();
      Client& asked = turn_of(*anna) ? *anna : *bert;
      waiting = &asked == anna.get() ? bert.get() : anna.get();
      play_turn(asked);
    } while (!turn_of(*waiting) && !over());
    now += 3 * kMinute;
  }
  bool over() { return !turn_of(*anna) && !turn_of(*bert); }
  bool turn_of(Client& client) {
    client.attach(match);
    const bool asked = client.asked();
    leave(client);
    return asked;
  }
  v1::Delivery newest(Client& client) { return notices(client).deliveries(0); }

  std::unique_ptr<Client> anna, bert;
  Client* waiting = nullptr;
  std::string match;
};

TEST_F(Post, TellsWhoeverIsAskedAndNobodyElse) {
  hand_over();
  send();
  const auto mails = new_mails();
  ASSERT_EQ(mails.size(), 1u);
  EXPECT_EQ(mails[0].to, waiting->name + "@example.org");
  const std::string& bytes = mails[0].bytes;
  EXPECT_THAT(header_of(bytes, "Subject"), HasSubstr("your move"));
  EXPECT_THAT(header_of(bytes, "Message-ID"), HasSubstr("@example.org>"));
  EXPECT_THAT(header_of(bytes, "References"), HasSubstr("@example.org>"));
  EXPECT_THAT(header_of(bytes, "List-Unsubscribe"), HasSubstr("<https://play.example.org/u/"));
  EXPECT_EQ(header_of(bytes, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
  EXPECT_EQ(header_of(bytes, "List-Id"), "<wardroom.example.org>");
  EXPECT_EQ(header_of(bytes, "Auto-Submitted"), "auto-generated");
  const std::string text = text_of(bytes);
  EXPECT_THAT(text, HasSubstr("Anna – Bert"));
  EXPECT_THAT(text, HasSubstr("It is your move."));
  EXPECT_THAT(text, HasSubstr("You are asked: "));
  EXPECT_EQ(token_in(bytes, "#/link").size(), 64u);
  EXPECT_EQ(newest(*waiting).state(), v1::Delivery::SENT);
  now += kDay;
  send();
  EXPECT_TRUE(new_mails().empty()) << "once";
}

TEST_F(Post, WaitsForWhoeverMayComeByHimself) {
  hand_over();
  now -= 2 * kMinute;
  send();
  EXPECT_TRUE(new_mails().empty());
  play_turn(*waiting);
  now += kHour;
  send();
  for (const auto& mail : new_mails()) EXPECT_NE(mail.to, waiting->name + "@example.org") << "he has answered";
}

TEST_F(Post, SendsNothingToWhoeverLooksAtTheMatch) {
  hand_over();
  waiting->attach(match);
  send();
  EXPECT_TRUE(new_mails().empty());
  EXPECT_EQ(newest(*waiting).state(), v1::Delivery::WAITING);
  leave(*waiting);
  now += 11 * kMinute;
  send();
  EXPECT_EQ(new_mails().size(), 1u) << "he left without an answer";
}

TEST_F(Post, TellsOfTheEndAndOfInvitations) {
  hand_over();
  send();
  new_mails();
  v1::ClientFrame resign;
  resign.mutable_resign()->set_match(match);
  waiting->ask(resign);
  now += 3 * kMinute;
  send();
  const auto over = new_mails();
  ASSERT_EQ(over.size(), 2u);
  for (const auto& mail : over) EXPECT_THAT(header_of(mail.bytes, "Subject"), HasSubstr("over"));

  rig->create(*anna, [](v1::CreateMatch& wish) { wish.set_invited("Bert"); });
  send();
  const auto invited = new_mails();
  ASSERT_EQ(invited.size(), 1u);
  EXPECT_EQ(invited[0].to, "Bert@example.org");
  EXPECT_EQ(token_in(invited[0].bytes, "#/link"), "") << "it is accepted by whoever has signed in";
}

TEST_F(Post, TellsBothWhatTheHostProposesUntilTheyHaveAnsweredOnLeaveToo) {
  hand_over();
  send();
  new_mails();
  v1::ClientFrame away;
  away.mutable_take_leave()->mutable_leave()->set_first_day(20261118);
  away.mutable_take_leave()->mutable_leave()->set_last_day(20261120);
  ASSERT_TRUE(bert->ask(away).has_calendar());
  now += kDay;
  v1::Administer asked;
  asked.mutable_adjudicate()->set_match(match);
  asked.mutable_adjudicate()->set_winner(0);
  ASSERT_TRUE(boost::asio::co_spawn(rig->io, rig->desk->administer({}, asked), boost::asio::use_future).get());
  v1::ClientFrame agree;
  agree.mutable_answer_offer()->set_match(match);
  agree.mutable_answer_offer()->set_kind(v1::OFFER_KIND_VERDICT);
  agree.mutable_answer_offer()->set_agree(true);
  ASSERT_TRUE(anna->ask(agree).has_done());
  send();
  const auto proposed = new_mails();
  ASSERT_EQ(proposed.size(), 1u) << "she has answered";
  EXPECT_EQ(proposed[0].to, "Bert@example.org");
  EXPECT_THAT(header_of(proposed[0].bytes, "Subject"), HasSubstr("the host proposes something"));
  ASSERT_TRUE(bert->ask(agree).has_done());
  now += 3 * kMinute;
  send();
  const auto over = new_mails();
  ASSERT_EQ(over.size(), 2u);
  for (const auto& mail : over) EXPECT_THAT(header_of(mail.bytes, "Subject"), HasSubstr("over"));
}

TEST_F(Post, TellsOfAMeetingThatIsProposedAndBeforeItComes) {
  hand_over();
  send();
  new_mails();
  const std::int64_t when = now + 3 * kDay;
  v1::ClientFrame propose;
  propose.mutable_make_offer()->set_match(match);
  propose.mutable_make_offer()->set_kind(v1::OFFER_KIND_MEETING);
  propose.mutable_make_offer()->mutable_terms()->set_until_ms(when);
  anna->ask(propose);
  send();
  const auto proposed = new_mails();
  ASSERT_EQ(proposed.size(), 1u);
  EXPECT_EQ(proposed[0].to, "Bert@example.org");
  EXPECT_THAT(header_of(proposed[0].bytes, "Subject"), HasSubstr("a meeting is proposed"));
  EXPECT_THAT(text_of(proposed[0].bytes), HasSubstr("Proposed: 2026-11-20 "));
  v1::ClientFrame agree;
  agree.mutable_answer_offer()->set_match(match);
  agree.mutable_answer_offer()->set_kind(v1::OFFER_KIND_MEETING);
  agree.mutable_answer_offer()->set_agree(true);
  bert->ask(agree);
  now = when - 2 * kHour;
  send();
  EXPECT_TRUE(new_mails().empty());
  now = when - kHour;
  send();
  const auto near = new_mails();
  ASSERT_EQ(near.size(), 2u) << "both";
  for (const auto& mail : near) EXPECT_THAT(header_of(mail.bytes, "Subject"), HasSubstr("you meet soon"));
}

TEST_F(Post, WarnsBeforeTimeIsOver) {
  anna = person("Anna");
  bert = person("Bert");
  match = begin(*anna, *bert, [](v1::CreateMatch& wish) { wish.mutable_clock()->set_bank_seconds(4 * 86400); });
  give_turn();
  send();
  const auto move = new_mails();
  ASSERT_EQ(move.size(), 1u);
  EXPECT_THAT(text_of(move[0].bytes), HasSubstr("You have time until 2026-11-21 "));
  now += 2 * kDay;
  send();
  const auto half = new_mails();
  ASSERT_EQ(half.size(), 1u);
  EXPECT_THAT(header_of(half[0].bytes, "Subject"), HasSubstr("time is running out"));
  now += kDay;
  send();
  EXPECT_EQ(new_mails().size(), 1u) << "a quarter";
  play_turn(*waiting);
  now += kDay - kHour;
  send();
  for (const auto& mail : new_mails()) EXPECT_NE(mail.to, waiting->name + "@example.org") << "he has answered";
}

TEST_F(Post, KeepsToQuietHoursAndFoldsADayIntoOneMail) {
  hand_over();
  choose(*waiting, [](v1::NoticeChoice& choice) {
    choice.set_quiet_from(11 * 60);
    choice.set_quiet_to(18 * 60);
  });
  send();
  EXPECT_TRUE(new_mails().empty()) << "it is quiet until six";
  const std::string second = begin(*anna, *bert);
  match = second;
  while (!turn_of(*waiting)) play_turn(waiting == anna.get() ? *bert : *anna);
  now += 6 * kHour;
  send();
  std::vector<ScriptedRelay::Mail> mails;
  for (auto& mail : new_mails())
    if (mail.to == waiting->name + "@example.org") mails.push_back(std::move(mail));
  ASSERT_EQ(mails.size(), 1u);
  EXPECT_THAT(header_of(mails[0].bytes, "Subject"), HasSubstr("2 matches wait"));
}

TEST_F(Post, StopsWhereItIsNotWanted) {
  hand_over();
  send();
  const std::string token = token_in(new_mails().at(0).bytes, "u");
  EXPECT_TRUE(stop_mail(token));
  EXPECT_TRUE(stop_mail(token)) << "as often as a mail program likes";
  EXPECT_FALSE(stop_mail("x"));
  EXPECT_EQ(notices(*waiting).choice().pace(), v1::NoticeChoice::NEVER);
  Client* other = waiting == anna.get() ? bert.get() : anna.get();
  play_turn(*waiting);
  play_turn(*other);
  now += kHour;
  send();
  for (const auto& mail : new_mails()) EXPECT_NE(mail.to, waiting->name + "@example.org");
}

TEST_F(Post, HoldsNoHiddenFactOfTheOtherSide) {
  anna = person("Anna");
  bert = person("Bert");
  choose(*bert, [](v1::NoticeChoice& choice) { choice.set_language("pl"); });
  match = begin(*anna, *bert);
  std::size_t count = 0;
  for (int turn = 0; turn < 12 && !over(); ++turn) {
    give_turn();
    send();
    for (const auto& mail : relay.mails()) {
      ++count;
      EXPECT_THAT(text_of(mail.bytes), Not(HasSubstr(mail.to.starts_with("Anna") ? "CANARY-1" : "CANARY-0")));
      EXPECT_THAT(mail.bytes, Not(HasSubstr(mail.to.starts_with("Anna") ? "CANARY-1" : "CANARY-0")));
    }
  }
  EXPECT_GT(count, 12u);
}

// -- the relay --

TEST_F(Post, ComesAgainWithTheSameBytesWhereItIsPutOff) {
  hand_over();
  relay.answer({{"RCPT", "451 4.7.1 come back later"}});
  send();
  EXPECT_TRUE(new_mails().empty());
  EXPECT_EQ(newest(*waiting).state(), v1::Delivery::LATER);
  EXPECT_THAT(newest(*waiting).words(), HasSubstr("come back later"));
  relay.answer({});
  send();
  EXPECT_TRUE(new_mails().empty()) << "not before its time";
  now += 2 * kMinute;
  send();
  EXPECT_EQ(new_mails().size(), 1u);
  EXPECT_EQ(newest(*waiting).state(), v1::Delivery::SENT);
}

TEST_F(Post, ThatMayHaveArrivedComesAgainWithTheSameBytes) {
  for (const std::string at_the_dot : {"close", "", "451 4.3.0 disk full"}) {
    anna.reset();
    close();
    std::filesystem::remove(folder.file());
    open();
    hand_over();
    relay.answer({{"dot", at_the_dot}});
    send();
    const std::string first = relay.mails().back().bytes;
    EXPECT_EQ(newest(*waiting).state(), v1::Delivery::LATER);
    relay.answer({});
    now += 2 * kMinute;
    send();
    EXPECT_EQ(new_mails().size(), 1u);
    EXPECT_EQ(relay.mails().back().bytes, first);
    anna.reset();
    bert.reset();
  }
}

TEST_F(Post, ThatIsRefusedStopsMailToThatAddress) {
  hand_over();
  relay.answer({{"RCPT", "550 5.1.1 no such person"}});
  send();
  EXPECT_EQ(newest(*waiting).state(), v1::Delivery::REFUSED);
  EXPECT_THAT(newest(*waiting).words(), HasSubstr("no such person"));
  EXPECT_EQ(notices(*waiting).state(), v1::ADDRESS_STATE_REFUSED);
  relay.answer({});
  const int callers = relay.callers();
  Client* other = waiting == anna.get() ? bert.get() : anna.get();
  play_turn(*waiting);
  play_turn(*other);
  now += kDay;
  send();
  for (const auto& mail : new_mails()) EXPECT_NE(mail.to, waiting->name + "@example.org");
  EXPECT_LE(relay.callers(), callers + 1);
  set_address(*waiting, "new@example.org");
  send();
  EXPECT_TRUE(confirm(*waiting, token_in(mail_to("new").value().bytes, "#/confirm")).has_done());
}

TEST_F(Post, WaitsWhileTheRelayIsBrokenAndNothingIsTriedInVain) {
  hand_over();
  relay.answer({{"MAIL", "530 5.7.0 who are you"}});
  const int callers = relay.callers();
  send();
  EXPECT_EQ(newest(*waiting).state(), v1::Delivery::WAITING);
  EXPECT_EQ(relay.callers(), callers + 1);
  relay.answer({});
  now += 6 * kMinute;
  send();
  EXPECT_EQ(new_mails().size(), 1u);
}

// -- ends in the middle --

class Ended : public Post, public ::testing::WithParamInterface<notices::Point> {};

TEST_P(Ended, LosesNothingAndRepeatsOnlyWhatMayHaveArrived) {
  hand_over();
  bool ended = false;
  settings.at = [&](notices::Point point) {
    if (point != GetParam() || std::exchange(ended, true)) return;
    throw std::runtime_error("the process ends here");
  };
  send();
  EXPECT_TRUE(ended);
  send();
  const bool arrived = GetParam() == notices::Point::kSent;
  const auto first = new_mails();
  EXPECT_EQ(first.size(), arrived ? 1u : 0u) << "nobody else takes it before its lease is over";
  now += store::Outbox::kLeaseMs;
  send();
  const auto again = new_mails();
  ASSERT_EQ(again.size(), 1u);
  if (arrived) {
    EXPECT_EQ(again[0].bytes, first[0].bytes);
  }
  now += kDay;
  send();
  EXPECT_TRUE(new_mails().empty());
}

INSTANTIATE_TEST_SUITE_P(AtEachPoint, Ended,
                         ::testing::Values(notices::Point::kTaken, notices::Point::kKept, notices::Point::kSent));

}  // namespace
}  // namespace wardroom::testing
