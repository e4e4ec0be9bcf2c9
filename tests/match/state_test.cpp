// A match as plain state: decided, written, told, without a store, a strand or a connection.
#include <gtest/gtest.h>

#include "server/match/match.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

using match::Match;
using match::Speech;

class MatchState : public ::testing::Test {
 protected:
  MatchState() {
    settings.now_ms = [this] { return now_ms; };
    card.id = "m";
    card.title = "picket";
    card.scenario = "small";
    card.accounts = {"anna", "bert"};
    card.server_seed = std::string(32, 's');
    card.nonces = {std::string(32, 'a'), std::string(32, 'b')};
  }
  match::Commit begin() {
    state.emplace("m", settings, outages);
    state->shown.card = card;
    auto head = state->head(*title);
    auto first = state->open(title, *head);
    match::Commit commit = state->write(*first, *head);
    speech = state->tell(stamp(commit));
    return commit;
  }
  match::Stamp stamp(const match::Commit& commit) {
    now_ms += 1000;
    match::Beside beside{state->shown.card->clocks, state->shown.card->aside};
    EXPECT_TRUE(!commit.beside || commit.beside(beside, {now_ms, {}}));
    return {now_ms, "hash", beside};
  }
  const match::Seen& seen(Seat seat) const { return *state->shown.updates[index(seat)]; }
  v1::Act first_item(Seat seat) const {
    v1::Act act;
    act.set_menu_serial(seen(seat).menu().serial());
    *act.add_actions() = seen(seat).menu().items(0).action();
    return act;
  }
  match::Commit act(Seat seat) {
    auto step = state->act(seat, first_item(seat), {});
    match::Commit commit = state->write(*step);
    speech = state->tell(stamp(commit));
    return commit;
  }
  // Until everyone has been shown something, or `most` answers have been given.
  bool play_to_barrier(int most = 100) {
    while (most-- > 0) {
      if (act(seen(Seat::kFirst).has_menu() ? Seat::kFirst : Seat::kSecond).shown) return true;
    }
    return false;
  }
  std::string refusal(Seat seat, const match::What& what) {
    const Result<void> may = state->shown.may(seat, what, settings);
    return may ? "" : may.error().reason.id.str();
  }
  std::size_t said_to(Viewer viewer) const { return speech.frames[index(viewer)].size(); }

  std::int64_t now_ms = 1'000'000;
  match::HostSettings settings;
  match::Outages outages;
  std::shared_ptr<const Title> title = picket::make_picket();
  match::MatchCard card;
  std::optional<Match> state;
  Speech speech;
};

TEST_F(MatchState, BeginsWithEverythingForEverybodyAndANotice) {
  const match::Commit commit = begin();
  EXPECT_TRUE(commit.head.has_value());
  EXPECT_EQ(commit.rows.front().seq(), 1u);
  EXPECT_EQ(state->shown.card->state, v1::MATCH_STATE_PLAYING);
  for (Viewer viewer : kLiveViewers) {
    ASSERT_EQ(said_to(viewer), 2u);
    EXPECT_TRUE(speech.frames[index(viewer)][0]->update().full());
    EXPECT_TRUE(speech.frames[index(viewer)][1]->has_notice());
  }
}

TEST_F(MatchState, ChangesNothingThatWasShownBeforeItIsStored) {
  begin();
  const Seat seat = seen(Seat::kFirst).has_menu() ? Seat::kFirst : Seat::kSecond;
  const v1::Act answer = first_item(seat);
  const std::uint64_t serial = seen(seat).serial();
  auto step = state->act(seat, answer, {});
  match::Commit commit = state->write(*step);
  EXPECT_EQ(seen(seat).serial(), serial);
  EXPECT_EQ(refusal(seat, &answer), "") << "as far as anyone knows, it is still asked";
  const v1::UndoRequest undo;
  EXPECT_EQ(refusal(seat, &undo), "refusal.no_undo");
  speech = state->tell(stamp(commit));
  EXPECT_GT(seen(seat).serial(), serial);
  EXPECT_EQ(refusal(seat, &answer), "refusal.stale_menu");
}

