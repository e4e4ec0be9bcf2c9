#include "server/titles/pq17/weather/ice.h"

#include <algorithm>

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {
namespace {

using v1::Ice;
using v1::IceEffect;

const IceEffect& effect_of(const Operation& op, Ice::Condition ice) { return op.reference.box().effect_of(ice); }

IceEffect::Entry entry(const Operation& op, Side side, Ice::Condition ice) {
  const IceEffect& effect = effect_of(op, ice);
  return side == kAllied ? effect.allied_entry() : effect.axis_entry();
}

// The marker that counts for a hex: the worst, where a border cuts it. None: no zone.
const v1::Environment::IceMarker* marker_of(const Operation& op, Hex hex) {
  const v1::Environment::IceMarker* worst = nullptr;
  for (const v1::IceArea& area : op.reference.hex(hex).data->ice()) {
    for (const auto& marker : op.truth.environment().ice()) {
      if (marker.area().sector() != area.sector() || marker.area().zone() != area.zone()) continue;
      if (!worst || marker.condition() > worst->condition()) worst = &marker;
    }
  }
  return worst;
}

// [10.3]
Ice::Condition broken_open(const Operation& op, Side side, Hex hex, Ice::Condition ice) {
  const bool channel = side == kAllied && op.reference.hex(hex).has(v1::Hex::ICEBREAKING_CHANNEL);
  return channel ? effect_of(op, ice).in_channel() : ice;
}

bool within(const wardroom::v1::DieRange& range, int die) {
  return (!range.has_from() || die >= range.from()) && (!range.has_to() || die <= range.to());
}

// Where the draws of a crossing hang: the block, or the port it would leave and how many have left it.
struct Crossing {
  std::uint64_t subject;
  std::uint32_t ordinal;
};

constexpr std::uint64_t kPort = std::uint64_t{1} << 32;
constexpr std::uint64_t kPlan = std::uint64_t{2} << 32;

Crossing crossing_of(Operation& op, Side side, const v1::Force& force) {
  if (op.at_sea(force)) return {force.block(), static_cast<std::uint32_t>(force.hexes())};
  const PlaceFacts& place = op.reference.place(force.place());
  const auto number = static_cast<std::uint64_t>(place.number) * 2 + (side == kAxis ? 1 : 0);
  return {kPort + number, static_cast<std::uint32_t>(op.stack(place.id, side).left())};
}

enum class Try { kEntered, kRefused, kAborted };  // refused: by Solid Pack or the die

Plus plus_of(const Operation& op, Ice::Condition ice, Try result) {
  switch (effect_of(op, ice).plus()) {
    case IceEffect::ALWAYS:
      return Plus::kApplied;
    case IceEffect::UNLESS_ABORTED:
      return result == Try::kAborted ? Plus::kIgnored : Plus::kApplied;
    default:
      return Plus::kIgnored;
  }
}

// The owner's cards, as many as this ice asks for [10.2.2, 10.2.3]; for Dummies too, so that nobody can tell [10.2.6].
Damage draw_damage(Operation& op, Side side, Crossing crossing, Ice::Condition ice, Try result) {
  Damage damage;
  const int cards = effect_of(op, ice).cards();
  for (int i = 0; i < cards; ++i) {
    const auto ordinal = crossing.ordinal * 10 + static_cast<std::uint32_t>(i);
    count_damage(op.card(side, Draw::kIceCard, crossing.subject, ordinal), plus_of(op, ice, result), damage);
  }
  return damage;
}

// -- who is hurt --

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

// A ship with a counter of her own that has taken one hit; two hits to a step where steps are two apart [7].

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

// Whether the block goes through ice that lets it try: Thin Pack by a die [10.2.4].
bool breaks_through(Operation& op, Crossing crossing, Ice::Condition ice, Hex to, std::optional<Side> only) {
  if (effect_of(op, ice).allied_entry() != IceEffect::BY_DIE) return true;
  const int die = op.die(Draw::kThinPack, crossing.subject, crossing.ordinal);
  const bool through = within(effect_of(op, ice).enters_on(), die);
  Telling report{Text("report.ice.thin_pack")
                     .word("hex", Operation::word(to))
                     .number("die", die)
                     .word("through", through ? "yes" : "no"),
                 plain_roll({}, {die})};
  if (only) {
    op.tell(*only, std::move(report), to, "10.2.4");
  } else {
    op.tell(std::move(report), to, "10.2.4");
  }
  return through;
}

struct Met {
  Ice::Condition ice;     // as it counts for the side
  Ice::Condition actual;  // where no channel is kept open
  bool rolled;
};

Met meet(Operation& op, Side side, Hex from, Hex to, Crossing crossing, std::optional<Side> only) {
  if (const auto known = known_ice(op, side, from, to)) return {*known, predicted_ice(op, to), false};
  const int die = op.die(Draw::kIce, crossing.subject, crossing.ordinal);
  const Ice::Condition actual = op.reference.box().ice(predicted_ice(op, to), die);
  Telling report{
      Text("report.ice.roll").word("hex", Operation::word(to)).number("die", die).text("ice", op.name(actual)),
      plain_roll("table.ice.name", {die}, op.name(actual))};
  if (only) {
    op.tell(*only, std::move(report), to, "10.1");
  } else {
    op.tell(std::move(report), to, "10.1");
  }
  return {broken_open(op, side, to, actual), actual, true};
}

// Ships that shadow the force meet the ice as well: the Axis stays behind where it may not go [5.1.7, 6.3.5].
void shadowers_meet_ice(Operation& op, Side side, const v1::Force& force, Hex to, Ice::Condition actual) {
  if (!op.at_sea(force)) return;
  const Side shadower = enemy_of(side);
  const Ice::Condition ice = broken_open(op, shadower, to, actual);
  if (ice == Ice::CLEAR) return;
  if (!may_cross(op, shadower, ice)) return leave_shadowers_behind(op, op.block_of(force));
  std::vector<BlockId> blocks;
  for (const v1::Shadow& shadow : op.block_of(force).shadow()) {
    if (block_id(shadow) && keeps_up(op, shadow)) blocks.push_back(block_id(shadow));
  }
  for (BlockId block : blocks) {
    const Crossing crossing{block.value, static_cast<std::uint32_t>(force.hexes())};
    const Damage damage = draw_damage(op, shadower, crossing, ice, Try::kEntered);
    apply_damage(op, shadower, {&op.force_behind(op.block(block))}, damage,
                 {"ice", crossing.subject, crossing.ordinal * 100});
  }
}

// What is Dispersed from a convoy tries with it, and is hurt by cards of its own [5.6, 10.2.6].
void dispersed_parts_meet_ice(Operation& op, Side side, ForceKey key, Ice::Condition ice, Try result) {
  const v1::Force* parent = op.find(side, key);
  if (!parent || !op.at_sea(*parent)) return;
  const auto ordinal = static_cast<std::uint32_t>(parent->hexes());
  std::vector<ForceKey> parts;
  for (const v1::Force* part : dispersed_parts(op, side, *parent)) {
    if (op.at_sea(*part) && op.hex_of(*part) == op.hex_of(*parent)) parts.push_back(key_of(*part));
  }
  for (ForceKey part : parts) {
    v1::Force& force = op.force(side, part);
    const Crossing crossing{force.block(), ordinal};
    const Damage damage = draw_damage(op, side, crossing, ice, result);
    apply_damage(op, side, {&force}, damage, {"ice", crossing.subject, crossing.ordinal * 100});
  }
}

}  // namespace

v1::Ice::Condition predicted_ice(const Operation& op, Hex hex) {
  if (op.reference.hex(hex).has(v1::Hex::PACK)) return Ice::SOLID_PACK;
  const auto* marker = marker_of(op, hex);
  return marker ? marker->condition() : Ice::CLEAR;
}

std::optional<v1::Ice::Condition> known_ice(const Operation& op, Side side, Hex, Hex to) {
  if (op.reference.hex(to).has(v1::Hex::PACK)) return Ice::SOLID_PACK;
  const auto* marker = marker_of(op, to);
  if (!marker) return Ice::CLEAR;
  if (!marker->certain()) return std::nullopt;
  return broken_open(op, side, to, marker->condition());
}

bool may_cross(const Operation& op, Side side, v1::Ice::Condition ice) {
  return entry(op, side, ice) != IceEffect::NEVER;
}

Task<bool> cross_ice(Operation& op, Side side, ForceKey key, Hex to) {
  const Crossing crossing = crossing_of(op, side, op.force(side, key));
  const Hex from = op.hex_of(op.force(side, key));
  const Met met = meet(op, side, from, to, crossing, {});
  if (met.ice == Ice::CLEAR) {
    shadowers_meet_ice(op, side, op.force(side, key), to, met.actual);
    co_return true;
  }

  Try result = Try::kEntered;
  if (!may_cross(op, side, met.ice)) {
    // An Axis force that has to turn back from less than Solid Pack does so as if it chose to.
    result = effect_of(op, met.ice).allied_entry() == IceEffect::NEVER ? Try::kRefused : Try::kAborted;
  } else if (met.rolled) {  // [10.1] DP-46
    Menu menu = op.menu(side, v1::MenuKind::ICE, "prompt.ice");
    menu.prompt.text("force", op.name(op.force(side, key)))
        .text("ice", op.name(met.ice))
        .word("hex", Operation::word(to));
    menu.rule = "10.1";
    menu.offer(v1::Verb::CROSS).place(number(to)).says("choice.ice.cross");
    menu.offer(v1::Verb::ABORT).place(number(from)).would("would.end_move").says("choice.ice.abort");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::ABORT) result = Try::kAborted;
  }
  if (result == Try::kEntered && !breaks_through(op, crossing, met.ice, to, {})) result = Try::kRefused;
  op.tell(
      Text(result == Try::kEntered ? "report.ice.crossed" : "report.ice.turned_back").word("hex", Operation::word(to)),
      to, "10.1");

  v1::Force& force = op.force(side, key);
  const bool from_port = !op.at_sea(force) && !force.place().empty();
  const std::string place = force.place();
  const Damage damage = draw_damage(op, side, crossing, met.ice, result);
  apply_damage(op, side, {&force}, damage, {"ice", crossing.subject, crossing.ordinal * 100});
  dispersed_parts_meet_ice(op, side, key, met.ice, result);
  if (result == Try::kEntered && op.find(side, key)) {
    shadowers_meet_ice(op, side, op.force(side, key), to, met.actual);
    co_return true;
  }
  if (from_port) {  // the next to try has draws of its own
    v1::Sea::Stack& stack = op.stack(place, side);
    stack.set_left(stack.left() + 1);
  }
  co_return false;
}

