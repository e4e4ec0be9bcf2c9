// Who may fire at whom, and the choice of targets [7.5.2 iii and iv, 7.5.4, 7.5.5].
#include <algorithm>
#include <map>
#include <set>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/surface/battle_parts.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

const v1::GunneryTable::Row* guns_of(const Operation& op, v1::ShipType::Kind type) {
  for (const auto& row : op.reference.box().gunnery().row()) {
    if (std::ranges::find(row.firer(), type) != row.firer().end()) return &row;
  }
  return nullptr;
}

int torpedoes_left(Operation& op, UnitId unit) {
  const UnitFacts& facts = facts_on_display(op, unit);
  const int symbols = facts.ship ? facts.ship->torpedoes() : facts.ship_class->torpedoes();
  const int spent = displayed(op, unit).ship().torpedoes_spent();  // [7.3.2]
  return std::max(0, symbols - spent);
}

// Screens only fire upon those they keep off [7.5.4].
bool only_at_blocked(const Battle::Unit& shown) { return shown.area() == Battle::SCREENING || shown.blocks_size() > 0; }

// All it can be ordered to do with this weapon.
int strength_of(Operation& op, Weapon weapon, UnitId unit) {
  if (weapon == Weapon::kTorpedoes) return torpedoes_left(op, unit);
  return fighting_cs(facts_on_display(op, unit), displayed(op, unit).ship());
}

// The whole Task Force is one Light unit: it may split its fire [7.5.2 iii].
bool lone_light_unit(Operation& op, UnitId unit) {
  const v1::Displayed& each = displayed(op, unit);
  if (!facts_on_display(op, unit).light() || each.part_size() != 1) return false;
  const Side side = unit_on_display(op, unit).side();
  const ForceKey key = force_key(each.part(0));
  const v1::Force& force = op.force(side, key);
  if (force.kind() != v1::BlockKind::TASK_FORCE || force.ship_size() > 0) return false;
  return std::ranges::none_of(op.own(side).display(), [&](const v1::Displayed& other) {
    return id_of(other) != unit &&
           std::ranges::any_of(other.part(), [&](const auto& part) { return force_key(part) == key; });
  });
}

class Assignment {
 public:
  Assignment(Operation& op, Side side, Weapon weapon, const std::vector<Shot>& shots)
      : op_(op), weapon_(weapon), shots_(shots) {
    for (UnitId unit : units_on_display(op, side)) {
      if (can_use(op, weapon, unit)) targets_[unit] = targets_of(op, weapon, unit);
    }
  }

  const std::map<UnitId, std::vector<UnitId>>& targets() const { return targets_; }

  int left(UnitId unit) const {
    int left = strength_of(op_, weapon_, unit);
    for (const Shot& shot : shots_) {
      if (shot.firer == unit) left = may_split(unit) ? left - shot.weight : 0;
    }
    return left;
  }
  bool may_split(UnitId unit) const { return weapon_ == Weapon::kGuns && lone_light_unit(op_, unit); }

  // Who could fire at nobody else, once this one is taken by another.
  std::vector<UnitId> locked_out(UnitId unit, UnitId target) const {
    std::vector<UnitId> found;
    for (const auto& [other, enemies] : targets_) {
      const bool only_this = enemies.size() == 1 && enemies.front() == target;
      if (other != unit && left(other) > 0 && only_this && !targeted(target)) found.push_back(other);
    }
    return found;
  }
  // Who has somebody to fire at, and no orders.
  std::vector<UnitId> idle() const {
    std::vector<UnitId> found;
    for (const auto& [unit, enemies] : targets_) {
      if (!enemies.empty() && left(unit) > 0) found.push_back(unit);
    }
    return found;
  }

  // Every enemy not screened is targeted once before any is twice.
  bool allowed(UnitId unit, UnitId target) const {
    if (has(unit, target)) return false;
    std::vector<UnitId> firers;
    for (const Shot& shot : shots_) {
      if (shot.target == target) firers.push_back(shot.firer);
    }
    if (firers.empty()) return true;
    for (const auto& [other, enemies] : targets_) {
      const bool could = left(other) > 0 || std::ranges::find(firers, other) != firers.end();
      if (could && std::ranges::any_of(enemies, [&](UnitId enemy) { return !targeted(enemy); })) return false;
    }
    return true;
  }

