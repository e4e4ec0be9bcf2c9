// The book: what the strong bot has learned of each scenario before it sits down.
#pragma once

#include "client/bot/pq17/style.h"
#include "server/titles/pq17/operation/sides.h"

namespace wardroom::pq17::bot {

// A style of a side for a scenario, found by `wardroom tune` against the standard bot; the usual one where nothing
// better is known.
Style from_the_book(std::string_view scenario, Side side);

}  // namespace wardroom::pq17::bot
