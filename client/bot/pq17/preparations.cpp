// Set-up, plans, conditions, events: as in history, and what scores is taken.
#include "client/bot/pq17/guess.h"
#include "client/bot/pq17/plans.h"

namespace wardroom::pq17::bot {
namespace {
using v1::Verb;
}

Choice prepare(const Sight& sight) {
  for (Verb::Kind kind : {Verb::HISTORICAL, Verb::REVEAL_CHIT, Verb::CALL_BOMBERS, Verb::RAID_PORT, Verb::JOIN_STRIKE, Verb::ADD_DUMMY, Verb::YES}) {
    const Item* item = sight.find(kind);
    if (!item) continue;
    return say(*item, kind == Verb::HISTORICAL ? "bot.as_in_history" : "bot.take_it");
  }
  return say(sight.last_resort(), "bot.nothing_to_do");
}

}  // namespace wardroom::pq17::bot
