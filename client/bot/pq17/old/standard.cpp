// The standard bot by kinds of menus.
#include "client/bot/pq17/old/standard.h"

#include <optional>

#include "client/bot/pq17/old/goals.h"
#include "client/bot/pq17/old/old.h"
#include "client/bot/pq17/old/plans.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17::old {
namespace {

using v1::MenuKind;
using v1::Verb;

// First of these verbs that is offered.
Choice first_of(const Sight& sight, std::initializer_list<Verb::Kind> verbs, const char* reason) {
  for (Verb::Kind kind : verbs) {
    if (const Item* item = sight.find(kind)) return say(*item, reason);
  }
  return say(sight.last_resort(), "bot.nothing_to_answer");
}

// Each chapter answers its own menus, and no other.
using Chapter = std::optional<Choice>(const Sight& sight, Mind& mind);

std::optional<Choice> on_the_way(const Sight& sight, Mind& mind) {
  switch (static_cast<MenuKind::Kind>(sight.menu.kind)) {
    case MenuKind::MOVE:
      return move_forces(sight, mind);
    case MenuKind::MOVE_FORCE:
      return move_force(sight, mind);
    case MenuKind::SPLIT:
      return split_forces(sight, mind);
    case MenuKind::REFUEL:
      return refuel(sight);
    case MenuKind::COMBINE:
      return combine(sight, mind.style);
    case MenuKind::ICE:
      return first_of(sight, {Verb::CROSS}, "bot.cross_ice");
    case MenuKind::DUMMIES_APPEAR:
      return first_of(sight, {Verb::DONE}, "bot.dummies_with_forces");
    default:
      return std::nullopt;
  }
}

std::optional<Choice> searching(const Sight& sight, Mind& mind) {
  switch (static_cast<MenuKind::Kind>(sight.menu.kind)) {
    case MenuKind::KEEP_SHADOWING:
      return first_of(sight, {Verb::KEEP_SHADOW}, "bot.keep_shadowing");
    case MenuKind::SHADOW_SPLIT:
      return part_to_follow(sight);
    case MenuKind::TRANSIT_DRAW:
      return first_of(sight, {Verb::DRAW}, "bot.look_at_passing");
    case MenuKind::TRANSIT_SHADOW:
      return take_up_shadowing(sight, mind.style);
    case MenuKind::TRANSIT_COMBAT:
      return transit_combat(sight, mind.style);
    case MenuKind::PHOTO:
      return photograph(sight);
    case MenuKind::PHOTO_FIGURE:
    case MenuKind::RECON_OWNER:
    case MenuKind::TRANSIT_OWNER:
    case MenuKind::LOCATION_OWNER:
      return owner_answers(sight);
    case MenuKind::RECON_SEARCHER:
      return take_up_shadowing(sight, mind.style);
    case MenuKind::AFTER_BATTLE:
      return take_up_shadowing(sight, mind.style);
    default:
      return std::nullopt;
  }
}

std::optional<Choice> in_the_air(const Sight& sight, Mind& mind) {
  switch (static_cast<MenuKind::Kind>(sight.menu.kind)) {
    case MenuKind::AIR_MISSION:
      return send_aircraft(sight, mind);
    case MenuKind::AIR_TARGET:
      return aim_aircraft(sight, mind);
    case MenuKind::DESIGNATE:
      return designate(sight);
    case MenuKind::STRIKE:
      return strike(sight);
    case MenuKind::STRIKE_UNITS:
      return first_of(sight, {Verb::JOIN_STRIKE, Verb::CHOOSE_AIR}, "bot.all_together");
    case MenuKind::STRIKE_TARGETS:
    case MenuKind::DIVERT:
    case MenuKind::LATER_WAVE:
    case MenuKind::PARKED_TARGETS:
      return strike_targets(sight);
    case MenuKind::STRIKE_BACK:
      return first_of(sight, {Verb::STRIKE_BACK}, "bot.strike");
    case MenuKind::SCRAMBLE:
    case MenuKind::ELUSIVE_TARGET:
    case MenuKind::AA_FIRE:
    case MenuKind::CAM:
      return defend_against_aircraft(sight);
    case MenuKind::AIR_FIRE:
    case MenuKind::AIR_RETURN_FIRE:
      return air_fire(sight);
    case MenuKind::STRIKE_LINE:
    case MenuKind::STACKS:
      return first_of(sight, {Verb::DONE}, "bot.usual_line");
    default:
      return std::nullopt;
  }
}

std::optional<Choice> under_water(const Sight& sight, Mind&) {
  switch (static_cast<MenuKind::Kind>(sight.menu.kind)) {
    case MenuKind::CONTACTS:
      return submarine_combat(sight);
    case MenuKind::SUBMARINE_COMBAT:
      return submarine_combat(sight);
    case MenuKind::SUBMARINE_TARGETS:
      return aim_submarines(sight);
    case MenuKind::ASW_DICE:
      return asw_dice(sight);
    case MenuKind::WOLFPACK_RETRY:
      return first_of(sight, {Verb::TRY_AGAIN}, "bot.try_again");
    case MenuKind::SUBMARINES_FIRST:
      return first_of(sight, {Verb::SPLIT_SUBMARINES}, "bot.submarines_first");
    default:
      return std::nullopt;
  }
}

std::optional<Choice> in_battle(const Sight& sight, Mind& mind) {
  switch (static_cast<MenuKind::Kind>(sight.menu.kind)) {
    case MenuKind::SURFACE_COMBAT:
      return surface_combat(sight, mind.style);
    case MenuKind::INTERCEPT:
    case MenuKind::ENGAGEMENT:
      return intercept(sight);
    case MenuKind::SURPRISE:
      return first_of(sight, {Verb::ROLL_SURPRISE}, "bot.surprise");
    case MenuKind::CARRIERS_IN_BATTLE:
      return first_of(sight, {Verb::LAUNCH}, "bot.strike");
    case MenuKind::MANOEUVRE:
      return manoeuvre(sight);
    case MenuKind::SCREENS:
      return screens(sight);
    case MenuKind::GUNNERY:
      return fire_guns(sight);
    case MenuKind::TORPEDOES:
      return fire_torpedoes(sight);
    case MenuKind::WITHDRAWAL:
      return withdrawal(sight);
    case MenuKind::CAUTION:
      return first_of(sight, {}, "bot.nothing_to_answer");
    default:
      return std::nullopt;
  }
}

Choice answer(const Sight& sight, Mind& mind) {
  for (Chapter* chapter : {&on_the_way, &searching, &in_the_air, &under_water, &in_battle}) {
    if (std::optional<Choice> choice = chapter(sight, mind)) return *std::move(choice);
  }
  return prepare(sight);
}

}  // namespace

Choice Standard::choose(const Menu& menu, const wardroom::bot::Look& look) {
  if (menu.items.size() == 1) return say(menu.items.front(), "bot.no_choice");
  const OwnedView view = look();
  const auto& seen = static_cast<const v1::View&>(*view);
  mind_.watch.look(reference_, seen, side_of(menu.seat));
  const Sight sight(reference_, seen, menu, mind_.watch);
  return answer(sight, mind_);
}

std::unique_ptr<wardroom::bot::Bot> old_bot(const Title& title, std::uint64_t) {
  const auto* pq17 = dynamic_cast<const Pq17*>(&title);
  return pq17 ? std::make_unique<Standard>(pq17->reference()) : nullptr;
}

}  // namespace wardroom::pq17::old
