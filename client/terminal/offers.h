// Offers between the seats: as they are told, and as they are typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "client/terminal/words.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {

std::string utc_minute(std::int64_t time_ms);  // as people read it
std::int64_t utc_ms(const std::string& text);  // of "2027-01-31 20:00"; 0: it is none

// What was offered or answered, as a sentence; none: of a kind that is unknown here.
std::optional<Text> offer_text(const v1::Chat& chat, const Words& words);

// "/pause DAYS", "/meet 2027-01-31 20:00" (UTC), "/time HOURS", "/substitute NAME", "/substitute bot NAME"; none: no
// such command.
std::optional<v1::MakeOffer> typed_offer(const std::string& name, const std::string& rest, std::int64_t now_ms);

}  // namespace wardroom::terminal
