#include <gmock/gmock.h>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using match::MatchCard;
using testing::ElementsAre;
using testing::IsEmpty;

class Matches : public testing::Test {
 protected:
  Result<MatchCard> create(MatchCard card) {
    return await<MatchCard>([&](auto then) { store->create(card, then); });
  }
  Result<MatchCard> card(const std::string& id) {
    return await<MatchCard>([&](auto then) { store->card(id, then); });
  }
  Result<MatchCard> update(const MatchCard& changed, v1::MatchState expected) {
    return await<MatchCard>([&](auto then) { store->update_card(changed, expected, then); });
  }
  std::vector<std::string> list(match::Store::Query query) {
    std::vector<std::string> ids;
    for (const MatchCard& found : value(await<std::vector<MatchCard>>([&](auto then) { store->list(query, then); }))) {
      ids.push_back(found.id);
    }
    return ids;
  }

  static StoreOptions at_time(std::int64_t now) {
    StoreOptions options;
    options.hooks.now = [now] { return now; };
    return options;
  }

  Folder folder;
  std::unique_ptr<SqlStore> store = opened(folder.file(), at_time(1000));
};

TEST_F(Matches, ACardComesBackAsItWasMadeWithTheStoresTime) {
  MatchCard made = new_card("m1");
  made.is_private = true;
  made.observer_delay = 3;
  made.quick_passes = true;
  made.overlay = "printed game";
  made.bots = {"", "random"};
  made.invited = "bert";
  made.follows = "m0";
  made.origin.set_match("m7");
  made.origin.set_position("a position");
  EXPECT_EQ(value(create(made)).created_ms, 1000);

  store.reset();
  store = opened(folder.file());
  const MatchCard found = value(card("m1"));
  EXPECT_EQ(found.title, "picket");
  EXPECT_EQ(found.scenario, "learning");
  ASSERT_EQ(found.options.size(), 1u);
  EXPECT_EQ(found.options[0].id(), "fog");
  EXPECT_EQ(found.options[0].value(), "on");
  EXPECT_THAT(found.accounts, ElementsAre("anna", ""));
  EXPECT_THAT(found.bots, ElementsAre("", "random"));
  EXPECT_EQ(found.creator, "anna");
  EXPECT_EQ(found.invitation, "come-m1");
  EXPECT_TRUE(found.is_private);
  EXPECT_EQ(found.clock.bank_seconds(), 600u);
  EXPECT_EQ(found.clock.increment_seconds(), 30u);
  EXPECT_EQ(found.observer_delay, 3u);
  EXPECT_TRUE(found.quick_passes);
  EXPECT_EQ(found.invited, "bert");
  EXPECT_EQ(found.follows, "m0");
  EXPECT_EQ(found.origin.match(), "m7");
  EXPECT_EQ(found.origin.position(), "a position");
  EXPECT_EQ(found.overlay, "printed game");
  EXPECT_EQ(found.data_hash, made.data_hash);
  EXPECT_EQ(found.server_seed, made.server_seed);
  EXPECT_EQ(found.nonces, made.nonces);
  EXPECT_EQ(found.nonce_hashes, made.nonce_hashes);
  EXPECT_EQ(found.open_by_ms, 7'000);
  EXPECT_THAT(found.by_rules, ElementsAre(false, true));
  EXPECT_EQ(found.sides, v1::SIDES_BID);
  EXPECT_TRUE(found.crossed);
  EXPECT_EQ(found.created_ms, 1000);
  EXPECT_EQ(found.state, v1::MATCH_STATE_OPEN);
  EXPECT_FALSE(found.ending);
  EXPECT_THAT(found.clocks.left_ms, ElementsAre(600'000, 600'000));
}

TEST_F(Matches, TheSameIdOrInvitationTwiceIsAConflict) {
  value(create(new_card("m1")));
  EXPECT_EQ(code(create(new_card("m1"))), RefusalCode::kConflict);
  MatchCard same_invitation = new_card("m2");
  same_invitation.invitation = "come-m1";
  EXPECT_EQ(code(create(same_invitation)), RefusalCode::kConflict);
  EXPECT_EQ(code(card("m2")), RefusalCode::kNotFound);
}

TEST_F(Matches, AnInvitationLeadsToItsMatch) {
  value(create(new_card("m1")));
  const auto find = [&](const std::string& invitation) {
    return await<MatchCard>([&](auto then) { store->card_by_invitation(invitation, then); });
  };
  EXPECT_EQ(value(find("come-m1")).id, "m1");
  EXPECT_EQ(code(find("come-m2")), RefusalCode::kNotFound);
  MatchCard without = new_card("m3");
  without.invitation.clear();
  value(create(without));
  EXPECT_EQ(code(find("")), RefusalCode::kNotFound);
}

TEST_F(Matches, OfTwoWhoJoinAtOnceOneSits) {
  const MatchCard open = value(create(new_card("m1")));
  MatchCard bert = open;
  bert.accounts[1] = "bert";
  bert.nonces[1] = "nonce";
  bert.nonce_hashes = {"hash", ""};
  bert.open_by_ms = 8'000;
  bert.crossed = false;
  bert.state = v1::MATCH_STATE_PLAYING;
  MatchCard carl = bert;
  carl.accounts[1] = "carl";
  EXPECT_EQ(value(update(bert, v1::MATCH_STATE_OPEN)).accounts[1], "bert");
  EXPECT_EQ(code(update(carl, v1::MATCH_STATE_OPEN)), RefusalCode::kConflict);
  EXPECT_EQ(value(card("m1")).accounts[1], "bert");
  EXPECT_EQ(value(card("m1")).nonces[1], "nonce");
  EXPECT_THAT(value(card("m1")).nonce_hashes, ElementsAre("hash", ""));
  EXPECT_EQ(value(card("m1")).open_by_ms, 8'000);
  EXPECT_FALSE(value(card("m1")).crossed);
  EXPECT_EQ(value(card("m1")).state, v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(code(update(new_card("m9"), v1::MATCH_STATE_OPEN)), RefusalCode::kNotFound);
}

TEST_F(Matches, AMatchThatNeverBeganIsKeptWithItsEnding) {
  MatchCard lost = value(create(new_card("m1")));
  lost.state = v1::MATCH_STATE_OVER;
  lost.ending.emplace().set_kind(v1::ENDING_KIND_ABANDONED);
  value(update(lost, v1::MATCH_STATE_OPEN));
  store.reset();
  store = opened(folder.file());
  ASSERT_TRUE(value(card("m1")).ending);
  EXPECT_EQ(value(card("m1")).ending->kind(), v1::ENDING_KIND_ABANDONED);
  EXPECT_EQ(value(card("m1")).state, v1::MATCH_STATE_OVER);
}

TEST_F(Matches, TheComputersAreKnownThatHaveBeenAskedForLong) {
  const auto begin = [&](const std::string& id, std::array<std::string, 2> bots, std::array<bool, 2> to_move) {
    MatchCard made = new_card(id);
    made.bots = bots;
    made = value(create(made));
    made.state = v1::MATCH_STATE_PLAYING;
    value(update(made, v1::MATCH_STATE_OPEN));
    Scribe scribe(id);
    match::Commit first = scribe.first();
    first.to_move = to_move;
    scribe.write(*store, first);
  };
  begin("waits", {"", "random"}, {false, true});
  begin("waits too", {"random", ""}, {true, true});
  begin("does not", {"", "random"}, {true, false});
  begin("people", {"", ""}, {true, true});
  const auto left = [&](std::int64_t longer) {
    return value(await<std::vector<std::string>>([&](auto then) { store->left_to_bots(longer, then); }));
  };
  EXPECT_THAT(left(0), IsEmpty());
  store.reset();
  store = opened(folder.file(), at_time(2000));
  EXPECT_THAT(left(999), ElementsAre("waits too", "waits"));
  EXPECT_THAT(left(1000), IsEmpty());
}

TEST_F(Matches, AnOldCardDoesNotTurnBackWhatTheJournalWrote) {
  const MatchCard old = value(create(new_card("m1")));
  Scribe scribe("m1");
  match::Commit first = scribe.first();
  first.to_move = {false, true};
  first.beside = [](match::Beside& stored, const match::Moment&) -> Result<void> {
    stored.clocks.left_ms = {5, 6};
    return {};
  };
  scribe.write(*store, first);
  MatchCard rematch = old;
  rematch.state = v1::MATCH_STATE_PLAYING;
  rematch.rematch = "m2";
  const MatchCard now = value(update(rematch, v1::MATCH_STATE_PLAYING));
  EXPECT_EQ(now.rematch, "m2");
  EXPECT_THAT(now.to_move, ElementsAre(false, true));
  EXPECT_THAT(now.clocks.left_ms, ElementsAre(5, 6));
  EXPECT_EQ(now.moved_ms, 1000);
}

TEST_F(Matches, ListsAreNewestFirstInPagesByAccountStateAndPrivacy) {
  for (int i = 1; i <= 5; ++i) {
    MatchCard made = new_card("m" + std::to_string(i));
    if (i == 2) made.accounts = {"bert", "anna"};
    if (i == 3) made.is_private = true;
    if (i == 4) made.accounts = {"bert", "carl"};
    if (i >= 4) made.state = v1::MATCH_STATE_PLAYING;
    value(create(made));
  }
  using States = std::vector<v1::MatchState>;
  EXPECT_THAT(list({}), ElementsAre("m5", "m4", "m2", "m1"));
  EXPECT_THAT(list({.account = "anna", .states = {}, .after = {}}), ElementsAre("m5", "m3", "m2", "m1"));
  EXPECT_THAT(list({.account = "bert", .states = {}, .after = {}}), ElementsAre("m4", "m2"));
  EXPECT_THAT(list({.account = "nobody", .states = {}, .after = {}}), IsEmpty());
  EXPECT_THAT(list({.account = {}, .states = States{v1::MATCH_STATE_OPEN}, .after = {}}), ElementsAre("m2", "m1"));
  EXPECT_THAT(list({.account = "anna", .states = States{v1::MATCH_STATE_PLAYING}, .after = {}}), ElementsAre("m5"));
  EXPECT_THAT(list({.account = {}, .states = {}, .after = {}, .limit = 2}), ElementsAre("m5", "m4"));
  EXPECT_THAT(list({.account = {}, .states = {}, .after = "m4", .limit = 2}), ElementsAre("m2", "m1"));
  EXPECT_THAT(list({.account = "anna", .states = {}, .after = "m5", .limit = 1}), ElementsAre("m3"));
  EXPECT_THAT(list({.account = {}, .states = {}, .after = "gone"}), IsEmpty());
}

TEST_F(Matches, WhatIsMeantForSomebodyIsFoundByHimUntilHeSits) {
  for (const char* id : {"m1", "m2", "m3"}) {
    MatchCard made = new_card(id);
    if (made.id != "m2") made.invited = "bert";
    value(create(made));
  }
  match::Store::Query query;
  query.invited = "bert";
  query.states = {v1::MATCH_STATE_OPEN};
  EXPECT_THAT(list(query), ElementsAre("m3", "m1"));
  MatchCard taken = value(card("m3"));
  taken.accounts[1] = "bert";
  value(update(taken, v1::MATCH_STATE_OPEN));
  EXPECT_THAT(list(query), ElementsAre("m1"));
  query.invited = "clara";
  EXPECT_THAT(list(query), ElementsAre());
}

TEST_F(Matches, AnOfferIsKeptAmongWhatWasSaid) {
  value(create(new_card("m1")));
  v1::Offer offer;
  offer.set_kind(v1::OFFER_KIND_DRAW);
  offer.set_deed(v1::OFFER_DEED_DECLINED);
  offer.set_seat(1);
  value(await<v1::Chat>([&](auto then) { store->say("m1", {0, "anna", "Anna"}, "well?", then); }));
  value(await<v1::Chat>([&](auto then) { store->say("m1", {1, "bert", "Bert"}, offer, then); }));
  const auto lines =
      value(await<std::vector<v1::Chat>>([&](auto then) { store->chat("m1", "", match::kNewestLine, 10, then); }));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_FALSE(lines[0].has_offer());
  EXPECT_EQ(lines[1].name(), "Bert");
  EXPECT_EQ(lines[1].offer().SerializeAsString(), offer.SerializeAsString());
}

TEST_F(Matches, OnlyAnOpenMatchIsRemoved) {
  const auto remove = [&](const std::string& id) { return await<void>([&](auto then) { store->remove(id, then); }); };
  value(create(new_card("m1")));
  value(await<v1::Chat>([&](auto then) { store->say("m1", {0, "anna", "Anna"}, "hello", then); }));
  EXPECT_TRUE(remove("m1"));
  EXPECT_EQ(code(card("m1")), RefusalCode::kNotFound);
  EXPECT_EQ(code(remove("m1")), RefusalCode::kNotFound);
  value(create(new_card("m2")));
  Scribe scribe("m2");
  scribe.write(*store, scribe.first());
  EXPECT_EQ(code(remove("m2")), RefusalCode::kConflict);
  EXPECT_EQ(value(card("m2")).id, "m2");
}

TEST_F(Matches, ChatKeepsItsOrderAndShowsTheNewest) {
  value(create(new_card("m1")));
  for (const char* text : {"one", "two", "three"}) {
    const auto said = value(await<v1::Chat>([&](auto then) { store->say("m1", {0, "anna", "Anna"}, text, then); }));
    EXPECT_EQ(said.time_ms(), 1000);
    EXPECT_EQ(said.match(), "m1");
  }
  std::vector<std::string> texts;
  for (const auto& line :
       value(await<std::vector<v1::Chat>>([&](auto then) { store->chat("m1", "", match::kNewestLine, 2, then); }))) {
    EXPECT_EQ(line.name(), "Anna");
    texts.push_back(line.text());
  }
  EXPECT_THAT(texts, ElementsAre("two", "three"));
  EXPECT_EQ(code(await<v1::Chat>([&](auto then) {
              store->say("m9", {0, "anna", "Anna"}, "?", then);
            })),
            RefusalCode::kNotFound);
  EXPECT_THAT(
      value(await<std::vector<v1::Chat>>([&](auto then) { store->chat("m9", "", match::kNewestLine, 2, then); })),
      IsEmpty());
}

TEST_F(Matches, DataIsKeptOnceAndFoundByItsHash) {
  const Bundle bundle({{"map.textproto", "hex: 1"}, {"cards.textproto", ""}});
  for (int i = 0; i < 2; ++i) value(await<void>([&](auto then) { store->keep_data("picket", bundle, then); }));
  const Bundle found = value(await<Bundle>([&](auto then) { store->data(bundle.hash(), then); }));
  EXPECT_EQ(found.hash(), bundle.hash());
  ASSERT_EQ(found.files().size(), 2u);
  EXPECT_EQ(found.files()[1].text, "hex: 1");
  EXPECT_EQ(code(await<Bundle>([&](auto then) { store->data("another", then); })), RefusalCode::kNotFound);
}

}  // namespace
}  // namespace wardroom::store
