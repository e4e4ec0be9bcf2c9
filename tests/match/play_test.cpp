// What the seats of a match can do, as played sequences over picket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/engine/journal.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STEP;
using picket::wire::STOP;

class Play : public TwoPeople {
 protected:
  void set_up() {
    for (int i = 0; i < 3; ++i) a->choose(PLACE);
    for (int i = 0; i < 3; ++i) b->choose(PLACE);
    a->catch_up();
    ASSERT_TRUE(a->find(MOVE_BLOCK));
  }
  v1::ServerFrame say(Client& client, const std::string& text) {
    v1::ClientFrame frame;
    frame.mutable_say()->set_match(match);
    frame.mutable_say()->set_text(text);
    return client.ask(std::move(frame));
  }
};

TEST_F(Play, AWholeMatchIsPlayedToItsEndAndItsExportProvesItself) {
  open();
  const std::string commitment =
      store.card_now(match).server_seed.empty() ? "" : seed_commitment(store.card_now(match).server_seed);
  std::mt19937 random(7);
  EXPECT_FALSE(rig->export_match(match)) << "no export while it runs";
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_ask_ended_view).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  play(*a, *b, 10'000, random);
  a->catch_up();
  b->catch_up();
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(b->seen.state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(a->notices.back().match().state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(a->notices.back().match().seed_commitment(), commitment);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_ended_view).has_update());

  Result<std::string> bytes = rig->export_match(match);
  ASSERT_TRUE(bytes);
  v1::record::Export whole;
  ASSERT_TRUE(whole.ParseFromString(*bytes));
  EXPECT_EQ(whole.head().seed_commitment(), commitment);
  EXPECT_EQ(seed_commitment(whole.server_seed()), commitment);
  EXPECT_EQ(whole.head().nonces(0), store.card_now(match).nonces[0]);
  EXPECT_EQ(whole.head().nonces(1), store.card_now(match).nonces[1]);
  EXPECT_GT(whole.data_size(), 0);
  EXPECT_EQ(whole.ending().kind(), v1::ENDING_KIND_PLAYED);
  std::string previous = chain_start(whole.head());
  for (const auto& row : whole.rows()) {
    ASSERT_TRUE(sealed(row, previous)) << row.seq();
    previous = row.hash();
  }
  EXPECT_EQ(a->act(1, {v1::Action()}).refusal().code(), v1::REFUSAL_CODE_STALE);
}

TEST_F(Play, AnActionNotOnTheMenuIsRefusedAndChangesNothing) {
  open();
  v1::Action strange;
  strange.set_verb(77);
  const std::string before = a->seen.SerializeAsString();
  EXPECT_EQ(a->act(strange).refusal().code(), v1::REFUSAL_CODE_NOT_OFFERED);
  EXPECT_EQ(a->act(a->seen.menu().serial(), {}).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(a->act(a->seen.menu().serial(), std::vector<v1::Action>(1000, strange)).refusal().code(),
            v1::REFUSAL_CODE_TOO_MUCH);
  EXPECT_EQ(a->seen.SerializeAsString(), before);
  EXPECT_EQ(store.rows(match), 1u);
}

TEST_F(Play, ADoubleClickIsTakenOnce) {
  open();
  const std::uint64_t serial = a->seen.menu().serial();
  const v1::Action action = a->seen.menu().items(0).action();
  EXPECT_EQ(a->act(serial, {action}).acted().taken(), 1u);
  EXPECT_EQ(a->act(serial, {action}).refusal().code(), v1::REFUSAL_CODE_STALE);
  EXPECT_EQ(store.rows(match), 2u);
}

TEST_F(Play, AListIsTakenUntilTheFirstActionThatIsNotOffered) {
  open();
  const v1::Action place = a->seen.menu().items(0).action();
  const v1::ServerFrame answer = a->act(a->seen.menu().serial(), {place, place});
  EXPECT_EQ(answer.acted().taken(), 1u);
  EXPECT_EQ(answer.acted().stopped().code(), v1::REFUSAL_CODE_NOT_OFFERED);
}

TEST_F(Play, AListStopsAtABarrier) {
  open();
  set_up();
  v1::Action move, stop, done;
  move.set_verb(MOVE_BLOCK);
  move.add_arguments(0);
  stop.set_verb(STOP);
  done.set_verb(DONE);
  const v1::ServerFrame answer = a->act(a->seen.menu().serial(), {move, stop, done});
  EXPECT_EQ(answer.acted().taken(), 2u);
  EXPECT_FALSE(answer.acted().has_stopped());
}

TEST_F(Play, WhatIsUndoneWasNeverShown) {
  open();
  set_up();
  b->catch_up();
  const int shown = b->updates;
  const std::string menu = a->seen.menu().items(0).SerializeAsString();
  a->choose(MOVE_BLOCK);
  a->choose(STEP);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_undo).has_done());
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_undo).has_done());
  EXPECT_EQ(a->seen.menu().items(0).SerializeAsString(), menu);
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_undo).refusal().code(), v1::REFUSAL_CODE_NOT_OFFERED);
  b->about(&v1::ClientFrame::mutable_history);
  EXPECT_EQ(b->updates, shown);
}

