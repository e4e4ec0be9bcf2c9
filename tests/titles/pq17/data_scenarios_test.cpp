// The scenarios against what the rule book says of them, and what every scenario must hold.
#include <gmock/gmock.h>

#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using T = v1::ShipType;

const v1::Scenario& scenario(const std::string& id) {
  const auto* found = the_box().scenario(id);
  EXPECT_TRUE(found) << id;
  static const v1::Scenario none;
  return found ? *found : none;
}

// Every list of units a scenario has, one after another.
template <class Visit>
void each_units(const v1::Scenario& scenario, const Visit& visit) {
  for (const auto& convoy : scenario.convoy()) {
    for (const auto& units : convoy.ships()) visit(units);
    for (const auto& units : convoy.escort()) visit(units);
  }
  for (const auto& pool : scenario.force()) {
    for (const auto& units : pool.unit()) visit(units);
  }
}

const v1::ForcePool* pool_with(const v1::Scenario& scenario, const std::string& unit) {
  for (const auto& pool : scenario.force()) {
    for (const auto& units : pool.unit()) {
      if (units.unit() == unit) return &pool;
    }
  }
  return nullptr;
}

std::string turn(const v1::Turn& when) { return v1::Turn::Half_Name(when.half()) + std::to_string(when.day()); }

TEST(Scenarios, AllSevenInOrder) {
  std::vector<std::string> ids;
  for (const auto* each : the_box().scenarios()) ids.push_back(each->id());
  EXPECT_THAT(ids, testing::UnorderedElementsAre("scenario.learning", "scenario.pq6", "scenario.pq12", "scenario.pq16",
                                                 "scenario.pq17", "scenario.pq18", "scenario.jw51b"));
}

TEST(Scenarios, NobodyServesWhoHadLeftOrNotReturned) {
  for (const char* id : {"pq17", "pq18", "jw51b"}) {
    EXPECT_EQ(pool_with(scenario(id), "air.catalina.240"), nullptr) << id << ": the squadron left in June 1942";
    EXPECT_EQ(pool_with(scenario(id), "air.beaufort.42"), nullptr) << id << ": the squadron left in June 1942";
  }
  const v1::ForcePool* soviet = pool_with(scenario("jw51b"), "class.soviet_type_7");
  ASSERT_TRUE(soviet);
  for (const auto& units : soviet->unit()) {
    if (units.unit() == "class.soviet_type_7") {
      EXPECT_EQ(units.cs(), 5) << "without Baku";
    }
  }
  EXPECT_TRUE(the_box().air_unit("air.bf110.13z_jg5"));
}

TEST(Scenarios, StartingTurns) {  // [4.3.2, 8.3] for pq12 and jw51b
  EXPECT_EQ(turn(scenario("pq12").starting_turn()), "AM5");
  EXPECT_EQ(turn(scenario("jw51b").starting_turn()), "AM3");
  EXPECT_EQ(turn(scenario("pq16").starting_turn()), "AM5");
  EXPECT_EQ(turn(scenario("pq17").starting_turn()), "AM5");
  EXPECT_EQ(turn(scenario("pq18").starting_turn()), "AM7");
  EXPECT_EQ(turn(scenario("pq6").starting_turn()), "AM8");
}

TEST(Scenarios, NumbersOfTheScenarioBook) {  // [4.3.2, 8.3]
  EXPECT_EQ(scenario("pq12").number(), "II");
  EXPECT_EQ(scenario("jw51b").number(), "VIII");
}

TEST(Scenarios, Dates) {
  const auto date = [](const char* id) {
    const auto& when = scenario(id).date();
    return std::to_string(when.year()) + "-" + std::to_string(when.month());
  };
  EXPECT_EQ(date("pq6"), "1941-12");
  EXPECT_EQ(date("pq12"), "1942-3");
  EXPECT_EQ(date("pq16"), "1942-5");
  EXPECT_EQ(date("pq17"), "1942-6");
  EXPECT_EQ(date("pq18"), "1942-9");
  EXPECT_EQ(date("jw51b"), "1942-12");
}

TEST(Pq12, CruisersAreAtSeaByPlan) {  // [4.3.2 example]
  for (const char* name : {"ship.liverpool", "ship.trinidad", "ship.nigeria"}) {
    const auto* pool = pool_with(scenario("pq12"), name);
    ASSERT_TRUE(pool) << name;
    EXPECT_TRUE(pool->at_sea_by_plan()) << name;
  }
}

