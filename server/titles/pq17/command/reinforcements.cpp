#include "server/titles/pq17/command/reinforcements.h"

#include <algorithm>

namespace wardroom::pq17 {
namespace {

bool is_air(const v1::Units& units) { return units.unit().starts_with("air."); }

const auto& came(const Operation& op, Side side) {
  const v1::Standing& standing = op.truth.standing();
  return side == kAllied ? standing.reinforcement_allied() : standing.reinforcement_axis();
}

bool taken(const Operation& op, Side side, int number) {
  if (op.own(side).operation().group() == number) return true;
  return std::ranges::find(came(op, side), number) != came(op, side).end();
}

// -- ships --

// A force of its kind in the place that can take her.
v1::Force* one_that_takes(Operation& op, Side side, const v1::Counter& ship, const std::string& place) {
  for (v1::Force* force : op.in_place(side, place)) {
    if (force->kind() == v1::BlockKind::DUMMY || force->kind() == v1::BlockKind::CONVOY || force->patrol_white())
      continue;
    v1::Force with = *force;
    add(op.reference, with, ship);
    if (kind_of(op.reference, with) == force->kind() && within_limits(op.reference, with)) return force;
  }
  return nullptr;
}

v1::Force* new_force(Operation& op, Side side, const UnitFacts& first, const PlaceFacts& place, bool in_play) {
  const auto kind = first.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE;
  v1::Force* force = op.form(side, kind, first.nation);
  if (!force) return nullptr;
  if (in_play) {
    op.put_in(*force, place);
  } else {
    force->set_place(place.id);
  }
  return force;
}

// Submarines by packs, surface ships together.
void place_ships(Operation& op, Side side, const UnitList& units, const PlaceFacts& place, ForceKey joined,
                 bool in_play) {
  ForceKey surface = joined;
  for (const v1::Units& each : units) {
    if (is_air(each)) continue;
    v1::Counter left = enlist(op, each);
    const UnitFacts& unit = op.reference.unit(left.unit());
    while (left.cs() > 0) {
      v1::Counter ship = left;
      if (unit.submarine()) ship.set_cs(std::min(left.cs(), op.numbers.force().wolfpack_cs()));
      v1::Force* force = !joined && (unit.submarine() || !surface) ? new_force(op, side, unit, place, in_play)
                                                                   : op.find(side, surface);
      if (!force) force = one_that_takes(op, side, ship, place.id);
      if (!force) {
        op.tell(side,
                Text("report.reinforcements.no_block.own").text("ship", op.name(unit)).text("place", op.name(place)),
                {}, "1.2");
        break;
      }
      if (!unit.submarine()) surface = key_of(*force);
      left.set_cs(left.cs() - ship.cs());
      add(op.reference, *force, std::move(ship));
      Text told = Text("report.reinforcements.own")
                      .text("force", op.name(*force))
                      .text("place", op.name(place))
                      .text("ship", op.name(unit));
      op.tell(side, std::move(told), {}, "13.6");
      if (unit.ship) break;  // one ship, whatever her CS
    }
  }
}

// -- aircraft [1.5.1] --

const std::string* carrier_among(const Operation& op, const UnitList& units) {
  for (const v1::Units& each : units) {
    if (!is_air(each) && op.reference.unit(each.unit()).carrier()) return &each.unit();
  }
  return nullptr;
}

void base_in_play(Operation& op, const v1::Units& units, const std::string& base) {
  base_aircraft(op, units, base);
  const PlaceFacts* place = op.reference.find_place(base);
  if (place)
    op.reveal(Licence::kReinforcements,
              Text("report.reinforcements.air")
                  .text("unit", op.name(op.reference.air(units.unit())))
                  .text("place", op.name(*place)),
              {}, "13.6");
}

void place_aircraft(Operation& op, const UnitList& units, const PlaceList& places, std::vector<AirBase>* air) {
  const std::string* carrier = carrier_among(op, units);
  for (const v1::Units& each : units) {
    if (!is_air(each)) continue;
    std::string base = carrier ? *carrier : places.Get(0);
    for (int i = places.size() - 1; i >= 0 && !carrier; --i) {
      if (has_room(op, op.reference.place(places.Get(i)), steps_of(op, each), air)) base = places.Get(i);
    }
    if (air) {
      air->push_back({&each, base});
    } else {
      base_in_play(op, each, base);
    }
  }
}

}  // namespace

bool has_ships(const UnitList& units) {
  return std::ranges::any_of(units, [](const v1::Units& each) { return !is_air(each); });
}

bool takes_all(const Operation& op, const v1::Force& force, const UnitList& units) {
  if (force.kind() == v1::BlockKind::DUMMY || force.kind() == v1::BlockKind::CONVOY || force.patrol_white())
    return false;
  v1::Force with = force;
  for (const v1::Units& each : units) {
    if (!is_air(each)) add(op.reference, with, enlist(op, each));
  }
  return kind_of(op.reference, with) == force.kind() && within_limits(op.reference, with);
}

void place_units(Operation& op, Side side, const UnitList& units, const Berth& berth, std::vector<AirBase>* air) {
  if (has_ships(units)) {
    const PlaceFacts& place = op.reference.place(berth.places.Get(0));
    place_ships(op, side, units, place, berth.force, air == nullptr);
    if (!air) tell_blocks_in_port(op, op.stack(place.id, side));
  }
  place_aircraft(op, units, berth.places, air);
}

std::optional<int> next_group(const Operation& op, Side side) {
  std::optional<int> lowest;
  const auto consider = [&](int number) {
    if (number > 0 && !taken(op, side, number) && (!lowest || number < *lowest)) lowest = number;
  };
  for (const auto& group : op.scenario.reinforcement()) {
    if (group.side() == side) consider(group.number());
  }
  for (const v1::Purchase& purchase : op.own(side).purchase()) consider(purchase.group());
  return lowest;
}

}  // namespace wardroom::pq17
