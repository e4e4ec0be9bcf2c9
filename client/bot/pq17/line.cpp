// Ships in line under air attack: warships between the stacks of a convoy, so that each guards two [7.2.4, 7.2.5].
#include <algorithm>

#include "client/bot/pq17/plans.h"

namespace wardroom::pq17::bot {
namespace {

using v1::Verb;

struct Stack {
  std::vector<const v1::Displayed*> units;
  int cs = 0;
  int guns = 0;
};

const UnitFacts& facts(const Sight& sight, const v1::Displayed& unit) {
  return sight.reference.unit(unit.ship().unit());
}

// Of each of the counters that it lies for.
int guns_of(const Sight& sight, const v1::Displayed& unit) {
  const UnitFacts& ship = facts(sight, unit);
  if (ship.ship) return ship.step(unit.ship().cs()).aa();
  const int largest = ship.ship_class->step(0).cs();
  int guns = 0;
  for (int left = unit.ship().cs(); left > 0; left -= largest) guns += ship.step(std::min(left, largest)).aa();
  return guns;
}

// As few stacks as can be, the most guns first.
std::vector<Stack> stacked(const Sight& sight, std::vector<const v1::Displayed*> units, int most_cs) {
  std::ranges::stable_sort(units, std::greater<>(), [&](const v1::Displayed* unit) { return guns_of(sight, *unit); });
  std::vector<Stack> stacks;
  for (const v1::Displayed* unit : units) {
    const int cs = unit->ship().cs();
    const bool alone = unit->ship().dead_in_water() || most_cs == 0;
    auto found = std::ranges::find_if(stacks, [&](const Stack& stack) {
      return !alone && !stack.units.front()->ship().dead_in_water() && stack.cs + cs <= most_cs;
    });
    if (found == stacks.end()) found = stacks.insert(stacks.end(), Stack{});
    found->units.push_back(unit);
    found->cs += cs;
    found->guns += guns_of(sight, *unit);
  }
  return stacks;
}

// Between the stacks of merchants first, then at their ends, and whoever is left outside.
std::vector<Stack> in_line(std::vector<Stack> convoy, std::vector<Stack> guards) {
  std::ranges::stable_sort(guards, std::greater<>(), &Stack::guns);
  std::vector<Stack> line;
  auto next = guards.begin();
  for (std::size_t i = 0; i < convoy.size(); ++i) {
    if (i > 0 && next != guards.end()) line.push_back(*next++);
    line.push_back(convoy[i]);
  }
  for (bool ahead = true; next != guards.end(); ahead = !ahead) line.insert(ahead ? line.begin() : line.end(), *next++);
  return line;
}

std::vector<Stack> planned_line(const Sight& sight) {
  std::vector<const v1::Displayed*> merchants, light, others;
  for (const v1::Displayed& unit : sight.view.own().display()) {
    const UnitFacts& ship = facts(sight, unit);
    (ship.convoy_ship() ? merchants : ship.light() ? light : others).push_back(&unit);
  }
  const auto& limits = sight.reference.numbers().combat();
  std::vector<Stack> guards = stacked(sight, others, 0);
  for (Stack& stack : stacked(sight, light, limits.light_stack_cs())) guards.push_back(std::move(stack));
  return in_line(stacked(sight, merchants, limits.convoy_stack_cs()), std::move(guards));
}

bool in_place(const Sight& sight, int id) {
  return std::ranges::any_of(sight.view.battle().unit(),
                             [&](const auto& unit) { return unit.id() == id && unit.place() != 0; });
}

}  // namespace

Choice form_line(const Sight& sight, const Style& style) {
  const Item* usual = sight.find(Verb::DONE);
  if (usual && !style.interleaves) return say(*usual, "bot.usual_line");
  int last = 0;
  for (const auto& unit : sight.view.battle().unit()) {
    if (unit.side() == sight.me) last = std::max(last, unit.place());
  }
  for (const Stack& stack : planned_line(sight)) {
    const bool begun = std::ranges::any_of(stack.units, [&](const auto* unit) { return in_place(sight, unit->id()); });
    for (const v1::Displayed* unit : stack.units) {
      if (in_place(sight, unit->id())) continue;
      for (const Item* item : sight.all(Verb::PLACE_IN_LINE)) {
        const bool meant = item->action.arguments[0] == unit->id() && item->action.at<int>(1) == last + (begun ? 0 : 1);
        if (meant) return say(*item, "bot.guns_between");
      }
    }
  }
  return say(usual ? *usual : sight.menu.items.front(), "bot.usual_line");
}

}  // namespace wardroom::pq17::bot