TEST_F(Play, ATakeBackNeedsConsentAndOpensANewEpoch) {
  open();
  set_up();
  a->choose(MOVE_BLOCK);
  a->choose(STOP);
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_undo).refusal().code(), v1::REFUSAL_CODE_NOT_OFFERED)
      << "beyond the barrier";
  EXPECT_EQ(answer_take_back(*b, true).refusal().code(), v1::REFUSAL_CODE_STALE) << "nobody asked";

  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  b->catch_up();
  EXPECT_EQ(b->notices.back().take_back_asked_by(), 0u);
  EXPECT_EQ(answer_take_back(*a, true).refusal().code(), v1::REFUSAL_CODE_STALE) << "one does not agree with oneself";
  EXPECT_TRUE(answer_take_back(*b, false).has_done());
  a->catch_up();
  EXPECT_FALSE(a->notices.back().has_take_back_asked_by());
  EXPECT_EQ(a->seen.epoch(), 0u);

  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  EXPECT_TRUE(answer_take_back(*b, true).has_done());
  a->catch_up();
  EXPECT_EQ(a->seen.epoch(), 1u);
  EXPECT_EQ(b->seen.epoch(), 1u);
  EXPECT_TRUE(a->find(STOP)) << "just before the last action";
  EXPECT_TRUE(store.row(match, store.rows(match)).has_rewind());
  a->choose(STOP);
  std::mt19937 random(1);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Play, ATakeBackReachesBehindCheckpoints) {
  settings.host.referee.checkpoint_every = 1;
  open();
  set_up();
  for (int i = 0; i < 3; ++i) a->choose(DONE);  // move, search, attack
  b->catch_up();
  b->choose(DONE);
  ASSERT_TRUE(b->asked());
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  EXPECT_TRUE(answer_take_back(*b, true).has_done());
  a->catch_up();
  EXPECT_TRUE(a->asked());
  EXPECT_FALSE(b->asked());
  EXPECT_EQ(a->seen.menu().kind(), picket::wire::MENU_ATTACK);
  const std::string menu = a->seen.menu().SerializeAsString();
  restart();
  EXPECT_EQ(a->seen.menu().SerializeAsString(), menu);
  std::mt19937 random(3);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Play, AnOfferLapsesWhenPlayGoesOn) {
  open();
  set_up();
  a->choose(DONE);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_offer_draw).has_done());
  a->choose(DONE);
  EXPECT_FALSE(a->notices.back().has_take_back_asked_by());
  EXPECT_FALSE(a->notices.back().has_draw_offered_by());
  EXPECT_EQ(answer_take_back(*b, true).refusal().code(), v1::REFUSAL_CODE_STALE);
  EXPECT_EQ(answer_draw(*a, true).refusal().code(), v1::REFUSAL_CODE_STALE);
}

TEST_F(Play, WhoeverHasNothingToTakeBackDoesNotWaitToBeTold) {
  open();
  store.hold_appends();
  auto held = a->act_later(a->seen.menu().items(0).action());
  store.await_held(1);
  EXPECT_EQ(b->about(&v1::ClientFrame::mutable_ask_take_back).refusal().reason().id(), "refusal.nothing_to_take_back");
  store.release_appends();
  EXPECT_TRUE(held.get().has_acted());
}

