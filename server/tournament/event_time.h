// What happens in an event by itself: matches begin and end, and times pass.
#pragma once

#include <string>
#include <vector>

#include "server/tournament/event.h"

namespace wardroom::tournament {

// How a match of the event ended, by seat.
struct MatchEnd {
  v1::EventResult::Kind kind = v1::EventResult::PLAYED;
  std::array<std::string, 2> accounts;  // who sat where in the end
  std::array<std::uint32_t, 2> halves{};
  int margin = 0;                  // of the first seat
  std::vector<std::int32_t> bids;  // by seat; none: sides were not bid for
  std::int64_t time_ms = 0;
};

// Whether anything changed. What a director has ruled stays; the match's own result is kept beside it.
bool note_begun(Event& event, const std::string& match);
bool note_end(Event& event, const std::string& match, const MatchEnd& end);

// Everything that is due by now. Needs looks at the matches whose start is due. Returns the matches to be ended by
// their score; their results come by note_end.
struct Due {
  bool changed = false;
  std::vector<std::string> end_by_score;
};
Due pass_time(Event& event, const Looks& looks, std::int64_t now_ms);
std::vector<std::string> starts_due(const Event& event, std::int64_t now_ms);  // matches to be looked at for it

// When the next round, or the end, of an event whose rounds begin by themselves comes; 0: it does not. Directors have
// so long to correct a result.
inline constexpr std::int64_t kBreakLiveMs = 5 * kMinuteMs, kBreakSlowMs = kDayMs / 2;
std::int64_t goes_on_at(const Event& event);

struct EventJob {
  std::string key;  // unique within the event
  std::int64_t due_ms = 0;
};
std::vector<EventJob> jobs_of(const Event& event);

// Matches that should not be played any more: dropped, ruled before the newest round or in an event that is over; each
// with the entry that has won it, 0 for nobody.
struct CalledOff {
  std::string match;
  std::string winner;  // an account
};
std::vector<CalledOff> to_call_off(const Event& event);

// What an event is played by. Pinned with its first round; where a server plays by others, it stands still until a
// director says that it goes on by them. Whether anything changed.
struct Played {
  std::string data_hash;
  std::uint32_t revision = 0;
};
void pin(Event& event, const Played& by);
bool note_upgrade(Event& event, const Played& now, std::int64_t now_ms);

// What follows from results: rematches of brackets, rungs of ladders.
void follow_up(Event& event, std::int64_t now_ms);

}  // namespace wardroom::tournament
