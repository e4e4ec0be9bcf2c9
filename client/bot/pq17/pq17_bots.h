// The bots that know PQ-17.
#pragma once

#include "client/bot/bots.h"

namespace wardroom::pq17::bot {

// None when the title is another.
std::unique_ptr<wardroom::bot::Bot> standard_bot(const Title& title, std::uint64_t seed);
std::unique_ptr<wardroom::bot::Bot> strong_bot(const Title& title, std::uint64_t seed);

std::vector<wardroom::bot::BotEntry> bots();

}  // namespace wardroom::pq17::bot
