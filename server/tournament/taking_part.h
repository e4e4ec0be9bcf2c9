// What whoever takes part in an event, or wants to, does in it.
#pragma once

#include "server/tournament/event.h"

namespace wardroom::tournament {

// A refusal changes nothing. Doing the same twice is done once.
Result<void> take_part(Event& event, const Person& who, const v1::TakePart& asked, std::int64_t now_ms);

// Somebody comes in: at the end of the list, or back to where he was.
Entrance& let_in(Event& event, const Person& who, std::int64_t now_ms);
// He leaves: what he has not played he has lost, and before the first round whoever waits longest comes in.
void let_out(Event& event, Entrance& entry, v1::EventEntry::State as, std::int64_t now_ms);

// -- ladder --
inline constexpr std::uint32_t kLeastReach = 2, kReachPart = 10;  // rungs up; or so many parts of the ladder
inline constexpr std::int64_t kNoRematchDays = 21;
void settle_ladder(Event& event, std::int64_t now_ms);  // rungs change by what has been decided
// Who has not played for 60 days goes down three rungs every 30 days, and at 180 he is off.
void let_sink(Event& event, std::int64_t now_ms);

}  // namespace wardroom::tournament
