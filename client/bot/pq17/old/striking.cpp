// Air strikes: whom to attack, with what, and how ships and fighters meet them.
#include <algorithm>

#include "client/bot/pq17/old/guess.h"
#include "client/bot/pq17/old/plans.h"

namespace wardroom::pq17::old {
namespace {

using v1::Verb;
using Raid = v1::Battle::Raid;

constexpr double kPerAaDie = 0.08;  // points that a die of anti-aircraft fire costs, in aircraft and aborts
constexpr double kTorpedoSinks = 0.6;

const v1::AirModel* model_of(const Sight& sight, const Raid& raid) {
  if (raid.air_unit() == 0) {
    for (const auto& each : sight.view.air().interceptor()) {
      if (each.airbase() == raid.airbase()) return sight.reference.box().model(each.model());
    }
    return nullptr;
  }
  for (const v1::Air::Unit& unit : sight.view.air().unit()) {
    if (unit.key() == raid.air_unit()) return sight.reference.air(unit.unit()).model;
  }
  return nullptr;
}

int cs_of(const Sight& sight, const Raid& raid) {
  for (const v1::Air::Unit& unit : sight.view.air().unit()) {
    if (unit.key() == raid.air_unit()) return unit.cs() - unit.aborted() - unit.damaged();
  }
  return 1;
}

int guns_of(const UnitFacts& unit, int cs) {
  const v1::Step& step = unit.step(cs);
  return step.aa() > 0 ? step.aa() : step.aa_star() ? 1 : 0;
}

// Dice that will be thrown at whoever attacks this place: its own, and half of its neighbours'.
double guns_at(const Sight& sight, int place) {
  double dice = 0;
  for (const auto& unit : sight.view.battle().unit()) {
    if (!unit.has_ship() || unit.side() != sight.foe) continue;
    const int away = std::abs(unit.place() - place);
    if (away <= 1)
      dice += guns_of(sight.reference.unit(unit.ship().unit()), unit.ship().cs()) * (away == 0 ? 1.0 : 0.5);
  }
  return dice;
}

double chance(int needed) { return std::clamp((10 - needed) / 10.0, 0.0, 1.0); }

bool loaded_target(const Sight& sight) {
  const v1::Convoy* convoy = likely_convoy(sight, hex(sight.view.battle().hex()));
  return convoy && convoy->loaded();
}

// Points that an attack on a place may bring.
double worth_of_attack(const Sight& sight, const v1::AirModel& model, int cs, int place, bool torpedoes) {
  const auto& tables = sight.reference.box();
  double sum = 0;
  double ships = 0;
  const bool loaded = loaded_target(sight);
  for (const auto& unit : sight.view.battle().unit()) {
    if (!unit.has_ship() || unit.side() != sight.foe || unit.place() != place) continue;
    const UnitFacts& facts = sight.reference.unit(unit.ship().unit());
    const int count = facts.ship ? 1 : std::max(unit.ship().cs(), 1);
    ships += count;
    const auto row = model.bombing_row() != v1::AirType::UNSPECIFIED ? model.bombing_row() : model.type();
    const auto needed = tables.bombing_hit(row, facts.type);
    const double each = torpedoes ? chance(tables.torpedo_attack().success_on()) * kTorpedoSinks
                        : needed  ? chance(*needed)
                                  : 0;
    sum += count * each * worth(sight, facts, loaded);
  }
  if (ships == 0) return 0;
  const double dice = cs * (torpedoes ? model.torpedoes() : 1);
  return dice * sum / ships - kPerAaDie * guns_at(sight, place);
}

double worth_of_target(const Sight& sight, const Item& item) {
  const int index = item.action.at<int>(0);
  if (index < 0 || index >= sight.view.battle().raid_size()) return 0;
  const Raid& raid = sight.view.battle().raid(index);
  const v1::AirModel* model = model_of(sight, raid);
  if (!model) return 0;
  const bool torpedoes = verb(item) == Verb::TARGET ? item.action.at<int>(2) != 0 : raid.torpedoes();
  if (item.action.at<int>(1) == 0) return torpedoes ? 1.0 : 0.5;  // a lone ship
  const double wave = verb(item) == Verb::TARGET ? 0.01 * item.action.at<int>(3) : 0;
  return worth_of_attack(sight, *model, cs_of(sight, raid), item.action.at<int>(1), torpedoes) - wave;
}

// How much a raid hurts if it comes through.
double menace(const Sight& sight, int index) {
  if (index < 0 || index >= sight.view.battle().raid_size()) return 0;
  const Raid& raid = sight.view.battle().raid(index);
  const v1::AirModel* model = model_of(sight, raid);
  if (!model) return 0.1;
  return cs_of(sight, raid) * (1.0 + model->torpedoes());
}

}  // namespace

double worth(const Sight& sight, const UnitFacts& unit, bool loaded) {
  const auto& points = sight.reference.numbers().victory();
  if (unit.merchant()) {
    const int halves =
        loaded ? points.loaded_arrives_vp_halves() - points.loaded_sunk_vp_halves() : -points.ballast_sunk_vp_halves();
    return halves / 2.0;
  }
  if (unit.capital())
    return (unit.side == kAxis ? points.axis_capital_damage_vp_halves() : -points.allied_capital_damage_vp_halves()) /
           2.0;
  if (unit.ship) {
    const int halves = unit.ship->has_vp_halves() ? unit.ship->vp_halves() : unit.row->vp_halves_per_ship();
    return halves / 2.0 / std::max(unit.full_cs(), 1);
  }
  const int halves =
      unit.ship_class->has_vp_halves_per_cs() ? unit.ship_class->vp_halves_per_cs() : unit.row->vp_halves_per_cs();
  return halves / 2.0;
}

Choice strike(const Sight& sight) {
  std::vector<const Item*> items;
  for (const Item& item : sight.menu.items) items.push_back(&item);
  const Item* found = best(items, 0, [&](const Item& item) {
    switch (verb(item)) {
      case Verb::STRIKE_FORCE:
      case Verb::HUNT_WOLFPACK: {
        const Block* block = sight.block(item.action.at<BlockId>(0));
        return block ? prize(sight, *block) : 0.1;
      }
      case Verb::STRIKE_PORT:
        return 0.2;
      case Verb::STRIKE_AIRBASE:
        return 0.1;
      default:
        return 0.0;
    }
  });
  if (!found) return say(sight.last_resort(), "bot.no_more_strikes");
  return say(*found, "bot.strike");
}

Choice strike_targets(const Sight& sight) {
  std::vector<const Item*> items;
  for (const Item& item : sight.menu.items) items.push_back(&item);
  const Item* found = best(items, -1e9, [&](const Item& item) {
    switch (verb(item)) {
      case Verb::TARGET:
      case Verb::DIVERT:
      case Verb::SWITCH_TARGET:
        return worth_of_target(sight, item);
      case Verb::TARGET_PARKED:
        return 0.5;
      default:
        return 0.0;  // to forgo
    }
  });
  return say(*found, verb(*found) == Verb::FORGO ? "bot.forgo" : "bot.best_target");
}

// Fighters rise, guns fire at the worst raid, CAMs are launched while there is something to shoot at.
Choice defend_against_aircraft(const Sight& sight) {
  std::vector<const Item*> items;
  for (const Item& item : sight.menu.items) items.push_back(&item);
  const Item* found = best(items, 0, [&](const Item& item) {
    switch (verb(item)) {
      case Verb::SCRAMBLE:
      case Verb::SCRAMBLE_INTERCEPTORS:
        return 1.0;
      case Verb::FIRE_AA_AT:
      case Verb::USE_CAM:
        return menace(sight, item.action.at<int>(1));
      case Verb::ELUDE:
        return 1.0;
      default:
        return 0.0;
    }
  });
  if (!found) return say(sight.last_resort(), "bot.nothing_to_answer");
  return say(*found, "bot.defend");
}

Choice air_fire(const Sight& sight) {
  const Item* found = best(sight.all(Verb::FIRE_AT), -1, [&](const Item& item) {
    return menace(sight, item.action.at<int>(1)) + 0.1 * item.action.at<int>(2);
  });
  if (!found) return say(sight.last_resort(), "bot.nothing_to_answer");
  return say(*found, "bot.air_fire");
}

}  // namespace wardroom::pq17::old
