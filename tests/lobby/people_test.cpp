// Who one is: guests, accounts, sessions, and the order in which a connection speaks.
#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "server/match/fair_queue.h"
#include "tests/match/captured_log.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kPassword[] = "correct horse";

class People : public ::testing::Test {
 protected:
  v1::ServerFrame sign_in(Client& client, const std::string& name, const std::string& password) {
    v1::ClientFrame frame;
    frame.mutable_sign_in()->set_name(name);
    frame.mutable_sign_in()->set_password(password);
    frame.mutable_sign_in()->set_device("test");
    return client.ask(std::move(frame));
  }
  v1::ServerFrame sign_up(Client& client, const std::string& name, const std::string& password,
                          const std::string& email = {}) {
    v1::ClientFrame frame;
    frame.mutable_sign_up()->set_name(name);
    frame.mutable_sign_up()->set_password(password);
    frame.mutable_sign_up()->set_email(email);
    return client.ask(std::move(frame));
  }
  std::unique_ptr<Client> greeted(const std::string& address = "192.0.2.1") {
    auto client = rig.connect(address);
    client->hello();
    return client;
  }
  v1::Sessions sessions(Client& client) {
    v1::ClientFrame frame;
    frame.mutable_list_sessions();
    return client.ask(frame).sessions();
  }

  static RigSettings settings(MemoryStore& store) {
    RigSettings settings = quick(store);
    settings.desk.wrong_passwords_per_name = 3;
    settings.desk.wrong_passwords_per_address = 6;
    settings.desk.new_accounts_per_address = 8;
    return settings;
  }

  MemoryStore store;
  Rig rig{store, settings(store)};
};

