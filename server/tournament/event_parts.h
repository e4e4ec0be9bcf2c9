// Deeds: what a director, or a rule in his place, has done to an event, and its way back. An event falls into parts
// that change together; a deed remembers those it changed as they were, and is undone by putting them back, as long as
// nobody has changed them since. What matches brought meanwhile is in no part, so it is never lost by that.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "server/tournament/event.h"

namespace wardroom::tournament {

std::map<std::string, std::string> parts_of(const Event& event);

// Changes the event by `change` and logs what changed as this deed. A refusal changes nothing.
Result<void> do_deed(Event& event, const Acting& by, Deed deed, const std::function<Result<void>(Event&)>& change);

// Why a deed cannot be undone; nothing: it can.
Result<void> may_undo(const Event& event, const Deed& deed, std::int64_t now_ms);
Result<void> undo(Event& event, const Acting& by, std::uint32_t number);

// Deeds that nobody can undo any more forget how.
void forget_ways_back(Event& event, std::int64_t now_ms);

}  // namespace wardroom::tournament
