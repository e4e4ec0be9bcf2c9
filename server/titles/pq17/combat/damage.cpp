#include "server/titles/pq17/combat/damage.h"

#include <algorithm>

#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/sequence/score.h"

namespace wardroom::pq17 {
namespace {

using Fate = v1::DestroyerFateTable;
using Torpedo = v1::TorpedoDamageTable;

std::optional<Hex> where(const Operation& op) {
  if (op.truth.battle().hex() == 0) return std::nullopt;
  return as_hex(op.truth.battle().hex());
}

// A counter that lies face down keeps its name [7.5.9].
bool hidden(const Operation& op, const Hull& hull) { return hull.unit && op.truth.battle().face_down(); }
Text told_name(Operation& op, const Hull& hull, const UnitFacts& unit) {
  return hidden(op, hull) ? name_on_display(op, hull.unit) : op.name(unit);
}

// A counter after what happened to it: what is left of it, and CS of a class that are in another state now.
struct Change {
  v1::Counter left;
  std::vector<v1::Counter> apart;
  Outcome outcome;
};

// -- a ship with a counter of her own --

bool has_zero_step(const UnitFacts& unit) { return unit.ship->step(unit.ship->step_size() - 1).cs() == 0; }

// One hit takes one CS; where steps are two apart it takes two hits [7].
void hit_named(const UnitFacts& unit, Change& change) {
  v1::Counter& ship = change.left;
  if (ship.cs() == 0) {
    change.outcome.gone = true;
    change.outcome.sunk = 1;
    return;
  }
  const int next = ship.cs() == 1 && !has_zero_step(unit) ? -1 : unit.step(ship.cs() - 1).cs();
  ship.set_hits(ship.hits() + 1);
  if (ship.hits() < ship.cs() - std::max(next, 0)) return;
  ship.set_hits(0);
  ++change.outcome.steps;
  if (next < 0) {
    change.outcome.gone = true;
    change.outcome.sunk = 1;
    return;
  }
  ship.set_cs(next);
  if (next > 0) return;
  if (ship.towed_by().empty()) ship.set_dead_in_water(true);
  change.outcome.stopped = 1;
}

void hit_named(const UnitFacts& unit, Change& change, int hits) {
  for (int i = 0; i < hits && !change.outcome.gone; ++i) hit_named(unit, change);
}

void sink_named(Change& change) {
  change.outcome.gone = true;
  change.outcome.sunk = 1;
}

// -- classes --

v1::Counter part_of(v1::Counter& ship, int cs) {
  v1::Counter part = ship;
  part.set_cs(cs);
  ship.set_cs(ship.cs() - cs);
  return part;
}

void sink_cs(Change& change, int cs) {
  const int sunk = std::min(cs, change.left.cs());
  change.left.set_cs(change.left.cs() - sunk);
  change.outcome.sunk += sunk;
}

void stop_cs(Change& change, int cs) {
  if (change.left.dead_in_water() || !change.left.towed_by().empty()) return sink_cs(change, cs);
  const int stopped = std::min(cs, change.left.cs());
  if (stopped == 0) return;
  v1::Counter part = part_of(change.left, stopped);
  part.set_dead_in_water(true);
  change.apart.push_back(std::move(part));
  change.outcome.stopped += stopped;
}

void cripple_cs(Change& change, int cs) {
  const int crippled = std::min(cs, change.left.cs());
  if (crippled == 0) return;
  v1::Counter part = part_of(change.left, crippled);
  part.set_crippled(true);
  change.apart.push_back(std::move(part));
  change.outcome.crippled += crippled;
}

Text fate_name(Fate::Fate fate) { return Text("fate." + lower(Fate::Fate_Name(fate)) + ".name"); }

// [7.9] One die for each hit on a destroyer that still fights.
void decide_fate(Operation& op, const Hull& hull, const UnitFacts& unit, Change& change) {
  const int die = roll_die(op);
  const auto fate = op.reference.box().destroyer_fate(die);
  tell_roll(op, "table.destroyer_fate", told_name(op, hull, unit), {}, {{die, die, fate_name(fate)}}, where(op), "7.9");
  if (hidden(op, hull)) unit_on_display(op, hull.unit).mutable_seen()->set_destroyer(true);
  switch (fate) {
    case Fate::DEAD_IN_THE_WATER:
      stop_cs(change, 1);
      return;
    case Fate::CRIPPLED:
      cripple_cs(change, 1);
      return;
    case Fate::DAMAGED:
      change.left.set_cs(change.left.cs() - 1);
      ++change.outcome.damaged;
      return;
    default:
      sink_cs(change, 1);
      return;
  }
}

bool has_fate(const Operation& op, const UnitFacts& unit, const v1::Counter& ship) {
  const bool destroyer = unit.type == v1::ShipType::DD;
  return destroyer && op.option("option.destroyer_hits") && fighting_cs(unit, ship) > 0;
}

void hit_class(Operation& op, const Hull& hull, const UnitFacts& unit, Change& change, int hits) {
  for (int i = 0; i < hits && change.left.cs() > 0; ++i) {
    if (has_fate(op, unit, change.left)) {
      decide_fate(op, hull, unit, change);
    } else {
      sink_cs(change, 1);
    }
  }
  change.outcome.gone = change.left.cs() == 0;
}

// -- what everybody hears, and what it counts --

using told::Loss;

Loss loss_of(const Operation& op, const UnitFacts& unit, Loss::Harm harm, int count) {
  return {harm, op.name(unit), static_cast<std::uint32_t>(count), seat_of(unit.side), unit.id};
}

void tell_named(Operation& op, const UnitFacts& unit, const Change& change, const v1::Counter& before) {
  const v1::Counter& ship = change.left;
  const auto told = [&](const char* id, Loss::Harm harm) {
    op.reveal(Licence::kLosses, {Text(id).text("ship", op.name(unit)), loss_of(op, unit, harm, 1)}, where(op), "7");
  };
  if (change.outcome.gone) return told("report.sunk", Loss::kLost);
  if (const int steps = before.cs() - ship.cs(); steps > 0) {
    op.reveal(
        Licence::kLosses,
        {Text("report.hit").text("ship", op.name(unit)).number("cs", ship.cs()), loss_of(op, unit, Loss::kHit, steps)},
        where(op), "7");
  }
  if (ship.crippled() && !before.crippled()) told("report.crippled", Loss::kCrippled);
  if (ship.dead_in_water() && !before.dead_in_water()) told("report.dead_in_the_water", Loss::kStopped);
}

// [7.5.5] Escorts are only driven off while a surface battle goes on.
bool comes_back(const Operation& op, const UnitFacts& unit, const Hull& hull) {
  return unit.type == v1::ShipType::ES && hull.unit && op.truth.battle().kind() == v1::Battle::SURFACE;
}

void tell_class(Operation& op, const Hull& hull, const UnitFacts& unit, const Outcome& outcome) {
  const bool back = comes_back(op, unit, hull);
  const auto told = [&](const char* id, Loss::Harm harm, int count) {
    if (count > 0)
      op.reveal(Licence::kLosses, {Text(id).text("ship", op.name(unit)), loss_of(op, unit, harm, 1)}, where(op), "7");
  };
  if (outcome.sunk > 0)
    op.reveal(Licence::kLosses,
              {Text(back ? "report.driven_off" : "report.sunk.class")
                   .text("name", op.name(unit))
                   .number("count", outcome.sunk),
               loss_of(op, unit, back ? Loss::kDrivenOff : Loss::kLost, outcome.sunk)},
              where(op), "7");
  told("report.damaged", Loss::kDamaged, outcome.damaged);
  told("report.crippled", Loss::kCrippled, outcome.crippled);
  told("report.dead_in_the_water", Loss::kStopped, outcome.stopped);
}

// His own counter he sees; the enemy sees that it is hit, or that it is gone.
void tell_hidden(Operation& op, const Hull& hull, const UnitFacts& unit, const Change& change,
                 const v1::Counter& before) {
  const Outcome& outcome = change.outcome;
  const bool harmed = outcome.gone || outcome.steps > 0 || outcome.crippled > 0 || outcome.stopped > 0 ||
                      outcome.sunk > 0 || outcome.damaged > 0;
  if (!harmed) return;
  Text own =
      outcome.gone ? Text("report.battle.own_gone") : Text("report.battle.own_hit").number("cs", change.left.cs());
  const Loss::Harm harm = outcome.gone ? Loss::kLost : Loss::kHit;
  const int steps = before.cs() - (outcome.gone ? 0 : change.left.cs());
  op.tell(hull.side,
          {std::move(own).text("ship", op.name(unit)).number("before", before.cs()), loss_of(op, unit, harm, steps)},
          where(op), "7.5.9");
  const char* told = outcome.gone ? "report.battle.counter_gone" : "report.battle.counter_hit";
  const Text counter = name_on_display(op, hull.unit);
  op.reveal_to_others(Licence::kFaceDown, hull.side,
                      {Text(told).text("ship", counter), Loss{harm, counter, 1, seat_of(hull.side)}}, where(op),
                      "7.5.9");
  if (change.apart.empty()) return;
  op.reveal(Licence::kFaceDown, Text("report.battle.counter_apart").text("ship", counter), where(op), "7.5.9");
}

// What everybody has seen strike a counter that lies face down.
void note_hits(Operation& op, const Hull& hull, int hits, const Change& change) {
  if (!hidden(op, hull)) return;
  v1::Battle::Seen& seen = *unit_on_display(op, hull.unit).mutable_seen();
  seen.set_hits(seen.hits() + hits);
  seen.set_cs(std::max(0, seen.cs() - hits));
  if (change.outcome.crippled > 0 && change.left.crippled()) seen.set_crippled(true);
}

// [7.8] Steps of aircraft go with the steps of their carrier; all that are aboard go down with her.
void lose_wing(Operation& op, const UnitFacts& carrier, const Outcome& outcome) {
  const auto aboard = [&] {
    std::vector<AirKey> steps;  // a unit once for each of its CS
    for (const v1::Air::Unit* unit : op.aircraft(carrier.side)) {
      if (unit->base() != carrier.id || unit->mission() != v1::Air::AT_BASE) continue;
      for (int i = 0; i < unit->cs(); ++i) steps.push_back(key_of(*unit));
    }
    return steps;
  };
  const int due = outcome.steps * op.numbers.combat().carrier_hit_aircraft_steps();
  int lost = 0;
  while (outcome.gone || lost < due) {
    const std::vector<AirKey> steps = aboard();
    if (steps.empty()) break;
    destroy_air(op, steps[pick(op, static_cast<std::uint32_t>(steps.size()))], 1, AirLoss::kAboard);
    ++lost;
  }
  if (lost > 0)
    op.reveal(Licence::kLosses,
              Text("report.carrier_aircraft_lost").number("count", lost).text("ship", op.name(carrier)), where(op),
              "7.8");
}

void settle(Operation& op, const Hull& hull, const UnitFacts& unit, const v1::Counter& before, Change& change) {
  const Outcome& outcome = change.outcome;
  v1::Force& force = force_of(op, hull);
  if (unit.ship) {
    if (unit.oiler() && change.left.cs() < before.cs()) oiler_hit(op, change.left, before.cs());
    if (!hidden(op, hull)) tell_named(op, unit, change, before);
    const bool turned = change.left.used() && !before.used() && !outcome.gone;  // for all to see
    if (turned && hull.unit && !hidden(op, hull))
      op.reveal(Licence::kOilerEmpty, Text("report.fuel.oiler_empty").text("ship", op.name(unit)), where(op), "11.3.2");
  } else if (!hidden(op, hull)) {
    tell_class(op, hull, unit, outcome);
  }
  if (hidden(op, hull)) tell_hidden(op, hull, unit, change, before);
  const bool back = comes_back(op, unit, hull);
  if (outcome.sunk > 0 && !back) note_loss(op, hull.side, force, unit, outcome.sunk);
  if (outcome.damaged > 0) {
    auto& removed = *op.own(hull.side).add_removed();
    removed.set_unit(unit.id);
    removed.set_cs(outcome.damaged);
    removed.set_reason("damaged");
  }
  if (hull.unit) {
    const std::optional<v1::Counter> left = outcome.gone ? std::nullopt : std::optional(change.left);
    change_displayed(op, hull.unit, left, change.apart, back ? outcome.sunk : 0);
  } else {
    take(force, hull.index, before.cs());
    if (!outcome.gone) add(op.reference, force, change.left);
    for (v1::Counter& part : change.apart) add(op.reference, force, std::move(part));
  }
  if (unit.carrier()) lose_wing(op, unit, outcome);
}

Change unchanged(const v1::Counter& ship) {
  Change change;
  change.left = ship;
  return change;
}

}  // namespace

const v1::Counter& counter_of(Operation& op, const Hull& hull) {
  if (hull.unit) return displayed(op, hull.unit).ship();
  return op.force(hull.side, hull.force).ship(hull.index);
}

v1::Force& force_of(Operation& op, const Hull& hull) {
  return op.force(hull.side, hull.unit ? force_key(displayed(op, hull.unit).part(0)) : hull.force);
}

int fighting_cs(const UnitFacts& unit, const v1::Counter& ship) {
  if (ship.dead_in_water() || !ship.towed_by().empty()) return 0;
  return unit.light() && ship.crippled() ? 0 : ship.cs();
}

Outcome inflict_hits(Operation& op, const Hull& hull, int hits) {
  const v1::Counter before = counter_of(op, hull);
  const UnitFacts& unit = op.reference.unit(before.unit());
  Change change = unchanged(before);
  if (hits <= 0) return change.outcome;
  if (unit.ship) {
    hit_named(unit, change, hits);
  } else {
    hit_class(op, hull, unit, change, hits);
  }
  note_hits(op, hull, hits, change);
  settle(op, hull, unit, before, change);
  return change.outcome;
}

Outcome inflict_torpedo(Operation& op, const Hull& hull, const v1::TorpedoDamageTable::Row& row) {
  const v1::Counter before = counter_of(op, hull);
  const UnitFacts& unit = op.reference.unit(before.unit());
  Change change = unchanged(before);
  switch (row.effect()) {
    case Torpedo::NONE:
      return change.outcome;
    case Torpedo::CS_LOST:
      if (unit.ship)
        hit_named(unit, change, row.number());
      else
        hit_class(op, hull, unit, change, row.number());
      break;
    case Torpedo::CS_DIW:
      if (unit.ship)
        hit_named(unit, change, row.number());
      else
        stop_cs(change, row.number());
      break;
    case Torpedo::CRIPPLED:
      if (unit.ship)
        change.left.set_crippled(true);
      else
        cripple_cs(change, 1);
      change.outcome.crippled = 1;
      break;
    case Torpedo::SUNK:
      if (unit.ship)
        sink_named(change);
      else
        sink_cs(change, 1);
      break;
    case Torpedo::CS_SUNK:
      if (unit.ship) {
        hit_named(unit, change, row.number());
        if (!change.outcome.gone && change.left.cs() == 0) sink_named(change);
      } else {
        sink_cs(change, row.number());
      }
      break;
    default:
      throw Broken("pq17: no such torpedo damage");
  }
  if (row.and_crippled() && unit.ship && !change.outcome.gone) change.left.set_crippled(true);
  if (!unit.ship) change.outcome.gone = change.left.cs() == 0;
  note_hits(op, hull, row.effect() == Torpedo::CRIPPLED && unit.ship ? 0 : std::max(1, row.number()), change);
  settle(op, hull, unit, before, change);
  return change.outcome;
}

void forget_odd_hits(Operation& op) {
  for (Side side : kSides) {
    for (v1::Displayed& each : *op.own(side).mutable_display()) each.mutable_ship()->set_hits(0);
    for (v1::Force* force : op.all(side)) {
      for (v1::Counter& ship : *force->mutable_ship()) ship.set_hits(0);
    }
  }
}

void close_losses(Operation& op, Side side, ForceKey key) {
  v1::Force* force = op.find(side, key);
  if (!force || force->kind() == v1::BlockKind::DUMMY) return;
  for (v1::Counter& ship : *force->mutable_ship()) {  // a tow without its tug
    if (ship.towed_by().empty() ||
        std::ranges::find(force->ship(), ship.towed_by(), &v1::Counter::unit) != force->ship().end())
      continue;
    ship.clear_towed_by();
    ship.set_dead_in_water(true);
  }
  if (force->ship().empty()) {
    const Hex hex = op.hex_of(*force);
    const bool on_the_map = op.at_sea(*force) && hex != Hex{};
    if (op.at_sea(*force)) forget_shadows(op, op.block_of(*force));
    if (on_the_map) {
      tell_gone(op, op.block_of(*force), "7");
    } else {
      op.reveal(Licence::kGone,
                Text("report.force_gone_in_port").text("place", op.name(op.reference.place(force->place()))), {}, "7");
    }
    const ForceKey parent(force->dispersed_from());
    op.erase(side, key);
    if (on_the_map) op.regroup(side, hex);  // nobody learns which of several it was
    needs_other_block(op, side, parent);    // an escort without any merchants left
    return;
  }
  needs_other_block(op, side, key);
}

// -- aircraft --

namespace {

void tell_air(Operation& op, const char* id, Loss::Harm harm, const v1::Air::Unit& unit, int cs) {
  op.reveal(Licence::kAirLosses,
            {Text(id).text("unit", op.name(unit)).number("count", cs),
             Loss{harm, op.name(unit), static_cast<std::uint32_t>(cs), seat_of(unit.side()), unit.unit()}},
            where(op), "7.2.3");
}

const char* report_of(AirLoss loss) {
  switch (loss) {
    case AirLoss::kOnTheGround:
      return "report.air.bombed";
    case AirLoss::kAboard:
      return "report.air.lost_aboard";
    case AirLoss::kDitched:
      return "report.air.ditched";
    default:
      return "report.air.shot_down";
  }
}

int air_value(const Operation& op, const v1::AirModel& model) {
  return model.has_vp_halves_per_cs() ? model.vp_halves_per_cs()
                                      : op.reference.box().chart_row(model.type()).vp_halves_per_cs();
}

}  // namespace

void abort_air(Operation& op, AirKey key, int cs) {
  v1::Air::Unit& unit = op.air(key);
  unit.set_aborted(unit.aborted() + cs);
  tell_air(op, "report.air.abort", Loss::kDrivenOff, unit, cs);
}

void damage_air(Operation& op, AirKey key, int cs) {
  v1::Air::Unit& unit = op.air(key);
  unit.set_damaged(unit.damaged() + cs);
  tell_air(op, "report.air.damaged", Loss::kDamaged, unit, cs);
}

void destroy_air(Operation& op, AirKey key, int cs, AirLoss loss) {
  v1::Air::Unit& unit = op.air(key);
  const int lost = std::min(cs, unit.cs());
  unit.set_cs(unit.cs() - lost);
  unit.set_aborted(std::min(unit.aborted(), unit.cs()));
  unit.set_damaged(std::min(unit.damaged(), unit.cs() - unit.aborted()));
  tell_air(op, report_of(loss), Loss::kLost, unit, lost);
  const int value = lost * air_value(op, *op.facts(unit).model);
  if (value != 0 && !bombs_tirpitz_only(op, unit)) {  // [12.4]
    op.score("aircraft_lost", unit.side() == kAllied ? -value : value, unit.unit(), lost);
    op.tell(points_told(op), {}, "2.1.1");
  }
  if (unit.cs() > 0) return;
  for (auto* list : {op.truth.mutable_air()->mutable_unit(), op.own(unit.side()).mutable_aboard()}) {
    for (int i = 0; i < list->size(); ++i) {
      if (key_of(list->Get(i)) != key) continue;
      list->DeleteSubrange(i, 1);
      return;
    }
  }
}

namespace {

v1::Air::Interceptor& interceptors_at(Operation& op, std::string_view airbase) {
  for (v1::Air::Interceptor& each : *op.truth.mutable_air()->mutable_interceptor()) {
    if (each.airbase() == airbase) return each;
  }
  throw Broken("pq17: no Interceptors there");
}

void tell_interceptors(Operation& op, const char* id, Loss::Harm harm, const v1::Air::Interceptor& unit, int cs) {
  Text name = Text("strike.interceptors")
                  .text("model", Text(unit.model() + ".name"))
                  .text("place", op.name(op.reference.place(unit.airbase())));
  const Seat seat = seat_of(op.reference.place(unit.airbase()).side);
  op.reveal(Licence::kAirLosses,
            {Text(id).text("unit", name).number("count", cs),
             Loss{harm, name, static_cast<std::uint32_t>(cs), seat, unit.model()}},
            where(op), "7.2.3");
}

void take_interceptors(v1::Air::Interceptor& unit, int cs) {
  unit.set_cs(unit.cs() - std::min(cs, unit.cs()));
  unit.set_aborted(std::min(unit.aborted(), unit.cs()));
}

}  // namespace

void abort_interceptors(Operation& op, std::string_view airbase, int cs) {
  v1::Air::Interceptor& unit = interceptors_at(op, airbase);
  unit.set_aborted(unit.aborted() + cs);
  tell_interceptors(op, "report.air.abort", Loss::kDrivenOff, unit, cs);
}

void damage_interceptors(Operation& op, std::string_view airbase, int cs) {
  v1::Air::Interceptor& unit = interceptors_at(op, airbase);
  take_interceptors(unit, cs);
  tell_interceptors(op, "report.air.damaged", Loss::kDamaged, unit, cs);
}

void destroy_interceptors(Operation& op, std::string_view airbase, int cs) {
  v1::Air::Interceptor& unit = interceptors_at(op, airbase);
  take_interceptors(unit, cs);
  tell_interceptors(op, "report.air.shot_down", Loss::kLost, unit, cs);
  const int value = cs * air_value(op, *op.reference.box().model(unit.model()));
  const bool allied = op.reference.place(airbase).side == kAllied;
  if (value == 0) return;
  op.score("aircraft_lost", allied ? -value : value, unit.model(), cs);
  op.tell(points_told(op), {}, "2.1.1");
}

}  // namespace wardroom::pq17
