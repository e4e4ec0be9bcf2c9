// Reconnaissance: where to look, what to answer, whom to follow.
#include <algorithm>

#include "client/bot/pq17/guess.h"
#include "client/bot/pq17/plans.h"

namespace wardroom::pq17::bot {
namespace {

using v1::Verb;

bool watched_anyhow(const Sight& sight, const Block& block) {
  if (!block.shadow().empty()) return true;
  const Hex at = hex(block);
  const MapHex& where = sight.reference.hex(at);
  const bool radius = sight.me == kAxis ? where.in(v1::AirRadius::GERMAN)
                                        : where.in(v1::AirRadius::BRITISH) || where.in(v1::AirRadius::SOVIET);
  if (radius && sight.effect(at).land_air_radius()) return true;
  return std::ranges::any_of(sight.view.air().unit(), [&](const v1::Air::Unit& unit) {
    const bool over = unit.mission() == v1::Air::FLYING && unit.hex() == block.hex();
    return unit.side() == sight.me && over && sight.reference.air(unit.unit()).model->recon();
  });
}

double worth_of_shadow(const Sight& sight, const Style& style, const Item& item) {
  if (verb(item) == Verb::DETACH) return 0;
  const Block* target = sight.block(item.action.at<BlockId>(0));
  if (!target || !target->shadow().empty()) return 0;
  const double worth = prize(sight, *target);
  switch (item.action.at<v1::Shadow::Kind>(1)) {
    case v1::Shadow::AIR_RADIUS:
      return worth;
    case v1::Shadow::SECTOR:
      return worth > 4 ? 0.9 * worth : 0;
    case v1::Shadow::AIR_UNIT: {
      const v1::Air::Unit* unit = sight.air(item.action.at<AirKey>(2));
      const bool bomber = unit && sight.reference.air(unit->unit()).model->torpedoes() > 0;
      return worth > 4 ? (bomber ? 0.3 : 0.8) * worth : 0;
    }
    case v1::Shadow::WOLFPACK:
      return style.packs_shadow * worth;  // it cannot attack
    case v1::Shadow::CRUISERS:
      return 0.5 * worth;
    default:
      return 0;
  }
}

std::vector<const Item*> everything(const Sight& sight) {
  std::vector<const Item*> items;
  for (const Item& item : sight.menu.items) items.push_back(&item);
  return items;
}

}  // namespace

Choice designate(const Sight& sight) {
  const Item* found = best(sight.all(Verb::DESIGNATE), 0.3, [&](const Item& item) {
    double sum = 0;
    for (const Block* block : sight.blocks(sight.foe, item.action.at<Hex>(1))) {
      if (!watched_anyhow(sight, *block)) sum += prize(sight, *block) * (block->flat() ? 0.6 : 1.0);
    }
    return sum;
  });
  if (!found) found = sight.find(Verb::DESIGNATE);
  if (!found) return say(sight.last_resort(), "bot.begin_search");
  return say(*found, "bot.search_hex");
}

// A sighting is shaken off where it can be; any number that may be said is as likely as the next, so that none tells
// more than the rule does [6.2.1].
Choice owner_answers(const Sight& sight, Mind& mind) {
  for (Verb::Kind kind : {Verb::NEGATE_WOLFPACK, Verb::NEGATE_CARRIER, Verb::NEGATE_CAM}) {
    if (const Item* negate = sight.find(kind)) return say(*negate, "bot.shake_off");
  }
  const std::vector<const Item*> figures = sight.all(Verb::SAY_COUNTERS);
  if (figures.empty()) return say(sight.last_resort(), "bot.nothing_to_answer");
  const std::int64_t block = figures.front()->action.arguments[0];
  std::vector<const Item*> of_it;
  std::ranges::copy_if(figures, std::back_inserter(of_it),
                       [&](const Item* item) { return item->action.arguments[0] == block; });
  if (mind.style.bluffs)
    return say(*best(of_it, -1e9, [](const Item& item) { return static_cast<double>(item.action.arguments[1]); }),
               "bot.say_more");
  return say(*of_it[mind.whim(sight, block).below(of_it.size())], "bot.say_any");
}

Choice take_up_shadowing(const Sight& sight, const Style& style) {
  const Item* found = best(everything(sight), 0, [&](const Item& item) {
    const bool shadows = verb(item) == Verb::SHADOW || verb(item) == Verb::DETACH;
    return shadows ? worth_of_shadow(sight, style, item) : 0.0;
  });
  if (!found) return say(sight.last_resort(), "bot.no_shadow");
  return say(*found, "bot.shadow");
}

Choice part_to_follow(const Sight& sight) {
  for (v1::ShadowedPart::Kind part : {v1::ShadowedPart::CONVOY, v1::ShadowedPart::CAPITAL_SHIP,
                                      v1::ShadowedPart::CARRIER, v1::ShadowedPart::LARGER}) {
    if (const Item* item = sight.find(Verb::FOLLOW_PART, part)) return say(*item, "bot.follow_part");
  }
  return say(sight.menu.items.front(), "bot.follow_part");
}

}  // namespace wardroom::pq17::bot
