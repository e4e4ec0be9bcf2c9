// What stands beside the board, as plain state.
#include "server/match/beside.h"

#include <gtest/gtest.h>

namespace wardroom::match {
namespace {

using calendar::kHourMs;

Barrier barrier(std::array<bool, 2> to_move) {
  Barrier step;
  step.rule.set_bank_seconds(3600);
  step.rule.set_rests(true);
  step.to_move = to_move;
  step.people = {"anna", "bert"};
  return step;
}

Beside begun(std::array<bool, 2> to_move) {
  Beside stored{full_banks(barrier({}).rule), {}};
  EXPECT_TRUE(pass(barrier(to_move), stored, {1000, {}}));
  stored.tallies.clear();
  return stored;
}

TEST(BesideTheBoard, AHandOverIsChargedAndCounted) {
  Beside stored = begun({true, false});
  EXPECT_EQ(stored.aside.since_ms(), 1000);
  EXPECT_EQ(stored.aside.asked(), 1u);
  EXPECT_TRUE(pass(barrier({false, true}), stored, {61'000, {}}));
  EXPECT_EQ(stored.clocks.left_ms[0], 3'540'000);
  EXPECT_EQ(stored.aside.asked(), 2u);
  ASSERT_EQ(stored.tallies.size(), 1u);
  EXPECT_EQ(stored.tallies[0].account, "anna");
  EXPECT_EQ(stored.tallies[0].in_time, 1u);
}

TEST(BesideTheBoard, WhoHandsOverTooLateIsCountedSo) {
  Beside stored = begun({true, false});
  EXPECT_TRUE(pass(barrier({false, true}), stored, {1000 + 3'600'001, {}}));
  EXPECT_EQ(stored.tallies.at(0).hand_overs, 1u);
  EXPECT_EQ(stored.tallies[0].in_time, 0u);
  EXPECT_EQ(stored.clocks.left_ms[0], 0);
}

TEST(BesideTheBoard, AgainstABotNothingIsCounted) {
  Beside stored = begun({true, false});
  Barrier step = barrier({false, true});
  step.people = {};
  EXPECT_TRUE(pass(step, stored, {61'000, {}}));
  EXPECT_TRUE(stored.tallies.empty());
}

TEST(BesideTheBoard, ACalendarCountsFromTheHandOverOn) {
  Beside stored = begun({true, false});
  Barrier step = barrier({true, false});
  step.rests[0].mutable_calendar()->set_night_to(600);
  EXPECT_TRUE(pass(step, stored, {2000, {}}));
  EXPECT_EQ(stored.aside.rests(0).calendar().night_to(), 0u) << "she goes on thinking";
  step.to_move = {false, true};
  EXPECT_TRUE(pass(step, stored, {3000, {}}));
  step.to_move = {true, false};
  EXPECT_TRUE(pass(step, stored, {4000, {}}));
  EXPECT_EQ(stored.aside.rests(0).calendar().night_to(), 600u);
}

TEST(BesideTheBoard, AFlagIsJudgedByTheStoresTimeAndPauses) {
  const Beside stored = begun({true, false});
  Barrier flag = barrier({false, false});
  flag.late = Seat::kFirst;
  flag.over = true;
  const auto judged = [&](const Moment& moment) {
    Beside copy = stored;
    return pass(flag, copy, moment).has_value();
  };
  EXPECT_FALSE(judged({3'600'999, {}}));
  EXPECT_TRUE(judged({3'601'000, {}}));
  EXPECT_FALSE(judged({3'601'000, {{500'000, 600'000}}}));
  EXPECT_TRUE(judged({3'701'000, {{500'000, 600'000}}}));
  flag.rule.set_grace_seconds(10);
  EXPECT_FALSE(judged({3'610'999, {}}));
  EXPECT_TRUE(judged({3'611'000, {}}));
}

TEST(BesideTheBoard, AHandOverSaysHowLongItTook) {
  Beside stored = begun({true, false});
  Barrier step = barrier({false, true});
  step.people = {"anna", "bert"};
  ASSERT_TRUE(pass(step, stored, {61'000, {{11'000, 21'000}}}));
  ASSERT_EQ(stored.tallies.size(), 1u);
  EXPECT_EQ(stored.tallies[0].account, "anna");
  EXPECT_EQ(stored.tallies[0].thought_ms, 50'000) << "by her running clock";
}

TEST(BesideTheBoard, WhatIsAgreedMustStillBeOffered) {
  Beside stored = begun({true, false});
  Barrier draw = barrier({false, false});
  draw.over = true;
  draw.agreed.emplace(v1::OFFER_KIND_DRAW, Seat::kFirst);
  EXPECT_FALSE(pass(draw, stored, {2000, {}}));
  stored.aside.add_offers()->set_kind(v1::OFFER_KIND_DRAW);
  EXPECT_TRUE(pass(draw, stored, {2000, {}}));
  EXPECT_TRUE(stored.aside.offers().empty());
}

TEST(BesideTheBoard, WhatAClockMakesOfACalendar) {
  v1::MyCalendar mine;
  mine.mutable_calendar()->set_zone("Europe/Warsaw");
  mine.mutable_calendar()->set_night_to(60);
  mine.add_leaves()->set_first_day(20261117);
  v1::Clock rule;
  EXPECT_EQ(rests_of(rule, mine).calendar().night_to(), 0u);
  EXPECT_TRUE(rests_of(rule, mine).leaves().empty());
  rule.set_rests(true);
  EXPECT_EQ(rests_of(rule, mine).calendar().night_to(), 60u);
  rule.set_leave(true);
  EXPECT_EQ(rests_of(rule, mine).leaves_size(), 1);
}

}  // namespace
}  // namespace wardroom::match
