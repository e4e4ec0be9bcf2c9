#include "client/bot/bots.h"

#include "client/bot/random_bot.h"

namespace wardroom::bot {

std::vector<match::PlayerEntry> bots() {
  return {{"random", [](std::uint64_t seed) { return std::make_unique<RandomPlayer>(seed); }}};
}

std::unique_ptr<Bot> make_bot(std::string_view name, std::uint64_t seed) {
  if (name == "random") return std::make_unique<RandomBot>(seed);
  return nullptr;
}

}  // namespace wardroom::bot
