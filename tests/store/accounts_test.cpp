#include <gmock/gmock.h>

#include <atomic>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using lobby::Account;
using lobby::SessionRecord;
using testing::ElementsAre;
using testing::IsEmpty;

class Accounts : public testing::Test {
 protected:
  Accounts() {
    StoreOptions options;
    options.hooks.now = [this] { return now.load(); };
    store = opened(folder.file(), std::move(options));
  }

  Result<Account> create(const std::string& id, const std::string& name, const std::string& password_hash) {
    const Account account{id, name, password_hash, "", password_hash.empty(), 0};
    return await<Account>([&](auto then) { store->create_account(account, then); });
  }
  Result<Account> by_name(const std::string& name) {
    return await<Account>([&](auto then) { store->account_by_name(name, then); });
  }
  Result<Account> by_id(const std::string& id) {
    return await<Account>([&](auto then) { store->account(id, then); });
  }
  Result<void> add_session(const std::string& id, const std::string& account) {
    const SessionRecord session{id, "token of " + id, account, "a device", 0, 0};
    return await<void>([&](auto then) { store->add_session(session, then); });
  }
  std::vector<std::string> sessions(const std::string& account) {
    std::vector<std::string> ids;
    for (const auto& session :
         value(await<std::vector<SessionRecord>>([&](auto then) { store->sessions(account, then); }))) {
      ids.push_back(session.id);
    }
    return ids;
  }

  std::atomic<std::int64_t> now{1000};
  Folder folder;
  std::unique_ptr<SqlStore> store;
};

TEST_F(Accounts, BeginWithAllThatBelongsToThemOrWithNothing) {
  lobby::Enrolment anna(Account{"1", "Anna", "hash", "anna@example.org", false, 0});
  anna.session = SessionRecord{"s", "token of s", "1", "a device", 0, 0};
  anna.letter = true;
  anna.language = "pl";
  const auto enrol = [&] { return await<Account>([&](auto then) { store->create_account(anna, then); }); };
  const auto letters = [&] { return looked_up(folder.file(), "SELECT kind FROM outbox WHERE account = '1'"); };
  value(create("2", "Bert", "hash"));
  value(add_session("s", "2"));
  EXPECT_EQ(code(enrol()), RefusalCode::kConflict) << "another's session is called so";
  EXPECT_EQ(code(by_id("1")), RefusalCode::kNotFound);
  EXPECT_THAT(letters(), IsEmpty());
  anna.session->id = "t";
  anna.session->token_hash = "token of t";
  EXPECT_TRUE(enrol());
  EXPECT_THAT(sessions("1"), ElementsAre("t"));
  EXPECT_THAT(letters(), ElementsAre("confirm"));
  const auto mailbox = value(await<lobby::Mailbox>([&](auto then) { store->mailbox("1", then); }));
  EXPECT_EQ(mailbox.address, "anna@example.org");
  EXPECT_EQ(mailbox.state, v1::ADDRESS_STATE_UNCONFIRMED);
  EXPECT_EQ(mailbox.choice.language(), "pl");
}

TEST_F(Accounts, AreFoundByIdAndByNameWithoutCase) {
  EXPECT_EQ(value(create("1", "Łukasz", "hash")).created_ms, 1000);
  const Account found = value(by_name("łUKASZ"));
  EXPECT_EQ(found.id, "1");
  EXPECT_EQ(found.name, "Łukasz");
  EXPECT_EQ(found.password_hash, "hash");
  EXPECT_FALSE(found.guest);
  EXPECT_EQ(value(by_id("1")).name, "Łukasz");
  EXPECT_EQ(code(by_id("2")), RefusalCode::kNotFound);
  EXPECT_EQ(code(by_name("Lukasz")), RefusalCode::kNotFound);
}

