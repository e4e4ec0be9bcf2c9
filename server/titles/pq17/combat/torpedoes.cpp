#include "server/titles/pq17/combat/torpedoes.h"

#include <algorithm>

#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/combat/engagement.h"

namespace wardroom::pq17 {
namespace {

using Torpedo = v1::TorpedoDamageTable;

Text result_of(const Torpedo::Row& row) {
  Text result("roll.torpedo_damage." + lower(Torpedo::Effect_Name(row.effect())));
  if (row.number() > 0) result.number("number", row.number());
  return result;
}

// Counters move about in their force as it is hit: they are found again by what they are.
struct Mark {
  Hull hull;
  v1::Counter ship;
};

bool same_ship(const v1::Counter& a, const v1::Counter& b) {
  return a.unit() == b.unit() && a.dead_in_water() == b.dead_in_water() && a.crippled() == b.crippled() &&
         a.used() == b.used() && a.torpedoes_spent() == b.torpedoes_spent() && a.towed_by() == b.towed_by();
}

bool find_again(Operation& op, Mark& mark) {
  if (mark.hull.unit) {
    if (!find_unit(op, mark.hull.unit)) return false;
  } else {
    const v1::Force* force = op.find(mark.hull.side, mark.hull.force);
    if (!force) return false;
    int index = 0;
    while (index < force->ship_size() && !same_ship(force->ship(index), mark.ship)) ++index;
    if (index == force->ship_size()) return false;
    mark.hull.index = index;
  }
  mark.ship = counter_of(op, mark.hull);
  return true;
}

std::vector<Mark> still_there(Operation& op, const std::vector<Mark>& marks) {
  std::vector<Mark> found;
  for (Mark mark : marks) {
    if (find_again(op, mark)) found.push_back(std::move(mark));
  }
  return found;
}

Mark pick_mark(Operation& op, const std::vector<Mark>& marks, bool always) {
  if (marks.size() == 1 && !always) return marks[0];
  std::vector<int> weights;
  for (const Mark& mark : marks) weights.push_back(ships_in(op, mark.ship));
  return marks[pick_by_weight(op, weights)];
}

// What is stopped or crippled by it can be hit again.
void strike_one(Operation& op, const Mark& mark, const Torpedo::Row& row, std::vector<Mark>& marks) {
  const UnitId newest(op.truth.battle().next_id());
  const Outcome came = inflict_torpedo(op, mark.hull, row);
  if (!mark.hull.unit) {
    Mark now = mark;
    if (came.stopped > 0 && now.ship.towed_by().empty()) now.ship.set_dead_in_water(true);
    if (came.crippled > 0) now.ship.set_crippled(true);
    const auto same = [&](const Mark& other) { return same_ship(other.ship, now.ship); };
    if (std::ranges::none_of(marks, same)) marks.push_back(std::move(now));
    return;
  }
  for (UnitId unit : units_on_display(op, mark.hull.side)) {
    if (unit > newest) marks.push_back({hull_on_display(mark.hull.side, unit), displayed(op, unit).ship()});
  }
}

// "2 Sunk": each ship is drawn by itself.
void sink_one_by_one(Operation& op, const Torpedo::Row& row, Mark first, const std::vector<Mark>& marks, bool always) {
  Torpedo::Row one = row;
  one.set_number(1);
  inflict_torpedo(op, first.hull, one);
  for (int i = 1; i < row.number(); ++i) {
    const std::vector<Mark> left = still_there(op, marks);
    if (left.empty()) return;
    inflict_torpedo(op, pick_mark(op, left, always).hull, one);
  }
}

}  // namespace

int ships_in(const Operation& op, const v1::Counter& ship) {
  return op.reference.unit(ship.unit()).ship ? 1 : ship.cs();
}

int launch(Operation& op, const TorpedoAttack& attack) {
  const auto& table = op.reference.box().torpedo_attack();
  const std::vector<Applied> drms = applied(op, table.modifier(), attack.situation);
  std::vector<Rolled> dice;
  int successes = 0;
  for (int i = 0; i < attack.dice; ++i) {
    const int die = roll_die(op);
    const int modified = die + sum(drms);
    const bool success = modified >= table.success_on();
    if (success) ++successes;
    dice.push_back({die, modified, success ? "roll.hit" : "roll.miss"});
  }
  tell_roll(op, "table.torpedo_attack", Against{attack.situation.side, {attack.attacker}, {attack.target}}, drms, dice,
            attack.hex, "7.3.1", table.success_on());
  return successes;
}

void tell_torpedo_damage(Operation& op, Text victim, Text column, int die, const Torpedo::Row& row,
                         std::optional<Hex> hex) {
  tell_roll(op, "table.torpedo_damage", std::move(victim), {}, {{die, die, result_of(row)}}, hex, "7.3.1", std::nullopt,
            std::move(column));
}

void detonate(Operation& op, TorpedoAttack attack, int successes) {
  std::vector<Mark> marks;
  for (const Hull& hull : attack.among) marks.push_back({hull, counter_of(op, hull)});
  for (int i = 0; i < successes; ++i) {
    const std::vector<Mark> left = still_there(op, marks);
    if (left.empty()) return;
    const Mark mark = pick_mark(op, left, attack.always_drawn);
    const UnitFacts& unit = op.reference.unit(mark.ship.unit());
    const int die = roll_die(op);
    const Torpedo::Row& row = op.reference.box().torpedo_damage(unit.type, die);
    const bool inverted = mark.hull.unit && op.truth.battle().face_down();  // [7.5.9]
    const Text victim = attack.aimed_by_submarine ? name_of(unit.type)
                        : inverted                ? name_on_display(op, mark.hull.unit)
                                                  : op.name(unit);
    tell_torpedo_damage(op, victim, inverted ? Text() : name_of(unit.type), die, row, attack.hex);
    if (row.effect() == Torpedo::CS_SUNK && row.number() > 1 && unit.convoy_ship()) {
      sink_one_by_one(op, row, mark, left, attack.always_drawn);
    } else {
      strike_one(op, mark, row, marks);
    }
  }
}

}  // namespace wardroom::pq17