namespace {

// Its plan says so [8.3, 10.1, A-112].
bool turns_back(const v1::Force& force, Ice::Condition ice) {
  return force.turns_back_at() != Ice::UNSPECIFIED && ice >= force.turns_back_at();
}

}  // namespace

bool cross_ice_by_plan(Operation& op, Side side, v1::Force& force, Hex to, std::uint32_t step) {
  const ForceKey key = key_of(force);
  const std::uint64_t who = static_cast<std::uint64_t>(key.value) * 2 + (side == kAxis ? 1 : 0);
  const Crossing crossing{kPlan + (who << 16) + number(to), step};
  const Met met = meet(op, side, op.hex_of(force), to, crossing, side);
  if (met.ice == Ice::CLEAR) return true;
  Try result = Try::kEntered;
  if (!may_cross(op, side, met.ice)) {
    result = effect_of(op, met.ice).allied_entry() == IceEffect::NEVER ? Try::kRefused : Try::kAborted;
  } else if (met.rolled && turns_back(force, met.ice)) {
    result = Try::kAborted;
  } else if (!breaks_through(op, crossing, met.ice, to, side)) {
    result = Try::kRefused;
  }
  const Damage damage = draw_damage(op, side, crossing, met.ice, result);
  apply_damage(op, side, {&force}, damage, {"ice", crossing.subject, crossing.ordinal * 100});
  return result == Try::kEntered && op.find(side, key) != nullptr;
}

