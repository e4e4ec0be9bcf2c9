// Convoy Ships in stacks on the Battle Display [7.2.4, 7.5.2]. Light Ships might stack too; each of them alone is a
// gun, a screen and a target more, so nobody is asked.
#include <algorithm>

#include "server/titles/pq17/battle_parts.h"
#include "server/titles/pq17/identification.h"

namespace wardroom::pq17 {
namespace {

bool may_stack(Operation& op, int unit) {
  return facts_on_display(op, unit).convoy_ship() && !displayed(op, unit).ship().dead_in_water();
}

}  // namespace

void stack_convoy_ships(Operation& op, Side side) {
  if (face_down(op)) return;  // where they lie would tell what they are [7.5.9]
  std::vector<int> sums;      // CS of each stack
  for (int unit : units_on_display(op, side)) {
    v1::Battle::Unit& shown = unit_on_display(op, unit);
    shown.set_place(0);
    if (!may_stack(op, unit)) continue;
    const int cs = displayed(op, unit).ship().cs();
    auto room = std::ranges::find_if(sums, [&](int sum) { return sum + cs <= op.numbers.combat().convoy_stack_cs(); });
    if (room == sums.end()) room = sums.insert(room, 0);
    *room += cs;
    shown.set_place(static_cast<int>(room - sums.begin()) + 1);
  }
}

std::vector<int> stack_of(Operation& op, int unit) {
  const v1::Battle::Unit& shown = unit_on_display(op, unit);
  if (shown.place() == 0) return {unit};
  std::vector<int> stack;
  for (int other : units_on_display(op, shown.side())) {
    const v1::Battle::Unit& each = unit_on_display(op, other);
    if (each.place() == shown.place() && each.area() == shown.area()) stack.push_back(other);
  }
  return stack;
}

bool leads_stack(Operation& op, int unit) { return stack_of(op, unit).front() == unit; }

Text name_of_stack(Operation& op, int unit) {
  std::vector<Text> names;
  for (int each : stack_of(op, unit)) names.push_back(name_on_display(op, each));
  return listed(std::move(names));
}

int hit_in_stack(Operation& op, int unit) {
  const std::vector<int> stack = stack_of(op, unit);
  if (stack.size() == 1) return unit;
  std::vector<int> weights;
  for (int each : stack) weights.push_back(std::max(1, displayed(op, each).ship().cs()));
  return stack[pick_by_weight(op, weights)];
}

}  // namespace wardroom::pq17
