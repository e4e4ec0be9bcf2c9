#include "server/match/jobs.h"

#include <gmock/gmock.h>

#include "server/match/card_info.h"

namespace wardroom::match {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

MatchCard card() {
  MatchCard made;
  made.id = "m";
  made.accounts = {"anna", "bert"};
  made.state = v1::MATCH_STATE_PLAYING;
  return made;
}

std::vector<std::string> told(const std::vector<Job>& jobs) {
  std::vector<std::string> all;
  for (const Job& job : jobs) all.push_back(job.kind + " to " + job.account);
  return all;
}

HandOver step(std::optional<Seat> by_hand, std::array<std::uint64_t, 2> before, std::array<std::uint64_t, 2> now) {
  HandOver made;
  made.by_hand = by_hand;
  made.menus_before = before;
  made.menus = now;
  return made;
}

TEST(HandOvers, AreStepsThatLeaveTheMatchWaitingForSomebodyElse) {
  const auto after = [](const HandOver& step) { return told(told_by(card(), step, 0)); };
  EXPECT_THAT(after(step(Seat::kFirst, {4, 0}, {0, 7})), ElementsAre("your_move to bert"));
  EXPECT_THAT(after(step(Seat::kFirst, {4, 0}, {5, 0})), IsEmpty()) << "the next menu of one's own";
  EXPECT_THAT(after(step(Seat::kFirst, {4, 7}, {0, 7})), IsEmpty()) << "the other has been asked before";
  EXPECT_THAT(after(step(Seat::kFirst, {4, 7}, {0, 8})), ElementsAre("your_move to bert")) << "something else";
  EXPECT_THAT(after(step(std::nullopt, {4, 0}, {5, 0})), ElementsAre("your_move to anna"))
      << "what a queue has played, its owner has not seen";
  EXPECT_THAT(after(step(std::nullopt, {0, 0}, {1, 1})), ElementsAre("your_move to anna", "your_move to bert"));
}

TEST(HandOvers, TellNoBotAndNoSeatOfTheRules) {
  MatchCard alone = card();
  alone.accounts[1].clear();
  EXPECT_THAT(told(told_by(alone, step(Seat::kFirst, {4, 0}, {0, 7}), 0)), IsEmpty());
}

TEST(Meetings, AreToldWhenTheyAreProposedAndAnHourBefore) {
  v1::Offer offer;
  offer.set_kind(v1::OFFER_KIND_MEETING);
  offer.set_seat(1);
  offer.mutable_terms()->set_until_ms(10'000'000);
  EXPECT_THAT(told(told_by(card(), offer)), ElementsAre("offered to anna"));
  const std::vector<Job> before = told_before(card(), offer);
  EXPECT_THAT(told(before), ElementsAre("meeting to anna", "meeting to bert"));
  Stamp stamp;
  stamp.time_ms = 1000;
  EXPECT_EQ(before[0].due_ms(stamp), 10'000'000 - 3'600'000);
  stamp.time_ms = 9'000'000;
  EXPECT_EQ(before[0].due_ms(stamp), 9'000'000) << "it is near already";
  EXPECT_EQ(before[0].payload, "10000000");
  offer.set_kind(v1::OFFER_KIND_PAUSE);
  EXPECT_THAT(told_by(card(), offer), IsEmpty());
  EXPECT_THAT(told_before(card(), offer), IsEmpty());
}

TEST(HandOvers, TellBothOfTheEnd) {
  HandOver end = step(Seat::kFirst, {4, 0}, {0, 0});
  end.over = true;
  EXPECT_THAT(told(told_by(card(), end, 0)), ElementsAre("over to anna", "over to bert"));
}

TEST(HandOvers, WaitForWhoeverComesByHimself) {
  Stamp stamp;
  stamp.time_ms = 1000;
  EXPECT_EQ(told_by(card(), step(Seat::kFirst, {4, 0}, {0, 7}), 500).at(0).due_ms(stamp), 1500);
}

TEST(HandOvers, WarnBeforeTimeIsOver) {
  constexpr std::int64_t kHour = 3'600'000;
  MatchCard timed = card();
  timed.clock.set_bank_seconds(3 * 86400);
  Stamp stamp;
  stamp.time_ms = 1000;
  stamp.beside.clocks.left_ms = {0, 30 * kHour};
  std::vector<std::int64_t> due;
  for (const Job& job : told_by(timed, step(Seat::kFirst, {4, 0}, {0, 7}), 0)) {
    if (job.kind == news::kWarning) due.push_back((job.due_ms(stamp) - stamp.time_ms) * 10 / kHour);
  }
  // A tenth, half a day, a quarter and a half of three days before the end of thirty hours; the last is now.
  EXPECT_THAT(due, ElementsAre(228, 180, 120, 0));
  timed.clock.set_bank_seconds(1800);
  EXPECT_EQ(told_by(timed, step(Seat::kFirst, {4, 0}, {0, 7}), 0).size(), 1u) << "those sit at the table";
}

TEST(Cards, TellWhomTheyAreMeantForAndWhoCanBegin) {
  MatchCard open = card();
  open.state = v1::MATCH_STATE_OPEN;
  open.accounts[1].clear();
  open.nonce_hashes[0] = "hash";
  EXPECT_THAT(told(told_by(open)), IsEmpty());
  open.invited = "bert";
  EXPECT_THAT(told(told_by(open)), ElementsAre("invited to bert"));
  MatchCard joined = open;
  joined.accounts[1] = "bert";
  EXPECT_THAT(told(told_by(open, joined)), IsEmpty());
  MatchCard given = joined;
  given.nonces[1] = "nonce";
  EXPECT_THAT(told(told_by(joined, given)), ElementsAre("joined to anna"));
  EXPECT_THAT(told(told_by(given, given)), IsEmpty());
}

}  // namespace
}  // namespace wardroom::match
