// What directors do in an event. Every act is a deed: logged, seen by everybody, and undone as long as nothing stands
// on it (event_parts.h).
#pragma once

#include "server/tournament/event_time.h"

namespace wardroom::tournament {

// What an act needs to know beside itself.
struct Desk {
  Person named;  // whom the act names, for directors, substitutes and late entries
  Looks looks;   // at the matches of the newest round, to unpublish it
  std::vector<v1::record::EventBalanceRecord> balance;  // of the scenarios, to begin
  Played played;                                        // the title as it is now
};

// The next round of an event whose rounds begin by themselves, or its end (goes_on_at in event_time.h says when).
Result<void> go_on(Event& event, const Desk& desk, std::int64_t now_ms);

// A refusal changes nothing. The same key twice is done once; an older version than that of the newest deed is stale.
Result<void> direct(Event& event, const v1::Direct& asked, const Acting& by, const Desk& desk);

}  // namespace wardroom::tournament