TEST_F(Play, WhatMayBeTakenBackIsKnownAfterAStop) {
  settings.host.referee.checkpoint_every = 1;
  open();
  EXPECT_TRUE(b->choose(PLACE).has_acted());
  restart();
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_undo).has_done());
  EXPECT_EQ(b->about(&v1::ClientFrame::mutable_ask_take_back).refusal().reason().id(), "refusal.nothing_to_take_back");
  set_up();
  for (int i = 0; i < 3; ++i) a->choose(DONE);  // checkpoints after which only one of them has done something
  restart();
  for (auto* each : {a.get(), b.get()}) {
    EXPECT_TRUE(each->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
    EXPECT_TRUE(answer_take_back(each == a.get() ? *b : *a, false).has_done());
  }
}

TEST_F(Play, AnOfferDoesNotLapseAtWhatTheOtherMustNotNotice) {
  open();
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_offer_draw).has_done());
  b->choose(PLACE);
  a->about(&v1::ClientFrame::mutable_history);
  EXPECT_EQ(a->notices.back().draw_offered_by(), 0u);
  EXPECT_EQ(a->updates, 0);
}

TEST_F(Play, ADrawIsAgreed) {
  open();
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_offer_draw).has_done());
  b->catch_up();
  EXPECT_EQ(b->notices.back().draw_offered_by(), 0u);
  EXPECT_EQ(b->about(&v1::ClientFrame::mutable_offer_draw).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  EXPECT_TRUE(answer_draw(*b, true).has_done());
  a->catch_up();
  EXPECT_EQ(a->seen.ending().kind(), v1::ENDING_KIND_AGREED_DRAW);
  EXPECT_FALSE(a->seen.ending().has_winner());
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_OVER);
}

TEST_F(Play, WhoResignsHasLost) {
  open();
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_resign).has_done());
  a->catch_up();
  EXPECT_EQ(a->seen.ending().kind(), v1::ENDING_KIND_RESIGNED);
  EXPECT_EQ(a->seen.ending().winner(), 0u);
  EXPECT_FALSE(a->seen.has_menu());
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_resign).refusal().code(), v1::REFUSAL_CODE_STALE);
  EXPECT_TRUE(rig->export_match(match));
}

