// Steps iii and iv of a round: guns and torpedoes [7.3, 7.5.2, 7.5.3].
#include <algorithm>
#include <map>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/torpedoes.h"
#include "server/titles/pq17/surface/battle_parts.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

Situation aimed(Operation& op, const Shot& shot) {
  const Battle::Unit& firer = unit_on_display(op, shot.firer);
  const Battle::Unit& target = unit_on_display(op, shot.target);
  Situation at = situation_in(op, firer.side(), battle_hex(op));
  at.firer = &facts_on_display(op, shot.firer);
  at.firer_evading = firer.evading();
  at.firer_critical_fuel = critical_fuel(op, shot.firer);
  aim_at(op, at, displayed(op, shot.target).ship());
  at.target_evading = target.evading();
  return at;
}

std::optional<int> hit_number(Operation& op, const Shot& shot) {
  const auto firer = facts_on_display(op, shot.firer).type;
  const auto row = firer == v1::ShipType::ES ? v1::ShipType::TB : firer;
  return op.reference.box().gunnery_hit(row, facts_on_display(op, shot.target).type);
}

// One die for each CS; how many hit.
int shoot(Operation& op, const Shot& shot) {
  const std::vector<Applied> drms = applied(op, op.reference.box().gunnery().modifier(), aimed(op, shot));
  const std::optional<int> needed = hit_number(op, shot);
  std::vector<Rolled> dice;
  int hits = 0;
  for (int i = 0; i < shot.weight; ++i) {
    const int die = roll_die(op);
    const int modified = die + sum(drms);
    const bool hit = needed && modified >= *needed;
    hits += hit ? 1 : 0;
    dice.push_back({die, modified, hit ? "roll.hit" : "roll.miss"});
  }
  const bool hidden = face_down(op);  // it would tell what lies there [7.5.9]
  const auto party = [&](UnitId unit) {
    return told::Party{name_on_display(op, unit), hidden ? std::string() : facts_on_display(op, unit).id};
  };
  Against row{unit_on_display(op, shot.firer).side(), party(shot.firer), party(shot.target)};
  tell_roll(op, "table.gunnery", std::move(row), drms, dice, battle_place(op), "7.5.2", hidden ? std::nullopt : needed,
            hidden ? Text() : name_of(facts_on_display(op, shot.target).type));
  return hits;
}

// Whoever fires at a stack: each die is for one of its ships.
std::vector<Shot> shots_at_ships(Operation& op, const std::vector<Shot>& shots) {
  std::vector<Shot> single;
  for (const Shot& shot : shots) {
    if (stack_of(op, shot.target).size() == 1) {
      single.push_back(shot);
      continue;
    }
    std::map<UnitId, int> dice;
    for (int i = 0; i < shot.weight; ++i) ++dice[hit_in_stack(op, shot.target)];
    for (const auto& [ship, weight] : dice) single.push_back({shot.firer, ship, weight});
  }
  return single;
}

// Everybody counts the dice of a counter that lies face down [7.5.9].
void note_fire(Operation& op, const std::vector<Shot>& shots) {
  std::map<UnitId, int> dice;
  for (const Shot& shot : shots) dice[shot.firer] += shot.weight;
  for (const auto& [unit, cs] : dice) {
    Battle::Seen& seen = *unit_on_display(op, unit).mutable_seen();
    seen.set_cs(std::max(seen.cs(), cs));
  }
}

// All fire before any hit counts.
void resolve_guns(Operation& op, const std::vector<Shot>& assigned) {
  const std::vector<Shot> shots = shots_at_ships(op, assigned);
  std::vector<int> hits;
  for (const Shot& shot : shots) hits.push_back(shoot(op, shot));
  if (face_down(op)) note_fire(op, assigned);
  for (std::size_t i = 0; i < shots.size(); ++i) {
    const Battle::Unit* target = find_unit(op, shots[i].target);
    if (target) inflict_hits(op, hull_on_display(target->side(), shots[i].target), hits[i]);
  }
}

