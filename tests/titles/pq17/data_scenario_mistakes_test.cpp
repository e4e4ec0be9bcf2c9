// Every mistake a scenario can hold gives its own error, with file, line and field.
#include <gmock/gmock.h>

#include "tests/titles/pq17/broken_box.h"

namespace wardroom::pq17 {
namespace {

using Change = std::function<void(v1::Scenario&)>;
BrokenBox pq12(const Change& change) { return with<v1::Scenario>(change, "scenarios/pq12"); }
BrokenBox learning(const Change& change) { return with<v1::Scenario>(change, "scenarios/learning"); }

int force_of(v1::BlockKind::Kind kind, wardroom::v1::Side::Kind side, const char* id = "pq12") {
  const auto& forces = the_box().scenario(id)->history().force();
  return static_cast<int>(
      std::ranges::find_if(forces, [&](const auto& force) { return force.kind() == kind && force.side() == side; }) -
      forces.begin());
}

TEST(AMistake, ForceWithoutBlock) {
  const int blocks = the_box().blocks(wardroom::v1::Side::AXIS, v1::BlockKind::DUMMY);
  const BrokenBox box = pq12([&](auto& scenario) {
    for (int i = 0; i <= blocks; ++i) {
      auto& force = *scenario.mutable_history()->add_force();
      force.set_id("force.dummy_" + std::to_string(i));
      force.set_kind(v1::BlockKind::DUMMY);
      force.set_side(wardroom::v1::Side::AXIS);
      force.set_place("port.narvik");
    }
  });
  const Mistakes mistakes = inspect(box.bundle).mistakes;
  ASSERT_EQ(mistakes.size(), 1u) << told(mistakes);
  EXPECT_EQ(mistakes[0].what.id, "data.force_without_block");
  EXPECT_THAT(box.line(mistakes[0].line), testing::HasSubstr("kind: DUMMY"));
}
// Where a unit stands among the pools of PQ-12.
std::pair<int, int> pool_of(const std::string& unit) {
  const auto& pools = the_box().scenario("pq12")->force();
  for (int i = 0; i < pools.size(); ++i) {
    for (int k = 0; k < pools[i].unit_size(); ++k) {
      if (pools[i].unit(k).unit() == unit) return {i, k};
    }
  }
  throw std::logic_error("not in PQ-12: " + unit);
}
std::string in_pool(const std::string& unit) {
  const auto [pool, index] = pool_of(unit);
  return "force[" + std::to_string(pool) + "].unit[" + std::to_string(index) + "]";
}
v1::Units& units_of(v1::Scenario& scenario, const std::string& unit) {
  const auto [pool, index] = pool_of(unit);
  return *scenario.mutable_force(pool)->mutable_unit(index);
}

TEST(AMistake, MoreOfAClassThanTheBoxHolds) {
  const BrokenBox box = pq12([](auto& scenario) { units_of(scenario, "class.type_viic").set_cs(99); });
  const Mistakes mistakes = inspect(box.bundle).mistakes;
  ASSERT_EQ(mistakes.size(), 1u) << told(mistakes);
  EXPECT_EQ(mistakes[0].what.id, "data.counter_mix");
}
TEST(AMistake, OneShipInTwoPools) {
  const auto [pool, index] = pool_of("ship.renown");
  expect(pq12([&](auto& scenario) { scenario.mutable_force(pool)->add_unit()->set_unit("ship.renown"); }),
         "counter_mix",
         "force[" + std::to_string(pool) + "].unit[" +
             std::to_string(the_box().scenario("pq12")->force(pool).unit_size()) + "]",
         "unit {");
}
TEST(AMistake, UnitOfTheOtherSide) {
  const auto [pool, index] = pool_of("ship.renown");
  expect_among(pq12([&](auto& scenario) { scenario.mutable_force(pool)->add_unit()->set_unit("ship.admiral_hipper"); }),
               "wrong_side",
               "force[" + std::to_string(pool) + "].unit[" +
                   std::to_string(the_box().scenario("pq12")->force(pool).unit_size()) + "].unit");
}
TEST(AMistake, ShipBeforeHerTime) {
  const auto [pool, index] = pool_of("ship.renown");
  expect(pq12([&](auto& scenario) { scenario.mutable_force(pool)->add_unit()->set_unit("ship.jamaica"); }),
         "not_in_service",
         "force[" + std::to_string(pool) + "].unit[" +
             std::to_string(the_box().scenario("pq12")->force(pool).unit_size()) + "].unit",
         "jamaica");
}
TEST(AMistake, AhistoricalShipAsAMatterOfCourse) {
  const auto [pool, index] = pool_of("ship.tirpitz");
  expect(pq12([&](auto& scenario) { scenario.mutable_force(pool)->add_unit()->set_unit("ship.graf_zeppelin"); }),
         "ahistorical_unit",
         "force[" + std::to_string(pool) + "].unit[" +
             std::to_string(the_box().scenario("pq12")->force(pool).unit_size()) + "].unit",
         "graf_zeppelin");
}
TEST(AMistake, AircraftOfAConditionAsAMatterOfCourse) {
  expect_among(
      pq12([](auto& scenario) { scenario.mutable_reinforcement(0)->mutable_unit(0)->set_unit("air.ju87.i_stg5"); }),
      "condition_only_unit", "reinforcement[0].unit[0].unit");
}
TEST(AMistake, ClassWithoutCs) {
  expect_among(pq12([](auto& scenario) { units_of(scenario, "class.type_viic").clear_cs(); }), "field_missing",
               in_pool("class.type_viic") + ".cs");
}
TEST(AMistake, ShipOfACsSheNeverHas) {
  expect(pq12([](auto& scenario) { units_of(scenario, "ship.tirpitz").set_cs(9); }), "cs_out_of_range",
         in_pool("ship.tirpitz") + ".cs", "cs: 9");
}
TEST(AMistake, WarshipAsCargo) {
  expect_among(pq12([](auto& scenario) { scenario.mutable_convoy(0)->mutable_ships(0)->set_unit("class.hunt_ii"); }),
               "no_convoy_ship", "convoy[0].ships[0].unit");
}
TEST(AMistake, MerchantAsEscort) {
  expect_among(pq12([](auto& scenario) { scenario.mutable_convoy(0)->mutable_escort(0)->set_unit("class.mv"); }),
               "no_escort", "convoy[0].escort[0].unit");
}
TEST(AMistake, TooManyEscorts) {
  expect_among(pq12([](auto& scenario) { scenario.mutable_convoy(0)->mutable_escort(0)->set_cs(5); }), "convoy_escorts",
               "convoy[0].escort");
}
TEST(AMistake, TooManySubmarinesInAConvoy) {
  expect_among(pq12([](auto& scenario) {
                 auto& escort = *scenario.mutable_convoy(0)->add_escort();
                 escort.set_unit("class.british_submarine");
                 escort.set_cs(3);
               }),
               "convoy_submarines", "convoy[0].escort");
}
TEST(AMistake, ConvoyFromNowhere) {
  expect(pq12([](auto& scenario) { scenario.mutable_convoy(0)->clear_departure(); }), "nowhere_to_start",
         "convoy[0].departure", "convoy {");
}
TEST(AMistake, TemporaryPortThatIsNotInPlay) {
  expect(pq12([](auto& scenario) { scenario.mutable_convoy(0)->add_departure("port.rosyth"); }), "port_not_in_play",
         "convoy[0].departure[1]", "rosyth");
}
TEST(AMistake, PermanentPortAsTemporary) {
  expect(pq12([](auto& scenario) { scenario.add_temporary_port("port.scapa_flow"); }), "port_not_temporary",
         "temporary_port[" + std::to_string(the_box().scenario("pq12")->temporary_port_size()) + "]", "scapa_flow");
}
TEST(AMistake, StartingOnLand) {
  const auto land = std::ranges::find_if(the_box().hexes(), [](const MapHex& hex) {
                      return hex.data->terrain() == v1::Hex::LAND;
                    })->data->hex();
  const auto [pool, index] = pool_of("class.british_submarine");
  expect(pq12([&](auto& scenario) { scenario.mutable_force(pool)->set_at_sea(0, land); }), "not_at_sea",
         "force[" + std::to_string(pool) + "].at_sea[0]", land);
}
TEST(AMistake, ShipsOnAnAirbase) {
  const auto [pool, index] = pool_of("ship.tirpitz");
  expect_among(pq12([&](auto& scenario) { scenario.mutable_force(pool)->add_place("airbase.banak"); }), "wrong_base",
               "force[" + std::to_string(pool) + "].place[" +
                   std::to_string(the_box().scenario("pq12")->force(pool).place_size()) + "]");
}
TEST(AMistake, NineIcePredictions) {
  expect(pq12([](auto& scenario) { scenario.mutable_ice()->RemoveLast(); }), "ice_predictions", "ice", "ice {");
}
TEST(AMistake, FourSearchSectors) {
  expect(pq12([](auto& scenario) { scenario.mutable_search()->RemoveLast(); }), "search_sectors", "search", "search {");
}
TEST(AMistake, CommandForgotten) {
  expect(pq12([](auto& scenario) { scenario.mutable_command()->RemoveLast(); }), "commands", "command", "command {");
}
TEST(AMistake, MorePointsThanTheTrackHas) {
  expect(pq12([](auto& scenario) { scenario.mutable_command(0)->set_points(9); }), "command_points",
         "command[0].points", "points: 9");
}
TEST(AMistake, MoreDummiesThanBlocks) {
  expect(pq12([](auto& scenario) { scenario.mutable_dummies(0)->set_limit(99); }), "dummies_without_blocks",
         "dummies[0].limit", "limit: 99");
}
TEST(AMistake, DummiesOfOneSideOnly) {
  expect(pq12([](auto& scenario) { scenario.mutable_dummies()->RemoveLast(); }), "dummies_sides", "dummies",
         "dummies {");
}
TEST(AMistake, DayOneInAnotherMonth) {
  expect(pq12([](auto& scenario) { scenario.mutable_day_one()->set_month(4); }), "day_one", "day_one", "day_one {");
}
TEST(AMistake, GroupsOutOfNumber) {
  expect(pq12([](auto& scenario) {
           for (auto& group : *scenario.mutable_reinforcement())
             group.set_number(group.number() + (group.side() == wardroom::v1::Side::AXIS ? 1 : 0));
         }),
         "groups_not_numbered", "reinforcement", "reinforcement {");
}
TEST(AMistake, SubmarineAsACarrierToFind) {
  expect(pq12([](auto& scenario) { scenario.add_carriers_to_find("ship.tirpitz"); }), "no_allied_carrier",
         "carriers_to_find[" + std::to_string(the_box().scenario("pq12")->carriers_to_find_size()) + "]", "tirpitz");
}
TEST(AMistake, CarrierToFindThatIsNotThere) {
  expect(learning([](auto& scenario) { scenario.add_carriers_to_find("ship.wasp"); }), "not_in_scenario",
         "carriers_to_find[" + std::to_string(the_box().scenario("learning")->carriers_to_find_size()) + "]", "wasp");
}
TEST(AMistake, InterceptorsWithoutStrength) {
  expect(pq12([](auto& scenario) {
           scenario.clear_interceptor();
           auto& change = *scenario.add_interceptor();
           change.set_airbase("airbase.banak");
           change.set_model("air.bf110");
         }),
         "interceptor_change", "interceptor[0].cs", "interceptor {");
}
TEST(AMistake, ColumnOfTheOtherSide) {
  expect(pq12([](auto& scenario) { scenario.set_axis_column("column.allied.1942"); }), "wrong_side", "axis_column",
         "column.allied");
}
TEST(AMistake, SpecialRuleWithoutWhatItReads) {
  expect(pq12([](auto& scenario) {
           scenario.mutable_special_rule(0)->set_kind(v1::SpecialRule::WEATHER_AT_START);
           scenario.mutable_special_rule(0)->clear_weather();
         }),
         "rule_lacks", "special_rule[0].weather", "special_rule {");
}
TEST(AMistake, TaskForceOfMerchants) {
  const int force = force_of(v1::BlockKind::CONVOY, wardroom::v1::Side::ALLIED);
  expect_among(pq12([&](auto& scenario) {
                 scenario.mutable_history()->mutable_force(force)->set_kind(v1::BlockKind::TASK_FORCE);
               }),
               "block_kind", "history.force[" + std::to_string(force) + "].kind");
}
TEST(AMistake, WolfpackTooLarge) {
  const int force = force_of(v1::BlockKind::WOLFPACK, wardroom::v1::Side::AXIS);
  expect_among(
      pq12([&](auto& scenario) { scenario.mutable_history()->mutable_force(force)->mutable_unit(0)->set_cs(5); }),
      "wolfpack_size", "history.force[" + std::to_string(force) + "].unit");
}
TEST(AMistake, MoreInHistoryThanInTheScenario) {
  const int force = force_of(v1::BlockKind::WOLFPACK, wardroom::v1::Side::AXIS);
  expect_among(pq12([&](auto& scenario) {
                 auto& history = *scenario.mutable_history();
                 const auto copy = history.force(force);
                 for (int i = 0; i < 3; ++i) {
                   *history.add_force() = copy;
                   history.mutable_force(history.force_size() - 1)->set_id("force.more_" + std::to_string(i));
                   history.mutable_force(history.force_size() - 1)->mutable_unit(0)->set_cs(4);
                 }
               }),
               "placed_too_many",
               "history.force[" + std::to_string(the_box().scenario("pq12")->history().force_size()) + "].unit[0]");
}
TEST(AMistake, HistoryWithUnitsTheScenarioHasNot) {
  const int force = force_of(v1::BlockKind::TASK_FORCE, wardroom::v1::Side::ALLIED);
  const int units = the_box().scenario("pq12")->history().force(force).unit_size();
  expect(pq12([&](auto& scenario) {
           scenario.mutable_history()->mutable_force(force)->add_unit()->set_unit("ship.howe");
         }),
         "not_in_scenario", "history.force[" + std::to_string(force) + "].unit[" + std::to_string(units) + "].unit",
         "howe");
}
TEST(AMistake, ForceThatStandsNowhere) {
  const int force = force_of(v1::BlockKind::TASK_FORCE, wardroom::v1::Side::AXIS);
  expect(pq12([&](auto& scenario) {
           scenario.mutable_history()->mutable_force(force)->clear_where();
           scenario.mutable_history()->mutable_force(force)->clear_plan();
         }),
         "nowhere_to_start", "history.force[" + std::to_string(force) + "]", "force {");
}
TEST(AMistake, RouteThatJumps) {
  const int force = force_of(v1::BlockKind::CONVOY, wardroom::v1::Side::ALLIED);
  expect(pq12([&](auto& scenario) {
           scenario.mutable_history()->mutable_force(force)->mutable_plan(0)->set_route(1, "1708");
         }),
         "route", "history.force[" + std::to_string(force) + "].plan[0].route[1]", "1708");
}
TEST(AMistake, RouteOverLand) {
  const int force = force_of(v1::BlockKind::CONVOY, wardroom::v1::Side::ALLIED);
  expect(pq12([&](auto& scenario) {
           auto& plan = *scenario.mutable_history()->mutable_force(force)->mutable_plan();
           while (plan.size() > 1) plan.RemoveLast();
           plan[0].clear_route();
           plan[0].clear_into();
           plan[0].add_route("0606");
         }),
         "route", "history.force[" + std::to_string(force) + "].plan[0].route[0]", "0606");
}
TEST(AMistake, PlanThatRunsBackInTime) {
  const int force = force_of(v1::BlockKind::CONVOY, wardroom::v1::Side::ALLIED);
  expect_among(pq12([&](auto& scenario) {
                 auto& plan = *scenario.mutable_history()->mutable_force(force);
                 const auto last = plan.plan(plan.plan_size() - 1);
                 plan.add_plan();
                 plan.mutable_plan(plan.plan_size() - 1)->mutable_turn()->set_day(1);
                 plan.mutable_plan(plan.plan_size() - 1)->mutable_turn()->set_half(v1::Turn::AM);
                 plan.mutable_plan(0)->mutable_turn()->set_day(2);
               }),
               "plan_turns",
               "history.force[" + std::to_string(force) + "].plan[" +
                   std::to_string(the_box().scenario("pq12")->history().force(force).plan_size()) + "].turn");
}
TEST(AMistake, ShipAmongTheAircraft) {
  expect_among(pq12([](auto& scenario) {
                 scenario.mutable_history()->mutable_air(0)->mutable_unit()->set_unit("ship.tirpitz");
               }),
               "no_aircraft", "history.air[0].unit.unit");
}
TEST(AMistake, AirbaseTooFull) {
  const Mistakes mistakes = inspect(with<v1::Places>([](auto& places) {
                                      for (auto& base : *places.mutable_airbase()) {
                                        if (base.id() == "airbase.banak") base.set_capacity_steps(1);
                                      }
                                    }).bundle)
                                .mistakes;
  ASSERT_FALSE(mistakes.empty());
  for (const Mistake& each : mistakes) EXPECT_EQ(each.what.id, "data.airbase_full") << told(mistakes);
}
TEST(AMistake, TwoScenariosForNewcomers) {
  expect(pq12([](auto& scenario) { scenario.set_first(true); }), "listed_twice", "first", "first:");
}
TEST(AMistake, TwoScenariosInOnePlaceOfTheList) {
  expect(pq12([](auto& scenario) { scenario.set_order(the_box().scenario("learning")->order()); }), "listed_twice",
         "order", "order:");
}

}  // namespace
}  // namespace wardroom::pq17