TEST_F(Play, NobodyElseMayPlay) {
  open();
  auto stranger = rig->guest("Clara");
  stranger->match = match;
  EXPECT_EQ(stranger->act(a->seen.menu().serial(), {a->seen.menu().items(0).action()}).refusal().code(),
            v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(stranger->about(&v1::ClientFrame::mutable_resign).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(say(*stranger, "hello").refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  stranger->match = "nosuchmatch";
  EXPECT_EQ(stranger->about(&v1::ClientFrame::mutable_resign).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Play, PlayersTalkAndObserversDoNotUntilTheEnd) {
  open();
  auto watcher = rig->guest("Clara");
  watcher->attach(match);
  EXPECT_TRUE(say(*a, "Good luck, \xc5\x81ukasz!").has_done());
  b->catch_up();
  ASSERT_EQ(b->chat.size(), 1u);
  EXPECT_EQ(b->chat[0].name(), "Anna");
  EXPECT_EQ(say(*a, std::string(501, 'x')).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  EXPECT_EQ(say(*a, "\x1b[2J").refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(say(*a, "").refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  watcher->about(&v1::ClientFrame::mutable_history);
  EXPECT_TRUE(watcher->chat.empty());
  EXPECT_TRUE(watcher->attach(match).chat().empty());
  a->about(&v1::ClientFrame::mutable_resign);
  EXPECT_TRUE(say(*watcher, "well played").has_done());
  b->catch_up();
  EXPECT_EQ(b->chat.back().text(), "well played");
  EXPECT_EQ(watcher->attach(match).chat_size(), 2);
}

TEST_F(Play, TalkIsLimited) {
  settings.host.max_chat_per_minute = 2;
  open();
  EXPECT_TRUE(say(*a, "one").has_done());
  EXPECT_TRUE(say(*b, "two").has_done());
  EXPECT_EQ(say(*a, "three").refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  store.pass(60'000);
  EXPECT_TRUE(say(*a, "four").has_done());
}

TEST_F(Play, TheClockIsChargedAtTheBarrierAndTellsNothingBefore) {
  open([](v1::CreateMatch& create) {
    create.mutable_clock()->set_bank_seconds(60);
    create.mutable_clock()->set_increment_seconds(5);
  });
  store.pass(1000);
  for (int i = 0; i < 3; ++i) a->choose(PLACE);
  b->about(&v1::ClientFrame::mutable_history);
  EXPECT_EQ(b->notices.back().match().seats(0).clock_ms(), 60'000) << "nobody learns that the other has finished";
  EXPECT_EQ(store.card_now(match).clocks.left_ms[0], 60'000);
  store.pass(10'000);
  for (int i = 0; i < 3; ++i) b->choose(PLACE);
  const v1::MatchInfo info = b->notices.back().match();
  EXPECT_EQ(info.seats(0).clock_ms(), 59'000);
  EXPECT_EQ(info.seats(1).clock_ms(), 54'000);

  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_claim_flag).refusal().code(), v1::REFUSAL_CODE_CONFLICT)
      << "he is asked himself";
  store.pass(58'999);
  EXPECT_EQ(b->about(&v1::ClientFrame::mutable_claim_flag).refusal().code(), v1::REFUSAL_CODE_NOT_OFFERED);
  store.pass(1);
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_claim_flag).has_done());
  a->catch_up();
  EXPECT_EQ(a->seen.ending().kind(), v1::ENDING_KIND_FLAG);
  EXPECT_EQ(a->seen.ending().winner(), 1u);
}

TEST_F(Play, TimeIsNotChargedWhileTheServerIsDown) {
  open([](v1::CreateMatch& create) { create.mutable_clock()->set_bank_seconds(60); });
  set_up();
  store.pass(3'600'000);
  restart();
  store.pass(10'000);
  EXPECT_EQ(b->about(&v1::ClientFrame::mutable_claim_flag).refusal().code(), v1::REFUSAL_CODE_NOT_OFFERED);
  a->choose(DONE);
  EXPECT_EQ(store.card_now(match).clocks.left_ms[0], 50'000);
}

TEST_F(Play, AMatchWithoutAClockHasNoFlag) {
  open();
  EXPECT_EQ(b->about(&v1::ClientFrame::mutable_claim_flag).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
}

TEST_F(Play, HistoryTellsWhatOneWasTold) {
  open();
  set_up();
  a->choose(MOVE_BLOCK);
  a->choose(STOP);
  b->catch_up();
  ASSERT_FALSE(b->reports.empty());
  const v1::ServerFrame answer = b->about(&v1::ClientFrame::mutable_history);
  ASSERT_EQ(answer.history().reports_size(), 1);
  EXPECT_EQ(answer.history().reports(0).reports(0).SerializeAsString(), b->reports.back().SerializeAsString());
  EXPECT_EQ(answer.history().reports(0).serial(), b->seen.serial());
}

TEST_F(Play, WhoLooksOffersOrIsRefusedDoesNotWaitForSomebodyWhoActsInSecret) {
  open();
  EXPECT_TRUE(b->choose(PLACE).has_acted());
  store.hold_appends();
  auto held = a->act_later(a->seen.menu().items(0).action());
  store.await_held(1);
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_history).has_history());
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_ask_replay).has_replay());
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_ask_picture).has_picture());
  EXPECT_EQ(b->act(99, {v1::Action()}).refusal().reason().id(), "refusal.stale_menu");
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_offer_draw).has_done());
  a->catch_up();
  ASSERT_FALSE(a->notices.empty());
  EXPECT_TRUE(a->notices.back().has_draw_offered_by());
  EXPECT_TRUE(answer_draw(*a, false).has_done());
  EXPECT_NE(held.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  store.release_appends();
  EXPECT_EQ(held.get().acted().taken(), 1u);
}

}  // namespace
}  // namespace wardroom::testing