 private:
  bool has(UnitId unit, UnitId target) const {
    return std::ranges::any_of(shots_, [&](const Shot& shot) { return shot.firer == unit && shot.target == target; });
  }
  bool targeted(UnitId enemy) const { return std::ranges::find(shots_, enemy, &Shot::target) != shots_.end(); }

  Operation& op_;
  Weapon weapon_;
  const std::vector<Shot>& shots_;
  std::map<UnitId, std::vector<UnitId>> targets_;
};

Text names_of(Operation& op, const std::vector<UnitId>& units) {
  std::vector<Text> names;
  for (UnitId unit : units) names.push_back(own_name(op, unit));
  return listed(std::move(names));
}

void offer_guns(Operation& op, Menu& menu, const Assignment& assignment, UnitId unit, UnitId target) {
  const int left = assignment.left(unit);
  Item& item = menu.offer(v1::Verb::SHOOT, unit, target);
  item.says("choice.gunnery.fire").text("ship", own_name(op, unit)).text("target", name_of_stack(op, target));
  const std::vector<UnitId> locked_out = assignment.locked_out(unit, target);
  if (!locked_out.empty()) item.would(Text("would.locks_out").text("ships", names_of(op, locked_out)));
  if (!assignment.may_split(unit)) return;
  for (int cs = 1; cs < left; ++cs) {  // a third number: so many CS of it
    menu.offer(v1::Verb::SHOOT, unit, target, cs)
        .says("choice.gunnery.split")
        .text("ship", own_name(op, unit))
        .number("cs", cs)
        .text("target", name_of_stack(op, target));
  }
}

void offer_torpedoes(Operation& op, Menu& menu, const Assignment& assignment, UnitId unit, UnitId target) {
  for (int symbols = 1; symbols <= assignment.left(unit); ++symbols) {
    menu.offer(v1::Verb::LAUNCH_TORPEDOES, unit, target, symbols)
        .by("7.3.2")
        .says("choice.torpedoes.salvo")
        .text("ship", own_name(op, unit))
        .number("count", symbols)
        .text("target", name_of_stack(op, target));
  }
}

Menu menu_for(Operation& op, const Fight& fight, Side side, Weapon weapon) {
  const bool guns = weapon == Weapon::kGuns;
  Menu menu = op.menu(side, guns ? ReactionKind(v1::MenuKind::GUNNERY) : ReactionKind(v1::MenuKind::TORPEDOES), {},
                      asking_of(op, side));
  if (fight.battle().among_merchants()) {
    menu.prompt = Text("prompt.among_merchants").number("count", fight.battle().merchant_rounds());
    menu.rule = "7.5.8";
  } else {
    menu.prompt = Text(guns ? "prompt.gunnery" : "prompt.torpedoes.round").number("round", op.truth.battle().round());
    menu.rule = "7.5.2";
  }
  return menu;
}

// He is asked, for all the enemy can see.
bool for_show(const Operation& op, Side side, Weapon weapon) {
  if (!face_down(op)) return false;
  return std::ranges::any_of(op.truth.battle().unit(), [&](const Battle::Unit& unit) {
    return unit.side() == side && (weapon == Weapon::kGuns || unit.area() == Battle::TORPEDO_ATTACK);
  });
}

}  // namespace

bool screened_from(Operation& op, UnitId unit, UnitId enemy) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  return std::ranges::any_of(op.truth.battle().unit(), [&](const Battle::Unit& screen) {
    if (screen.side() != shown.side() || std::ranges::find(screen.blocks(), enemy.value) == screen.blocks().end())
      return false;
    if (helpless(op, id_of(screen))) return false;
    if (screen.covers() == 0) return shown.area() == Battle::WITHDRAWAL;
    const std::vector<UnitId> stack = stack_of(op, unit);
    return shown.area() == Battle::DEPLOYMENT && std::ranges::find(stack, UnitId(screen.covers())) != stack.end();
  });
}

bool can_use(Operation& op, Weapon weapon, UnitId unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const UnitFacts& facts = facts_on_display(op, unit);
  if (fighting_cs(facts, displayed(op, unit).ship()) == 0) return false;
  if (weapon == Weapon::kTorpedoes) {
    const bool allowed = battle_weather(op).asw_and_torpedoes();  // [9.2.5]
    return allowed && shown.area() == Battle::TORPEDO_ATTACK && facts.type != v1::ShipType::ES &&
           torpedoes_left(op, unit) > 0;
  }
  if (facts.type == v1::ShipType::ES) return false;  // [7.5.5]
  const auto* row = guns_of(op, facts.type);
  if (!row) return false;
  return !row->only_in_torpedo_area() || shown.area() == Battle::TORPEDO_ATTACK;
}

