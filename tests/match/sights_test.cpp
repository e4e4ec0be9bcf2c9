// What is read out for a viewer is made of what he has been sent.
#include <gtest/gtest.h>

#include "common/hash.h"
#include "server/engine/outlet.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::PLACE;

class Sights : public TwoPeople {
 protected:
  static std::string desc(const Client& client) {
    return "<desc>" + hex(hash(save(*view_of(*picket::make_picket(), client.seen)))) + "</desc>";
  }
  static v1::ServerFrame estimate(Client& client, std::uint64_t serial, const v1::Action& action) {
    v1::ClientFrame frame;
    frame.mutable_ask_estimate()->set_match(client.match);
    frame.mutable_ask_estimate()->set_menu_serial(serial);
    *frame.mutable_ask_estimate()->mutable_action() = action;
    return client.ask(std::move(frame));
  }

  static int reports_in(const v1::Diary::Part& part) {
    int found = part.has_milestone() ? 1 : 0;
    for (const auto& entry : part.entries())
      found += entry.has_part() ? reports_in(entry.part()) : 1 + entry.line().details_size();
    return found;
  }
};

TEST_F(Sights, APictureIsOfTheAskersOwnView) {
  open();
  a->choose(PLACE);
  a->catch_up();
  const std::string mine = a->about(&v1::ClientFrame::mutable_ask_picture).picture().svg();
  EXPECT_NE(mine.find(desc(*a)), std::string::npos) << mine;
  const std::string his = b->about(&v1::ClientFrame::mutable_ask_picture).picture().svg();
  EXPECT_NE(his.find(desc(*b)), std::string::npos) << "what the other has placed in secret is not in it";
  EXPECT_NE(mine, his);
  auto watcher = rig->connect();
  watcher->hello();
  watcher->attach(match);
  const std::string open_to_all = watcher->about(&v1::ClientFrame::mutable_ask_picture).picture().svg();
  EXPECT_NE(open_to_all.find(desc(*watcher)), std::string::npos) << "without an account, too";
}

TEST_F(Sights, AnEstimateIsOfTheMenuOneHas) {
  open();
  const v1::Action offered = a->seen.menu().items(0).action();
  const v1::ServerFrame answer = estimate(*a, a->seen.menu().serial(), offered);
  ASSERT_TRUE(answer.has_estimate()) << answer.ShortDebugString();
  EXPECT_EQ(answer.estimate().menu_serial(), a->seen.menu().serial());
  EXPECT_EQ(answer.estimate().action().SerializeAsString(), offered.SerializeAsString());
  EXPECT_EQ(estimate(*a, a->seen.menu().serial() + 1, offered).refusal().code(), v1::REFUSAL_CODE_STALE);
  v1::Action other;
  other.set_verb(99);
  EXPECT_EQ(estimate(*a, a->seen.menu().serial(), other).refusal().code(), v1::REFUSAL_CODE_NOT_OFFERED);
}

TEST_F(Sights, WhatIsNotKnownHasNoReach) {
  open();
  v1::ClientFrame frame;
  frame.mutable_ask_reach()->set_match(match);
  frame.mutable_ask_reach()->set_subject(4711);
  EXPECT_EQ(a->ask(frame).refusal().reason().id(), "refusal.nothing_known");
}

TEST_F(Sights, TheDiaryHoldsWhatTheHistoryHolds) {
  open();
  std::mt19937 random(7);
  play(*a, *b, 60, random);
  a->catch_up();
  const v1::ServerFrame history = a->about(&v1::ClientFrame::mutable_history);
  int reports = 0;
  for (const auto& told : history.history().reports()) reports += told.reports_size();
  const v1::Diary diary = a->about(&v1::ClientFrame::mutable_ask_diary).diary();
  int found = 0;
  for (const auto& part : diary.parts()) found += reports_in(part);
  EXPECT_EQ(found, reports);
  EXPECT_FALSE(diary.more());
  ASSERT_GT(reports, 0);
  EXPECT_EQ(diary.last_serial(), history.history().reports().rbegin()->serial());
}

TEST_F(Sights, APrivateMatchIsReadToNobodyElse) {
  open([](v1::CreateMatch& create) { create.set_is_private(true); });
  auto stranger = rig->guest("Carl");
  stranger->match = match;
  EXPECT_EQ(stranger->about(&v1::ClientFrame::mutable_ask_picture).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(stranger->about(&v1::ClientFrame::mutable_ask_diary).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Sights, BeforeItHasBegunThereIsNothingToRead) {
  rig.emplace(store, settings);
  a = rig->guest("Anna");
  a->match = rig->create(*a).id();
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_ask_picture).refusal().reason().id(), "refusal.match_not_begun");
}

}  // namespace
}  // namespace wardroom::testing
