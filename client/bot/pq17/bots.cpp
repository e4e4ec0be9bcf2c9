#include "client/bot/pq17/captain/captain.h"
#include "client/bot/pq17/pq17_bots.h"

namespace wardroom::pq17::bot {

std::vector<wardroom::bot::BotEntry> bots() {
  using wardroom::bot::Hints;
  using wardroom::bot::Offered;
  return {{"standard", standard_bot, Hints::kGiven},
          {"captain", captain::captain_bot, Hints::kNone, Offered::kForContests, captain::styled_captain},
          {"strong", strong_bot}};
}

}  // namespace wardroom::pq17::bot
