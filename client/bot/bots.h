// The bots there are, by name.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "client/bot/bot.h"
#include "server/match/player.h"

namespace wardroom::bot {

// For the seats of hosted matches.
std::vector<match::PlayerEntry> bots();

// For play in one process; none when no bot of that name plays the title. The title outlives the bot.
std::unique_ptr<Bot> make_bot(std::string_view name, const Title& title, std::uint64_t seed);

}  // namespace wardroom::bot
