#include "client/bot/pq17/cadet.h"
#include "client/bot/pq17/old/old.h"
#include "client/bot/pq17/pq17_bots.h"
#include "client/bot/pq17/style.h"

namespace wardroom::pq17::bot {

std::vector<wardroom::bot::BotEntry> bots() {
  using wardroom::bot::Hints;
  using wardroom::bot::Offered;
  return {{"old", old::old_bot, Hints::kNone, Offered::kForContests},
          {"cadet", cadet_bot},
          {"standard", standard_bot, Hints::kGiven, Offered::kToPeople, styled_bot, dials()},
          {"strong", strong_bot}};
}

}  // namespace wardroom::pq17::bot
