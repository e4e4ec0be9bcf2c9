#include "server/titles/pq17/weather/wear.h"

#include <algorithm>

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"

namespace wardroom::pq17 {
namespace {

constexpr std::uint64_t kPort = std::uint64_t{1} << 32;

enum class Group { kHeavy, kDdTb, kConvoyShip };

bool belongs(const UnitFacts& unit, Group group) {
  switch (group) {
    case Group::kHeavy:
      return unit.heavy();
    case Group::kDdTb:
      return unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB;
    case Group::kConvoyShip:
      return unit.convoy_ship();
  }
  return false;
}

// Ships of an entry that can be hit one by one.
int ships_in(const UnitFacts& unit, const v1::Counter& ship, Group group) {
  if (!belongs(unit, group)) return 0;
  if (unit.ship) return 1;
  return group == Group::kConvoyShip ? ships_of(unit, ship.cs()) : ship.cs();
}

int strength_of_one(const UnitFacts& unit, const v1::Counter& ship, Group group) {
  if (unit.ship) return ship.cs();
  if (group == Group::kConvoyShip && !unit.merchant()) return std::min(ship.cs(), unit.step(ship.cs()).cs());
  return 1;
}

void sink_by_fate(Operation& op, Side side, const UnitFacts& unit, std::uint64_t subject, std::uint32_t ordinal) {
  const int die = op.die(Draw::kDestroyerFate, subject, ordinal);
  if (op.reference.box().destroyer_fate(die) != v1::DestroyerFateTable::SUNK) return;
  const int value = unit.ship_class && unit.ship_class->has_vp_halves_per_cs() ? unit.ship_class->vp_halves_per_cs()
                                                                               : unit.row->vp_halves_per_cs();
  op.score_hidden(side, "lost_in_weather", side == kAllied ? -value : value, unit.id);
  op.tell(side,
          {Text("report.weather_damage.sunk.own").text("ship", op.name(unit)),
           told::Loss{told::Loss::kLost, op.name(unit), 1, seat_of(side), unit.id}},
          {}, "7.9");
}

struct Cause {
  std::string_view reason;
  std::uint64_t subject;
  std::uint32_t ordinal;  // of the next draw
};

// One hit, and out of the Operation.
void take_out(Operation& op, Side side, v1::Force& force, int index, Group group, const Cause& cause) {
  const UnitFacts& unit = op.reference.unit(force.ship(index).unit());
  const v1::Counter hit = take(force, index, strength_of_one(unit, force.ship(index), group));
  auto& removed = *op.own(side).add_removed();
  removed.set_unit(unit.id);
  removed.set_cs(hit.cs());  // the hit is for the campaign; nobody scores it
  if (unit.convoy_ship()) removed.set_convoy(force.convoy());
  removed.set_reason(std::string(cause.reason));
  const bool by_ice = cause.reason == "ice";
  std::optional<Hex> where;
  if (op.hex_of(force) != Hex{}) where = op.hex_of(force);
  op.tell(side,
          {Text(by_ice ? "report.ice.damage.own" : "report.weather_damage.own")
               .text("ship", op.name(unit))
               .text("force", op.name(force)),
           told::Loss{told::Loss::kDamaged, op.name(unit), 1, seat_of(side), unit.id}},
          where, by_ice ? "10.2.6" : "9.3.1");
  if (!by_ice && unit.type == v1::ShipType::DD && op.option("option.destroyer_hits")) {
    sink_by_fate(op, side, unit, cause.subject, cause.ordinal);
  }
}

// One ship of these forces at random.
void hurt_one(Operation& op, Side side, const std::vector<v1::Force*>& forces, Group group, Cause& cause) {
  int candidates = 0;
  for (const v1::Force* force : forces) {
    for (const v1::Counter& ship : force->ship()) candidates += ships_in(op.reference.unit(ship.unit()), ship, group);
  }
  if (candidates == 0) return;
  int drawn = static_cast<int>(
      op.draw(Draw::kDamagedShip, cause.subject, cause.ordinal, static_cast<std::uint32_t>(candidates)));
  for (v1::Force* force : forces) {
    for (int i = 0; i < force->ship_size() && drawn >= 0; ++i) {
      drawn -= ships_in(op.reference.unit(force->ship(i).unit()), force->ship(i), group);
      if (drawn < 0) take_out(op, side, *force, i, group, cause);
    }
  }
  ++cause.ordinal;
}

void remove_empty(Operation& op, Side side, ForceKey key) {
  const v1::Force& force = op.force(side, key);
  if (op.at_sea(force)) {
    tell_gone(op, op.block_of(force), "10.2.6");
  } else if (const PlaceFacts* place = op.reference.find_place(force.place())) {
    op.reveal(Licence::kGone, Text("report.force_gone_in_port").text("place", op.name(*place)), {}, "10.2.6");
  }
  const std::optional<Hex> hex = op.at_sea(force) ? std::optional(op.hex_of(force)) : std::nullopt;
  const ForceKey parent(force.dispersed_from());
  op.erase(side, key);
  if (hex) op.regroup(side, *hex);      // nobody learns which of several it was
  needs_other_block(op, side, parent);  // an escort without any merchants left
}

void apply_damage(Operation& op, Side side, const std::vector<v1::Force*>& forces, Damage damage, Cause cause) {
  std::vector<ForceKey> with_ships;
  for (const v1::Force* force : forces) {
    if (!force->ship().empty()) with_ships.push_back(key_of(*force));
  }
  for (int i = 0; i < damage.heavy; ++i) hurt_one(op, side, forces, Group::kHeavy, cause);
  for (int i = 0; i < damage.dd_tb; ++i) hurt_one(op, side, forces, Group::kDdTb, cause);
  for (int i = 0; i < damage.convoy_ships; ++i) hurt_one(op, side, forces, Group::kConvoyShip, cause);
  for (ForceKey key : with_ships) {
    if (op.force(side, key).ship().empty()) remove_empty(op, side, key);
    needs_other_block(op, side, key);
  }
}

}  // namespace

Crossing crossing_of(Operation& op, Side side, const v1::Force& force) {
  if (op.at_sea(force)) return {force.block(), static_cast<std::uint32_t>(force.hexes())};
  const PlaceFacts& place = op.reference.place(force.place());
  const auto number = static_cast<std::uint64_t>(place.number) * 2 + (side == kAxis ? 1 : 0);
  return {kPort + number, static_cast<std::uint32_t>(op.stack(place.id, side).left())};
}

void count_damage(const v1::Card& card, Plus plus, Damage& into) {
  const auto result = [&](const v1::Card::Damage& entry) {
    return entry.always() + (plus == Plus::kApplied ? entry.plus() : 0);
  };
  into.heavy += result(card.heavy());
  into.dd_tb += result(card.dd_tb());
  into.convoy_ships += result(card.ax_mx());
}

void damage_ships(Operation& op, Side side, v1::Force& force, Damage damage, std::string_view reason,
                  std::uint32_t ordinal) {
  damage_ships(op, side, std::vector{&force}, damage, reason, ordinal);
}

void damage_ships(Operation& op, Side side, const std::vector<v1::Force*>& forces, Damage damage,
                  std::string_view reason, std::uint32_t ordinal) {
  damage_ships(op, side, forces, damage, reason, Crossing{crossing_of(op, side, *forces.front()).subject, ordinal});
}

void damage_ships(Operation& op, Side side, const std::vector<v1::Force*>& forces, Damage damage,
                  std::string_view reason, Crossing at) {
  apply_damage(op, side, forces, damage, {reason, at.subject, at.ordinal * 100});
}

void damage_ship(Operation& op, Side side, v1::Force& force, int index, std::string_view reason,
                 std::uint32_t ordinal) {
  const UnitFacts& unit = op.reference.unit(force.ship(index).unit());
  const Crossing at = crossing_of(op, side, force);
  const Group group = unit.heavy() ? Group::kHeavy : unit.convoy_ship() ? Group::kConvoyShip : Group::kDdTb;
  take_out(op, side, force, index, group, {reason, at.subject, ordinal});
  const ForceKey key = key_of(force);
  if (force.ship().empty()) remove_empty(op, side, key);
  needs_other_block(op, side, key);
}

}  // namespace wardroom::pq17
