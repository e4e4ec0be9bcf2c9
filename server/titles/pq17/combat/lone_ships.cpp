#include "server/titles/pq17/combat/lone_ships.h"

#include <algorithm>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/torpedoes.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/searching/statements.h"
#include "server/titles/pq17/submarine/boats.h"
#include "server/titles/pq17/submarine/fight.h"

namespace wardroom::pq17 {
namespace {

using Torpedo = v1::TorpedoDamageTable;

// A Convoy Ship by herself: one CS of a class.
struct LoneShip {
  v1::Counter ship;
  bool gone = false;
};

std::vector<LoneShip> lone_ships(const Operation& op, const v1::Force& convoy) {
  std::vector<LoneShip> ships;
  for (const v1::Counter& counter : convoy.ship()) {
    const UnitFacts& unit = op.reference.unit(counter.unit());
    if (!unit.convoy_ship()) continue;
    LoneShip one{counter};
    if (!unit.ship) one.ship.set_cs(1);
    for (int i = 0; i < (unit.ship ? 1 : counter.cs()); ++i) ships.push_back(one);
  }
  return ships;
}

bool alike(const Operation& op, const v1::Counter& a, const v1::Counter& b) {
  if (a.unit() != b.unit()) return false;
  if (op.reference.unit(a.unit()).ship) return true;  // there is but one
  return a.crippled() == b.crippled() && a.dead_in_water() == b.dead_in_water() && a.towed_by() == b.towed_by() &&
         a.used() == b.used();
}

// Counters move about as ships are hit: she is found again by what she is.
Hull hull_of(Operation& op, Side side, ForceKey key, const v1::Counter& ship) {
  const v1::Force& force = op.force(side, key);
  for (int i = 0; i < force.ship_size(); ++i) {
    if (alike(op, force.ship(i), ship)) return hull_in(side, key, i);
  }
  throw Broken("pq17: a lone ship is not in her convoy");
}

// A result for two ships takes one: she is alone.
void hit_lone_ship(Operation& op, Side side, ForceKey key, LoneShip& target, Hex hex) {
  const UnitFacts& unit = op.reference.unit(target.ship.unit());
  const int die = roll_die(op);
  Torpedo::Row row = op.reference.box().torpedo_damage(unit.type, die);
  if (row.number() > 1 && !unit.ship) row.set_number(1);
  Text result("roll.torpedo_damage." + lower(Torpedo::Effect_Name(row.effect())));
  if (row.number() > 0) result.number("number", row.number());
  tell_roll(op, "table.torpedo_damage", name_of(unit.type), {}, {{die, die, std::move(result)}}, hex, "7.3.1",
            std::nullopt, name_of(unit.type));
  const Outcome outcome = inflict_torpedo(op, hull_of(op, side, key, target.ship), row);
  target.gone = outcome.sunk > 0;
  if (target.gone) return;
  if (outcome.stopped > 0 && target.ship.towed_by().empty()) target.ship.set_dead_in_water(true);
  if (outcome.crippled > 0) target.ship.set_crippled(true);
}

void torpedo_lone_ship(Operation& op, Side side, const UnitFacts& boat, const Text& attacker, ForceKey convoy,
                       LoneShip& target, Hex hex) {
  if (target.gone) {
    op.reveal(Licence::kLoneShips, "report.lone_ship_already_sunk", hex, "7.7.2");
    return;
  }
  TorpedoAttack attack;
  attack.attacker = attacker;
  attack.target = "targetcategory.convoy.name";
  attack.situation = situation_in(op, side, hex);
  attack.situation.firer = &boat;
  attack.situation.target_scattered_or_dispersed = true;
  aim_at(op, attack.situation, target.ship);
  attack.dice = boat.ship_class->torpedoes();
  attack.hex = hex;
  attack.aimed_by_submarine = true;
  for (int i = launch(op, attack); i > 0 && !target.gone; --i) hit_lone_ship(op, enemy_of(side), convoy, target, hex);
}

// [7.7.2] One die for the whole Wolfpack.
void roll_for_torpedoes(Operation& op, Side side, v1::Force& wolfpack, Hex hex) {
  const auto& range = op.numbers.combat().scattered_spends_torpedoes();
  const int die = roll_die(op);
  const bool spent = die >= range.from() && die <= range.to();
  tell_roll(op, "roll.torpedoes_left", Text("roll.row.wolfpack").text("force", op.name(op.block_of(wolfpack))), {},
            {{die, die, spent ? "roll.torpedoes_spent" : "roll.torpedoes_kept"}}, hex, "7.7.2");
  if (spent) spend_torpedoes(op, side, wolfpack);
}

// [6.7, 11.1.3] It is surface combat, though without rounds.
void after_sinking(Operation& op, Side side, ForceKey task_force, ForceKey convoy) {
  raise_id_after(op, op.block_of(op.force(side, task_force)), v1::Battle::SURFACE);
  if (v1::Force* left = op.find(enemy_of(side), convoy)) raise_id_after(op, op.block_of(*left), v1::Battle::SURFACE);
  expend_fuel(op, op.force(side, task_force), op.numbers.fuel().surface_combat_cost());
}

}  // namespace

void sink_lone_ship(Operation& op, Side side, ForceKey task_force, ForceKey convoy) {
  const Side enemy = enemy_of(side);
  const Text attacker = name_of_attacker(op, op.force(side, task_force));
  const std::vector<LoneShip> found = lone_ships(op, op.force(enemy, convoy));
  if (!found.empty()) {
    const v1::Counter& victim = found[pick(op, static_cast<std::uint32_t>(found.size()))].ship;
    may_have_changed(op.block_of(op.force(enemy, convoy)));
    op.reveal(Licence::kLoneShips,
              Text("report.lone_ship_sunk")
                  .text("attacker", attacker)
                  .text("ship", name_of(op.reference.unit(victim.unit()).type)),
              op.hex_of(op.force(side, task_force)), "7.7.1");
    Torpedo::Row row;
    row.set_effect(Torpedo::SUNK);
    inflict_torpedo(op, hull_of(op, enemy, convoy, victim), row);
  }
  close_losses(op, enemy, convoy);
  after_sinking(op, side, task_force, convoy);
}

void torpedo_lone_ships(Operation& op, Side side, ForceKey wolfpack, ForceKey convoy) {
  const Side enemy = enemy_of(side);
  const Hex hex = op.hex_of(op.force(side, wolfpack));
  std::vector<LoneShip> ships = lone_ships(op, op.force(enemy, convoy));
  const Text attacker = name_of_attacker(op, op.force(side, wolfpack));
  const int boats = torpedo_cs(op, op.force(side, wolfpack));
  op.reveal(Licence::kLoneShips, Text("report.submarine.attackers").number("count", boats), hex, "7.7.2");
  std::vector<std::size_t> targets;  // each finds one by herself, so two may find the same
  for (int i = 0; i < boats && !ships.empty(); ++i)
    targets.push_back(pick(op, static_cast<std::uint32_t>(ships.size())));
  may_have_changed(op.block_of(op.force(enemy, convoy)));
  const v1::Force& pack = op.force(side, wolfpack);
  const auto able =
      std::ranges::find_if(pack.ship(), [](const v1::Counter& boat) { return boat.torpedoes_spent() == 0; });
  const UnitFacts& boat = op.reference.unit(able->unit());
  for (std::size_t target : targets) torpedo_lone_ship(op, side, boat, attacker, convoy, ships[target], hex);
  close_losses(op, enemy, convoy);
  roll_for_torpedoes(op, side, op.force(side, wolfpack), hex);
  raise_id_after(op, op.block_of(op.force(side, wolfpack)), v1::Battle::SUBMARINE);
  raise_id_of(op, enemy, convoy);
}

}  // namespace wardroom::pq17
