// calendar: one's own time: zone, nights, free days and leave, by which clocks of days stand.
#include <memory>

#include "client/terminal/desk.h"
#include "client/terminal/hours.h"

namespace wardroom::terminal {
namespace {

struct CalendarOptions {
  std::optional<std::string> zone;
  std::optional<std::string> night;
  std::optional<std::string> free_days;
  std::string first;
  std::string last;
};

void say_calendar(Voice& voice, const v1::MyCalendar& mine) {
  const v1::Calendar& calendar = mine.calendar();
  voice.note(Text("terminal.calendar.zone").word("zone", calendar.zone().empty() ? "UTC" : calendar.zone()));
  if (calendar.night_from() != calendar.night_to())
    voice.note(Text("terminal.calendar.night")
                   .word("from", written_minute(calendar.night_from()))
                   .word("to", written_minute(calendar.night_to())));
  for (const std::uint32_t day : calendar.free_days()) voice.note(Text("terminal.calendar.free").number("day", day));
  for (const v1::Leave& leave : mine.leaves())
    voice.note(Text("terminal.calendar.leave")
                   .word("first", written_day(leave.first_day()))
                   .word("last", written_day(leave.last_day())));
  voice.note(Text("terminal.calendar.left").number("days", mine.leave_left()));
}

int tell_calendar(Desk& desk, const v1::ServerFrame& answer) {
  if (desk.json) {
    desk.voice().answer(answer);
  } else {
    say_calendar(desk.voice(), answer.calendar());
  }
  return kExitGood;
}

Refusal unreadable(const std::string& what) {
  return refuse(RefusalCode::kMalformed, Text("terminal.calendar.unreadable").word("what", what));
}

// What was said, in the calendar; the rest of it stays.
Result<void> change_calendar(const CalendarOptions& options, v1::Calendar& calendar) {
  if (options.zone) calendar.set_zone(*options.zone);
  if (options.night) {
    const auto night = typed_night(*options.night);
    if (!night) return unreadable(*options.night);
    calendar.set_night_from(night->first);
    calendar.set_night_to(night->second);
  }
  if (options.free_days) {
    const auto days = typed_free_days(*options.free_days);
    if (!days) return unreadable(*options.free_days);
    calendar.mutable_free_days()->Assign(days->begin(), days->end());
  }
  return {};
}

int show_or_set(Desk& desk, const CalendarOptions& options) {
  v1::Calendar checked;
  if (const Result<void> sound = change_calendar(options, checked); !sound) return desk.refused(sound.error());
  auto client = desk.connect(Desk::Need::kSomebody);
  if (!client) return desk.refused(client.error());
  v1::ClientFrame ask;
  ask.mutable_ask_calendar();
  auto now = (*client)->ask(std::move(ask));
  if (!now) return desk.refused(now.error());
  if (!options.zone && !options.night && !options.free_days) return tell_calendar(desk, *now);
  v1::ClientFrame set;
  *set.mutable_set_calendar()->mutable_calendar() = now->calendar().calendar();
  (void)change_calendar(options, *set.mutable_set_calendar()->mutable_calendar());
  const auto answer = (*client)->ask(std::move(set));
  return answer ? tell_calendar(desk, *answer) : desk.refused(answer.error());
}

enum class Leave { kTake, kEnd };

int ask_leave(Desk& desk, const CalendarOptions& options, Leave what) {
  const auto first = typed_day(options.first), last = typed_day(options.last);
  if (!first || !last) return desk.refused(unreadable(!first ? options.first : options.last));
  v1::ClientFrame frame;
  v1::Leave& days =
      what == Leave::kTake ? *frame.mutable_take_leave()->mutable_leave() : *frame.mutable_end_leave()->mutable_leave();
  days.set_first_day(*first);
  days.set_last_day(*last);
  auto client = desk.connect(Desk::Need::kSomebody);
  if (!client) return desk.refused(client.error());
  const auto answer = (*client)->ask(std::move(frame));
  return answer ? tell_calendar(desk, *answer) : desk.refused(answer.error());
}

}  // namespace

void add_calendar_commands(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<CalendarOptions>();
  CLI::App* calendar = app.add_subcommand("calendar", "One's own time: zone, nights, free days and leave");
  calendar->add_option("--zone", options->zone, "such as Europe/Warsaw");
  calendar->add_option("--night", options->night, "such as 22:30-07:00, or none");
  calendar->add_option("--free", options->free_days, "days of the week from 1, Monday: 6,7; or none");
  calendar->callback([&desk, options, calendar] {
    if (calendar->get_subcommands().empty()) desk.run = [&desk, options] { return show_or_set(desk, *options); };
  });
  const auto add = [&](const char* name, const char* does, Leave what) {
    CLI::App* command = calendar->add_subcommand(name, does);
    command->add_option("FIRST", options->first, "its first day, such as 2027-01-31")->required();
    command->add_option("LAST", options->last, "its last day")->required();
    command->callback(
        [&desk, options, what] { desk.run = [&desk, options, what] { return ask_leave(desk, *options, what); }; });
  };
  add("leave", "Take leave: clocks stand, where a match allows it", Leave::kTake);
  add("end-leave", "Give leave back, as far as it has not begun", Leave::kEnd);
}

}  // namespace wardroom::terminal