TEST_F(MatchState, WhatIsDoneInSecretLeavesWhatOthersHaveAsItWas) {
  begin();  // both set up side by side
  ASSERT_TRUE(seen(Seat::kFirst).has_menu() && seen(Seat::kSecond).has_menu());
  const match::Shown before = state->shown;
  const match::Commit commit = act(Seat::kFirst);
  ASSERT_FALSE(commit.shown);
  EXPECT_EQ(said_to(Viewer::kFirst), 1u);
  EXPECT_EQ(said_to(Viewer::kSecond), 0u);
  EXPECT_EQ(said_to(Viewer::kPublic), 0u);
  for (Viewer viewer : {Viewer::kSecond, Viewer::kPublic}) {
    EXPECT_EQ(state->shown.full(viewer).SerializeAsString(), before.full(viewer).SerializeAsString());
    EXPECT_EQ(state->shown.told_upto(viewer), before.told_upto(viewer));
  }
  EXPECT_EQ(state->shown.info("bert", 0).SerializeAsString(), before.info("bert", 0).SerializeAsString());
  const v1::UndoRequest undo;
  EXPECT_EQ(refusal(Seat::kFirst, &undo), "");
  EXPECT_EQ(refusal(Seat::kSecond, &undo), "refusal.no_undo");
}

TEST_F(MatchState, ACopyOfWhatWasShownStaysAsItWas) {
  begin();
  const match::Shown copy = state->shown;
  const std::string anna = copy.full(Viewer::kFirst).SerializeAsString();
  const std::size_t kept = copy.albums[0].after(0).size();
  ASSERT_TRUE(play_to_barrier());
  EXPECT_EQ(copy.full(Viewer::kFirst).SerializeAsString(), anna);
  EXPECT_EQ(copy.albums[0].after(0).size(), kept);
  EXPECT_GT(state->shown.albums[0].after(0).size(), kept);
}

