// One's own time: calendars and leave.
#include <gtest/gtest.h>

#include "tests/lobby/finding.h"

namespace wardroom::testing {
namespace {

class Calendars : public Finding {
 protected:
  v1::ServerFrame ask() {
    v1::ClientFrame frame;
    frame.mutable_ask_calendar();
    return anna->ask(std::move(frame));
  }
  v1::ServerFrame set(const std::string& zone, std::uint32_t night_from, std::uint32_t night_to) {
    v1::ClientFrame frame;
    v1::Calendar& calendar = *frame.mutable_set_calendar()->mutable_calendar();
    calendar.set_zone(zone);
    calendar.set_night_from(night_from);
    calendar.set_night_to(night_to);
    calendar.add_free_days(7);
    return anna->ask(std::move(frame));
  }
  v1::ServerFrame take(std::uint32_t first, std::uint32_t last) {
    v1::ClientFrame frame;
    frame.mutable_take_leave()->mutable_leave()->set_first_day(first);
    frame.mutable_take_leave()->mutable_leave()->set_last_day(last);
    return anna->ask(std::move(frame));
  }
  v1::ServerFrame end(std::uint32_t first, std::uint32_t last) {
    v1::ClientFrame frame;
    frame.mutable_end_leave()->mutable_leave()->set_first_day(first);
    frame.mutable_end_leave()->mutable_leave()->set_last_day(last);
    return anna->ask(std::move(frame));
  }
  static std::string why(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }

  MemoryStore store;
  Rig rig{store, quick(store)};  // on Tuesday, 14 November 2023, at 22:13 UTC
  std::unique_ptr<Client> anna = rig.guest("Anna");
};

TEST_F(Calendars, AreKeptAndOnlyAGoodOneIs) {
  EXPECT_EQ(ask().calendar().leave_left(), 30u);
  EXPECT_EQ(set("Europe/Warsaw", 23 * 60, 7 * 60).calendar().calendar().zone(), "Europe/Warsaw");
  EXPECT_EQ(why(set("Mars/Olympus", 0, 0)), "refusal.no_such_zone");
  EXPECT_EQ(why(set("", 12 * 60, 23 * 60)), "refusal.night_too_long");
  EXPECT_EQ(ask().calendar().calendar().night_from(), 23u * 60);
  auto stranger = rig.connect();
  stranger->hello();
  v1::ClientFrame frame;
  frame.mutable_ask_calendar();
  EXPECT_EQ(stranger->ask(frame).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT);
}

TEST_F(Calendars, LeaveBeginsOnTheNextDayOfOnesOwnZone) {
  EXPECT_EQ(why(take(20231114, 20231115)), "refusal.leave_too_late");
  EXPECT_EQ(take(20231115, 20231115).calendar().leave_left(), 29u);
  set("Asia/Tokyo", 0, 0);  // where it is Wednesday already
  EXPECT_EQ(why(take(20231115, 20231116)), "refusal.leave_too_late");
  EXPECT_EQ(why(take(20231231, 20231230)), "refusal.leave_unreadable");
  EXPECT_EQ(why(take(20231131, 20231201)), "refusal.leave_unreadable");
  EXPECT_EQ(why(take(20291201, 20291202)), "refusal.leave_unreadable");
}

TEST_F(Calendars, LeaveHasABudgetOfTheYearAndIsNeverLong) {
  EXPECT_EQ(why(take(20231116, 20231130)), "refusal.leave_together");
  EXPECT_EQ(take(20231116, 20231129).calendar().leave_left(), 16u);
  EXPECT_EQ(why(take(20231130, 20231130)), "refusal.leave_together") << "it would touch the other";
  EXPECT_EQ(why(take(20231120, 20231121)), "refusal.leave_taken_already");
  EXPECT_EQ(take(20231201, 20231210).calendar().leave_left(), 6u);
  EXPECT_EQ(why(take(20231220, 20231226)), "refusal.leave_days");
  EXPECT_EQ(take(20231227, 20240104).calendar().leave_left(), 1u) << "four of its days are the next year's";
}

TEST_F(Calendars, DaysThatHaveNotBegunAreGivenBack) {
  take(20231116, 20231120);
  EXPECT_EQ(why(end(20231116, 20231121)), "refusal.no_such_leave");
  store.pass(3 * 24 * calendar::kHourMs);  // Friday
  EXPECT_EQ(end(20231116, 20231120).calendar().leave_left(), 28u);
  EXPECT_EQ(why(end(20231116, 20231117)), "refusal.no_such_leave") << "its last day has begun";
  take(20231201, 20231203);
  EXPECT_EQ(end(20231201, 20231203).calendar().leaves_size(), 1);
}

}  // namespace
}  // namespace wardroom::testing
