// A scenario in which the rules play one seat: one person, one nonce, nobody to ask.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/catalog.h"
#include "server/engine/journal.h"
#include "server/engine/verify.h"
#include "tests/match/rig.h"
#include "tests/titles/narrows/narrows.h"

namespace wardroom::testing {
namespace {

class Solo : public ::testing::Test {
 protected:
  static RigSettings with_narrows(MemoryStore& store) {
    RigSettings settings = quick(store);
    settings.narrows = true;
    settings.players = {{"first", [](match::Chair) -> std::unique_ptr<match::Player> { return nullptr; }}};
    return settings;
  }
  v1::ServerFrame asked(Client& client, const std::function<void(v1::CreateMatch&)>& change = {}) {
    v1::ClientFrame frame;
    v1::CreateMatch& create = *frame.mutable_create_match();
    create.set_title("narrows");
    create.set_scenario("alone");
    if (change) change(create);
    return client.ask(std::move(frame));
  }
  std::string begun() {
    const v1::MatchInfo made = asked(*a).match();
    EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
    a->attach(made.id());
    return made.id();
  }
  void answer(int times, std::size_t item = 0) {
    for (int i = 0; i < times && a->asked(); ++i) {
      const auto& items = a->seen.menu().items();
      const int chosen = static_cast<int>(std::min<std::size_t>(item, static_cast<std::size_t>(items.size() - 1)));
      ASSERT_TRUE(a->act(items[chosen].action()).has_acted());
    }
  }
  static std::string proved(v1::record::Export exported, const std::function<void(v1::record::Export&)>& change = {}) {
    if (change) {
      change(exported);
      std::string previous = chain_start(exported.head());
      for (auto& row : *exported.mutable_rows()) {
        seal(row, previous, row.time_ms());
        previous = row.hash();
      }
    }
    const auto proof =
        verify(save(exported), [](const std::string&, const Bundle& bundle) { return narrows::entry().make(bundle); });
    return proof ? "proved" : bare(proof.error().reason);
  }

  MemoryStore store;
  std::optional<Rig> rig{std::in_place, store, with_narrows(store)};
  std::unique_ptr<Client> a = rig->guest("Anna");
};

TEST_F(Solo, OnePersonSitsAndItBeginsWithOneNonce) {
  const v1::MatchInfo made = asked(*a).match();
  EXPECT_EQ(made.my_seat(), 0u);
  EXPECT_TRUE(made.solo()) << "it counts nowhere";
  EXPECT_TRUE(made.seats(1).by_rules());
  EXPECT_FALSE(made.seats(0).by_rules());
  EXPECT_FALSE(made.seats(1).bot());
  EXPECT_EQ(made.invitation(), "") << "there is nobody to invite";
  EXPECT_TRUE(made.nonce_wanted());
  EXPECT_EQ(made.seats(0).nonce_hash(), "");

  auto b = rig->guest("Bert");
  v1::ClientFrame join;
  join.mutable_join_match()->set_match(made.id());
  EXPECT_EQ(b->ask(join).refusal().reason().id(), "refusal.match_full");
  v1::ClientFrame open;
  open.mutable_list_matches()->set_open(true);
  EXPECT_EQ(b->ask(open).matches().matches_size(), 0);

  const v1::MatchInfo info = a->give_nonce(made).match();
  EXPECT_EQ(info.state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array{a->nonce, std::string()}));
}

TEST_F(Solo, WhatMakesNoSenseIsRefused) {
  const auto refused = [&](const std::function<void(v1::CreateMatch&)>& change) {
    return asked(*a, change).refusal().reason().id();
  };
  EXPECT_EQ(refused([](auto& create) { create.set_bot("first"); }), "refusal.solo_bot");
  EXPECT_EQ(refused([](auto& create) { create.set_is_private(true); }), "refusal.solo_private");
  EXPECT_EQ(refused([](auto& create) { create.set_side(v1::SIDE_CHOICE_SECOND); }), "refusal.seat_by_rules");
  EXPECT_EQ(refused([](auto& create) { create.set_side(v1::SIDE_CHOICE_DRAW); }), "refusal.solo_sides");
  EXPECT_EQ(refused([](auto& create) { create.set_side(v1::SIDE_CHOICE_BID); }), "refusal.solo_sides");
  EXPECT_EQ(asked(*a,
                  [](auto& create) {
                    create.set_scenario("convoy");
                    create.set_bot("first");
                    create.set_side(v1::SIDE_CHOICE_DRAW);
                  })
                .refusal()
                .reason()
                .id(),
            "refusal.sides_with_bot");
  v1::ClientFrame quick_one;
  quick_one.mutable_quick_match()->set_title("narrows");
  quick_one.mutable_quick_match()->set_scenario("alone");
  EXPECT_EQ(a->ask(quick_one).refusal().reason().id(), "refusal.solo_quick");
}

TEST_F(Solo, ATakeBackIsGrantedAtOnceInANewEpochAndNobodyIsOfferedAnything) {
  begun();
  answer(20);
  ASSERT_EQ(a->seen.epoch(), 0u);
  const std::uint64_t rows = store.rows(a->match);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  EXPECT_EQ(store.rows(a->match), rows + 1);
  EXPECT_EQ(a->seen.epoch(), 1u);
  EXPECT_TRUE(a->seen.has_menu());
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_offer_draw).refusal().reason().id(), "refusal.played_by_rules");
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_ask_hint).refusal().reason().id(), "refusal.no_adviser");
}

