// Clocks that rest, agreed pauses, gifts of time, substitutes and what people always order, in whole matches; and two
// servers over one store.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using calendar::kHourMs;
using picket::wire::DONE;
using picket::wire::PLACE;

constexpr std::int64_t kDayMs = 24 * kHourMs;

class Time : public TwoPeople {
 protected:
  static void slow(v1::CreateMatch& create) {
    create.mutable_clock()->set_bank_seconds(3 * 24 * 3600);
    create.mutable_clock()->set_rests(true);
    create.mutable_clock()->set_leave(true);
  }
  // Both set up; the first is to move.
  void set_up() {
    for (Client* each : {a.get(), b.get()}) {
      for (int i = 0; i < 3; ++i) each->choose(PLACE);
    }
    a->catch_up();
    b->catch_up();
  }
  v1::ServerFrame make(Client& client, v1::OfferKind kind, const std::function<void(v1::Terms&)>& terms) {
    v1::ClientFrame frame;
    frame.mutable_make_offer()->set_match(match);
    frame.mutable_make_offer()->set_kind(kind);
    terms(*frame.mutable_make_offer()->mutable_terms());
    return client.ask(std::move(frame));
  }
  v1::ServerFrame answer(Client& client, v1::OfferKind kind, bool agree) {
    v1::ClientFrame frame;
    frame.mutable_answer_offer()->set_match(match);
    frame.mutable_answer_offer()->set_kind(kind);
    frame.mutable_answer_offer()->set_agree(agree);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame claim(Client& client) { return client.about(&v1::ClientFrame::mutable_claim_flag); }
  static std::string why(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }
  v1::SeatInfo seat(Client& client, int number) {
    client.catch_up();
    return client.notices.back().match().seats(number);
  }
  static v1::ServerFrame set_night(Client& client, std::uint32_t from, std::uint32_t to) {
    v1::ClientFrame frame;
    v1::Calendar& calendar = *frame.mutable_set_calendar()->mutable_calendar();
    calendar.set_night_from(from);
    calendar.set_night_to(to);
    return client.ask(std::move(frame));
  }
  static v1::ServerFrame take_leave(Client& client, std::uint32_t first, std::uint32_t last) {
    v1::ClientFrame frame;
    frame.mutable_take_leave()->mutable_leave()->set_first_day(first);
    frame.mutable_take_leave()->mutable_leave()->set_last_day(last);
    return client.ask(std::move(frame));
  }
  std::vector<v1::Offer> offers_told(Client& client) {
    client.catch_up();
    std::vector<v1::Offer> told;
    for (const v1::Chat& line : client.chat) {
      if (line.has_offer()) told.push_back(line.offer());
    }
    return told;
  }
};

// The store's time begins on Tuesday, 14 November 2023, at 22:13:20 UTC.
TEST_F(Time, AClockStandsInTheNightsOfWhoeverIsToMoveAndTheOtherSeesTheDeadlineAlone) {
  rig.emplace(store, settings);
  a = rig->guest("Anna");
  b = rig->guest("Bert");
  ASSERT_TRUE(set_night(*a, 22 * 60, 6 * 60).has_calendar());
  match = rig->begin(*a, *b, slow);
  set_up();
  const std::int64_t now = store.now_ms();
  // 72 hours of running time at 16 a day, beginning in the night: four days and eight hours after six in the morning.
  const std::int64_t morning = 1'700'028'000'000;
  EXPECT_EQ(seat(*b, 0).deadline_ms(), morning + 4 * kDayMs + 8 * kHourMs);
  EXPECT_EQ(seat(*a, 0).deadline_ms(), seat(*b, 0).deadline_ms());
  EXPECT_EQ(seat(*b, 1).deadline_ms(), 0) << "he is not to move";
  EXPECT_EQ(b->line->bytes().find("night"), std::string::npos);

  EXPECT_TRUE(set_night(*a, 0, 0).has_calendar());
  store.pass(3 * kDayMs + kHourMs);
  EXPECT_EQ(why(claim(*b)), "refusal.clock_runs") << "a calendar counts from the next hand-over on";
  restart();
  EXPECT_EQ(seat(*b, 0).deadline_ms() > now + 3 * kDayMs, true) << "and is kept with the match";
}

TEST_F(Time, LeaveMovesADeadlineThatWasToldAndGivingItBackDoesNot) {
  open(slow);
  set_up();
  const std::int64_t before = seat(*b, 0).deadline_ms();
  EXPECT_EQ(before, store.now_ms() + 3 * kDayMs);
  EXPECT_EQ(why(take_leave(*a, 20231114, 20231115)), "refusal.leave_too_late");
  EXPECT_EQ(take_leave(*a, 20231115, 20231116).calendar().leave_left(), 28u);
  EXPECT_EQ(seat(*b, 0).deadline_ms(), before + 2 * kDayMs);
  v1::ClientFrame back;
  back.mutable_end_leave()->mutable_leave()->set_first_day(20231115);
  back.mutable_end_leave()->mutable_leave()->set_last_day(20231116);
  EXPECT_EQ(a->ask(back).calendar().leave_left(), 30u);
  EXPECT_EQ(seat(*b, 0).deadline_ms(), before + 2 * kDayMs);
}

TEST_F(Time, AFlagCanBeClaimedWhenTheGraceIsOver) {
  open([](v1::CreateMatch& create) {
    create.mutable_clock()->set_bank_seconds(60);
    create.mutable_clock()->set_grace_seconds(30);
  });
  set_up();
  store.pass(59'999);
  EXPECT_EQ(why(claim(*b)), "refusal.clock_runs");
  store.pass(1);
  EXPECT_EQ(why(claim(*b)), "refusal.grace_runs");
  store.pass(30'000);
  EXPECT_TRUE(claim(*b).has_done());
}

TEST_F(Time, NobodyThinksWhileNoServerIsUpAndEverybodyWhileOneIs) {
  open([](v1::CreateMatch& create) { create.mutable_clock()->set_bank_seconds(3600); });
  set_up();
  store.pass(600'000);
  rig->beat();  // ten minutes and no beat: the server hung, and nobody could play
  store.pass(4'000);
  rig->beat();
  store.pass(4'000);
  rig->beat();
  restart();
  store.pass(3'000);
  a->choose(DONE);
  EXPECT_EQ(store.card_now(match).clocks.left_ms[0], 3'600'000 - 11'000);
}

TEST_F(Time, TheShortestStopOfTheOnlyServerIsNobodys) {
  open([](v1::CreateMatch& create) { create.mutable_clock()->set_bank_seconds(3600); });
  set_up();
  store.pass(1'500);
  rig->beat();
  store.pass(1'000);  // and then it was killed, and came back at once
  settings.host.alone = true;
  restart();
  store.pass(500);
  a->choose(DONE);
  EXPECT_EQ(store.card_now(match).clocks.left_ms[0], 3'600'000 - 2'000);
}

TEST_F(Time, TwoServersOverOneStoreAgreeAboutAFlag) {
  open([](v1::CreateMatch& create) { create.mutable_clock()->set_bank_seconds(3600); });
  set_up();
  store.pass(3'000);
  Rig other(store, settings);
  auto elsewhere = other.back(b->token);
  elsewhere->attach(match);
  EXPECT_EQ(elsewhere->notices.back().match().seats(0).deadline_ms(), seat(*b, 0).deadline_ms());

  // More time is agreed here, and the other server has not heard of it: it asks the store, and the store knows.
  make(*b, v1::OFFER_KIND_TIME, [](v1::Terms& terms) { terms.set_seconds(3600); });
  EXPECT_TRUE(answer(*a, v1::OFFER_KIND_TIME, true).has_done());
  store.pass(3'600'000);
  EXPECT_EQ(why(claim(*b)), "refusal.clock_runs");
  EXPECT_EQ(why(claim(*elsewhere)), "refusal.clock_runs_still");
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_PLAYING);
  store.pass(3'597'000);
  EXPECT_TRUE(claim(*elsewhere).has_done());
  EXPECT_EQ(store.card_now(match).ending->kind(), v1::ENDING_KIND_FLAG);
  EXPECT_FALSE(claim(*b).has_done()) << "it has been claimed";
}

TEST_F(Time, AnAnswerAndAFlagCompeteForOneRow) {
  open([](v1::CreateMatch& create) { create.mutable_clock()->set_bank_seconds(60); });
  set_up();
  Rig other(store, settings);
  auto elsewhere = other.back(b->token);
  elsewhere->attach(match);
  store.pass(60'000);
  EXPECT_TRUE(a->choose(DONE).has_acted());
  EXPECT_FALSE(claim(*elsewhere).has_done());
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_PLAYING);
}

TEST_F(Time, APauseIsAgreedHasAnEndAndIsOneForBoth) {
  open(slow);
  set_up();
  const std::int64_t now = store.now_ms();
  const std::int64_t deadline = seat(*b, 0).deadline_ms();
  const auto until = [](std::int64_t ms) { return [ms](v1::Terms& terms) { terms.set_until_ms(ms); }; };
  EXPECT_EQ(why(make(*a, v1::OFFER_KIND_PAUSE, until(now))), "refusal.pause");
  EXPECT_EQ(why(make(*a, v1::OFFER_KIND_PAUSE, until(now + 31 * kDayMs))), "refusal.pause");
  EXPECT_TRUE(make(*a, v1::OFFER_KIND_PAUSE, until(now + 5 * kDayMs)).has_done());
  b->catch_up();
  ASSERT_EQ(b->notices.back().offers_size(), 1);
  EXPECT_EQ(b->notices.back().offers(0).terms().until_ms(), now + 5 * kDayMs);
  EXPECT_EQ(why(answer(*a, v1::OFFER_KIND_PAUSE, true)), "refusal.no_offer") << "it is his own";
  restart();
  EXPECT_TRUE(answer(*b, v1::OFFER_KIND_PAUSE, true).has_done()) << "an offer outlives the server";
  EXPECT_EQ(seat(*a, 0).deadline_ms(), deadline + 5 * kDayMs);
  EXPECT_EQ(a->notices.back().match().paused_until_ms(), now + 5 * kDayMs);
  EXPECT_EQ(a->notices.back().offers_size(), 0);
  const std::vector<v1::Offer> told = offers_told(*a);
  ASSERT_GE(told.size(), 2u);
  EXPECT_EQ(told.back().deed(), v1::OFFER_DEED_AGREED);
  EXPECT_EQ(told.back().terms().until_ms(), now + 5 * kDayMs);
}

TEST_F(Time, AMeetingIsAgreedToldToItsPlayersAloneAndClocksStandUntilThen) {
  open(slow);
  set_up();
  const std::int64_t now = store.now_ms(), when = now + 2 * kDayMs;
  const std::int64_t deadline = seat(*b, 0).deadline_ms();
  const auto at = [](std::int64_t ms) { return [ms](v1::Terms& terms) { terms.set_until_ms(ms); }; };
  EXPECT_EQ(why(make(*a, v1::OFFER_KIND_MEETING, at(now))), "refusal.meeting");
  EXPECT_EQ(why(make(*a, v1::OFFER_KIND_MEETING, at(now + 31 * kDayMs))), "refusal.meeting");
  EXPECT_TRUE(make(*a, v1::OFFER_KIND_MEETING, at(when)).has_done());
  EXPECT_TRUE(answer(*b, v1::OFFER_KIND_MEETING, false).has_done());
  EXPECT_EQ(seat(*a, 0).deadline_ms(), deadline) << "declined";
  EXPECT_TRUE(make(*b, v1::OFFER_KIND_MEETING, at(when)).has_done());
  EXPECT_TRUE(answer(*a, v1::OFFER_KIND_MEETING, true).has_done());
  EXPECT_EQ(seat(*a, 0).deadline_ms(), deadline + 2 * kDayMs);
  EXPECT_EQ(a->notices.back().match().meeting_ms(), when);
  restart();
  EXPECT_EQ(a->attach(match).match().meeting_ms(), when);
  auto watcher = rig->guest("Clara");
  EXPECT_EQ(watcher->attach(match).match().meeting_ms(), 0);
}

TEST_F(Time, AnExtensionIsTakenOnceAndOnlyOfASlowClock) {
  open(slow);
  set_up();
  const std::int64_t deadline = seat(*b, 0).deadline_ms();
  EXPECT_TRUE(seat(*b, 0).extension_left());
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_take_extension).has_done());
  EXPECT_EQ(seat(*b, 0).deadline_ms(), deadline + 3 * kDayMs);
  EXPECT_FALSE(seat(*b, 0).extension_left());
  EXPECT_TRUE(seat(*b, 1).extension_left());
  EXPECT_EQ(why(a->about(&v1::ClientFrame::mutable_take_extension)), "refusal.extended_already");
  a->about(&v1::ClientFrame::mutable_resign);
  open([](v1::CreateMatch& create) { create.mutable_clock()->set_bank_seconds(3600); });
  EXPECT_EQ(why(a->about(&v1::ClientFrame::mutable_take_extension)), "refusal.quick_clock");
}

TEST_F(Time, WhatWasOfferedAndNotAnsweredIsToldToHaveLapsed) {
  open(slow);
  set_up();
  a->about(&v1::ClientFrame::mutable_offer_draw);
  make(*a, v1::OFFER_KIND_TIME, [](v1::Terms& terms) { terms.set_seconds(60); });
  a->choose(DONE);  // everyone is shown that he has played on
  std::vector<v1::Offer> told = offers_told(*b);
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told.back().kind(), v1::OFFER_KIND_DRAW);
  EXPECT_EQ(told.back().deed(), v1::OFFER_DEED_LAPSED);
  b->catch_up();
  EXPECT_FALSE(b->notices.back().has_draw_offered_by());
  EXPECT_EQ(b->notices.back().offers_size(), 1) << "who has not been asked since may still answer it";
  std::mt19937 random(3);
  play(*a, *b, 200, random, [&] {
    b->catch_up();
    return b->notices.back().offers_size() == 0;
  });
  told = offers_told(*a);
  EXPECT_EQ(told.back().kind(), v1::OFFER_KIND_TIME);
  EXPECT_EQ(told.back().deed(), v1::OFFER_DEED_LAPSED);
  EXPECT_EQ(why(answer(*b, v1::OFFER_KIND_TIME, true)), "refusal.no_offer");
}

TEST_F(Time, SomebodyElseGoesOnWhenTheOtherAndHeAgree) {
  open(slow);
  set_up();
  auto clara = rig->guest("Clara");
  const auto named = [](const std::string& name) { return [name](v1::Terms& terms) { terms.set_name(name); }; };
  EXPECT_EQ(why(make(*a, v1::OFFER_KIND_SUBSTITUTE, named("Nobody"))), "refusal.nobody_of_name");
  EXPECT_EQ(why(make(*a, v1::OFFER_KIND_SUBSTITUTE, named("Bert"))), "refusal.substitute_plays");
  EXPECT_TRUE(make(*a, v1::OFFER_KIND_SUBSTITUTE, named("Clara")).has_done());
  v1::ClientFrame join;
  join.mutable_join_match()->set_match(match);
  EXPECT_FALSE(clara->ask(join).has_match()) << "the other has not agreed";
  EXPECT_TRUE(answer(*b, v1::OFFER_KIND_SUBSTITUTE, true).has_done());
  v1::ClientFrame list;
  list.mutable_list_challenges();
  ASSERT_EQ(clara->ask(list).challenges().matches_size(), 1);
  EXPECT_TRUE(a->asked()) << "until she comes, he plays on";
  EXPECT_EQ(clara->ask(join).match().my_seat(), 0u);
  clara->attach(match);
  EXPECT_TRUE(clara->asked());
  EXPECT_TRUE(clara->choose(DONE).has_acted());
  EXPECT_EQ(why(a->about(&v1::ClientFrame::mutable_resign)), "refusal.not_your_match");
  EXPECT_EQ(seat(*b, 0).name(), "Clara");
  EXPECT_EQ(clara->ask(list).challenges().matches_size(), 0);
}

TEST_F(Time, WhoeverIsAskedToGoOnMayDecline) {
  open(slow);
  set_up();
  auto clara = rig->guest("Clara");
  make(*a, v1::OFFER_KIND_SUBSTITUTE, [](v1::Terms& terms) { terms.set_name("Clara"); });
  answer(*b, v1::OFFER_KIND_SUBSTITUTE, true);
  v1::ClientFrame decline;
  decline.mutable_decline_challenge()->set_match(match);
  EXPECT_TRUE(clara->ask(decline).has_done());
  EXPECT_EQ(offers_told(*a).back().deed(), v1::OFFER_DEED_DECLINED);
  EXPECT_FALSE(clara->ask(decline).has_done());
  EXPECT_TRUE(a->choose(DONE).has_acted());
}

TEST_F(Time, ABotGoesOnAtOnceAndTheProofHolds) {
  settings.players = {{"first", [](match::Chair) -> std::unique_ptr<match::Player> {
                         class First final : public match::Player {
                           match::Move answer(const v1::Update& update) override {
                             return {update.menu().items(update.menu().items_size() - 1).action(), {}};
                           }
                         };
                         return std::make_unique<First>();
                       }}};
  open(slow);
  set_up();
  const auto bot = [](const std::string& name) { return [name](v1::Terms& terms) { terms.set_bot(name); }; };
  EXPECT_EQ(why(make(*a, v1::OFFER_KIND_SUBSTITUTE, bot("none"))), "refusal.no_such_bot");
  EXPECT_TRUE(make(*a, v1::OFFER_KIND_SUBSTITUTE, bot("first")).has_done());
  EXPECT_TRUE(answer(*b, v1::OFFER_KIND_SUBSTITUTE, true).has_done());
  EXPECT_TRUE(seat(*b, 0).bot());
  b->line->await([](const auto& frames) { return std::ranges::any_of(frames, &v1::ServerFrame::has_update); });
  b->about(&v1::ClientFrame::mutable_resign);
  v1::ClientFrame replay;
  replay.mutable_ask_replay()->set_match(match);
  EXPECT_EQ(b->ask(replay).replay().proof().exchange(), v1::EXCHANGE_BY_HASH);
}

TEST_F(Time, HandOversAreCountedAndShownBeforeOneAccepts) {
  open([](v1::CreateMatch& create) { create.mutable_clock()->set_bank_seconds(60); });
  set_up();
  store.pass(60'000);
  EXPECT_TRUE(claim(*b).has_done());
  const auto reliability = [&](const std::string& name) {
    v1::ClientFrame ask;
    ask.mutable_ask_person()->set_name(name);
    return b->ask(ask).person().reliability();
  };
  const v1::Reliability anna = reliability("Anna");
  EXPECT_EQ(anna.hand_overs(), 1u) << "the turn that she did not give back";
  EXPECT_EQ(anna.in_time(), 0u);
  EXPECT_EQ(anna.matches(), 1u);
  EXPECT_EQ(anna.left(), 1u);
  const v1::Reliability bert = reliability("Bert");
  EXPECT_EQ(bert.hand_overs(), 1u) << "when he had set up";
  EXPECT_EQ(bert.in_time(), 1u);
  EXPECT_EQ(bert.left(), 0u);
  const v1::MatchInfo next = rig->create(*a);
  EXPECT_EQ(next.seats(0).reliability().left(), 1u);
  v1::ClientFrame look;
  look.mutable_look_at_invitation()->set_invitation(next.invitation());
  EXPECT_EQ(b->ask(look).match().seats(0).reliability().hand_overs(), 1u);
}

TEST_F(Time, AMatchBeginsWithWhatItsPeopleAlwaysOrder) {
  rig.emplace(store, settings);
  a = rig->guest("Anna");
  b = rig->guest("Bert");
  v1::ClientFrame keep;
  v1::UsualOrders& usual = *keep.mutable_keep_usual()->mutable_orders();
  usual.set_title("picket");
  usual.set_seat(1);
  usual.add_standing()->set_order(99);
  usual.mutable_standing(0)->set_way(3);
  EXPECT_EQ(why(b->ask(keep)), "refusal.no_such_standing_order");
  usual.mutable_standing(0)->set_order(1);
  usual.mutable_stops()->add_kinds(v1::STOP_KIND_SIGHTING);
  EXPECT_EQ(b->ask(keep).usual().orders_size(), 1);
  match = rig->begin(*a, *b, {});
  EXPECT_EQ(a->queue.standing_size(), 0);
  const v1::Attached there = b->attach(match);
  ASSERT_EQ(there.queue().standing_size(), 1);
  EXPECT_EQ(there.queue().standing(0).way(), 3u);
  EXPECT_EQ(there.queue().stops().kinds_size(), 1);
  EXPECT_FALSE(store.queue(match, Seat::kSecond).empty());
  const std::string mirrored = rig->begin(*b, *a, {});
  EXPECT_TRUE(store.queue(mirrored, Seat::kFirst).empty()) << "they are for the other seat";
  usual.Clear();
  usual.set_title("picket");
  usual.set_seat(1);
  EXPECT_EQ(b->ask(keep).usual().orders_size(), 0);
}

}  // namespace
}  // namespace wardroom::testing
