#include "client/bot/bots.h"

#include <array>

#include "client/bot/bot_player.h"
#include "client/bot/pq17/pq17_bots.h"
#include "client/bot/random_bot.h"

namespace wardroom::bot {
namespace {

using Hints = match::PlayerEntry::Hints;

std::unique_ptr<Bot> random(const Title&, std::uint64_t seed) { return std::make_unique<RandomBot>(seed); }

struct Kind {
  const char* name;
  std::unique_ptr<Bot> (*make)(const Title& title, std::uint64_t seed);  // none: it does not know the title
  Hints hints;
};

// From easy to hard.
constexpr std::array kKinds{
    Kind{"random", random, Hints::kNone},
    Kind{"standard", wardroom::pq17::bot::standard_bot, Hints::kGiven},
    Kind{"strong", wardroom::pq17::bot::strong_bot, Hints::kNone},
};

}  // namespace

std::vector<match::PlayerEntry> bots() {
  std::vector<match::PlayerEntry> list;
  for (const Kind& kind : kKinds) {
    const auto make = [kind](match::Chair chair) -> std::unique_ptr<match::Player> {
      auto bot = kind.make(*chair.title, chair.seed);
      return bot ? std::make_unique<BotPlayer>(std::move(chair), std::move(bot)) : nullptr;
    };
    list.push_back(
        {kind.name, make, [kind](const Title& title) { return kind.make(title, 0) != nullptr; }, kind.hints});
  }
  return list;
}

std::unique_ptr<Bot> make_bot(std::string_view name, const Title& title, std::uint64_t seed) {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return kind.make(title, seed);
  }
  return nullptr;
}

}  // namespace wardroom::bot
