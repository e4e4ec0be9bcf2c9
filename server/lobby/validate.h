// Requests for matches, checked against what this server offers.
#pragma once

#include <string>

#include "server/match/host.h"

namespace wardroom::lobby {

// The match asked for, or a refusal that names what is wrong.
Result<match::NewMatch> check_match(const match::Host& host, const v1::CreateMatch& asked, const std::string& account);
Result<void> check_clock(const v1::Clock& clock);
Result<match::NewMatch> check_quick(const match::Host& host, const v1::QuickMatch& asked);

}  // namespace wardroom::lobby
