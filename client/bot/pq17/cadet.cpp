#include "client/bot/pq17/cadet.h"

#include "client/bot/pq17/pq17_bots.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17::bot {
namespace {

using v1::Verb;

constexpr std::size_t kForgets = 4;  // one question in so many, where he may leave it at that
constexpr std::size_t kGuesses = 12;

// He sees no danger before it is there, thinks of no ruse, and saves no fuel.
Style of_a_newcomer() {
  Style style;
  style.air_fear = 0.5;
  style.ice_fear = 0.5;
  style.pack_fear = 0;
  style.turns_to_meet = 2;
  style.cruisers_join = style.heavies_join = style.splits_fuel = false;
  style.dummies_cover = style.feints = style.squadrons = style.scouts_look = style.interleaves = false;
  style.fuel_reserve = 0;
  style.sortie_odds = 1.0;
  style.attack_odds = 0.8;
  style.unseen = 0;
  style.packs_shadow = 0;
  style.strike_worth = 0.2;
  style.apart = style.ready = 0;
  return style;
}

// What ends the matter without doing anything.
const Item* nothing_more(const Menu& menu) {
  for (const Item& item : menu.items) {
    const Verb::Kind what = verb(item);
    if (what == Verb::DONE || what == Verb::NO) return &item;
  }
  return nullptr;
}

}  // namespace

Cadet::Cadet(const Reference& reference, std::uint64_t seed)
    : standard_(reference, of_a_newcomer(), seed), whim_(seed) {}

Choice Cadet::choose(const Menu& menu, const wardroom::bot::Look& look) {
  const Choice planned = standard_.choose(menu, look);
  if (menu.items.size() == 1) return planned;
  if (whim_.below(kGuesses) == 0) return say(menu.items[whim_.below(menu.items.size())], "bot.cadet_guesses");
  const Item* nothing = nothing_more(menu);
  if (nothing && nothing->action != planned.action && whim_.below(kForgets) == 0)
    return say(*nothing, "bot.cadet_forgets");
  return planned;
}

std::unique_ptr<wardroom::bot::Bot> cadet_bot(const Title& title, std::uint64_t seed) {
  const auto* pq17 = dynamic_cast<const Pq17*>(&title);
  return pq17 ? std::make_unique<Cadet>(pq17->reference(), seed) : nullptr;
}

}  // namespace wardroom::pq17::bot
