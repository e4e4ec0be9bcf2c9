// Strikes without a line of ships: on aircraft at an airbase, and on single ships of a Scattered or Dispersed convoy
// [7.1.3, 7.2.5, 7.2.6, 7.7.3].
#include <algorithm>

#include "server/titles/pq17/air/combat.h"
#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/torpedoes.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/forces/components.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;
using Torpedo = v1::TorpedoDamageTable;

// -- airbases --

std::vector<AirKey> parked(Operation& op, const Strike& strike) {
  std::vector<AirKey> found;
  for (const Air::Unit* unit : op.aircraft(strike.defender())) {
    if (unit->base() == strike.place->id && unit->mission() == Air::AT_BASE && unit->cs() > 0)
      found.push_back(key_of(*unit));
  }
  return found;
}

// The first wave in which there is room at this target.
int wave_for(Operation& op, int index, AirKey target) {
  int wave = 1;
  while (!room_for(op, index, target.value, wave)) ++wave;
  return wave;
}

Task<> choose_parked(Operation& op, const Strike& strike) {
  for (int index : raiders(op)) {
    Menu menu =
        op.menu(strike.attacker, v1::MenuKind::PARKED_TARGETS, "prompt.parked_target", asking_of(op, strike.attacker));
    menu.prompt.text("place", op.name(*strike.place)).text("unit", name_of(op, raid(op, index)));
    menu.rule = "7.2.4";
    for (AirKey key : parked(op, strike)) {
      const int first = wave_for(op, index, key);
      const Text target = op.name(op.air(key));
      menu.offer(v1::Verb::TARGET_PARKED, index, key).says("choice.parked_target.target").text("target", target);
      for (int wave = first + 1; wave <= last_wave(op) + 1; ++wave) {  // a third number: he waits for a later wave
        if (!room_for(op, index, key.value, wave)) continue;
        menu.offer(v1::Verb::TARGET_PARKED, index, key, wave)
            .says("choice.parked_target.later")
            .number("wave", wave)
            .text("target", target);
      }
    }
    if (!menu.items.empty()) menu.offer(v1::Verb::FORGO, index).says("choice.target_gone.forgo");
    Action answer = make_action(v1::Verb::FORGO, index);
    if (!menu.items.empty()) answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::FORGO) {
      forgo(op, strike, index);
      continue;
    }
    const auto target = answer.at<AirKey>(1);
    raid(op, index).set_wave(answer.arguments.size() > 2 ? answer.at<int>(2) : wave_for(op, index, target));
    raid(op, index).set_target(target.value);
    op.tell(Text("report.air.assigned")
                .text("unit", name_of(op, raid(op, index)))
                .text("target", op.name(op.air(target)))
                .text("ordnance", "ordnance.bombs.name"),
            strike.hex, "7.2.4");
  }
}

// One die for each CS that came through; how many reach the number in the cell [7.2.6]. None: nothing can.
int drop_bombs(Operation& op, const Strike& strike, const Raid& by, const Situation& at, std::optional<int> needed,
               Text target) {
  const std::vector<Applied> drms = applied(op, op.reference.box().bombing().modifier(), at);
  std::vector<Rolled> dice;
  int hits = 0;
  for (int i = 0; i < able_cs(op, by); ++i) {
    const int die = roll_die(op);
    const bool hit = needed && die + sum(drms) >= *needed;
    if (hit) ++hits;
    dice.push_back({die, die + sum(drms), hit ? "roll.hit" : "roll.miss"});
  }
  tell_roll(op, "table.bombing", Against{strike.attacker, {name_of(op, by)}, {std::move(target)}}, drms, dice,
            strike.hex, "7.2.6", needed, at.target ? name_of(at.target->type) : Text());
  return hits;
}

void bomb_parked(Operation& op, const Strike& strike, int index) {
  const Raid by = raid(op, index);
  const AirKey target(by.target());
  raid(op, index).set_over(true);
  if (!op.find_air(target)) return;
  Situation at = situation_in(op, strike.attacker, strike.hex);
  at.night = strike.night;
  at.firer_air = &model_of(op, by);
  const auto needed = op.reference.box().bombing_hit_on_parked(bombing_row(model_of(op, by), strike));
  const int hits = drop_bombs(op, strike, by, at, needed, op.name(op.air(target)));
  if (hits > 0) destroy_air(op, target, hits, AirLoss::kOnTheGround);
}

// Those still on the ground on either side of one that was destroyed, in the line of the base [7.2.6].
std::vector<AirKey> beside(Operation& op, const std::vector<AirKey>& line, AirKey lost) {
  const auto at = std::ranges::find(line, lost);
  const auto is_left = [&](AirKey key) { return op.find_air(key) != nullptr; };
  const auto before = std::find_if(std::make_reverse_iterator(at), line.rend(), is_left);
  const auto after = std::find_if(at, line.end(), is_left);
  std::vector<AirKey> found;
  if (before != line.rend()) found.push_back(*before);
  if (after != line.end()) found.push_back(*after);
  return found;
}

