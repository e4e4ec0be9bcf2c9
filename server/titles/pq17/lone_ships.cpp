#include "server/titles/pq17/lone_ships.h"

#include <algorithm>

#include "server/titles/pq17/air_combat.h"
#include "server/titles/pq17/air_movement.h"
#include "server/titles/pq17/engagement.h"
#include "server/titles/pq17/fuel.h"
#include "server/titles/pq17/reconnaissance.h"
#include "server/titles/pq17/submarine_combat.h"
#include "server/titles/pq17/submarine_fight.h"
#include "server/titles/pq17/torpedoes.h"

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
Hull hull_of(Operation& op, Side side, int key, const v1::Counter& ship) {
  const v1::Force& force = op.force(side, key);
  for (int i = 0; i < force.ship_size(); ++i) {
    if (alike(op, force.ship(i), ship)) return hull_in(side, key, i);
  }
  throw Broken("pq17: a lone ship is not in her convoy");
}

Text type_name(const UnitFacts& unit) {
  return Text("shiptype." + lower(v1::ShipType::Kind_Name(unit.type)) + ".name");
}

// A result for two ships takes one: she is alone.
void hit_lone_ship(Operation& op, Side side, int key, LoneShip& target, Hex hex) {
  const UnitFacts& unit = op.reference.unit(target.ship.unit());
  const int die = roll_die(op);
  Torpedo::Row row = op.reference.box().torpedo_damage(unit.type, die);
  if (row.number() > 1 && !unit.ship) row.set_number(1);
  Text result("roll.torpedo_damage." + lower(Torpedo::Effect_Name(row.effect())));
  if (row.number() > 0) result.number("number", row.number());
  tell_roll(op, "table.torpedo_damage", type_name(unit), {}, {{die, die, std::move(result)}}, hex, "7.3.1");
  const Outcome outcome = inflict_torpedo(op, hull_of(op, side, key, target.ship), row);
  target.gone = outcome.sunk > 0;
  if (target.gone) return;
  if (outcome.stopped > 0 && target.ship.towed_by().empty()) target.ship.set_dead_in_water(true);
  if (outcome.crippled > 0) target.ship.set_crippled(true);
}

void torpedo_lone_ship(Operation& op, Side side, const UnitFacts& boat, const Text& attacker, int convoy,
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
  if (spent && !op.is(Mutant::kScatteredKeepsTorpedoes)) spend_torpedoes(op, side, wolfpack);
}

// [6.7, 11.1.3] It is surface combat, though without rounds.
void after_sinking(Operation& op, Side side, int task_force, int convoy) {
  if (op.is(Mutant::kLoneShipsFree)) return;
  raise_id_after(op, op.block_of(op.force(side, task_force)), v1::Battle::SURFACE);
  if (v1::Force* left = op.find(enemy_of(side), convoy)) raise_id_after(op, op.block_of(*left), v1::Battle::SURFACE);
  expend_fuel(op, op.force(side, task_force), op.numbers.fuel().surface_combat_cost());
}

// -- contacts --

const v1::Force* force_in(Operation& op, const v1::Contact& contact) {
  const v1::Block* block = contact.block() != 0 ? op.find_block(contact.block()) : nullptr;
  return block ? &op.force_behind(*block) : nullptr;
}

const v1::Air::Unit* air_unit_in(Operation& op, const v1::Contact& contact) {
  return contact.air_unit() != 0 ? op.find_air(contact.air_unit()) : nullptr;
}

// Aircraft on a mission, not those that only patrol.
bool can_bomb(Operation& op, const v1::Air::Unit& unit) {
  return unit.mission() == v1::Air::FLYING && able_cs(op, unit) > 0 && may_attack_at_sea(op, unit);
}

bool can_attack(Operation& op, const v1::Contact& contact) {
  if (const v1::Air::Unit* unit = air_unit_in(op, contact)) return can_bomb(op, *unit);
  const v1::Force* force = force_in(op, contact);
  if (!force) return false;
  if (force->kind() == v1::BlockKind::TASK_FORCE) return true;
  if (force->kind() != v1::BlockKind::WOLFPACK || !submarines_fight_in(op, as_hex(contact.hex()))) return false;
  return (!op.block_of(*force).moved() || op.is(Mutant::kMovedWolfpackAttacks)) &&
         has_torpedoes(op, *force);  // [5.2, A-32]
}

