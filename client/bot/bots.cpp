#include "client/bot/bots.h"

#include <algorithm>

#include "client/bot/bot_player.h"
#include "client/bot/random_bot.h"

namespace wardroom::bot {
namespace {

BotEntry random() {
  return {"random", [](const Title&, std::uint64_t seed) { return std::make_unique<RandomBot>(seed); }};
}

match::PlayerEntry player(std::string title, const BotEntry& entry) {
  const auto make = [make_it = entry.make](match::Chair chair) -> std::unique_ptr<match::Player> {
    auto bot = make_it(*chair.title, chair.seed);
    return bot ? std::make_unique<BotPlayer>(std::move(chair), std::move(bot)) : nullptr;
  };
  return {entry.name, make, std::move(title), entry.hints};
}

}  // namespace

std::vector<BotEntry> bots_of(const std::vector<TitleBots>& all, std::string_view title) {
  std::vector<BotEntry> list{random()};
  for (const TitleBots& each : all) {
    if (each.title == title) list.insert(list.end(), each.bots.begin(), each.bots.end());
  }
  return list;
}

std::unique_ptr<Bot> make_bot(const std::vector<TitleBots>& all, std::string_view name, const Title& title,
                              std::uint64_t seed) {
  const auto colon = name.find(':');
  for (const BotEntry& entry : bots_of(all, title.id())) {
    if (entry.name == name) return entry.make(title, seed);
    if (colon != name.npos && entry.styled && entry.name == name.substr(0, colon))
      return entry.styled(title, seed, name.substr(colon + 1));
  }
  return nullptr;
}

std::vector<match::PlayerEntry> players(const std::vector<TitleBots>& all) {
  std::vector<match::PlayerEntry> list{player({}, random())};
  for (const TitleBots& each : all) {
    for (const BotEntry& entry : each.bots) {
      if (entry.offered == Offered::kToPeople) list.push_back(player(each.title, entry));
    }
  }
  return list;
}

}  // namespace wardroom::bot