Task<> choose_parked_again(Operation& op, const Strike& strike, const std::vector<AirKey>& line, int index) {
  const Raid& of = raid(op, index);
  Menu menu =
      op.menu(strike.attacker, v1::MenuKind::LATER_WAVE, "prompt.target_gone.parked", asking_of(op, strike.attacker));
  menu.prompt.text("unit", name_of(op, of));
  menu.rule = "7.2.6";
  for (AirKey key : beside(op, line, AirKey(of.target()))) {
    if (!room_for(op, index, key.value, of.wave())) continue;
    menu.offer(v1::Verb::SWITCH_TARGET, index, key)
        .says("choice.target_gone.switch")
        .text("target", op.name(op.air(key)));
  }
  co_await switch_target(op, strike, index, std::move(menu));
}

Task<> resolve_airbase_waves(Operation& op, const Strike& strike, std::vector<AirKey> line) {
  const int guns = strike.place->airbase->aa();
  const int last = last_wave(op);
  for (int wave = 1; wave <= last; ++wave) {
    for (int index : raiders(op)) {
      const bool gone = raid(op, index).wave() == wave && !op.find_air(AirKey(raid(op, index).target()));
      if (gone) co_await choose_parked_again(op, strike, line, index);
    }
    const auto now = [&] {
      std::vector<int> found;
      for (int index : raiders(op)) {
        if (raid(op, index).wave() == wave && op.find_air(AirKey(raid(op, index).target()))) found.push_back(index);
      }
      return found;
    };
    if (now().empty()) continue;
    op.truth.mutable_battle()->set_wave(wave);
    tell_wave(op, strike, wave);
    for (int index : now()) {
      const Text firer = Text("strike.guns_of").text("place", op.name(*strike.place));
      suffer(op, index, fire_at(op, strike, raid(op, index), firer, nullptr, guns, 0));
    }
    for (int index : now()) bomb_parked(op, strike, index);
  }
}

// -- single ships [7.7.3] --

// A Convoy Ship, drawn: one CS of a class counts as one ship.
int draw_ship(Operation& op, const v1::Force& convoy) {
  std::vector<int> weights;
  for (const v1::Counter& ship : convoy.ship()) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    weights.push_back(unit.convoy_ship() ? unit.ship ? 1 : ship.cs() : 0);
  }
  return static_cast<int>(pick_by_weight(op, weights));
}

bool has_convoy_ship(Operation& op, const v1::Force& convoy) {
  return std::ranges::any_of(convoy.ship(),
                             [&](const v1::Counter& ship) { return op.reference.unit(ship.unit()).convoy_ship(); });
}

Task<> choose_weapons(Operation& op, const Strike& strike) {
  for (int index : raiders(op)) {
    const v1::AirModel& model = model_of(op, raid(op, index));
    const bool torpedoes = model.torpedoes() > 0 && torpedoes_possible(op, strike);
    const bool bombs =
        model.torpedoes() == 0 || op.reference.box().chart_row(model.type()).chooses_bombs_or_torpedoes();
    if (!torpedoes && !bombs) {
      raid(op, index).set_over(true);
      continue;
    }
    raid(op, index).set_wave(1);
    raid(op, index).set_torpedoes(torpedoes);
    if (!torpedoes || !bombs) continue;
    Menu menu =
        op.menu(strike.attacker, v1::MenuKind::STRIKE_TARGETS, "prompt.strike_target", asking_of(op, strike.attacker));
    menu.prompt.text("unit", name_of(op, raid(op, index)));
    menu.rule = "7.7.3";
    menu.offer(v1::Verb::TARGET, index, 0, 0, 1)
        .says("choice.strike_target.bombs")
        .number("wave", 1)
        .text("target", "strike.lone_ship");
    menu.offer(v1::Verb::TARGET, index, 0, 1, 1)
        .says("choice.strike_target.torpedoes")
        .number("wave", 1)
        .text("target", "strike.lone_ship");
    const Action answer = co_await op.table.ask(std::move(menu));
    raid(op, index).set_torpedoes(answer.at<int>(2) != 0);
  }
}

void bomb_ship(Operation& op, const Strike& strike, const Raid& by, const Hull& hull) {
  const v1::Counter ship = counter_of(op, hull);
  const UnitFacts& unit = op.reference.unit(ship.unit());
  Situation at = situation_in(op, strike.attacker, strike.hex);
  at.firer_air = &model_of(op, by);
  at.target_scattered_or_dispersed = true;
  aim_at(op, at, ship);
  const auto needed = op.reference.box().bombing_hit(bombing_row(model_of(op, by), strike), unit.type);
  const int hits = drop_bombs(op, strike, by, at, needed, op.name(unit));
  if (hits > 0) inflict_hits(op, hull, unit.ship ? hits : 1);
}

