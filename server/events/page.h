// An event as somebody sees it.
#pragma once

#include <map>
#include <string>

#include "server/tournament/event.h"

namespace wardroom::events {

using Names = std::map<std::string, std::string>;  // of accounts

// Everybody whose name a page says.
std::vector<std::string> people_on(const tournament::Event& event);
v1::EventInfo info_of(const tournament::Event& event, const std::string& viewer);
// Drawn rounds, barred pairs, invitations and warnings are the directors'; a password is nobody's.
v1::EventPage page_of(const tournament::Event& event, const Names& names, const std::string& viewer,
                      std::int64_t now_ms);

}  // namespace wardroom::events
