// Set-up, plans, conditions, events: as in history, and what scores is taken.
#include "client/bot/pq17/old/guess.h"
#include "client/bot/pq17/old/plans.h"

namespace wardroom::pq17::old {
namespace {
using v1::Verb;

// [12.10] Ships of a force that is meant for it, or of the strongest, so that escorts keep together.
const Item* ship_for_spitsbergen(const Sight& sight) {
  return best(sight.all(Verb::CHOOSE_SHIP), -1, [&](const Item& item) {
    const Force* force = sight.force(item.action.at<ForceKey>(0));
    if (!force) return 0.0;
    return force->ship_size() <= 2 ? 1000.0 : power(sight, *force);
  });
}

}  // namespace

Choice prepare(const Sight& sight) {
  if (sight.menu.kind == static_cast<std::uint32_t>(v1::MenuKind::SPECIAL_OPERATION)) {
    if (const Item* ship = ship_for_spitsbergen(sight)) return say(*ship, "bot.to_spitsbergen");
  }
  for (Verb::Kind kind : {Verb::HISTORICAL, Verb::REVEAL_CHIT, Verb::CALL_BOMBERS, Verb::RAID_PORT, Verb::JOIN_STRIKE,
                          Verb::ADD_DUMMY, Verb::YES}) {
    const Item* item = sight.find(kind);
    if (!item) continue;
    return say(*item, kind == Verb::HISTORICAL ? "bot.as_in_history" : "bot.take_it");
  }
  return say(sight.last_resort(), "bot.nothing_to_do");
}

}  // namespace wardroom::pq17::old