v1::Ice::Condition ice_for_torpedoes(Operation& op, Hex hex, std::uint32_t ordinal) {
  const auto* marker = marker_of(op, hex);
  if (!marker || marker->certain() || op.reference.hex(hex).has(v1::Hex::PACK)) return predicted_ice(op, hex);
  const int die = op.die(Draw::kIce, number(hex), ordinal);
  const Ice::Condition actual = op.reference.box().ice(marker->condition(), die);
  op.tell(
      {Text("report.ice.torpedoes").word("hex", Operation::word(hex)).number("die", die).text("ice", op.name(actual)),
       plain_roll("table.ice.name", {die}, op.name(actual))},
      hex, "7.3");
  return actual;
}

bool clear_of_ice(const Operation& op, Hex hex) {
  const MapHex& at = op.reference.hex(hex);
  if (at.has(v1::Hex::PACK)) return false;
  if (at.data->ice().empty()) return true;
  return std::ranges::any_of(at.data->ice(), [&](const v1::IceArea& area) {
    return std::ranges::any_of(op.truth.environment().ice(), [&](const auto& marker) {
      return marker.area().sector() == area.sector() && marker.area().zone() == area.zone() &&
             marker.condition() == Ice::CLEAR && marker.certain();
    });
  });
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
  const Crossing at = crossing_of(op, side, *forces.front());
  apply_damage(op, side, forces, damage, {reason, at.subject, ordinal * 100});
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
