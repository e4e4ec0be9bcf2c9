// The bots that know PQ-17.
#pragma once

#include "client/bot/bots.h"

namespace wardroom::pq17::bot {

// None when the title is another.
std::unique_ptr<wardroom::bot::Bot> standard_bot(const Title& title, std::uint64_t seed);
std::unique_ptr<wardroom::bot::Bot> strong_bot(const Title& title, std::uint64_t seed);
// The standard bot with numbers of its style set otherwise (`style.h`); none when a number is not known.
std::unique_ptr<wardroom::bot::Bot> styled_bot(const Title& title, std::uint64_t seed, std::string_view numbers);

std::vector<wardroom::bot::BotEntry> bots();

}  // namespace wardroom::pq17::bot
