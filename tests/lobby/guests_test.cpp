// What becomes of guests who come no more, and of what they played.
#include <gtest/gtest.h>

#include "tests/lobby/registered.h"

namespace wardroom::testing {
namespace {

class Guests : public Registered {
 protected:
  static constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;

  match::MatchCard card(const std::string& id) {
    return store::value(store::await<match::MatchCard>([&](auto then) { store->card(id, then); }));
  }
  bool is_there(const std::string& account) {
    return store::await<lobby::Account>([&](auto then) { store->account(account, then); }).has_value();
  }
  std::unique_ptr<Client> registered(const std::string& name) {
    auto client = rig->connect(kHome);
    client->sign_up(name, "correct horse");
    return client;
  }
  static void keep_private(v1::CreateMatch& create) { create.set_is_private(true); }
};

TEST_F(Guests, AMatchOfGuestsAloneInWhichNobodyMovesIsArchivedAndTheyMayGo) {
  auto anna = guest_at(kHome, "Anna"), bert = guest_at(kElsewhere, "Bert"), carl = guest_at(kHome, "Carl");
  auto dora = registered("Dora");
  const std::string lies = rig->begin(*anna, *bert, keep_private);
  const std::string open = rig->create(*carl).id();
  const std::string of_an_account = rig->begin(*carl, *dora);
  now += 50 * kDayMs;
  const std::string young = rig->begin(*guest_at(kHome, "Emil"), *bert);
  now += 9 * kDayMs;
  rig->tidy();
  EXPECT_EQ(card(lies).state, v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(card(open).state, v1::MATCH_STATE_OPEN);
  EXPECT_TRUE(is_there(anna->account)) << "his match goes on";

  now += 2 * kDayMs;
  rig->tidy();
  const match::MatchCard archived = card(lies);
  EXPECT_EQ(archived.state, v1::MATCH_STATE_OVER);
  EXPECT_EQ(archived.ending->kind(), v1::ENDING_KIND_ADJUDICATED);
  EXPECT_FALSE(archived.ending->has_winner());
  EXPECT_EQ(archived.ending->verdict().id(), "verdict.left");
  EXPECT_EQ(card(open).ending->kind(), v1::ENDING_KIND_ABANDONED);
  EXPECT_EQ(card(of_an_account).state, v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(card(young).state, v1::MATCH_STATE_PLAYING);

  EXPECT_FALSE(is_there(anna->account));
  EXPECT_TRUE(is_there(bert->account)) << "another match of his goes on";
  EXPECT_TRUE(is_there(carl->account)) << "somebody with an account waits for him";
  EXPECT_TRUE(is_there(dora->account));
  const auto proof = store::whole_journal(*store, lies);
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->rows(proof->rows_size() - 1).ending().verdict().id(), "verdict.left");
}

class BrieferGuests : public Registered {
 protected:
  BrieferGuests()
      : Registered([](RigSettings& settings) {
          settings.desk.guest_for = std::chrono::days(7);
          settings.desk.guest_match_for = std::chrono::days(9);
        }) {}
};

TEST_F(BrieferGuests, AreToldTheHostsOwnNumbersAndAccountsNone) {
  v1::ClientFrame frame;
  frame.mutable_play_as_guest();
  auto client = greeted();
  const v1::SignedIn guest = client->ask(frame).signed_in();
  EXPECT_EQ(guest.guest_days(), 7u);
  EXPECT_EQ(guest.guest_match_days(), 9u);
  frame.mutable_keep_guest()->set_name("Anna");
  frame.mutable_keep_guest()->set_password("correct horse");
  EXPECT_EQ(client->ask(frame).signed_in().guest_match_days(), 0u);
  auto later = rig->connect(kHome);
  EXPECT_EQ(later->hello(guest.token()).welcome().signed_in().guest_match_days(), 0u);
}

}  // namespace
}  // namespace wardroom::testing