TEST(Pq12, HomeFleetAtScapaIsABattleshipACarrierBerwickAndSixDestroyers) {  // [4.3.2 example]
  const auto* pool = pool_with(scenario("pq12"), "ship.berwick");
  ASSERT_TRUE(pool);
  EXPECT_THAT(pool->place(), testing::ElementsAre("port.scapa_flow"));
  std::map<int, int> strength;
  for (const auto& units : pool->unit()) {
    const auto* ship = the_box().ship(units.unit());
    const auto type = ship ? ship->type() : the_box().ship_class(units.unit())->type();
    strength[type] += ship ? 1 : units.cs();
  }
  EXPECT_EQ(strength, (std::map<int, int>{{T::BB, 1}, {T::CV, 1}, {T::CA, 1}, {T::DD, 6}}));
}

TEST(Pq12, SpendingFourPointsCostsTwoVictoryPoints) {  // [4.3.2 example]
  const auto& command = the_box().numbers().command();
  const int first = 3 * command.cruiser_or_cve_halves();  // three cruisers
  const int second =
      2 * command.capital_halves() + command.cruiser_or_cve_halves();  // a battleship, a carrier, a cruiser
  EXPECT_EQ((first + 1) / 2, 2) << "one and a half, so two are ticked";
  EXPECT_EQ((first + second + 1) / 2, 4);
  EXPECT_EQ(the_box().command_cost_halves(v1::Command::HOME_FLEET, 4), 4);
}

TEST(Jw51b, HasTheForcesOfTheBattleExample) {  // [7.5.7 example]
  std::set<std::string> units;
  each_units(scenario("jw51b"), [&](const v1::Units& each) { units.insert(each.unit()); });
  for (const char* id : {"ship.admiral_hipper", "ship.luetzow", "ship.jamaica", "ship.sheffield", "class.british_o_p",
                         "class.type_36a", "class.type_34_36"}) {
    EXPECT_TRUE(units.contains(id)) << id;
  }
}

TEST(Pq18, FifthSpecialRuleLetsAlliedAircraftMove) {  // [15.8.3]
  const auto& rules = scenario("pq18").special_rule();
  ASSERT_GE(rules.size(), 5);
  EXPECT_EQ(rules[4].kind(), v1::SpecialRule::AIR_MAY_TRANSFER);
  EXPECT_EQ(rules[4].side(), wardroom::v1::Side::ALLIED);
}

TEST(Pq18, HasAvenger) {  // [13.1]
  bool seen = false;
  each_units(scenario("pq18"), [&](const v1::Units& units) { seen |= units.unit() == "ship.avenger"; });
  EXPECT_TRUE(seen);
}

TEST(Learning, IsShortAndStartsAtSeaWithOneConvoyAndOneSortie) {
  const auto& learning = scenario("learning");
  ASSERT_TRUE(learning.has_last_turn());
  const auto number = [](const v1::Turn& when) { return when.day() * 2 + (when.half() == v1::Turn::PM ? 1 : 0); };
  const int turns = number(learning.last_turn()) - number(learning.starting_turn()) + 1;
  EXPECT_GE(turns, 8);
  EXPECT_LE(turns, 10);
  EXPECT_EQ(learning.convoy_size(), 1);
  EXPECT_TRUE(std::ranges::any_of(learning.special_rule(), [](const v1::SpecialRule& rule) {
    return rule.kind() == v1::SpecialRule::STARTS_AT_SEA;
  }));
  EXPECT_TRUE(std::ranges::all_of(learning.history().force(), [](const auto& force) {
    return force.kind() != v1::BlockKind::CONVOY || force.where_case() == v1::HistoricalSetup::Force::kHex;
  }));
}