TEST_F(Accounts, ANameIsTakenOnceAmongThoseWithAPassword) {
  value(create("1", "Anna", "hash"));
  EXPECT_EQ(code(create("2", "ANNA", "hash")), RefusalCode::kConflict);
  EXPECT_EQ(code(create("3", "Anna", "")), RefusalCode::kConflict) << "not a guest's either";
  value(create("4", "Bert", ""));
  value(create("5", "Bert", ""));  // but what guests call themselves is free
  value(create("6", "Bert", "hash"));
  EXPECT_EQ(value(by_name("anna")).id, "1");
}

TEST_F(Accounts, ANameIsNotTakenByOneThatLooksLikeIt) {
  value(create("1", "Anna Bill", "hash"));
  for (const char* name : {"Аnna Bill", "Anna Bi1l", "ANNA BiIl", "Ánna Bill"}) {  // a Cyrillic A, a 1, an I, an accent
    const bool alike = std::string_view(name) != "Ánna Bill";
    for (const char* password : {"", "hash"})
      EXPECT_EQ(!create(name + std::string(password), name, password), alike) << name;
  }
  Account guest = value(create("2", "Guest", ""));
  guest.guest = false;
  guest.name = "Anna ΒiII";  // a Greek B
  guest.password_hash = "hash";
  EXPECT_EQ(code(await<void>([&](auto then) { store->update_account(guest, then); })), RefusalCode::kConflict);
}

TEST_F(Accounts, WhoHadANameBeforeOthersLookedLikeItKeepsIt) {
  value(create("1", "Anna", "hash"));
  value(create("2", "Bert", "hash"));
  store.reset();
  alter(folder.file(), "UPDATE accounts SET name = 'Аnna', folded_name = 'аnna', seen_name = 'anna' WHERE id = '2'");
  store = opened(folder.file());
  Account account = value(by_id("2"));
  account.password_hash = "another";
  value(await<void>([&](auto then) { store->update_account(account, then); }));
  EXPECT_EQ(value(by_id("2")).password_hash, "another");
}

TEST_F(Accounts, AGuestBecomesAnAccountUnlessTheNameIsTaken) {
  value(create("1", "Anna", "hash"));
  Account guest = value(create("2", "Guest", ""));
  EXPECT_TRUE(guest.guest);
  EXPECT_EQ(code(by_name("Guest")), RefusalCode::kNotFound);
  guest.guest = false;
  guest.name = "anna";
  guest.password_hash = "hash";
  const auto update = [&] { return await<void>([&](auto then) { store->update_account(guest, then); }); };
  EXPECT_EQ(code(update()), RefusalCode::kConflict);
  EXPECT_TRUE(value(by_id("2")).guest);
  guest.name = "Bert";
  guest.email = "bert@example.org";
  value(update());
  EXPECT_EQ(value(by_name("bert")).email, "bert@example.org");
  guest.id = "9";
  EXPECT_EQ(code(update()), RefusalCode::kNotFound);
}

TEST_F(Accounts, WhoeverIsBannedIsSignedOutAndCannotSignInUntilItIsLifted) {
  const auto act = [&](v1::Administer::ActCase what, const std::string& account) {
    lobby::HostDeed deed;
    deed.what = what;
    deed.account = account;
    deed.reason = "He sold his vote.";
    return await<lobby::HostDeed>([&](auto then) { store->carry_out(deed, then); });
  };
  const auto ban = [&](const std::string& account) { return act(v1::Administer::kBan, account); };
  const auto lift = [&](const std::string& account) { return act(v1::Administer::kLiftBan, account); };
  const auto kept = [&] {
    return value(await<std::vector<lobby::HostDeed>>([&](auto then) { store->host_deeds({}, then); }));
  };
  value(create("1", "Anna", "hash"));
  value(add_session("a", "1"));
  EXPECT_EQ(code(ban("2")), RefusalCode::kNotFound);
  EXPECT_EQ(code(lift("1")), RefusalCode::kConflict);
  EXPECT_THAT(kept(), IsEmpty()) << "what was refused was not done";
  value(ban("1"));
  value(ban("1"));
  EXPECT_THAT(sessions("1"), IsEmpty());
  const Result<void> again = add_session("b", "1");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().reason.id.str(), "refusal.banned");
  value(lift("1"));
  value(add_session("b", "1"));
  value(ban("1"));
  value(await<void>([&](auto then) { store->delete_account("1", then); }));
  ASSERT_EQ(kept().size(), 4u) << "for good";
  EXPECT_EQ(kept().front().reason, "") << "but not what was said of him";
}

