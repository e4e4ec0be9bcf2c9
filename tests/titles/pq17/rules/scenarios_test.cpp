// Every scenario is set up and planned, as in history and at random, and comes to its first Player Phase with all its
// units.
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

using Muster = std::map<std::string, int>;

void count_units(Muster& into, const v1::Units& units) {
  const Reference& reference = the_title().reference();
  if (units.unit().starts_with("air.")) {
    into[units.unit()] += units.has_cs() ? units.cs() : reference.air(units.unit()).unit->steps();
  } else {
    into[units.unit()] += fresh(reference, units).cs();
  }
}

Muster listed(const v1::Scenario& scenario, const Truth& truth) {
  Muster sum;
  for (const v1::Convoy& convoy : scenario.convoy()) {
    for (const v1::Units& units : convoy.ships()) count_units(sum, units);
    for (const v1::Units& units : convoy.escort()) count_units(sum, units);
  }
  for (const v1::ForcePool& pool : scenario.force()) {
    for (const v1::Units& units : pool.unit()) count_units(sum, units);
  }
  if (truth.axis().condition() == "condition.axis_convoy") {
    const auto& condition = *the_title().reference().box().condition("condition.axis_convoy");
    for (const v1::Units& units : condition.variant(truth.axis().condition_variant()).unit()) count_units(sum, units);
  }
  for (const auto& group : scenario.reinforcement()) {  // the first event may have brought one [13.6]
    const auto& came =
        group.side() == kAllied ? truth.standing().reinforcement_allied() : truth.standing().reinforcement_axis();
    if (std::ranges::find(came, group.number()) == came.end()) continue;
    for (const v1::Units& units : group.unit()) count_units(sum, units);
  }
  return sum;
}

Muster in_play(const Truth& truth) {
  Muster sum;
  for (const v1::Own* own : {&truth.allied(), &truth.axis()}) {
    for (const v1::Force& force : own->force()) {
      for (const v1::Counter& ship : force.ship()) sum[ship.unit()] += ship.cs();
    }
    for (const auto& removed : own->removed()) {  // a ship that ice has hit counts as she was
      const UnitFacts& unit = the_title().reference().unit(removed.unit());
      sum[removed.unit()] += unit.ship ? unit.full_cs() : removed.cs();
    }
    for (const auto& unit : own->aboard()) sum[unit.unit()] += unit.cs();
  }
  for (const auto& unit : truth.air().unit()) sum[unit.unit()] += unit.cs();
  for (const auto& loss : truth.standing().loss()) sum[loss.unit()] += loss.cs();  // to the first event
  return sum;
}

void expect_whole(const Opening& opening, const v1::Scenario& scenario) {
  EXPECT_GE(opening.clock().phase(), v1::Clock::PLAYER);
  const Muster are = in_play(opening.truth());
  const Muster should_be = listed(scenario, opening.truth());
  const auto of_a_group = [&](const std::string& id) {  // for which no block may have been left
    return std::ranges::any_of(scenario.reinforcement(), [&](const auto& group) {
      return std::ranges::any_of(group.unit(), [&](const v1::Units& units) { return units.unit() == id; });
    });
  };
  for (const auto& [unit, cs] : should_be) {
    if (of_a_group(unit)) continue;
    EXPECT_EQ(are.contains(unit) ? are.at(unit) : 0, cs) << unit;
  }
  for (const auto& [unit, cs] : are) EXPECT_TRUE(should_be.contains(unit)) << unit;
  std::map<std::string, int> stacked;
  for (Side side : kSides) {
    EXPECT_TRUE(opening.own(side).pool().empty());
    for (const v1::Force& force : opening.own(side).force()) {
      EXPECT_TRUE(force.kind() == v1::BlockKind::DUMMY || within_limits(the_title().reference(), force));
      EXPECT_NE(force.block() != 0, !force.place().empty());
      if (force.block() == 0) ++stacked[std::to_string(side) + force.place()];
    }
  }
  std::map<std::string, int> shown;
  for (const auto& stack : opening.truth().sea().stack()) {
    if (stack.blocks() != 0) shown[std::to_string(stack.side()) + stack.place()] = stack.blocks();
  }
  EXPECT_EQ(shown, stacked);
}

class EveryScenario : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryScenario, ComesToItsFirstPlayerPhaseAsInHistory) {
  const v1::Scenario& scenario = *the_title().reference().box().scenario(GetParam());
  Opening opening(GetParam());
  opening.as_in_history();
  for (int steps = 0; steps < 50 && opening.clock().phase() < v1::Clock::PLAYER; ++steps) {
    ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::DUMMIES_APPEAR));
    opening.answer(kAllied, v1::Verb::DONE);
  }
  expect_whole(opening, scenario);
}

TEST_P(EveryScenario, ComesToItsFirstPlayerPhaseWithRandomAnswers) {
  const v1::Scenario& scenario = *the_title().reference().box().scenario(GetParam());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    Opening opening(GetParam(), NamedChance(seed));
    int menus = 0;
    while (opening.clock().phase() < v1::Clock::PLAYER && menus < 2000) {
      const Side side = opening.menu(kAllied) ? kAllied : kAxis;
      const Menu* menu = opening.menu(side);
      ASSERT_TRUE(menu);
      ++menus;
      const Item* choice = &menu->items[random() % menu->items.size()];
      for (const Item& item : menu->items) {  // the long way, most of the time
        if (item.action.verb == v1::Verb::BY_HAND && seed % 5 != 0) choice = &item;
      }
      opening.act(side, Action(choice->action));
    }
    ASSERT_LT(menus, 2000);
    expect_whole(opening, scenario);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryScenario,
                         ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace wardroom::pq17
