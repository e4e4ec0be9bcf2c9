// A server that plays by other rules or data than an event began with.
#include "server/tournament/event_news.h"
#include "tests/tournament/event_kit.h"

namespace wardroom::tournament {
namespace {

class Upgrade : public ::testing::Test {
 protected:
  Upgrade() {
    kit.desk.played = {"data 1", 1};
    kit.begin(4);
    kit.next_round();
  }
  std::string resume() {
    return kit.direct([](v1::Direct& asked) { asked.mutable_resume(); });
  }
  std::string newest_deed() const { return kit.event.deeds().rbegin()->what(); }

  EventKit kit{v1::EVENT_FORMAT_SWISS, 3};
};

TEST_F(Upgrade, WhatAnEventIsPlayedByIsPinnedWithItsFirstRound) {
  EXPECT_EQ(kit.event.data_hash(), "data 1");
  EXPECT_EQ(kit.event.rules_revision(), 1u);
  const std::uint64_t version = kit.event.version();
  EXPECT_FALSE(note_upgrade(kit.event, {"data 1", 1}, kit.now));
  EXPECT_EQ(kit.event.version(), version);
  EXPECT_FALSE(kit.event.paused());
}

TEST_F(Upgrade, StopsTheEventUntilADirectorTakesItOver) {
  const std::string pairings = kit.newest().SerializeAsString();
  for (const Played& other : {Played{"data 2", 1}, Played{"data 1", 2}}) {
    Event event = kit.event;
    EXPECT_TRUE(note_upgrade(event, other, kit.now));
    EXPECT_TRUE(event.paused());
  }
  const Played now{"data 2", 2};
  ASSERT_TRUE(note_upgrade(kit.event, now, kit.now));
  EXPECT_EQ(newest_deed(), "event.deed.upgraded");
  EXPECT_FALSE(note_upgrade(kit.event, now, kit.now)) << "once";
  EXPECT_EQ(kit.newest().SerializeAsString(), pairings) << "the same pairing, nothing lost";
  ASSERT_EQ(warnings(kit.event).size(), 1u);
  EXPECT_EQ(warnings(kit.event)[0].id.str(), "event.warning.upgraded");
  kit.play_round();
  EXPECT_EQ(kit.draw(), "refusal.event.not_now");
  kit.desk.played = now;
  EXPECT_EQ(resume(), "");
  EXPECT_EQ(newest_deed(), "event.deed.resume_upgraded");
  EXPECT_EQ(kit.event.data_hash(), "data 2");
  EXPECT_EQ(kit.event.rules_revision(), 2u);
  EXPECT_FALSE(note_upgrade(kit.event, now, kit.now));
  kit.next_round();
}

TEST_F(Upgrade, IsToldToTheDirectorsWhileItStandsStill) {
  const Event before = kit.event;
  ASSERT_TRUE(note_upgrade(kit.event, {"data 2", 2}, kit.now));
  const std::vector<News> told = news_of(before, kit.event, kit.now);
  ASSERT_EQ(told.size(), static_cast<std::size_t>(kit.event.directors_size()));
  EXPECT_EQ(told[0].kind, NewsKind::kStopped);
  EXPECT_EQ(told[0].account, kit.event.directors(0));
  EXPECT_TRUE(news_of(kit.event, kit.event, kit.now).empty()) << "once";
  EXPECT_TRUE(still_true(kit.event, told[0].kind, told[0].account, told[0].about));
  kit.desk.played = {"data 2", 2};
  EXPECT_EQ(resume(), "");
  EXPECT_FALSE(still_true(kit.event, told[0].kind, told[0].account, told[0].about));
}

TEST_F(Upgrade, ThatIsTakenBackLeavesThePauseToTheDirector) {
  ASSERT_TRUE(note_upgrade(kit.event, {"data 2", 2}, kit.now));
  ASSERT_TRUE(note_upgrade(kit.event, {"data 1", 1}, kit.now));
  EXPECT_FALSE(kit.event.upgraded());
  EXPECT_TRUE(kit.event.paused());
  EXPECT_EQ(resume(), "");
  EXPECT_EQ(newest_deed(), "event.deed.resume");
  EXPECT_EQ(kit.event.data_hash(), "data 1");
}

TEST_F(Upgrade, ConcernsNoEventThatHasNotBegunOrIsOver) {
  EventKit open(v1::EVENT_FORMAT_SWISS, 3);
  open.begin(4);
  EXPECT_FALSE(note_upgrade(open.event, {"data 2", 2}, open.now));
  for (int round = 1; round <= 3; ++round) {
    kit.play_round();
    if (round < 3) kit.next_round();
  }
  ASSERT_EQ(kit.finish(), "");
  EXPECT_FALSE(note_upgrade(kit.event, {"data 2", 2}, kit.now));
}

}  // namespace
}  // namespace wardroom::tournament