TEST_F(Accounts, WhatTheHostDidIsUnreadUntilItIsRead) {
  value(create("1", "Anna", "hash"));
  value(create("2", "Bert", "hash"));
  const auto standing = [&](const std::string& account) {
    return value(await<lobby::Standing>([&](auto then) { store->standing(account, then); }));
  };
  lobby::HostDeed deed;
  deed.what = v1::Administer::kMute;
  deed.account = "1";
  deed.until_ms = 5000;
  value(await<lobby::HostDeed>([&](auto then) { store->carry_out(deed, then); }));
  EXPECT_EQ(standing("1").unread, 1u);
  EXPECT_EQ(standing("1").muted_until_ms, 5000);
  EXPECT_EQ(standing("2").unread, 0u);
  value(await<void>([&](auto then) { store->read_deeds("1", then); }));
  EXPECT_EQ(standing("1").unread, 0u);
  now = 5000;
  EXPECT_EQ(standing("1").muted_until_ms, 0);
}

TEST_F(Accounts, SessionsAreListedSeenAndEnded) {
  value(create("1", "Anna", "hash"));
  value(create("2", "Bert", "hash"));
  value(add_session("a", "1"));
  now = 2000;
  value(add_session("b", "1"));
  value(add_session("c", "1"));
  value(add_session("d", "2"));
  EXPECT_THAT(sessions("1"), ElementsAre("c", "b", "a"));
  EXPECT_EQ(code(add_session("a", "2")), RefusalCode::kConflict);
  EXPECT_EQ(code(add_session("e", "9")), RefusalCode::kNotFound);

  const auto by_token = [&](const std::string& token) {
    return await<SessionRecord>([&](auto then) { store->session_by_token(token, then); });
  };
  now = 100'000;
  const SessionRecord seen = value(by_token("token of a"));
  EXPECT_EQ(seen.account, "1");
  EXPECT_EQ(seen.device, "a device");
  EXPECT_EQ(seen.created_ms, 1000);
  EXPECT_EQ(seen.seen_ms, 100'000);
  EXPECT_EQ(code(by_token("token of nobody")), RefusalCode::kNotFound);
  value(add_session("f", "2"));  // written after the touch
  EXPECT_THAT(sessions("1"), ElementsAre("a", "c", "b"));

  const auto end = [&](const std::string& account, const std::string& id) {
    return await<void>([&](auto then) { store->end_session(account, id, then); });
  };
  EXPECT_EQ(code(end("2", "a")), RefusalCode::kNotFound);
  value(end("1", "a"));
  EXPECT_EQ(code(by_token("token of a")), RefusalCode::kNotFound);
  value(await<void>([&](auto then) { store->end_other_sessions("1", "b", then); }));
  EXPECT_THAT(sessions("1"), ElementsAre("b"));
  EXPECT_THAT(sessions("2"), ElementsAre("f", "d"));
}

TEST_F(Accounts, ADeletedAccountLeavesItsSeatsButNeitherNameNorSessions) {
  value(create("anna", "Anna", "hash"));
  value(create("bert", "Bert", "hash"));
  value(add_session("a", "anna"));
  match::MatchCard open = new_card("open");
  match::MatchCard played = new_card("played");
  played.accounts = {"anna", "bert"};
  for (const auto& card : {open, played}) value(await<match::MatchCard>([&](auto then) { store->create(card, then); }));
  Scribe scribe("played");
  scribe.write(*store, scribe.first());
  value(await<v1::Chat>([&](auto then) { store->say("played", {0, "anna", "Anna"}, "hello", then); }));
  value(await<v1::Chat>([&](auto then) { store->say("played", {1, "bert", "Bert"}, "good day", then); }));

  const auto said_by = [&](const std::string& account) {
    return value(await<std::vector<v1::Chat>>([&](auto then) { store->said_by(account, then); }));
  };
  value(await<v1::Chat>([&](auto then) {
    store->say("played", {2, "clara", "Anna"}, "an observer of that name", then);
  }));
  ASSERT_EQ(said_by("anna").size(), 1u);
  EXPECT_EQ(said_by("anna")[0].text(), "hello");
  EXPECT_EQ(said_by("anna")[0].match(), "played");

  value(await<void>([&](auto then) { store->delete_account("anna", then); }));
  EXPECT_THAT(said_by("anna"), IsEmpty());
  EXPECT_THAT(said_by(""), IsEmpty());
  EXPECT_EQ(code(by_id("anna")), RefusalCode::kNotFound);
  EXPECT_THAT(sessions("anna"), IsEmpty());
  const auto card = value(await<match::MatchCard>([&](auto then) { store->card("played", then); }));
  EXPECT_THAT(card.accounts, ElementsAre("", "bert"));
  EXPECT_EQ(card.creator, "");
  EXPECT_EQ(code(await<match::MatchCard>([&](auto then) { store->card("open", then); })), RefusalCode::kNotFound);
  std::vector<std::string> names;
  for (const auto& line : value(
           await<std::vector<v1::Chat>>([&](auto then) { store->chat("played", "", match::kNewestLine, 9, then); }))) {
    names.push_back(line.name());
  }
  EXPECT_THAT(names, ElementsAre("", "Bert", "Anna"));
  EXPECT_TRUE(await<match::Loaded>([&](auto then) { store->load("played", then); }));
  EXPECT_EQ(code(await<void>([&](auto then) { store->delete_account("anna", then); })), RefusalCode::kNotFound);
}

TEST_F(Accounts, WhatNobodyHasUsedForLongIsForgotten) {
  const auto seen = [&](const std::string& id, std::int64_t when) {
    now = when;
    value(add_session("session of " + id, id));
  };
  now = 100;
  for (const char* guest : {"gone", "back", "sitting", "idle", "through"}) value(create(guest, guest, ""));
  value(create("account", "Anna", "hash"));
  seen("gone", 100);
  seen("back", 5000);
  seen("sitting", 100);
  seen("account", 100);
  match::MatchCard card = new_card("m");
  card.accounts = {"sitting", "account"};
  value(await<match::MatchCard>([&](auto then) { store->create(card, then); }));
  match::MatchCard over = new_card("over");
  over.accounts = {"account", "through"};
  over.state = v1::MATCH_STATE_OVER;
  value(await<match::MatchCard>([&](auto then) { store->create(over, then); }));

  const lobby::Forgotten first = value(await<lobby::Forgotten>([&](auto then) { store->forget_old(50, 1000, then); }));
  EXPECT_EQ(first.sessions, 0u);
  EXPECT_EQ(first.guests, 3u);
  EXPECT_FALSE(by_id("gone"));
  EXPECT_FALSE(by_id("idle"));
  EXPECT_FALSE(by_id("through"));
  const auto stays = value(await<match::MatchCard>([&](auto then) { store->card("over", then); }));
  EXPECT_THAT(stays.accounts, ElementsAre("account", ""));
  for (const char* kept : {"back", "sitting", "account"}) EXPECT_TRUE(by_id(kept)) << kept;
  EXPECT_THAT(sessions("gone"), IsEmpty());

  const lobby::Forgotten second =
      value(await<lobby::Forgotten>([&](auto then) { store->forget_old(1000, 1000, then); }));
  EXPECT_EQ(second.sessions, 2u);
  EXPECT_EQ(second.guests, 0u);
  EXPECT_THAT(sessions("account"), IsEmpty());
  EXPECT_THAT(sessions("back"), ElementsAre("session of back"));
}

}  // namespace
}  // namespace wardroom::store
