// Air Movement and photographs: what each aircraft is worth where.
#include <algorithm>

#include "client/bot/pq17/old/guess.h"
#include "client/bot/pq17/old/plans.h"

namespace wardroom::pq17::old {
namespace {

using v1::Verb;

constexpr double kWorthSearching = 0.25;
constexpr double kFoundThisTurn = 0.35;  // chance that an unknown block is found before the strike

bool flies_over(const v1::Air::Unit& unit, Hex at) {
  return unit.mission() == v1::Air::FLYING && unit.hex() == static_cast<std::uint32_t>(at);
}

// Somebody of mine looks there anyhow.
bool already_searched(const Sight& sight, Hex at) {
  const MapHex& where = sight.reference.hex(at);
  const bool radius = sight.me == kAxis ? where.in(v1::AirRadius::GERMAN)
                                        : where.in(v1::AirRadius::BRITISH) || where.in(v1::AirRadius::SOVIET);
  if (radius && sight.effect(at).land_air_radius()) return true;
  if (!sight.blocks(sight.me, at).empty()) return true;
  return std::ranges::any_of(sight.view.air().unit(), [&](const v1::Air::Unit& unit) {
    return unit.side() == sight.me && flies_over(unit, at) && sight.reference.air(unit.unit()).model->recon();
  });
}

double seen_through(const Sight& sight, Hex at) {
  double clear = 1.0;
  switch (sight.effect(at).card_column()) {
    case v1::WeatherEffect::STORM:
      clear = 0.5;
      break;
    case v1::WeatherEffect::FOG_GALE:
      clear = 0.25;
      break;
    default:
      break;
  }
  return sight.night() ? clear * 0.4 : clear;
}

bool strikes(const Sight& sight, const AirFacts& facts) {
  return facts.model->torpedoes() > 0 || sight.reference.box().chart_row(facts.model->type()).bombs();
}

double worth_striking(const Sight& sight, const Style& style, const AirFacts& facts, Hex at) {
  if (!strikes(sight, facts)) return 0;
  double most = 0;
  for (const Block* block : sight.blocks(sight.foe, at)) {
    const bool submarines = block->flat() && block->kind() == v1::BlockKind::WOLFPACK;
    if (submarines && !facts.model->asw()) continue;
    const bool warships = block->flat() && block->kind() == v1::BlockKind::TASK_FORCE;
    most = std::max(most, prize(sight, *block) * (warships ? style.warships : block->flat() ? 1.0 : kFoundThisTurn));
  }
  return most * seen_through(sight, at);
}

double worth_searching(const Sight& sight, const AirFacts& facts, Hex at) {
  if (!facts.model->recon()) return 0;
  const double anew = already_searched(sight, at) ? 0.1 : 1.0;
  double sum = 0;
  for (const Block* block : sight.blocks(sight.foe, at)) {
    const bool followed = !block->shadow().empty();
    sum += prize(sight, *block) * (block->flat() ? followed ? 0.05 : 0.25 : 0.4);
  }
  return sum * anew * seen_through(sight, at);
}

// Bombers that a chit brings come for ships in port [12.4].
double worth_of_port(const Sight& sight, const AirFacts& facts, Hex at) {
  const PlaceFacts* port = facts.unit->condition_only() ? sight.port_in_play(at) : nullptr;
  if (!port || port->side != sight.foe) return 0;
  for (const auto& photo : sight.view.standing().photographed()) {
    if (photo.place() == port->id) return 1.0 + photo.told().level();
  }
  return 0;
}

double worth_of_flight(const Sight& sight, const Style& style, const AirFacts& facts, Hex at) {
  if (const double port = worth_of_port(sight, facts, at); port > 0) return port;
  const double strike = worth_striking(sight, style, facts, at);
  return (strike > style.strike_worth ? strike : 0) + worth_searching(sight, facts, at);
}

bool patrolled(const Sight& sight, Hex at) {
  return std::ranges::any_of(sight.view.air().unit(), [&](const v1::Air::Unit& unit) {
    return unit.side() == sight.me &&
           std::ranges::find(unit.radius(), static_cast<std::uint32_t>(at)) != unit.radius().end();
  });
}

// Over a convoy, against submarines [5.3.1].
double worth_of_patrol(const Sight& sight, const Style& style, Hex at) {
  if (sight.me != kAllied || (style.spread_patrols && patrolled(sight, at))) return 0;
  for (const Force& force : sight.view.own().force()) {
    if (force.kind() != v1::BlockKind::CONVOY || !sight.at_sea(force) || sight.hex_of(force) != at) continue;
    bool threatened = false;
    for (const Block* block : sight.blocks(kAxis))
      threatened = threatened || sight.reference.sea_distance(kAxis, hex(*block), at) <= 2;
    return threatened ? 1.5 : 0.6;
  }
  return 0;
}

struct Mission {
  Hex at{};
  double worth = 0;
};

int reach_of(const Sight& sight, const v1::Air::Unit& unit) { return sight.reference.air(unit.unit()).model->range(); }

std::optional<Hex> base_of(const Sight& sight, const v1::Air::Unit& unit) {
  if (const PlaceFacts* place = sight.reference.find_place(unit.base())) return place->hex;
  for (const Force& force : sight.view.own().force()) {
    for (const v1::Counter& ship : force.ship()) {
      if (ship.unit() == unit.base()) return sight.hex_of(force);
    }
  }
  return std::nullopt;
}

// The best this unit could do, before the menu says where it may go.
Mission best_mission(const Sight& sight, const Style& style, const v1::Air::Unit& unit) {
  Mission found;
  const AirFacts& facts = sight.reference.air(unit.unit());
  if (facts.model->type() == v1::AirType::FIGHTER) return found;
  const auto base = base_of(sight, unit);
  if (!base) return found;
  const auto consider = [&](Hex at, double worth) {
    if (worth > found.worth && sight.reference.air_distance(*base, at) <= reach_of(sight, unit)) found = {at, worth};
  };
  for (const Block* block : sight.blocks(sight.foe))
    consider(hex(*block), worth_of_flight(sight, style, facts, hex(*block)));
  for (const PlaceFacts& place : sight.reference.places()) {
    if (facts.unit->condition_only() && place.port) consider(place.hex, worth_of_port(sight, facts, place.hex));
  }
  if (facts.model->recon() && facts.model->asw()) {
    for (const Block* block : sight.blocks(sight.me)) consider(hex(*block), worth_of_patrol(sight, style, hex(*block)));
  }
  return found;
}

}  // namespace

Choice send_aircraft(const Sight& sight, Mind& mind) {
  const Item* unit = best(sight.all(Verb::CHOOSE_AIR), kWorthSearching, [&](const Item& item) {
    const v1::Air::Unit* air = sight.air(item.action.at<AirKey>(0));
    return air && !mind.grounded(sight, key_of(*air)) ? best_mission(sight, mind.style, *air).worth : 0.0;
  });
  if (!unit) return say(sight.last_resort(), "bot.aircraft_stay");
  return say(*unit, "bot.aircraft_go");
}

Choice aim_aircraft(const Sight& sight, Mind& mind) {
  const Item* any = sight.find(Verb::FLY);
  if (!any) any = sight.find(Verb::RADIUS);
  const v1::Air::Unit* unit = any ? sight.air(any->action.at<AirKey>(0)) : nullptr;
  if (!unit) return say(sight.last_resort(), "bot.aircraft_stay");
  const AirFacts& facts = sight.reference.air(unit->unit());
  std::vector<const Item*> items;
  for (const Item& item : sight.menu.items) items.push_back(&item);
  const Item* found = best(items, kWorthSearching, [&](const Item& item) {
    if (verb(item) == Verb::FLY) return worth_of_flight(sight, mind.style, facts, item.action.at<Hex>(1));
    return verb(item) == Verb::RADIUS ? worth_of_patrol(sight, mind.style, item.action.at<Hex>(1)) : 0.0;
  });
  if (!found) {
    mind.ground(sight, key_of(*unit));
    return say(sight.last_resort(), "bot.aircraft_stay");
  }
  if (verb(*found) == Verb::RADIUS) return say(*found, "bot.patrol_over_convoy");
  const bool strike = worth_striking(sight, mind.style, facts, found->action.at<Hex>(1)) > mind.style.strike_worth;
  return say(*found, strike ? "bot.fly_to_strike" : "bot.fly_to_search");
}

Choice photograph(const Sight& sight) {
  const Item* found = best(sight.all(Verb::PHOTOGRAPH), 0, [&](const Item& item) {
    const PlaceFacts& place = sight.reference.place(item.action.at<int>(1));
    double worth = 0;
    for (const auto& stack : sight.view.sea().stack()) {
      if (stack.place() == place.id && stack.side() == sight.foe) worth += stack.blocks();
    }
    for (const auto& photo : sight.view.standing().photographed()) {
      if (photo.place() == place.id && !photo.sailed_since()) worth /= 1.0 + photo.told().level();
    }
    return worth;
  });
  if (!found) return say(sight.last_resort(), "bot.nothing_to_photograph");
  return say(*found, "bot.photograph");
}

}  // namespace wardroom::pq17::old
