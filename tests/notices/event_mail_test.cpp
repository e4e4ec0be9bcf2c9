// Mails of tournaments: a round that begins, a deadline that comes near, a result that was ruled, a message to all, a
// place in the waiting list. Each once, each only as long as it is true.
#include "server/tournament/directing.h"
#include "server/tournament/event_time.h"
#include "server/tournament/taking_part.h"
#include "tests/notices/post_office.h"

namespace wardroom::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class EventMail : public PostOffice {
 protected:
  EventMail() : anna(person("Anna")), bert(person("Bert")) {
    for (const char* name : {"Anna", "Bert"})
      accounts[name] =
          store::value(store::await<lobby::Account>([&](auto then) { store->account_by_name(name, then); })).id;
    v1::EventRules rules;
    rules.set_name("Convoys");
    rules.set_title("picket");
    rules.add_scenarios("small");
    rules.set_rounds(2);
    rules.set_round_minutes(7 * 24 * 60);
    event = tournament::new_event("ev", std::string(32, 's'), rules, {"owner", now});
    keep(0);
    new_mails();
  }
  void keep(std::uint64_t after) {
    store::value(store::await<void>([&](auto then) { store->keep_event({event, after, {}}, then); }));
  }
  void direct(const std::function<void(v1::Direct&)>& act) {
    v1::Direct asked;
    asked.set_version(event.version());
    act(asked);
    const std::uint64_t after = event.version();
    const Result<void> done = tournament::direct(event, asked, {"owner", now}, {});
    ASSERT_TRUE(done) << done.error().reason.id;
    keep(after);
  }
  void enter(const std::string& name) {
    v1::TakePart asked;
    asked.mutable_enter();
    const std::uint64_t after = event.version();
    ASSERT_TRUE(tournament::take_part(event, {accounts[name]}, asked, now));
    keep(after);
  }
  void publish() {
    direct([](v1::Direct& asked) { asked.mutable_announce(); });
    enter("Anna");
    enter("Bert");
    direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
    direct([](v1::Direct& asked) { asked.mutable_draw(); });
    direct([](v1::Direct& asked) { asked.mutable_publish(); });
  }
  // What the mail to him says; empty: there is none.
  std::string told(const std::string& name) {
    const auto mail = mail_to(name);
    return mail ? text_of(mail->bytes) : std::string();
  }

  std::unique_ptr<Client> anna, bert;
  std::map<std::string, std::string> accounts;
  tournament::Event event;
};

TEST_F(EventMail, ARoundThatBeginsIsToldOnceAndInHisLanguage) {
  choose(*bert, [](v1::NoticeChoice& choice) { choice.set_language("pl"); });
  publish();
  send();
  const auto mails = new_mails();
  ASSERT_EQ(mails.size(), 2u);
  for (const auto& mail : mails) {
    const bool hers = mail.to == "Anna@example.org";
    EXPECT_THAT(text_of(mail.bytes),
                AllOf(HasSubstr(hers ? "Round 1 has begun: you play Bert." : "Zaczęła się runda 1"),
                      HasSubstr("https://play.example.org/#/event/ev"), HasSubstr("2026-11-24 12:00 UTC")));
    EXPECT_THAT(header_of(mail.bytes, "List-Unsubscribe"), HasSubstr("<https://play.example.org/u/"));
  }
  send();
  EXPECT_TRUE(new_mails().empty());
}

TEST_F(EventMail, ARoundThatIsTakenBackIsNotTold) {
  publish();
  direct([](v1::Direct& asked) { asked.mutable_unpublish(); });
  send();
  EXPECT_TRUE(new_mails().empty());
}

TEST_F(EventMail, ADeadlineThatComesNearIsToldToWhoeverHasNotPlayed) {
  publish();
  send();
  new_mails();
  now += 5 * kDay + 7 * kHour;
  send();
  EXPECT_THAT(told("Anna"), HasSubstr("The time of round 1 is running out"));
  new_mails();
  tournament::MatchEnd end;
  const auto& game = event.rounds(0).pairings(0).games(0);
  end.accounts = {tournament::find_entry(event, game.first())->account(),
                  tournament::find_entry(event, game.second())->account()};
  end.halves = {2, 0};
  const std::uint64_t after = event.version();
  ASSERT_TRUE(tournament::note_end(event, game.match(), end));
  keep(after);
  now += kDay;
  send();
  EXPECT_TRUE(new_mails().empty()) << "it is decided";
}

TEST_F(EventMail, ARulingAMessageAndAPlaceAreTold) {
  publish();
  send();
  new_mails();
  now += kDay;
  direct([](v1::Direct& asked) {
    asked.mutable_set_result()->set_round(1);
    asked.mutable_set_result()->set_board(1);
    asked.mutable_set_result()->set_game(1);
    asked.mutable_set_result()->mutable_result()->set_kind(v1::EventResult::ADJUDICATED);
    asked.mutable_set_result()->mutable_result()->set_first_halves(1);
    asked.mutable_set_result()->mutable_result()->set_second_halves(1);
    asked.mutable_set_result()->mutable_result()->set_reason("Both were away.");
  });
  send();
  EXPECT_THAT(told("Anna"), AllOf(HasSubstr("has been decided: a draw."), HasSubstr("Both were away.")));
  new_mails();
  now += kDay;
  direct([](v1::Direct& asked) { asked.mutable_announcement()->set_text("Round 2 begins on Sunday."); });
  send();
  EXPECT_THAT(told("Bert"), HasSubstr("Round 2 begins on Sunday."));
}

TEST_F(EventMail, APlaceInTheWaitingListAndOutOfIt) {
  direct([](v1::Direct& asked) { asked.mutable_announce(); });
  direct([&](v1::Direct& asked) {
    *asked.mutable_change_rules() = event.rules();
    asked.mutable_change_rules()->set_places(2);
  });
  v1::TakePart asked;
  asked.mutable_enter();
  std::uint64_t after = event.version();
  ASSERT_TRUE(tournament::take_part(event, {"somebody"}, asked, now));
  keep(after);
  enter("Anna");
  enter("Bert");
  send();
  EXPECT_THAT(told("Bert"), HasSubstr("You have place 1 in the waiting list."));
  new_mails();
  now += kDay;
  v1::TakePart leave;
  leave.mutable_withdraw();
  after = event.version();
  ASSERT_TRUE(tournament::take_part(event, {accounts["Anna"]}, leave, now));
  keep(after);
  send();
  EXPECT_THAT(told("Bert"), HasSubstr("A place has become free: you take part."));
}

}  // namespace
}  // namespace wardroom::testing