Text own_name(Operation& op, const v1::Contact& contact) {
  if (const v1::Air::Unit* unit = air_unit_in(op, contact)) return op.name(*unit);
  return op.name(*force_in(op, contact));
}

// The enemy cannot see what is behind a block that has made contact.
bool might_attack(Operation& op, const v1::Contact& contact) {
  const v1::Block* block = contact.block() != 0 ? op.find_block(contact.block()) : nullptr;
  return block && (!block->flat() || block->kind() != v1::BlockKind::CONVOY);
}

void drop_contact(Operation& op, int which) {
  auto& contacts = *op.truth.mutable_sea()->mutable_contact();
  contacts.DeleteSubrange(which, 1);
  for (int i = contacts.size() - 1; i >= 0; --i) {
    if (!op.find_block(contacts.Get(i).convoy())) contacts.DeleteSubrange(i, 1);  // nothing is left to be found
  }
}

void attack_by_block(Operation& op, const v1::Contact& contact) {
  const v1::Force& force = *force_in(op, contact);
  const Side side = op.active();
  const int convoy = op.force_behind(op.block(contact.convoy())).key();
  const bool wolfpack = force.kind() == v1::BlockKind::WOLFPACK;
  const Hex hex = as_hex(contact.hex());
  begin_engagement(op, wolfpack ? v1::Battle::SUBMARINE : v1::Battle::SURFACE, side, hex);
  op.reveal(Licence::kLoneShips,
            Text("report.lone_ships.attack").text("attacker", name_of_attacker(op, force)).word("hex", op.word(hex)),
            hex, "7.7");
  if (wolfpack) {
    torpedo_lone_ships(op, side, force.key(), convoy);
  } else {
    sink_lone_ship(op, side, force.key(), convoy);
  }
  end_engagement(op);
}

}  // namespace

void sink_lone_ship(Operation& op, Side side, int task_force, int convoy) {
  const Side enemy = enemy_of(side);
  const Text attacker = name_of_attacker(op, op.force(side, task_force));
  const int ships = op.is(Mutant::kTaskForceSinksTwo) ? 2 : 1;
  for (int i = 0; i < ships; ++i) {
    const std::vector<LoneShip> found = lone_ships(op, op.force(enemy, convoy));
    if (found.empty()) break;
    const v1::Counter& victim = found[pick(op, static_cast<std::uint32_t>(found.size()))].ship;
    may_have_changed(op.block_of(op.force(enemy, convoy)));
    op.reveal(Licence::kLoneShips,
              Text("report.lone_ship_sunk")
                  .text("attacker", attacker)
                  .text("ship", type_name(op.reference.unit(victim.unit()))),
              op.hex_of(op.force(side, task_force)), "7.7.1");
    Torpedo::Row row;
    row.set_effect(Torpedo::SUNK);
    inflict_torpedo(op, hull_of(op, enemy, convoy, victim), row);
  }
  close_losses(op, enemy, convoy);
  after_sinking(op, side, task_force, convoy);
}

void torpedo_lone_ships(Operation& op, Side side, int wolfpack, int convoy) {
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

Task<> attack_contacts(Operation& op) {
  while (true) {
    const auto& contacts = op.truth.sea().contact();
    Menu menu = op.menu(op.active(), v1::MenuKind::CONTACTS, "prompt.contacts");
    menu.rule = "7.7";
    for (int i = 0; i < contacts.size(); ++i) {
      if (!can_attack(op, contacts.Get(i))) continue;
      const v1::Block& convoy = op.block(contacts.Get(i).convoy());
      menu.offer(v1::Verb::ATTACK_SHIPS, i)
          .place(contacts.Get(i).hex())
          .by("6.8.1")
          .says("choice.contact")
          .text("attacker", own_name(op, contacts.Get(i)))
          .text("target", op.name(convoy));
    }
    const bool asked =
        std::ranges::any_of(contacts, [&](const v1::Contact& contact) { return might_attack(op, contact); });
    if (menu.items.empty() && !asked) co_return;
    menu.offer(v1::Verb::DONE).says("choice.dp_72.no");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const int which = answer.at<int>(0);
    const v1::Contact contact = op.truth.sea().contact(which);
    if (contact.air_unit() != 0) {
      const std::vector<int> one{contact.air_unit()};
      co_await strike_lone_ship(op, op.active(), contact.convoy(), one);  // [7.7.3]
    } else {
      attack_by_block(op, contact);
    }
    drop_contact(op, which);
  }
}

}  // namespace wardroom::pq17