std::vector<UnitId> targets_of(Operation& op, Weapon weapon, UnitId unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const v1::ShipType::Kind type = facts_on_display(op, unit).type;
  std::vector<UnitId> found;
  for (UnitId enemy : units_on_display(op, enemy_of(shown.side()))) {
    if (only_at_blocked(shown) && std::ranges::find(shown.blocks(), enemy.value) == shown.blocks().end()) continue;
    if (screened_from(op, enemy, unit)) continue;
    if (screened_from(op, unit, enemy)) continue;
    if (!leads_stack(op, enemy)) continue;
    const auto guns = type == v1::ShipType::ES ? v1::ShipType::TB : type;
    const bool in_vain = weapon == Weapon::kGuns && std::ranges::none_of(stack_of(op, enemy), [&](UnitId each) {
                           return op.reference.box().gunnery_hit(guns, facts_on_display(op, each).type).has_value();
                         });
    if (!in_vain || face_down(op)) found.push_back(enemy);  // what cannot be hit is no target, if one sees what it is
  }
  return found;
}

namespace {

// Whatever may be ordered to fire now.
void offer_targets(Operation& op, Menu& menu, const Assignment& assignment, Weapon weapon) {
  for (const auto& [unit, enemies] : assignment.targets()) {
    if (assignment.left(unit) == 0) continue;
    for (UnitId target : enemies) {
      if (!assignment.allowed(unit, target)) continue;
      if (weapon == Weapon::kGuns) {
        offer_guns(op, menu, assignment, unit, target);
      } else {
        offer_torpedoes(op, menu, assignment, unit, target);
      }
    }
  }
}

// Until they fire everything may be changed [7.5.2 iii].
void offer_to_take_back(Operation& op, Menu& menu, const std::vector<Shot>& shots) {
  std::set<UnitId> firers;
  for (const Shot& shot : shots) firers.insert(shot.firer);
  for (UnitId unit : firers) {
    menu.offer(v1::Verb::TAKE_BACK_AIM, unit).says("choice.take_back_aim").text("ship", own_name(op, unit));
  }
}

// Orders that were allowed only because of these go with them.
void take_back(Operation& op, Side side, Weapon weapon, std::vector<Shot>& shots, UnitId unit) {
  std::vector<Shot> kept;
  for (const Shot& shot : shots) {
    if (shot.firer != unit && Assignment(op, side, weapon, kept).allowed(shot.firer, shot.target)) kept.push_back(shot);
  }
  shots = std::move(kept);
}

void offer_to_fire(Operation& op, Menu& menu, const Assignment& assignment, Weapon weapon, bool some) {
  const bool guns = weapon == Weapon::kGuns;
  Item& item = menu.offer(v1::Verb::DONE);
  item.says(guns ? "choice.gunnery.finish" : some ? "choice.torpedoes.finish" : "choice.torpedoes.hold");
  const std::vector<UnitId> idle = assignment.idle();
  if (guns && !idle.empty()) item.would(Text("would.hold_fire").text("ships", names_of(op, idle)));
}

}  // namespace

Task<> assign_targets(Operation& op, const Fight& fight, Side side, Weapon weapon, std::vector<Shot>& shots,
                      bool heads_step) {
  for (bool first = heads_step;; first = false) {
    Menu menu = menu_for(op, fight, side, weapon);
    const Assignment assignment(op, side, weapon, shots);
    offer_targets(op, menu, assignment, weapon);
    if (menu.items.empty() && shots.empty() && !for_show(op, side, weapon))
      co_return;  // how many can fire does not show
    offer_to_fire(op, menu, assignment, weapon, !shots.empty());
    offer_to_take_back(op, menu, shots);
    head_of_step(op, menu, first);
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const auto unit = answer.at<UnitId>(0);
    if (answer.verb == v1::Verb::TAKE_BACK_AIM) {
      take_back(op, side, weapon, shots, unit);
      continue;
    }
    const int weight = answer.arguments.size() > 2 ? answer.at<int>(2) : Assignment(op, side, weapon, shots).left(unit);
    shots.push_back({unit, answer.at<UnitId>(1), weight});
  }
}

}  // namespace wardroom::pq17