TEST_F(Solo, TheSeatOfTheRulesHasNoViewNeitherNowNorLater) {
  const std::string match = begun();
  answer(8);
  auto b = rig->guest("Bert");
  b->attach(match);
  EXPECT_GT(b->seen.sections_size(), 0);
  const auto second = [&](Client& client) {
    v1::ClientFrame frame;
    frame.mutable_ask_replay()->set_match(match);
    frame.mutable_ask_replay()->set_viewpoint(v1::VIEWPOINT_SECOND);
    return client.ask(std::move(frame)).refusal().reason().id();
  };
  EXPECT_EQ(second(*a), "refusal.no_such_viewpoint");
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  EXPECT_EQ(second(*b), "refusal.no_such_viewpoint");
  for (const v1::Viewpoint viewpoint : {v1::VIEWPOINT_FIRST, v1::VIEWPOINT_PUBLIC, v1::VIEWPOINT_TRUTH}) {
    v1::ClientFrame frame;
    frame.mutable_ask_replay()->set_match(match);
    frame.mutable_ask_replay()->set_viewpoint(viewpoint);
    EXPECT_GT(b->ask(std::move(frame)).replay().updates_size(), 0) << viewpoint;
  }
}

TEST_F(Solo, ARestartLosesNothingAndTheEndIsProved) {
  const std::string match = begun();
  answer(30, 1);
  const std::string token = a->token;
  const v1::Update seen = a->seen;
  a.reset();
  rig.reset();
  rig.emplace(store, with_narrows(store));
  a = rig->back(token);
  a->attach(match);
  EXPECT_EQ(a->seen.serial(), seen.serial());
  EXPECT_EQ(a->seen.menu().SerializeAsString(), seen.menu().SerializeAsString());
  answer(400, 1);
  ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  v1::record::Export whole;
  ASSERT_TRUE(whole.ParseFromString(*rig->export_match(match)));
  EXPECT_EQ(whole.head().exchange(), v1::EXCHANGE_ALONE);
  EXPECT_EQ(proved(whole), "proved");
  const auto forged = ::testing::StartsWith("verify.row: row=0, problem=verify.exchange");
  EXPECT_THAT(proved(whole, [](auto& exported) { exported.mutable_head()->set_nonces(1, "chosen"); }), forged);
  EXPECT_THAT(proved(whole,
                     [](auto& exported) {
                       exported.mutable_head()->set_exchange(v1::EXCHANGE_IN_CLEAR);
                       exported.mutable_head()->set_nonces(1, "chosen");
                     }),
              forged);

  a->match = match;
  const v1::MatchInfo again = a->about(&v1::ClientFrame::mutable_rematch).match();
  EXPECT_EQ(again.my_seat(), 0u) << "there is one seat to play";
  EXPECT_TRUE(again.seats(1).by_rules());
  EXPECT_FALSE(again.is_private());
  EXPECT_EQ(a->give_nonce(again).match().state(), v1::MATCH_STATE_PLAYING);
}

}  // namespace
}  // namespace wardroom::testing