class EveryScenario : public testing::TestWithParam<std::string> {
 protected:
  const v1::Scenario& it() const { return scenario(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(GameBox, EveryScenario,
                         testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"),
                         [](const auto& each) { return each.param; });

TEST_P(EveryScenario, GivesTheHomeFleetEightPoints) {  // [4.3.1]
  for (const auto& command : it().command()) {
    if (command.command() == v1::Command::HOME_FLEET && GetParam() != "learning") {
      EXPECT_EQ(command.points(), 8);
    }
  }
  EXPECT_EQ(it().command_size(), 3);
}

TEST_P(EveryScenario, PredictsIceForTenAreas) { EXPECT_EQ(it().ice_size(), 10); }          // [10.1]
TEST_P(EveryScenario, AllotsFiveSearchSectors) { EXPECT_EQ(it().search_size(), 5); }       // [6.4.2]
TEST_P(EveryScenario, LimitsTheDummiesOfBothSides) { EXPECT_EQ(it().dummies_size(), 2); }  // [1.3]

TEST_P(EveryScenario, HasDayOrNightForEveryTurn) {  // [8.2]
  EXPECT_NE(it().light().am(), v1::Light::UNSPECIFIED);
  EXPECT_NE(it().light().pm(), v1::Light::UNSPECIFIED);
}

TEST_P(EveryScenario, HasConvoysWithMerchantsLeavingAndArrivingSomewhere) {  // [2.1, 4.2]
  EXPECT_GE(it().convoy_size(), 1);
  bool loaded = false;
  for (const auto& convoy : it().convoy()) {
    loaded |= convoy.loaded();
    int merchants = 0;
    for (const auto& units : convoy.ships()) {
      const auto* some = the_box().ship_class(units.unit());
      if (some && (some->type() == T::MV || some->type() == T::MO || some->type() == T::MC)) merchants += units.cs();
    }
    EXPECT_GT(merchants, 0) << convoy.id();
    EXPECT_FALSE(convoy.destination().empty()) << convoy.id();
  }
  EXPECT_TRUE(loaded);
}

TEST_P(EveryScenario, NamesEveryAlliedCarrierInPlay) {  // [5.1.8]
  std::set<std::string> carriers;
  each_units(it(), [&](const v1::Units& units) {
    const auto* ship = the_box().ship(units.unit());
    if (ship && ship->type() == T::CV && ship->nation() != v1::Nation::GERMAN) carriers.insert(units.unit());
  });
  EXPECT_EQ(std::set<std::string>(it().carriers_to_find().begin(), it().carriers_to_find().end()), carriers);
}

TEST_P(EveryScenario, HasReinforcementGroupsForBothSidesUnlessNothingCallsThem) {  // [12.13, 13.6]
  std::set<int> sides;
  for (const auto& group : it().reinforcement()) sides.insert(group.side());
  const bool no_events = std::ranges::any_of(it().special_rule(), [](const v1::SpecialRule& rule) {
    return rule.kind() == v1::SpecialRule::NO_RANDOM_EVENTS;
  });
  EXPECT_TRUE(sides.size() == 2 || no_events);
}

TEST_P(EveryScenario, HasAHistoricalSetUpForBothSidesWithEveryConvoy) {
  std::set<int> sides;
  std::set<std::string> convoys;
  for (const auto& force : it().history().force()) {
    sides.insert(force.side());
    if (!force.convoy().empty()) convoys.insert(force.convoy());
  }
  EXPECT_EQ(sides.size(), 2u);
  EXPECT_EQ(convoys.size(), static_cast<std::size_t>(it().convoy_size()));
}

TEST_P(EveryScenario, BasesAPatrolOfTwoCruisersAtReykjavikIfAny) {  // [5.1.9]
  if (!it().has_patrol_white()) return;
  EXPECT_EQ(it().patrol_white().cruisers(), 2);
  EXPECT_EQ(it().patrol_white().base(), "port.reykjavik");
}

TEST_P(EveryScenario, PutsNoMoreUnhitShipsIntoRussianPortsThanMayEnter) {  // [5.1.2]
  // What history sends there at once must be legal: capital ships never in these years.
  for (const auto& pool : it().force()) {
    const bool russian = std::ranges::any_of(pool.place(), [](const std::string& place) {
      return the_box().port(place) && the_box().port(place)->entry_limited();
    });
    if (!russian || pool.side() != wardroom::v1::Side::ALLIED) continue;
    for (const auto& units : pool.unit()) {
      const auto* ship = the_box().ship(units.unit());
      if (ship && ship->nation() != v1::Nation::SOVIET) {
        EXPECT_NE(ship->type(), T::BB) << units.unit();
        EXPECT_NE(ship->type(), T::CV) << units.unit();
      }
    }
  }
}

TEST_P(EveryScenario, HasAParAndATime) {
  EXPECT_TRUE(it().has_par_vp_halves());
  EXPECT_GT(it().minutes(), 0);
}

TEST_P(EveryScenario, UsesColumnsOfItsDate) {  // [12]
  for (const std::string& id : {it().allied_column(), it().axis_column()}) {
    if (id.empty()) continue;
    const auto& columns = the_box().conditions().column();
    const auto column = std::ranges::find(columns, id, &v1::SpecialConditions::Column::id);
    ASSERT_NE(column, columns.end()) << id;
    const auto order = [](const v1::Fortnight& when) { return (when.year() * 12 + when.month()) * 2 + when.half(); };
    if (column->period().has_from()) {
      EXPECT_GE(order(it().date()), order(column->period().from())) << id;
    }
    if (column->period().has_to()) {
      EXPECT_LE(order(it().date()), order(column->period().to())) << id;
    }
  }
}

}  // namespace
}  // namespace wardroom::pq17
