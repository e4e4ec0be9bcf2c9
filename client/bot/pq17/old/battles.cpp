// Surface combat: how to fight [7.5].
#include <algorithm>

#include "client/bot/pq17/old/guess.h"
#include "client/bot/pq17/old/plans.h"

namespace wardroom::pq17::old {
namespace {

using v1::Battle;
using v1::Verb;
using Unit = v1::Battle::Unit;

constexpr double kOutgunned = 1.4;
constexpr double kUnknownShip = 2.0;
constexpr double kAnyHit = 2.0;  // Germans who have lost a step must try to get away [7.5.7]

const Unit* unit_of(const Sight& sight, std::int64_t id) {
  for (const Unit& unit : sight.view.battle().unit()) {
    if (unit.id() == id) return &unit;
  }
  return nullptr;
}

// My own I see even when they lie face down.
const v1::Counter* ship_of(const Sight& sight, const Unit& unit) {
  if (unit.side() == sight.me) {
    for (const v1::Displayed& each : sight.view.own().display()) {
      if (each.id() == unit.id()) return &each.ship();
    }
  }
  return unit.has_ship() ? &unit.ship() : nullptr;
}

double power_of_unit(const Sight& sight, const Unit& unit) {
  const v1::Counter* ship = ship_of(sight, unit);
  return ship ? power(sight, *ship) : kUnknownShip;
}

double power_of_side(const Sight& sight, Side side) {
  double sum = 0;
  for (const Unit& unit : sight.view.battle().unit()) {
    if (unit.side() == side) sum += power_of_unit(sight, unit);
  }
  return sum;
}

bool merchant(const Sight& sight, const Unit& unit) {
  const v1::Counter* ship = ship_of(sight, unit);
  return ship && sight.reference.unit(ship->unit()).convoy_ship();
}

bool guards_merchants(const Sight& sight) {
  return std::ranges::any_of(sight.view.battle().unit(),
                             [&](const Unit& unit) { return unit.side() == sight.me && merchant(sight, unit); });
}

bool attacks_merchants(const Sight& sight) {
  return std::ranges::any_of(sight.view.battle().unit(),
                             [&](const Unit& unit) { return unit.side() == sight.foe && merchant(sight, unit); });
}

bool outgunned(const Sight& sight) {
  return kOutgunned * power_of_side(sight, sight.me) < power_of_side(sight, sight.foe);
}

// Where a ship should be; the Deployment area is where it stays.
Battle::Area area_for(const Sight& sight, const Unit& unit) {
  const v1::Counter* ship = ship_of(sight, unit);
  if (!ship) return Battle::DEPLOYMENT;
  const UnitFacts& facts = sight.reference.unit(ship->unit());
  if (guards_merchants(sight)) {
    if (facts.convoy_ship() || facts.carrier()) return Battle::WITHDRAWAL;
    return facts.light() ? Battle::SCREENING : Battle::DEPLOYMENT;
  }
  if (outgunned(sight) || facts.carrier()) return Battle::WITHDRAWAL;
  const bool closes = facts.type == v1::ShipType::DD || facts.type == v1::ShipType::TB;
  return closes ? Battle::TORPEDO_ATTACK : Battle::DEPLOYMENT;
}

bool kept_off(const Sight& sight, int enemy) {
  return std::ranges::any_of(sight.view.battle().unit(), [&](const Unit& unit) {
    return unit.side() == sight.me && std::ranges::find(unit.blocks(), enemy) != unit.blocks().end();
  });
}

double worth_of_hit(const Sight& sight, const Unit& target) {
  const v1::Counter* ship = ship_of(sight, target);
  if (!ship) return 1.0;
  const UnitFacts& unit = sight.reference.unit(ship->unit());
  const double danger = 0.3 * power_of_unit(sight, target);  // those who shoot back come first
  const double alarm = target.side() == kAxis ? kAnyHit : 0;
  return worth(sight, unit, true) + std::min(danger, 2.0) + alarm;
}

double worth_of_shot(const Sight& sight, const Item& item, bool torpedoes) {
  const Unit* firer = unit_of(sight, item.action.arguments[0]);
  const Unit* target = unit_of(sight, item.action.arguments[1]);
  if (!firer || !target) return 0;
  const v1::Counter* ship = ship_of(sight, *firer);
  const v1::Counter* aim = ship_of(sight, *target);
  if (!ship) return 0;
  const int symbols = torpedoes ? item.action.at<int>(2) : 1;
  double chance = 0.4;
  if (!torpedoes && aim) {
    const auto needed = sight.reference.box().gunnery_hit(sight.reference.unit(ship->unit()).type,
                                                          sight.reference.unit(aim->unit()).type);
    chance = needed ? std::clamp((10 - *needed) / 10.0, 0.02, 1.0) : 0;
  }
  return chance * symbols * worth_of_hit(sight, *target);
}

}  // namespace

Choice manoeuvre(const Sight& sight) {
  for (const Item* item : sight.all(Verb::MANOEUVRE)) {
    const Unit* unit = unit_of(sight, item->action.arguments[0]);
    if (!unit) continue;
    const Battle::Area area = area_for(sight, *unit);
    if (area == Battle::DEPLOYMENT || item->action.at<Battle::Area>(1) != area) continue;
    switch (area) {
      case Battle::WITHDRAWAL:
        return say(*item, "bot.turn_away");
      case Battle::SCREENING:
        return say(*item, "bot.screen");
      default:
        return say(*item, "bot.close_in");
    }
  }
  return say(sight.last_resort(), "bot.hold_line");
}

Choice screens(const Sight& sight) {
  const bool somebody_behind = std::ranges::any_of(sight.view.battle().unit(), [&](const Unit& unit) {
    return unit.side() == sight.me && unit.area() == Battle::WITHDRAWAL;
  });
  if (!somebody_behind) return say(sight.last_resort(), "bot.hold_line");
  const Item* found = best(sight.all(Verb::SCREEN), 0, [&](const Item& item) {
    const Unit* enemy = unit_of(sight, item.action.arguments[1]);
    return enemy && !kept_off(sight, enemy->id()) ? 0.1 + power_of_unit(sight, *enemy) : 0.0;
  });
  if (!found) return say(sight.last_resort(), "bot.hold_line");
  return say(*found, "bot.screen");
}

Choice fire_guns(const Sight& sight) {
  const Item* found = best(sight.all(Verb::SHOOT), 0, [&](const Item& item) {
    return item.action.arguments.size() > 2 ? 0.0 : worth_of_shot(sight, item, false);
  });
  if (!found) found = sight.find(Verb::SHOOT);
  if (!found) return say(sight.last_resort(), "bot.hold_fire");
  return say(*found, "bot.shoot");
}

Choice fire_torpedoes(const Sight& sight) {
  const Item* found =
      best(sight.all(Verb::LAUNCH_TORPEDOES), 0.5, [&](const Item& item) { return worth_of_shot(sight, item, true); });
  if (!found) return say(sight.last_resort(), "bot.hold_fire");
  return say(*found, "bot.launch_torpedoes");
}

Choice withdrawal(const Sight& sight) {
  const Item* withdraw = sight.find(Verb::WITHDRAW);
  if (!withdraw) return say(sight.last_resort(), "bot.fight_on");
  if (guards_merchants(sight)) return say(sight.last_resort(), "bot.fight_on");
  const bool heavy_hit = std::ranges::any_of(sight.view.own().display(), [&](const v1::Displayed& each) {
    const UnitFacts& unit = sight.reference.unit(each.ship().unit());
    return unit.heavy() && !unhit(unit, each.ship());
  });
  const double least = attacks_merchants(sight) ? 1.0 : 1.15;
  const bool weak = power_of_side(sight, sight.me) < least * power_of_side(sight, sight.foe);
  if (weak || (heavy_hit && sight.me == kAxis)) return say(*withdraw, "bot.withdraw");
  return say(sight.last_resort(), "bot.fight_on");
}

}  // namespace wardroom::pq17::old
