// Stacks on the Battle Display [7.2.4, 7.5.2]: as usual Convoy Ships lie in as few as can be and Light Ships alone;
// their owner may have it otherwise, up to the limits. A counter is never broken up.
#include <algorithm>

#include "server/titles/pq17/surface/battle_parts.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

// CS of a stack of such ships; 0: they do not stack.
int limit_of(Operation& op, UnitId unit) {
  const UnitFacts& facts = facts_on_display(op, unit);
  if (displayed(op, unit).ship().dead_in_water()) return 0;
  if (facts.convoy_ship()) return op.numbers.combat().convoy_stack_cs();
  return facts.light() ? op.numbers.combat().light_stack_cs() : 0;
}

bool alike(Operation& op, UnitId unit, UnitId other) {
  return facts_on_display(op, unit).convoy_ship() == facts_on_display(op, other).convoy_ship();
}

int cs_of_stack(Operation& op, UnitId unit) {
  int sum = 0;
  for (UnitId each : stack_of(op, unit)) sum += displayed(op, each).ship().cs();
  return sum;
}

bool fits(Operation& op, UnitId unit, UnitId other) {
  const int limit = limit_of(op, unit);
  if (limit == 0 || limit_of(op, other) == 0 || !alike(op, unit, other)) return false;
  const std::vector<UnitId> stack = stack_of(op, other);
  if (std::ranges::find(stack, unit) != stack.end()) return false;
  return displayed(op, unit).ship().cs() + cs_of_stack(op, other) <= limit;
}

void put_with(Operation& op, UnitId unit, UnitId other) {
  Battle::Unit& below = unit_on_display(op, other);
  if (below.place() == 0) {
    int last = 0;
    for (const Battle::Unit& each : op.truth.battle().unit()) last = std::max(last, each.place());
    below.set_place(last + 1);
  }
  unit_on_display(op, unit).set_place(below.place());
}

std::vector<UnitId> just_come(Operation& op, Side side) {
  std::vector<UnitId> found = units_on_display(op, side);
  std::erase_if(found, [&](UnitId unit) { return unit_on_display(op, unit).area() != Battle::DEPLOYMENT; });
  return found;
}

}  // namespace

void stack_as_usual(Operation& op, Side side) {
  if (face_down(op)) return;  // where they lie would tell what they are [7.5.9]
  for (UnitId unit : just_come(op, side)) {
    Battle::Unit& shown = unit_on_display(op, unit);
    if (shown.place() != 0 || !facts_on_display(op, unit).convoy_ship()) continue;
    for (UnitId other : just_come(op, side)) {
      if (other == unit || !leads_stack(op, other) || !fits(op, unit, other)) continue;
      put_with(op, unit, other);
      break;
    }
  }
}

void tidy_stacks(Operation& op) {
  for (Battle::Unit& unit : *op.truth.mutable_battle()->mutable_unit()) {
    if (unit.place() != 0 && displayed(op, id_of(unit)).ship().dead_in_water()) unit.set_place(0);
  }
}

Task<> choose_stacks(Operation& op, Side side, bool heads_step) {
  if (face_down(op)) co_return;
  for (bool first = heads_step;; first = false) {
    Menu menu = op.menu(side, v1::MenuKind::STACKS, "prompt.stacks", asking_of(op, side));
    menu.rule = "7.5.2";
    menu.offer(v1::Verb::DONE).says("choice.stacks.done");
    for (UnitId unit : just_come(op, side)) {
      for (UnitId other : just_come(op, side)) {
        if (!leads_stack(op, other) || !fits(op, unit, other)) continue;
        menu.offer(v1::Verb::STACK_WITH, unit, other)
            .says("choice.stacks.with")
            .text("ship", own_name(op, unit))
            .text("other", name_of_stack(op, other));
      }
      if (stack_of(op, unit).size() < 2) continue;
      menu.offer(v1::Verb::STACK_WITH, unit, unit).says("choice.stacks.alone").text("ship", own_name(op, unit));
    }
    if (menu.items.size() == 1) co_return;
    head_of_step(op, menu, first);
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const auto unit = answer.at<UnitId>(0);
    unit_on_display(op, unit).set_place(0);
    if (answer.at<UnitId>(1) != unit) put_with(op, unit, answer.at<UnitId>(1));
  }
}

std::vector<UnitId> stack_of(Operation& op, UnitId unit) {
  const v1::Battle::Unit& shown = unit_on_display(op, unit);
  if (shown.place() == 0) return {unit};
  std::vector<UnitId> stack;
  for (UnitId other : units_on_display(op, shown.side())) {
    const v1::Battle::Unit& each = unit_on_display(op, other);
    if (each.place() == shown.place() && each.area() == shown.area()) stack.push_back(other);
  }
  return stack;
}

bool leads_stack(Operation& op, UnitId unit) { return stack_of(op, unit).front() == unit; }

Text name_of_stack(Operation& op, UnitId unit) {
  std::vector<Text> names;
  for (UnitId each : stack_of(op, unit)) names.push_back(name_on_display(op, each));
  return listed(std::move(names));
}

UnitId hit_in_stack(Operation& op, UnitId unit) {
  const std::vector<UnitId> stack = stack_of(op, unit);
  if (stack.size() == 1) return unit;
  std::vector<int> weights;
  for (UnitId each : stack) weights.push_back(std::max(1, displayed(op, each).ship().cs()));
  return stack[pick_by_weight(op, weights)];
}

}  // namespace wardroom::pq17