TEST_F(MatchState, RefusesByWhatTheSeatWasShown) {
  begin();
  v1::Act act = first_item(Seat::kFirst);
  act.set_menu_serial(99);
  EXPECT_EQ(refusal(Seat::kFirst, &act), "refusal.stale_menu");
  act = first_item(Seat::kFirst);
  act.mutable_actions(0)->set_verb(99'999);
  EXPECT_NE(refusal(Seat::kFirst, &act), "");
  act.clear_actions();
  EXPECT_EQ(refusal(Seat::kFirst, &act), "refusal.no_action");
  const v1::AgreeToRestart restart;
  EXPECT_EQ(refusal(Seat::kFirst, &restart), "refusal.not_held");
  const v1::AskHint hint;
  EXPECT_EQ(refusal(Seat::kFirst, &hint), "refusal.no_hints");
  const v1::ClaimFlag flag;
  EXPECT_EQ(refusal(Seat::kFirst, &flag), "refusal.no_clock");
  EXPECT_TRUE(state->shown.seat_for({"bert", {}, {}}).has_value());
  EXPECT_FALSE(state->shown.seat_for({"clara", {}, {}}).has_value());
  EXPECT_EQ(*state->shown.may_see({"clara", {}, {}}), Viewer::kPublic);
  state->shown.card->is_private = true;
  EXPECT_FALSE(state->shown.may_see({"clara", {}, {}}).has_value());
}

TEST_F(MatchState, AnOfferIsToldToBothSeatsAndLapsesAtTheNextBarrier) {
  begin();
  state->shown.card->aside.add_offers()->set_kind(v1::OFFER_KIND_DRAW);
  speech = state->notices();
  for (Viewer viewer : {Viewer::kFirst, Viewer::kSecond})
    EXPECT_TRUE(speech.frames[index(viewer)][0]->notice().has_draw_offered_by());
  EXPECT_FALSE(speech.frames[index(Viewer::kPublic)][0]->notice().has_draw_offered_by());
  const v1::AnswerDraw answer;
  const v1::OfferDraw offer;
  EXPECT_EQ(refusal(Seat::kSecond, &answer), "");
  EXPECT_EQ(refusal(Seat::kSecond, &offer), "refusal.answer_the_offer_first");
  ASSERT_TRUE(play_to_barrier());
  EXPECT_EQ(refusal(Seat::kSecond, &answer), "refusal.no_offer");
  EXPECT_TRUE(speech.frames[0].back()->has_notice());
  EXPECT_EQ(state->take_lapsed().size(), 1u);
}

TEST_F(MatchState, ClocksAreChargedOnlyWhereEveryoneIsShownSomething) {
  card.clock.set_bank_seconds(60);
  card.clocks = match::full_banks(card.clock);
  begin();
  const match::ClockState full = state->shown.card->clocks;
  while (!act(seen(Seat::kFirst).has_menu() ? Seat::kFirst : Seat::kSecond).shown)
    EXPECT_EQ(state->shown.card->clocks.left_ms, full.left_ms);
  EXPECT_LT(state->shown.card->clocks.left_ms[0], full.left_ms[0]);
  EXPECT_LT(state->shown.card->clocks.left_ms[1], full.left_ms[1]);
}

TEST_F(MatchState, ObserversWhoAreHeldBackAreShownLaterWhatOthersWereShown) {
  card.observer_delay = 2;
  begin();
  const std::uint64_t first = state->shown.told_upto(Viewer::kPublic);
  std::vector<std::uint64_t> shown, told;
  while (told.size() < 3) {
    const std::uint64_t before = state->shown.updates[index(Viewer::kPublic)]->serial();
    act(seen(Seat::kFirst).has_menu() ? Seat::kFirst : Seat::kSecond);
    const std::uint64_t now = state->shown.updates[index(Viewer::kPublic)]->serial();
    if (now != before) shown.push_back(now);
    for (const auto& frame : speech.frames[index(Viewer::kPublic)])
      if (frame->has_update()) told.push_back(frame->update().serial());
    EXPECT_EQ(state->shown.told_upto(Viewer::kPublic), told.empty() ? first : told.back());
  }
  EXPECT_EQ(shown.size(), 5u);
  EXPECT_EQ(told, std::vector(shown.begin(), shown.begin() + 3));
}

TEST_F(MatchState, AnEndingIsToldAndEndsEverything) {
  begin();
  auto step = state->resign(Seat::kFirst);
  match::Commit commit = state->write(*step);
  EXPECT_EQ(commit.state, v1::MATCH_STATE_OVER);
  speech = state->tell(stamp(commit));
  EXPECT_EQ(state->shown.card->ending->kind(), v1::ENDING_KIND_RESIGNED);
  EXPECT_EQ(speech.frames[1].front()->update().ending().winner(), 1u);
  const v1::Resign resign;
  EXPECT_EQ(refusal(Seat::kSecond, &resign), "refusal.match_over");
}

TEST_F(MatchState, AStepThatWasNotStoredIsForgotten) {
  begin();
  state->shown.restart = {true, false};
  auto step = state->act(Seat::kFirst, first_item(Seat::kFirst), {});
  state->write(*step);
  state->forget();
  EXPECT_EQ(state->referee(), nullptr);
  EXPECT_FALSE(state->shown.restart[0]);
  EXPECT_EQ(state->shown.updates[0], nullptr);
}

// Every frame that a match is asked names it; a new kind must say how it is handled.
TEST(Requests, AreTakenApartOnce) {
  const auto* frames = v1::ClientFrame::descriptor();
  const auto* body = frames->FindOneofByName("body");
  int asked = 0;
  for (int i = 0; i < body->field_count(); ++i) {
    v1::ClientFrame frame;
    auto* message = frame.GetReflection()->MutableMessage(&frame, body->field(i));
    const auto* match = message->GetDescriptor()->FindFieldByName("match");
    if (match) message->GetReflection()->SetString(message, match, "m");
    const std::optional<match::What> what = match::what_of(frame);
    if (!what) continue;
    ++asked;
    ASSERT_NE(match::match_of(*what), nullptr) << body->field(i)->name();
    EXPECT_EQ(*match::match_of(*what), "m");
    EXPECT_FALSE(match::only_looks(*what) && match::asked_by_seat(*what));
  }
  EXPECT_EQ(asked, 28);
}

}  // namespace
}  // namespace wardroom::testing
