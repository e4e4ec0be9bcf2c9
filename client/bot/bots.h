// The bots there are. A bot is known by its name within a title, so that every title may have its own `standard`;
// `random` plays them all.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/bot/bot.h"
#include "server/match/player.h"

namespace wardroom::bot {

using Hints = match::PlayerEntry::Hints;
enum class Offered { kToPeople, kForContests };  // what is only for contests takes no seat in a hosted match

// A number of a bot's style, and the values that are worth trying.
struct Dial {
  std::string name;
  double usual = 0;
  std::vector<double> values;
};

struct BotEntry {
  std::string name;
  std::function<std::unique_ptr<Bot>(const Title&, std::uint64_t seed)> make;  // the title outlives the bot
  Hints hints = Hints::kNone;
  Offered offered = Offered::kToPeople;
  // With numbers of its style set otherwise, for `name:number=value+number=value`; none when there is no such number.
  std::function<std::unique_ptr<Bot>(const Title&, std::uint64_t seed, std::string_view numbers)> styled{};
  std::vector<Dial> dials{};  // of its style, for tuning
};

struct TitleBots {
  std::string title;
  std::vector<BotEntry> bots;  // from easy to hard
};

// Those of this program's titles, in the order of the list in CMakeLists.txt.
std::vector<TitleBots> bots();

// All that play the title, from easy to hard.
std::vector<BotEntry> bots_of(const std::vector<TitleBots>& all, std::string_view title);

// For play in one process; none when no bot of that name plays the title.
std::unique_ptr<Bot> make_bot(const std::vector<TitleBots>& all, std::string_view name, const Title& title,
                              std::uint64_t seed);

// For the seats of hosted matches: those that are offered to people.
std::vector<match::PlayerEntry> players(const std::vector<TitleBots>& all);

}  // namespace wardroom::bot
