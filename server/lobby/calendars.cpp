// The part of Conversation that knows somebody's own time: his calendar and his leave.
#include <algorithm>

#include "server/calendar/calendar.h"
#include "server/lobby/conversation.h"
#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

constexpr std::uint32_t kLeaveDays = 30;  // of a year
constexpr std::uint32_t kDaysTogether = 14;
constexpr std::uint32_t kFarthestYear = 2;  // from now on

std::uint32_t year_of(std::uint32_t day) { return day / 10'000; }

std::uint32_t taken(const v1::MyCalendar& calendar, std::uint32_t year) {
  std::uint32_t days = 0;
  for (const v1::Leave& leave : calendar.leaves()) days += calendar::days_in(leave, year);
  return days;
}

std::uint32_t left(const v1::MyCalendar& calendar, std::uint32_t year) {
  return kLeaveDays - std::min(kLeaveDays, taken(calendar, year));
}

// Leaves that touch are one; they are in order and apart.
std::uint32_t longest_together(const v1::MyCalendar& calendar) {
  std::uint32_t longest = 0, together = 0, day_after = 0;
  for (const v1::Leave& leave : calendar.leaves()) {
    together = (leave.first_day() == day_after ? together : 0) + calendar::days_in(leave);
    day_after = calendar::next_day(leave.last_day());
    longest = std::max(longest, together);
  }
  return longest;
}

void sort(v1::MyCalendar& calendar) {
  std::ranges::sort(*calendar.mutable_leaves(), {}, [](const v1::Leave& leave) { return leave.first_day(); });
}

Result<void> take(const v1::Leave& leave, v1::MyCalendar& calendar, std::int64_t now_ms) {
  const std::uint32_t today = calendar::day_at(calendar.calendar().zone(), now_ms);
  const std::uint32_t first = leave.first_day(), last = leave.last_day();
  const bool sound = calendar::is_day(first) && calendar::is_day(last) && first <= last &&
                     year_of(last) <= year_of(today) + kFarthestYear;
  if (!sound) return refuse(RefusalCode::kMalformed, "refusal.leave_unreadable");
  if (first <= today) return refuse(RefusalCode::kConflict, "refusal.leave_too_late");
  for (const v1::Leave& each : calendar.leaves()) {
    if (first <= each.last_day() && each.first_day() <= last)
      return refuse(RefusalCode::kConflict, "refusal.leave_taken_already");
  }
  *calendar.add_leaves() = leave;
  sort(calendar);
  if (longest_together(calendar) > kDaysTogether)
    return refuse(RefusalCode::kTooMuch, Text("refusal.leave_together").number("most", kDaysTogether));
  for (std::uint32_t year : {year_of(first), year_of(last)}) {
    if (taken(calendar, year) > kLeaveDays)
      return refuse(RefusalCode::kTooMuch, Text("refusal.leave_days").number("most", kLeaveDays));
  }
  auto& leaves = *calendar.mutable_leaves();
  leaves.erase(
      std::ranges::remove_if(leaves, [&](const v1::Leave& each) { return year_of(each.last_day()) < year_of(today); })
          .begin(),
      leaves.end());
  return {};
}

// Days that have begun stay taken.
Result<void> end(const v1::Leave& leave, v1::MyCalendar& calendar, std::int64_t now_ms) {
  const std::uint32_t today = calendar::day_at(calendar.calendar().zone(), now_ms);
  auto& leaves = *calendar.mutable_leaves();
  const auto found = std::ranges::find_if(leaves, [&](const v1::Leave& each) {
    return each.first_day() == leave.first_day() && each.last_day() == leave.last_day();
  });
  if (found == leaves.end() || found->last_day() <= today)
    return refuse(RefusalCode::kNotFound, "refusal.no_such_leave");
  if (found->first_day() > today) {
    leaves.erase(found);
  } else {
    found->set_last_day(today);
  }
  return {};
}

}  // namespace

Answer Conversation::calendar_answer(Result<v1::MyCalendar> calendar) const {
  if (!calendar) return calendar.error();
  v1::ServerFrame frame;
  v1::MyCalendar& mine = *frame.mutable_calendar();
  mine = std::move(*calendar);
  mine.set_leave_left(left(mine, year_of(calendar::day_at(mine.calendar().zone(), desk_.settings_.now_ms()))));
  return frame;
}

asio::awaitable<Answer> Conversation::ask_calendar() {
  auto read = [this](Then<v1::MyCalendar> then) { desk_.store_.calendar(caller_->account, std::move(then)); };
  co_return calendar_answer(co_await match::ask_store<v1::MyCalendar>(read));
}

asio::awaitable<Answer> Conversation::change_calendar(CalendarChange what) {
  auto write = [&](Then<v1::MyCalendar> then) {
    desk_.store_.change_calendar(caller_->account, std::move(what), std::move(then));
  };
  co_return calendar_answer(co_await match::ask_store<v1::MyCalendar>(write));
}

asio::awaitable<Answer> Conversation::set_calendar(const v1::SetCalendar& asked) {
  if (Result<void> right = calendar::check(asked.calendar()); !right) co_return right.error();
  CalendarChange change = [&asked](v1::MyCalendar& stored, std::int64_t) -> Result<void> {
    *stored.mutable_calendar() = asked.calendar();
    return {};
  };
  co_return co_await change_calendar(std::move(change));
}

asio::awaitable<Answer> Conversation::take_leave(const v1::TakeLeave& asked) {
  CalendarChange change = [&asked](v1::MyCalendar& stored, std::int64_t now_ms) {
    return take(asked.leave(), stored, now_ms);
  };
  Answer answer = co_await change_calendar(std::move(change));
  if (answer) co_await recount_matches();
  co_return answer;
}

asio::awaitable<Answer> Conversation::end_leave(const v1::EndLeave& asked) {
  CalendarChange change = [&asked](v1::MyCalendar& stored, std::int64_t now_ms) {
    return end(asked.leave(), stored, now_ms);
  };
  co_return co_await change_calendar(std::move(change));
}

// Whoever waits for him is told at once until when.
asio::awaitable<void> Conversation::recount_matches() {
  match::Store::Query query;
  query.account = caller_->account;
  query.states = {v1::MATCH_STATE_PLAYING};
  for (;;) {
    Result<v1::Matches> page = co_await desk_.host_.list(caller_->account, query);
    if (!page) co_return;
    for (const v1::MatchInfo& info : page->matches()) {
      if (info.clock().leave()) (void)co_await desk_.host_.recount(caller_, info.id());
    }
    if (page->next().empty()) co_return;
    query.after = page->next();
  }
}

}  // namespace wardroom::lobby