TEST_F(People, AConnectionBeginsWithHello) {
  auto client = rig.connect();
  v1::ClientFrame ping;
  ping.mutable_ping();
  EXPECT_EQ(client->ask(ping).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  v1::ClientFrame old;
  old.mutable_hello()->set_protocol(99);
  EXPECT_EQ(client->ask(old).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_TRUE(client->hello().has_welcome());
  EXPECT_EQ(client->hello().refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_TRUE(client->ask(ping).has_pong());
  EXPECT_EQ(client->ask(v1::ClientFrame()).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
}

TEST_F(People, ASignInThatNobodyUsesEnds) {
  constexpr std::int64_t kDay = 24 * 60 * 60 * 1000;
  const std::string unused = rig.guest("Anna")->token, used = rig.guest("Bert")->token;
  store.pass(80 * kDay);
  rig.tidy();
  EXPECT_TRUE(rig.connect()->hello(used).welcome().has_signed_in());
  store.pass(20 * kDay);
  rig.tidy();
  EXPECT_TRUE(rig.connect()->hello(used).welcome().has_signed_in());
  EXPECT_FALSE(rig.connect()->hello(unused).welcome().has_signed_in());
}

TEST_F(People, NobodyPlaysWithoutAName) {
  auto client = greeted();
  v1::ClientFrame frame;
  frame.mutable_create_match();
  EXPECT_EQ(client->ask(frame).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT);
  frame.mutable_list_matches()->set_mine(true);
  EXPECT_EQ(client->ask(frame).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT);
  frame.mutable_list_matches()->set_mine(false);
  EXPECT_TRUE(client->ask(frame).has_matches());
}

TEST_F(People, AGuestPlaysAtOnceAndComesBackByHisToken) {
  auto client = rig.guest("Anna");
  EXPECT_FALSE(client->token.empty());
  auto again = rig.connect();
  const v1::ServerFrame welcome = again->hello(client->token);
  EXPECT_EQ(welcome.welcome().signed_in().account(), client->account);
  EXPECT_TRUE(welcome.welcome().signed_in().guest());
  EXPECT_TRUE(welcome.welcome().signed_in().token().empty()) << "a token is shown once";
  auto stranger = rig.connect();
  EXPECT_FALSE(stranger->hello("guessed").welcome().has_signed_in());
  auto nameless = greeted();
  v1::ClientFrame frame;
  frame.mutable_play_as_guest();
  EXPECT_FALSE(nameless->ask(frame).signed_in().name().empty());
}

TEST_F(People, AnAccountIsSignedIntoFromAnywhere) {
  auto client = rig.connect();
  client->sign_up("Łukasz", kPassword);
  auto other = greeted();
  EXPECT_EQ(sign_in(*other, "Łukasz", kPassword).signed_in().account(), client->account);
  EXPECT_EQ(sign_in(*other, "Łukasz", kPassword).refusal().code(), v1::REFUSAL_CODE_CONFLICT) << "he is in already";
}

TEST_F(People, AWrongPasswordAndAnUnknownNameLookAlike) {
  auto client = rig.connect();
  client->sign_up("Anna", kPassword);
  auto other = greeted();
  const v1::ServerFrame wrong = sign_in(*other, "Anna", "wrong password");
  v1::ServerFrame unknown = sign_in(*other, "Nobody", "wrong password");
  EXPECT_EQ(wrong.refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  unknown.set_request(wrong.request());
  EXPECT_EQ(wrong.SerializeAsString(), unknown.SerializeAsString());
}

TEST_F(People, NamesAndPasswordsHaveRules) {
  auto client = greeted();
  for (const char* name : {"", "x", " Anna", "Anna ", "An  na", "a\tb", "<b>", "a very long name that nobody has"}) {
    EXPECT_EQ(sign_up(*client, name, kPassword).refusal().code(), v1::REFUSAL_CODE_MALFORMED) << name;
  }
  for (const char* unseen : {"\u3164", "\u115F", "\u1160", "\uFFA0", "\u00AD", "\u200B", "\u034F"}) {
    for (const std::string& name : {std::string("Anna") + unseen, std::string(unseen) + unseen})
      EXPECT_EQ(sign_up(*client, name, kPassword).refusal().reason().id(), "refusal.name_signs") << name;
  }
  EXPECT_EQ(sign_up(*client, "Anna", "short").refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(sign_up(*client, "Annabelle", "annabelle").refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(sign_up(*client, "Anna", "Password123").refusal().reason().id(), "refusal.password_common");
  EXPECT_EQ(sign_up(*client, "Anna", kPassword, "no address").refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_TRUE(sign_up(*client, "Anna O'Neil-2", kPassword, "anna@example.org").has_signed_in());
  auto second = greeted();
  EXPECT_EQ(sign_up(*second, "anna o'neil-2", kPassword).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
}

TEST_F(People, GuessingIsLimitedByNameAndByAddress) {
  auto client = rig.connect();
  client->sign_up("Anna", kPassword);
  auto thief = greeted("203.0.113.9");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(sign_in(*thief, "Anna", "wrong password").refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(sign_in(*thief, "ANNA", kPassword).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH) << "even the right one";
  for (int i = 0; i < 2; ++i) sign_in(*thief, "Someone " + std::to_string(i), "wrong password");
  EXPECT_EQ(sign_in(*thief, "Someone else", "wrong password").refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  auto elsewhere = greeted("203.0.113.10");
  EXPECT_EQ(sign_in(*elsewhere, "Someone else", "wrong password").refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  store.pass(15 * 60 * 1000);
  EXPECT_TRUE(sign_in(*thief, "Anna", kPassword).has_signed_in());
}

TEST_F(People, ANameWithSignsThatDoNotShowIsTheSameName) {
  auto client = rig.connect();
  client->sign_up("Anna", kPassword);
  auto thief = greeted("203.0.113.9");
  for (const char* name : {"Anna", "A\u00ADnna", "An\u200Bna"})  // a soft hyphen, a space without width
    EXPECT_EQ(sign_in(*thief, name, "wrong password").refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(sign_in(*thief, "Ann\u00ADa", kPassword).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
}

TEST_F(People, AGuestWhoWantsToStayCountsAsANewAccount) {
  auto guest = rig.guest("Anna");  // one of eight
  v1::ClientFrame keep;
  keep.mutable_keep_guest()->set_name("Bert");
  keep.mutable_keep_guest()->set_password(kPassword);
  rig.connect()->sign_up("Bert", kPassword);
  for (int i = 2; i < 8; ++i) EXPECT_EQ(guest->ask(keep).refusal().code(), v1::REFUSAL_CODE_CONFLICT) << "it is taken";
  EXPECT_EQ(guest->ask(keep).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
}

TEST_F(People, AGuestCannotTakeTheNameOfAnAccount) {
  rig.connect()->sign_up("Anna", kPassword);
  auto other = greeted();
  v1::ClientFrame guest;
  guest.mutable_play_as_guest()->set_name("ANNA");
  EXPECT_EQ(other->ask(guest).refusal().reason().id(), "refusal.name_taken");
  guest.mutable_play_as_guest()->set_name("Annabelle");
  EXPECT_TRUE(other->ask(guest).has_signed_in());
}

TEST(FairQueue, WhoeverAsksForMuchWaitsBehindHimself) {
  std::atomic<std::int64_t> waiting{0};
  match::FairQueue queue(7, 4, waiting);
  std::string done;
  const auto push = [&](const std::string& whose, char what) { return queue.push(whose, [&, what] { done += what; }); };
  for (char what : {'1', '2', '3', '4'}) EXPECT_TRUE(push("crowd", what));
  EXPECT_FALSE(push("crowd", '5'));
  EXPECT_TRUE(push("anna", 'a'));
  EXPECT_TRUE(push("bert", 'b'));
  EXPECT_TRUE(push("bert", 'c'));
  EXPECT_FALSE(push("carl", 'd')) << "there is no room at all";
  EXPECT_EQ(waiting, 7);
  for (int i = 0; i < 3; ++i) queue.pop()();
  EXPECT_EQ(done, "1ab");
  EXPECT_TRUE(push("anna", 'e')) << "after those who wait now";
  for (int i = 0; i < 5; ++i) queue.pop()();
  EXPECT_EQ(done, "1ab2ce34");
  EXPECT_EQ(waiting, 0);
}

// Whatever makes the server hash waits by address: most of a hundred of one address are turned away, and somebody of
// another comes in before those who are not.
TEST(Hashing, AHundredOfOneAddressKeepNobodyElseFromSigningIn) {
  constexpr std::size_t kWaiting = 8;
  MemoryStore store;
  RigSettings settings = quick(store);
  settings.desk.password_operations = 60;
  settings.desk.password_memory = 1024 * 1024;
  settings.desk.password_queue_per_address = kWaiting;
  settings.desk.wrong_passwords_per_address = 1'000;
  Rig rig(store, settings);
  rig.connect("198.51.100.1")->sign_up("Anna", kPassword);
  using Make = std::function<v1::ClientFrame(int)>;
  const Make keep = [](int i) {
    v1::ClientFrame frame;
    frame.mutable_keep_guest()->set_name("Kept " + std::to_string(i));
    frame.mutable_keep_guest()->set_password(kPassword);
    return frame;
  };
  const Make sign_up = [](int i) {
    v1::ClientFrame frame;
    frame.mutable_sign_up()->set_name("New " + std::to_string(i));
    frame.mutable_sign_up()->set_password(kPassword);
    return frame;
  };
  const Make sign_in = [](int i) {
    v1::ClientFrame frame;
    frame.mutable_sign_in()->set_name("Someone " + std::to_string(i));
    frame.mutable_sign_in()->set_password(kPassword);
    return frame;
  };
  for (const Make& make : {keep, sign_up, sign_in}) {
    auto anna = rig.connect("198.51.100.1");
    anna->hello();
    std::vector<std::unique_ptr<Client>> crowd;
    for (int i = 0; i < 100; ++i) {
      crowd.push_back(rig.connect("203.0.113.9"));
      if (make(i).has_keep_guest()) {
        crowd.back()->guest("Guest " + std::to_string(i));
      } else {
        crowd.back()->hello();
      }
    }
    std::vector<std::future<v1::ServerFrame>> answers;
    for (int i = 0; i < 100; ++i) answers.push_back(crowd[i]->ask_later(make(i)));
    const std::atomic<std::int64_t>& waiting = rig.host->stats().passwords_waiting;
    while (waiting == 0) std::this_thread::yield();
    v1::ClientFrame frame;
    frame.mutable_sign_in()->set_name("Anna");
    frame.mutable_sign_in()->set_password(kPassword);
    EXPECT_TRUE(anna->ask(frame).has_signed_in());
    EXPECT_GT(waiting.load(), 0) << "the crowd still waits";
    EXPECT_LE(waiting.load(), static_cast<std::int64_t>(kWaiting));
    int turned_away = 0;
    for (auto& answer : answers) turned_away += answer.get().refusal().reason().id() == "refusal.sign_in_busy" ? 1 : 0;
    EXPECT_GT(turned_away, 50);
  }
}

TEST_F(People, TheRightPasswordUsesUpNoAttempts) {
  auto client = rig.connect();
  client->sign_up("Anna", kPassword);
  for (int i = 0; i < 10; ++i) {
    auto other = greeted();
    ASSERT_TRUE(sign_in(*other, "Anna", kPassword).has_signed_in());
  }
}

TEST_F(People, NewAccountsAreLimitedByAddress) {
  for (int i = 0; i < 8; ++i) rig.guest("Guest number " + std::to_string(i));
  auto one_more = greeted();
  v1::ClientFrame frame;
  frame.mutable_play_as_guest();
  EXPECT_EQ(one_more->ask(frame).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  EXPECT_TRUE(greeted("198.51.100.1")->ask(frame).has_signed_in());
}

TEST_F(People, SessionsAreListedAndEnded) {
  auto here = rig.connect();
  here->sign_up("Anna", kPassword);
  auto there = greeted();
  const std::string token = sign_in(*there, "Anna", kPassword).signed_in().token();
  const v1::Sessions list = sessions(*here);
  ASSERT_EQ(list.sessions_size(), 2);
  EXPECT_EQ(std::ranges::count_if(list.sessions(), &v1::Session::current), 1);
  v1::ClientFrame end;
  for (const auto& session : list.sessions()) {
    if (!session.current()) end.mutable_end_session()->set_session(session.id());
  }
  EXPECT_TRUE(here->ask(end).has_done());
  EXPECT_EQ(there->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  v1::ClientFrame list_again;
  list_again.mutable_list_sessions();
  EXPECT_EQ(there->ask(list_again).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT)
      << "what still comes on that line is nobody's";
  EXPECT_EQ(here->ask(end).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  auto back = rig.connect();
  EXPECT_FALSE(back->hello(token).welcome().has_signed_in());
}

TEST_F(People, ANewPasswordEndsAllOtherSessions) {
  auto here = rig.connect();
  here->sign_up("Anna", kPassword);
  auto there = greeted();
  sign_in(*there, "Anna", kPassword);
  v1::ClientFrame change;
  change.mutable_change_password()->set_old_password("wrong password");
  change.mutable_change_password()->set_new_password("another horse");
  EXPECT_EQ(here->ask(change).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  change.mutable_change_password()->set_old_password(kPassword);
  EXPECT_TRUE(here->ask(change).has_done());
  EXPECT_EQ(there->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_FALSE(here->line->closed());
  EXPECT_EQ(sessions(*here).sessions_size(), 1);
  auto later = greeted();
  EXPECT_EQ(sign_in(*later, "Anna", kPassword).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_TRUE(sign_in(*later, "Anna", "another horse").has_signed_in());
}

TEST_F(People, WhoSignsOutIsNobody) {
  auto client = rig.guest("Anna");
  v1::ClientFrame out;
  out.mutable_sign_out();
  EXPECT_TRUE(client->ask(out).has_done());
  EXPECT_EQ(client->ask(out).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT);
  auto back = rig.connect();
  EXPECT_FALSE(back->hello(client->token).welcome().has_signed_in());
}

TEST_F(People, AGuestBecomesAnAccountWithHisMatches) {
  auto anna = rig.guest("Anna");
  auto bert = rig.guest("Bert");
  const std::string match = rig.begin(*anna, *bert);
  v1::ClientFrame keep;
  keep.mutable_keep_guest()->set_name("Anna the First");
  keep.mutable_keep_guest()->set_password(kPassword);
  EXPECT_FALSE(anna->ask(keep).signed_in().guest());
  EXPECT_EQ(anna->ask(keep).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  auto other = greeted();
  EXPECT_EQ(sign_in(*other, "Anna the First", kPassword).signed_in().account(), anna->account);
  EXPECT_EQ(other->attach(match).match().my_seat(), 0u);
  EXPECT_EQ(bert->attach(match).match().seats(0).name(), "Anna the First");
}

TEST_F(People, WhoDeletesHisAccountResignsAndIsForgotten) {
  auto anna = rig.connect();
  anna->sign_up("Anna", kPassword);
  auto tab = rig.back(anna->token);
  auto bert = rig.guest("Bert");
  const std::string match = rig.begin(*anna, *bert);
  const std::string open = rig.create(*anna).id();
  const std::uint64_t rows = store.rows(match);

  v1::ClientFrame remove;
  remove.mutable_delete_account()->set_password("wrong password");
  EXPECT_EQ(anna->ask(remove).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  remove.mutable_delete_account()->set_password(kPassword);
  EXPECT_TRUE(anna->ask(remove).has_done());

  bert->catch_up();
  EXPECT_EQ(bert->seen.ending().kind(), v1::ENDING_KIND_RESIGNED);
  EXPECT_EQ(bert->notices.back().match().seats(0).name(), "");
  EXPECT_EQ(store.rows(match), rows + 1) << "the journal stays";
  EXPECT_TRUE(rig.export_match(match));
  v1::ClientFrame list;
  list.mutable_list_matches()->set_mine(true);
  const v1::ServerFrame mine = bert->ask(list);
  ASSERT_EQ(mine.matches().matches_size(), 1);
  EXPECT_EQ(mine.matches().matches(0).seats(0).name(), "");
  v1::ClientFrame gone;
  gone.mutable_attach()->set_match(open);
  EXPECT_EQ(bert->ask(gone).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  auto back = greeted();
  EXPECT_EQ(sign_in(*back, "Anna", kPassword).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_TRUE(sign_up(*back, "Anna", kPassword).has_signed_in()) << "the name is free again";
}

TEST_F(People, OnesDataAreHandedOverAsJson) {
  auto anna = rig.connect();
  anna->hello();
  EXPECT_TRUE(sign_up(*anna, "Anna", kPassword, "anna@example.org").has_signed_in());
  auto bert = rig.guest("Bert");
  const std::string match = rig.begin(*anna, *bert);
  for (Client* client : {anna.get(), bert.get()}) {
    v1::ClientFrame say;
    say.mutable_say()->set_match(match);
    say.mutable_say()->set_text("said by " + std::string(client == anna.get() ? "Anna" : "Bert"));
    client->ask(say);
  }
  v1::ClientFrame mine;
  mine.mutable_export_my_data();
  const std::string json = anna->ask(mine).my_data().json();
  v1::DataOfMine data;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(json, &data).ok()) << json;
  EXPECT_EQ(data.account().email(), "anna@example.org");
  ASSERT_EQ(data.chat_size(), 1);
  EXPECT_EQ(data.chat(0).match(), match);
  EXPECT_THAT(json, ::testing::HasSubstr(match));
  EXPECT_THAT(json, ::testing::HasSubstr("said by Anna"));
  EXPECT_THAT(json, ::testing::Not(::testing::HasSubstr("said by Bert")));
  EXPECT_THAT(json, ::testing::Not(::testing::HasSubstr("argon2")));
}

TEST_F(People, OnesPlottingTablesAreHandedOverToOneselfAlone) {
  auto anna = rig.guest("Anna");
  auto bert = rig.guest("Bert");
  const std::string match = rig.begin(*anna, *bert);
  const auto data_of = [](Client& client) {
    v1::ClientFrame frame;
    frame.mutable_export_my_data();
    return client.ask(frame).my_data().json();
  };
  EXPECT_THAT(data_of(*anna), Not(HasSubstr("\"marks\"")));
  for (Client* client : {anna.get(), bert.get()}) {
    v1::ClientFrame frame;
    frame.mutable_change_marks()->set_match(match);
    v1::Mark& mark = *frame.mutable_change_marks()->add_put();
    mark.set_id(1);
    mark.mutable_note()->set_text(client == anna.get() ? "pencilled by Anna" : "pencilled by Bert");
    EXPECT_TRUE(client->ask(frame).has_marks());
  }
  EXPECT_THAT(data_of(*anna), AllOf(HasSubstr("pencilled by Anna"), Not(HasSubstr("pencilled by Bert"))));
  EXPECT_THAT(data_of(*bert), AllOf(HasSubstr("pencilled by Bert"), Not(HasSubstr("pencilled by Anna"))));
  EXPECT_THAT(data_of(*rig.guest("Carl")), Not(HasSubstr("pencilled")));
  google::protobuf::Struct read;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(data_of(*anna), &read).ok());
  const auto& table = read.fields().at("marks").list_value().values(0).struct_value();
  EXPECT_EQ(table.fields().at("match").string_value(), match);
}

TEST_F(People, TwoGuestsOfOneNameAreHandedEachJustHisOwnLines) {
  auto one = rig.guest("Anna");
  auto two = rig.guest("Anna");
  const std::string match = rig.begin(*one, *two);
  const auto say = [&](Client& client, const std::string& text) {
    v1::ClientFrame frame;
    frame.mutable_say()->set_match(match);
    frame.mutable_say()->set_text(text);
    EXPECT_TRUE(client.ask(frame).has_done());
  };
  const auto data_of = [](Client& client) {
    v1::ClientFrame frame;
    frame.mutable_export_my_data();
    return client.ask(frame).my_data().json();
  };
  say(*one, "mine alone");
  say(*two, "yours alone");
  one->about(&v1::ClientFrame::mutable_resign);
  auto three = rig.guest("Anna");
  three->attach(match);
  say(*three, "an observer's");
  EXPECT_THAT(data_of(*one),
              AllOf(HasSubstr("mine alone"), Not(HasSubstr("yours alone")), Not(HasSubstr("an observer's"))));
  EXPECT_THAT(data_of(*two),
              AllOf(HasSubstr("yours alone"), Not(HasSubstr("mine alone")), Not(HasSubstr("an observer's"))));
  EXPECT_THAT(data_of(*three),
              AllOf(HasSubstr("an observer's"), Not(HasSubstr("mine alone")), Not(HasSubstr("yours alone"))));
  EXPECT_EQ(one->line->bytes().find(two->account), std::string::npos) << "accounts are not shown with what they say";
}

// Nobody fills a disk by what he does.
TEST(PeopleLog, WhatClientsDoIsWrittenAtDebug) {
  CapturedLog log;
  {
    MemoryStore store;
    Rig rig(store, quick(store));
    auto anna = rig.connect(), bert = rig.guest("Bert");
    anna->sign_up("Anna", kPassword);
    rig.begin(*anna, *bert);
    anna->about(&v1::ClientFrame::mutable_resign);
    v1::ClientFrame change, remove;
    change.mutable_change_password()->set_old_password("wrong password");
    change.mutable_change_password()->set_new_password("another horse");
    anna->ask(change);
    change.mutable_change_password()->set_old_password(kPassword);
    EXPECT_TRUE(anna->ask(change).has_done());
    remove.mutable_delete_account()->set_password("another horse");
    EXPECT_TRUE(anna->ask(remove).has_done());
  }
  for (const char* event : {"signed_in", "match_created", "match_started", "match_over", "wrong_password",
                            "password_changed", "account_deleted"})
    EXPECT_THAT(log.text(), HasSubstr(std::string("[debug] event=") + event));
  EXPECT_THAT(log.text(), Not(HasSubstr("[info]")));
}

TEST_F(People, AStoreThatTakesNoWritesIsToldAsSuch) {
  store.fail_writes(true);
  auto client = greeted();
  v1::ClientFrame frame;
  frame.mutable_play_as_guest();
  EXPECT_EQ(client->ask(frame).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  store.fail_writes(false);
  EXPECT_TRUE(client->ask(frame).has_signed_in());
}

}  // namespace
}  // namespace wardroom::testing