struct Salvo {
  TorpedoAttack attack;
  std::vector<UnitId> targets;  // the whole stack
  int successes;
};

Salvo launch_salvo(Operation& op, const Shot& shot) {
  const UnitFacts& firer = facts_on_display(op, shot.firer);
  v1::Counter& ship = *displayed(op, shot.firer).mutable_ship();
  Salvo salvo{};
  salvo.targets = stack_of(op, shot.target);
  salvo.attack.attacker = name_on_display(op, shot.firer);
  salvo.attack.target = name_of_stack(op, shot.target);
  salvo.attack.situation = aimed(op, shot);
  salvo.attack.dice = shot.weight * (firer.light() ? fighting_cs(firer, ship) : 1);  // [7.3]
  salvo.attack.hex = battle_place(op);
  salvo.successes = launch(op, salvo.attack);
  ship.set_torpedoes_spent(ship.torpedoes_spent() + shot.weight);  // [7.3.2]
  if (face_down(op)) {
    Battle::Seen& seen = *unit_on_display(op, shot.firer).mutable_seen();
    seen.set_torpedoes(std::max(seen.torpedoes(), salvo.attack.dice));
  }
  show_display(op);
  return salvo;
}

void resolve_torpedoes(Operation& op, const std::vector<Shot>& shots) {
  std::vector<Salvo> salvoes;
  for (const Shot& shot : shots) salvoes.push_back(launch_salvo(op, shot));
  for (Salvo& salvo : salvoes) {
    for (UnitId unit : salvo.targets) {  // that are still afloat
      if (const Battle::Unit* target = find_unit(op, unit))
        salvo.attack.among.push_back(hull_on_display(target->side(), unit));
    }
    if (!salvo.attack.among.empty()) detonate(op, std::move(salvo.attack), salvo.successes);
  }
}

void in_order(std::vector<Shot>& shots) { std::ranges::stable_sort(shots, {}, &Shot::firer); }

Task<> aim_torpedoes(Operation& op, const Fight& fight, Side side, std::vector<Shot>& shots) {
  std::vector<Shot> chosen;
  co_await assign_targets(op, fight, side, Weapon::kTorpedoes, chosen);
  in_order(chosen);
  for (const Shot& shot : chosen) {
    op.tell(Text("report.battle.torpedoes_aimed")
                .text("ship", name_on_display(op, shot.firer))
                .text("target", name_of_stack(op, shot.target)),
            battle_place(op), "7.5.2");
    shots.push_back(shot);
  }
}

}  // namespace

Task<> gunnery(Operation& op, const Fight& fight) {
  std::vector<Shot> allied;
  std::vector<Shot> axis;
  co_await op.table.together(assign_targets(op, fight, kAllied, Weapon::kGuns, allied),
                             assign_targets(op, fight, kAxis, Weapon::kGuns, axis));
  in_order(allied);
  in_order(axis);
  std::vector<Shot>& first = fight.attacker == kAllied ? allied : axis;
  const std::vector<Shot>& second = fight.attacker == kAllied ? axis : allied;
  first.insert(first.end(), second.begin(), second.end());
  resolve_guns(op, first);
}

Task<> torpedo_attacks(Operation& op, const Fight& fight) {
  std::vector<Shot> shots;
  co_await aim_torpedoes(op, fight, fight.defender(), shots);
  co_await aim_torpedoes(op, fight, fight.attacker, shots);
  resolve_torpedoes(op, shots);
}

Task<> fire_alone(Operation& op, const Fight& fight, Side side) {
  std::vector<Shot> guns;
  co_await assign_targets(op, fight, side, Weapon::kGuns, guns, true);
  in_order(guns);
  resolve_guns(op, guns);
  std::vector<Shot> torpedoes;
  co_await aim_torpedoes(op, fight, side, torpedoes);
  resolve_torpedoes(op, torpedoes);
}

}  // namespace wardroom::pq17
