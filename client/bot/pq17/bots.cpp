#include "client/bot/pq17/pq17_bots.h"

namespace wardroom::pq17::bot {

std::vector<wardroom::bot::BotEntry> bots() {
  return {{"standard", standard_bot, wardroom::bot::Hints::kGiven}, {"strong", strong_bot}};
}

}  // namespace wardroom::pq17::bot