void torpedo_ship(Operation& op, const Strike& strike, const Raid& by, const Hull& hull) {
  const v1::Counter ship = counter_of(op, hull);
  const UnitFacts& unit = op.reference.unit(ship.unit());
  TorpedoAttack attack;
  attack.attacker = name_of(op, by);
  attack.target = op.name(unit);
  attack.situation = situation_in(op, strike.attacker, strike.hex);
  attack.situation.firer_air = &model_of(op, by);
  attack.situation.target_scattered_or_dispersed = true;
  aim_at(op, attack.situation, ship);
  attack.dice = able_cs(op, by) * model_of(op, by).torpedoes();
  attack.hex = strike.hex;
  const int successes = launch(op, attack);
  if (unit.ship) {
    attack.among = {hull};
    detonate(op, attack, successes);
    return;
  }
  for (int i = 0; i < successes; ++i) {  // it is one ship, however many torpedoes
    const int die = roll_die(op);
    Torpedo::Row row = op.reference.box().torpedo_damage(unit.type, die);
    row.set_number(std::min(row.number(), 1));
    tell_torpedo_damage(op, op.name(unit), name_of(unit.type), die, row, strike.hex);
    const Outcome outcome = inflict_torpedo(op, hull, row);
    if (outcome.sunk + outcome.stopped + outcome.crippled > 0) return;
  }
}

void attack_ship(Operation& op, const Strike& strike, ForceKey key, int index) {
  v1::Force* convoy = op.find(strike.defender(), key);
  if (!convoy || !has_convoy_ship(op, *convoy)) {
    raid(op, index).set_over(true);
    return;
  }
  const Hull hull = hull_in(strike.defender(), key, draw_ship(op, *convoy));
  v1::Counter ship = counter_of(op, hull);
  const UnitFacts& unit = op.reference.unit(ship.unit());
  if (!unit.ship) ship.set_cs(1);
  op.reveal(Licence::kLoneShips,
            Text("report.air.assigned")
                .text("unit", name_of(op, raid(op, index)))
                .text("target", op.name(unit))
                .text("ordnance", raid(op, index).torpedoes() ? "ordnance.torpedoes.name" : "ordnance.bombs.name"),
            strike.hex, "7.7.3");
  const int guns = dice_of(op, anti_aircraft_of(unit, ship));
  suffer(op, index, fire_at(op, strike, raid(op, index), op.name(unit), &unit, guns, 0));
  if (raid(op, index).over()) return;
  const Raid by = raid(op, index);
  raid(op, index).set_over(true);
  if (by.torpedoes()) {
    torpedo_ship(op, strike, by, hull);
  } else {
    bomb_ship(op, strike, by, hull);
  }
}

}  // namespace

Task<> strike_airbase(Operation& op, Side attacker, std::string place, std::vector<AirKey> air_units) {
  const PlaceFacts& base = op.reference.place(place);
  const Strike strike{.attacker = attacker, .hex = base.hex, .place = &base, .night = op.night()};
  begin_engagement(op, v1::Battle::AIR_STRIKE, attacker, base.hex).set_place(base.id);
  begin_strike(op, strike);
  note_carrier_strike(op, attacker, air_units, base.hex);  // [12.5]
  op.tell({Text("report.air.attack_airbase").word("side", word_of(attacker)).text("place", op.name(base)),
           told::Milestone{told::Milestone::kEngagement, v1::Battle::AIR_STRIKE}},
          base.hex, "7.1.3");
  roll_surprise(op, strike);
  put_raids(op, air_units);
  co_await scramble(op, strike);
  co_await fight_in_the_air(op, strike);
  std::vector<AirKey> line = parked(op, strike);
  co_await choose_parked(op, strike);
  co_await resolve_airbase_waves(op, strike, std::move(line));
  all_home(op, strike);
  op.tell({Text("report.air.over").text("force", op.name(base)), strike_over()}, base.hex, "7.2");
  end_engagement(op);
}

Task<> strike_lone_ship(Operation& op, Side attacker, BlockId block, std::vector<AirKey> air_units) {
  const v1::Block& target = op.block(block);
  const Hex hex = as_hex(target.hex());
  const Strike strike{.attacker = attacker, .hex = hex, .night = op.night()};
  begin_engagement(op, v1::Battle::AIR_STRIKE, attacker, hex);
  begin_strike(op, strike);
  op.own(strike.defender()).add_engaged(op.force_behind(target).key());
  roll_surprise(op, strike);
  co_await attack_lone_ship(op, strike, block, std::move(air_units));
}

Task<> attack_lone_ship(Operation& op, Strike strike, BlockId block, std::vector<AirKey> air_units) {
  const ForceKey key(op.own(strike.defender()).engaged(0));
  const Text name = op.name(op.block(block));
  if (op.force(strike.defender(), key).dispersed_from() != 0) {
    op.reveal(Licence::kDispersedHere, Text("report.shadowing.dispersed").word("hex", op.word(strike.hex)), strike.hex,
              "7.7");
  }
  put_raids(op, air_units);
  co_await scramble(op, strike);
  co_await fight_in_the_air(op, strike);
  co_await choose_weapons(op, strike);
  look_for_ice(op, strike);
  for (int index : raiders(op)) attack_ship(op, strike, key, index);
  all_home(op, strike);
  conclude(op, strike, {block});
  op.tell({Text("report.air.over").text("force", name), strike_over()}, strike.hex, "7.2");
  end_engagement(op);
}

}  // namespace wardroom::pq17
