// Chapter 11: fuel.
#include "server/titles/pq17/fuel/fuel.h"

#include "server/titles/pq17/fuel/refuelling.h"
#include "tests/titles/pq17/bench.h"

namespace wardroom::pq17 {
namespace {

using F = v1::Force;

Stage at_turn(int turn, Side side = kAllied, const std::vector<std::string>& options = {}) {
  Stage stage("pq12", options);
  stage.at(turn, side, v1::Clock::NAVAL_MOVEMENT);
  return stage;
}

// The turn of the marker of a force that leaves a port.
int warning(int turn, Side side, const std::vector<Unit>& units, const std::string& port,
            const std::vector<std::string>& options = {}) {
  Stage stage = at_turn(turn, side, options);
  stage.task_force(side, "force", units, port);
  Bench bench(stage);
  fuel_on_leaving_port(bench.op, side, stage.force("force"));
  EXPECT_FALSE(bench.was_told(enemy_of(side), "report.fuel.warning.own"));
  return stage.force("force").fuel_turn();
}

// The Fuel Phase after a turn.
void end_turn(Stage& stage, Bench& bench) {
  stage.truth().mutable_clock()->set_phase(v1::Clock::FUEL);
  stage.truth().mutable_clock()->set_turn(stage.truth().clock().turn() + 1);
  fuel_phase(bench.op);
}

TEST(Example_DX_06, TwelveTurnsOrTwentyForHeavyShipsAlone) {
  EXPECT_EQ(warning(am(1), kAllied, {{"class.british_a_i", 2}}, "port.scapa_flow"), am(7));
  EXPECT_EQ(warning(am(1), kAllied, {{"ship.london"}}, "port.scapa_flow"), am(11));
}

TEST(Example_DX_06, DangerComesThreeTurnsAfterTheWarning) {
  Stage stage = at_turn(am(3));
  stage.task_force(kAllied, "force", {{"class.british_a_i", 2}}, "0611").fuel("force", pm(3));
  Bench bench(stage);
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel(), F::LOW);
  EXPECT_EQ(stage.force("force").fuel_turn(), am(5));
}

TEST(Example_DX_06, PatrolWhiteIsAtSeaUntilDayTen) {
  Stage stage = at_turn(am(1));
  stage.task_force(kAllied, "patrol", {{"ship.london"}}, "0611");
  Bench bench(stage);
  fuel_of_patrol_white(bench.op, stage.force("patrol"));
  EXPECT_EQ(stage.force("patrol").fuel_turn(), pm(10));
}

TEST(Rule11_1, WarningThenLowThenCritical) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_a_i", 2}}, "0611").fuel("force", pm(5));
  Bench bench(stage);
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel(), F::LOW);
  end_turn(stage, bench);
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel(), F::LOW);
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel(), F::CRITICAL);
  EXPECT_TRUE(bench.was_told(kAllied, "report.fuel.critical.own"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.fuel.low.own")) << "fuel is the owner's secret";
}

TEST(Rule11_1, AForceThatWasNotFuelledInPortKeepsItsMarker) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_a_i", 2}}, "port.reykjavik").fuel("force", am(6));
  Bench bench(stage);
  fuel_on_leaving_port(bench.op, kAllied, stage.force("force"));
  EXPECT_EQ(stage.force("force").fuel_turn(), am(6));
}

TEST(Rule11_2_1, WolfpacksAndConvoyShipsAlwaysHaveFuel) {
  Stage stage = at_turn(am(5));
  stage.convoy(kAllied, "convoy", {{"class.mv", 5}, {"class.british_es", 1}}, "port.reykjavik", "port.murmansk");
  stage.wolfpack(kAxis, "pack", {{"class.type_viic", 2}}, "port.narvik");
  Bench bench(stage);
  fuel_on_leaving_port(bench.op, kAllied, stage.force("convoy"));
  fuel_on_leaving_port(bench.op, kAxis, stage.force("pack"));
  EXPECT_EQ(stage.force("convoy").fuel_turn(), 0);
  EXPECT_EQ(stage.force("pack").fuel_turn(), 0);
}

TEST(Example_DX_24, TheWorstMarkerCountsWhenForcesCombine) {
  for (const bool first_is_worse : {true, false}) {
    Stage stage = at_turn(am(5));
    stage.task_force(kAllied, "a", {{"class.british_a_i", 2}}, "0611").fuel("a", first_is_worse ? am(7) : am(9));
    stage.task_force(kAllied, "b", {{"class.british_a_i", 2}}, "0611").fuel("b", first_is_worse ? am(9) : am(7));
    Bench bench(stage);
    fuel_on_combining(bench.op, kAllied, stage.force("a"), stage.force("b"));
    EXPECT_EQ(stage.force("a").fuel_turn(), am(7));
  }
}

TEST(Rule11_1_1, ALowForceIsWorseThanAnyFullOne) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "a", {{"class.british_a_i", 2}}, "0611").fuel("a", am(6));
  stage.task_force(kAllied, "b", {{"class.british_a_i", 2}}, "0611").fuel("b", pm(6), F::LOW);
  Bench bench(stage);
  fuel_on_combining(bench.op, kAllied, stage.force("a"), stage.force("b"));
  EXPECT_EQ(stage.force("a").fuel(), F::LOW);
  EXPECT_EQ(stage.force("a").fuel_turn(), pm(6));
}

TEST(Rule11_3_1, WhoeverJoinsARefuellingForceInPortRefuelsWithItUnlessHeHasJustComeIn) {
  for (const bool just_in : {false, true}) {
    Stage stage = at_turn(am(5));
    stage.task_force(kAllied, "a", {{"class.british_a_i", 2}}, "port.scapa_flow").fuel("a", am(6));
    stage.task_force(kAllied, "b", {{"class.british_a_i", 2}}, "port.scapa_flow");
    stage.force("a").set_task(F::REFUELLING);
    stage.force("b").set_entered_port(just_in);
    Bench bench(stage);
    fuel_on_combining(bench.op, kAllied, stage.force("a"), stage.force("b"));
    EXPECT_EQ(stage.force("a").task(), just_in ? F::NO_TASK : F::REFUELLING);
  }
}

TEST(Rule11_3_1, TheGermanyBoxIsAPort) {
  Stage stage = at_turn(am(5), kAxis);
  stage.task_force(kAxis, "tf", {{"class.type_36a", 2}}, "box.germany").fuel("tf", am(7), F::LOW);
  stage.force("tf").set_task(F::REFUELLING);
  Bench bench(stage);
  fuel_phase(bench.op);
  EXPECT_EQ(stage.force("tf").fuel(), F::FULL);
  EXPECT_EQ(stage.force("tf").fuel_turn(), 0);
}

TEST(Rule11_4_1, TrainingIsAMatterOfThreeTurnsWhateverMarkerIsThere) {
  Stage stage = at_turn(am(5), kAxis);
  stage.task_force(kAxis, "tf", {{"class.type_36a", 2}}, "port.kiel").fuel("tf", am(9));
  stage.force("tf").set_training(true);
  Bench bench(stage);
  fuel_on_leaving_port(bench.op, kAxis, stage.force("tf"));
  EXPECT_EQ(stage.force("tf").fuel(), F::LOW);
  EXPECT_EQ(stage.force("tf").fuel_turn(), am(5) + 3);
}

TEST(Rule11_1_1, PartsOfAForceShareItsMarker) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "rest", {{"class.british_a_i", 2}}, "0611").fuel("rest", pm(5), F::LOW);
  stage.task_force(kAllied, "part", {{"class.british_j_r", 2}}, "0611").fuel("part", 0);
  Bench bench(stage);
  fuel_after_split(bench.op, kAllied, stage.force("rest"), stage.force("part"));
  EXPECT_EQ(stage.force("part").fuel_turn(), pm(5));
  EXPECT_EQ(stage.force("part").fuel(), F::LOW);
}

TEST(Rule11_1_1, AConvoyWhoseEscortHasLeftNeedsNoMarker) {
  Stage stage = at_turn(am(5));
  stage.convoy(kAllied, "rest", {{"class.mv", 5}}, "0611", "port.murmansk").fuel("rest", pm(5), F::LOW);
  stage.task_force(kAllied, "part", {{"class.british_j_r", 2}}, "0611").fuel("part", 0);
  Bench bench(stage);
  fuel_after_split(bench.op, kAllied, stage.force("rest"), stage.force("part"));
  EXPECT_EQ(stage.force("part").fuel(), F::LOW);
  EXPECT_EQ(stage.force("rest").fuel(), F::FULL);
  EXPECT_EQ(stage.force("rest").fuel_turn(), 0);
}

Stage mixed_force_has_split() {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "heavy", {{"ship.london"}}, "0611").fuel("heavy", am(7));
  stage.task_force(kAllied, "light", {{"class.british_j_r", 2}}, "0611").fuel("light", am(7));
  return stage;
}

TEST(Rule11_1_2, HeavyShipsThatPartFromLightOnesGainEightTurns) {
  Stage stage = mixed_force_has_split();
  Bench bench(stage);
  fuel_after_split(bench.op, kAllied, stage.force("heavy"), stage.force("light"));
  EXPECT_EQ(stage.force("heavy").fuel_turn(), am(7) + 8);
  EXPECT_EQ(stage.force("light").fuel_turn(), am(7));
}

TEST(Rule11_1_2, TheBonusOfASplitComesOnce) {
  Stage stage = mixed_force_has_split();
  stage.force("heavy").set_heavy_bonus(true);
  Bench bench(stage);
  fuel_after_split(bench.op, kAllied, stage.force("heavy"), stage.force("light"));
  EXPECT_EQ(stage.force("heavy").fuel_turn(), am(7));
}

TEST(Rule11_4, GermanHeavyShipsGoFarOnlyFromKielOrGermany) {
  EXPECT_EQ(warning(am(1), kAxis, {{"ship.tirpitz"}}, "port.narvik"), am(7));
  EXPECT_EQ(warning(am(1), kAxis, {{"ship.tirpitz"}}, "port.kiel"), am(11));
  EXPECT_EQ(warning(am(1), kAxis, {{"ship.tirpitz"}}, "box.germany"), am(11));
}

TEST(Rule11_4, NorDoTheyGainBySplitting) {
  Stage stage = at_turn(am(5), kAxis);
  stage.task_force(kAxis, "heavy", {{"ship.tirpitz"}, {"class.type_36a", 2}}, "port.narvik");
  stage.task_force(kAxis, "light", {{"class.type_36a", 2}}, "port.narvik");
  Bench bench(stage);
  fuel_on_leaving_port(bench.op, kAxis, stage.force("heavy"));
  take(stage.force("heavy"), 1, 2);
  fuel_after_split(bench.op, kAxis, stage.force("heavy"), stage.force("light"));
  EXPECT_EQ(stage.force("heavy").fuel_turn(), am(5) + 12);
}

TEST(Example_DX_07, ExtraExpenditureMovesTheMarkerBack) {
  const auto& numbers = the_title().reference().numbers().fuel();
  EXPECT_EQ(numbers.high_speed_cost(), 3);
  EXPECT_EQ(numbers.surface_combat_cost(), 2);
  EXPECT_EQ(numbers.air_attack_cost(), 1);
  EXPECT_EQ(numbers.offensive_asw_cost(), 1);
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_j_r", 2}}, "0611").fuel("force", am(9));
  Bench bench(stage);
  expend_fuel(bench.op, stage.force("force"), numbers.high_speed_cost());
  EXPECT_EQ(stage.force("force").fuel_turn(), pm(7));
}

TEST(Rule11_1_3, AMarkerBehindTheTurnIsReachedInTheNextFuelPhase) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_j_r", 2}}, "0611").fuel("force", pm(5), F::LOW);
  Bench bench(stage);
  expend_fuel(bench.op, stage.force("force"), 3);
  EXPECT_EQ(stage.force("force").fuel(), F::LOW);
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel(), F::CRITICAL);
}

TEST(Rule11_1_4, SovietShipsHaveSixTurnsWithTheOption) {
  const std::vector<Unit> units{{"class.soviet_type_7", 2}};
  EXPECT_EQ(warning(am(1), kAllied, units, "port.murmansk", {"option.soviet_endurance"}), am(4));
  EXPECT_EQ(warning(am(1), kAllied, units, "port.murmansk"), am(7));
}

TEST(Rule11_1_4, ABallastConvoyGainsSixTurnsWhenTheyLeaveIt) {
  for (const bool loaded : {false, true}) {
    Stage stage = at_turn(am(5), kAllied, {"option.soviet_endurance"});
    stage.convoy(kAllied, "convoy", {{"class.mv", 5}, {"class.british_j_r", 2}}, "0611", "port.reykjavik", loaded)
        .fuel("convoy", am(7));
    stage.task_force(kAllied, "soviets", {{"class.soviet_type_7", 2}}, "0611");
    Bench bench(stage);
    fuel_after_split(bench.op, kAllied, stage.force("convoy"), stage.force("soviets"));
    EXPECT_EQ(stage.force("convoy").fuel_turn(), loaded ? am(7) : am(10));
    EXPECT_EQ(stage.force("soviets").fuel_turn(), am(7));
  }
}

v1::Speed::Kind speed_with(F::FuelStatus fuel) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_j_r", 2}}, "0611").fuel("force", am(9), fuel);
  return speed_by_fuel(stage.force("force"));
}

TEST(Rule11_2_1, FullFuelRestrictsNothing) { EXPECT_EQ(speed_with(F::FULL), v1::Speed::HIGH); }
TEST(Rule11_2_2, NoHighSpeedWithLowFuel) { EXPECT_EQ(speed_with(F::LOW), v1::Speed::MODERATE); }
TEST(Rule11_2_3, SlowSpeedWithCriticalFuel) { EXPECT_EQ(speed_with(F::CRITICAL), v1::Speed::SLOW); }

TEST(Rule11_4_1, ATrainingForceHasThreeTurnsAndNoHighSpeed) {
  Stage stage = at_turn(am(5), kAxis);
  stage.task_force(kAxis, "force", {{"ship.tirpitz"}}, "port.narvik");
  stage.force("force").set_training(true);
  Bench bench(stage);
  fuel_on_leaving_port(bench.op, kAxis, stage.force("force"));
  EXPECT_EQ(stage.force("force").fuel_turn(), pm(6));
  EXPECT_EQ(stage.force("force").fuel(), F::LOW) << "the Danger marker";
  EXPECT_EQ(speed_by_fuel(stage.force("force")), v1::Speed::MODERATE);
}

// -- refuelling --

// Asks for tasks; answers one and is done.
void designate(Bench& bench, Side side, v1::Verb::Kind verb, int key) {
  Task<> task = designate_refuelling(bench.op);
  task.handle().resume();
  ASSERT_TRUE(bench.offers(side, verb, key));
  EXPECT_TRUE(bench.menu(side)->checkpoint);
  bench.answer(side, verb, key);
  if (!task.done()) bench.answer(side, v1::Verb::DONE);
  EXPECT_TRUE(task.done());
}

bool asks_nothing(Bench& bench) {
  Task<> task = designate_refuelling(bench.op);
  task.handle().resume();
  return task.done();
}

TEST(Rule11_3_1, AWholeTurnInPortFillsTheBunkers) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_j_r", 2}}, "port.reykjavik").fuel("force", am(6), F::LOW);
  Bench bench(stage);
  designate(bench, kAllied, v1::Verb::REFUEL, stage.force("force").key());
  EXPECT_EQ(stage.force("force").task(), F::REFUELLING);
  EXPECT_FALSE(bench.was_told(kAxis, "report.refuelling.own"));
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel(), F::FULL);
  EXPECT_EQ(stage.force("force").fuel_turn(), 0);
  EXPECT_EQ(stage.force("force").task(), F::NO_TASK);
}

TEST(Rule11_3_1, AForceThatSailsHasNotRefuelled) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_j_r", 2}}, "port.reykjavik").fuel("force", am(6), F::LOW);
  Bench bench(stage);
  designate(bench, kAllied, v1::Verb::REFUEL, stage.force("force").key());
  stage.force("force").set_left_port(true);
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel(), F::LOW);
  EXPECT_TRUE(bench.was_told(kAllied, "report.refuelling_broken.own"));
}

TEST(Rule11_3_1, NothingIsTakenOnAtBarentsburg) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"class.british_j_r", 2}}, "port.barentsburg").fuel("force", am(6), F::LOW);
  Bench bench(stage);
  EXPECT_TRUE(asks_nothing(bench));
}

TEST(Rule11_3_1, OilersFillUpOnlyInPermanentPorts) {
  for (const std::string port : {"port.reykjavik", "port.seydisfjord"}) {
    Stage stage = at_turn(am(5));
    stage.task_force(kAllied, "force", {{"ship.aldersdale"}, {"class.british_j_r", 2}}, port).fuel("force", am(6));
    v1::Counter& oiler = *stage.force("force").mutable_ship(1);
    ASSERT_EQ(oiler.unit(), "ship.aldersdale");
    oiler.set_oiler_fuel(0);
    oiler.set_used(true);
    Bench bench(stage);
    designate(bench, kAllied, v1::Verb::REFUEL, stage.force("force").key());
    end_turn(stage, bench);
    EXPECT_EQ(stage.force("force").ship(1).oiler_fuel(), port == "port.reykjavik" ? 20 : 0) << port;
    EXPECT_EQ(stage.force("force").ship(1).used(), port != "port.reykjavik");
  }
}

// Aldersdale refuels escorts at sea and has this much left.
int left_after(int fuel, int cs) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"ship.aldersdale"}, {"class.british_j_r", cs}}, "0611").fuel("force", am(6));
  stage.force("force").mutable_ship(1)->set_oiler_fuel(fuel);
  Bench bench(stage);
  designate(bench, kAllied, v1::Verb::REFUEL, stage.force("force").key());
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel_turn(), pm(5) + 12);
  return stage.force("force").ship(1).oiler_fuel();
}

TEST(Example_DX_23, OilersSpendByFivesRoundedUp) {
  EXPECT_EQ(left_after(20, 1), 15);
  EXPECT_EQ(left_after(20, 5), 15);
  EXPECT_EQ(left_after(20, 6), 10);
  EXPECT_EQ(left_after(10, 10), 0);
}

TEST(Rule11_3_2, TenCsAnOilerAndNoMore) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"ship.aldersdale"}, {"class.british_j_r", 11}}, "0611").fuel("force", am(6));
  Bench bench(stage);
  EXPECT_TRUE(asks_nothing(bench));
}

TEST(Rule11_3_2, RefuellingAtSeaHoldsAForceToSlowSpeed) {
  Stage stage = at_turn(am(5));
  stage.task_force(kAllied, "force", {{"ship.aldersdale"}, {"class.british_j_r", 4}}, "0611").fuel("force", am(6));
  Bench bench(stage);
  designate(bench, kAllied, v1::Verb::REFUEL, stage.force("force").key());
  EXPECT_EQ(speed_by_fuel(stage.force("force")), v1::Speed::SLOW);
  stage.force("force").set_hexes(2);
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").fuel_turn(), am(6)) << "too fast";
}

TEST(Rule11_3_2, MerchantOilersOfAClassAreEmptiedOneByOne) {
  Stage stage = at_turn(am(5));
  stage.convoy(kAllied, "convoy", {{"class.mo", 3}, {"class.british_j_r", 4}}, "0611", "port.murmansk")
      .fuel("convoy", am(6));
  Bench bench(stage);
  designate(bench, kAllied, v1::Verb::REFUEL, stage.force("convoy").key());
  end_turn(stage, bench);
  int ships = 0;
  int fuel = 0;
  for (const v1::Counter& ship : stage.force("convoy").ship()) {
    if (ship.unit() != "class.mo") continue;
    ships += ship.cs();
    fuel += ship.oiler_fuel();
  }
  EXPECT_EQ(ships, 3);
  EXPECT_EQ(fuel, 25);
}

TEST(Rule11_3_2, TheOwnerSaysWhichOilerIsEmptiedFirst) {
  for (const bool named : {false, true}) {
    Stage stage = at_turn(am(5));
    stage.convoy(kAllied, "convoy", {{"ship.aldersdale"}, {"class.mo", 1}, {"class.british_j_r", 4}}, "0611",
                 "port.murmansk");
    stage.fuel("convoy", am(6));
    const auto index_of = [&](const std::string& unit) {
      const auto& ships = stage.force("convoy").ship();
      return static_cast<int>(std::ranges::find(ships, unit, &v1::Counter::unit) - ships.begin());
    };
    const int first = std::min(index_of("ship.aldersdale"), index_of("class.mo"));
    const int other = std::max(index_of("ship.aldersdale"), index_of("class.mo"));
    const std::string emptied = stage.force("convoy").ship(named ? other : first).unit();
    const int before = stage.force("convoy").ship(named ? other : first).oiler_fuel();
    const std::string view = Bench(stage).view(kAxis);
    Bench bench(stage);
    bench.run(designate_refuelling(bench.op));
    EXPECT_EQ(bench.count(kAllied, v1::Verb::REFUEL), 1) << "as usual, in one go";
    EXPECT_EQ(bench.count(kAllied, v1::Verb::PUMP_FIRST), 2);
    if (named) {
      bench.answer(kAllied, v1::Verb::PUMP_FIRST, bench.key("convoy"), other);
    } else {
      bench.answer(kAllied, v1::Verb::REFUEL, bench.key("convoy"));
    }
    EXPECT_EQ(bench.view(kAxis), view) << "the enemy sees nothing of it";
    end_turn(stage, bench);
    const v1::Counter& oiler = stage.force("convoy").ship(index_of(emptied));
    EXPECT_EQ(oiler.oiler_fuel(), before - 5);
    EXPECT_TRUE(stage.force("convoy").pumps_first().empty());
  }
}

TEST(Rule11_3_2, AHitTurnsTheOilersMarkerAQuarter) {
  Stage stage = at_turn(am(5));
  Bench bench(stage);
  const std::map<int, int> after{{20, 10}, {15, 10}, {10, 5}, {5, 0}};
  for (const auto& [before, left] : after) {
    v1::Counter oiler;
    oiler.set_unit("ship.aldersdale");
    oiler.set_cs(1);
    oiler.set_oiler_fuel(before);
    oiler_hit(bench.op, oiler, 2);
    EXPECT_EQ(oiler.oiler_fuel(), left);
    EXPECT_EQ(oiler.used(), left == 0);
  }
}

TEST(Rule7_3_2, TorpedoesAreTakenOnInDesignatedPortsInsteadOfFuel) {
  Stage stage = at_turn(am(5), kAxis);
  stage.task_force(kAxis, "force", {{"class.type_36a", 2}}, "port.narvik").fuel("force", am(6), F::LOW);
  stage.task_force(kAxis, "elsewhere", {{"class.type_36a", 2}}, "port.kirkenes");
  stage.force("force").mutable_ship(0)->set_torpedoes_spent(1);
  stage.force("elsewhere").mutable_ship(0)->set_torpedoes_spent(1);
  Bench bench(stage);
  designate(bench, kAxis, v1::Verb::REARM, stage.force("force").key());
  EXPECT_TRUE(asks_nothing(bench)) << "not both, and not at Kirkenes";
  end_turn(stage, bench);
  EXPECT_EQ(stage.force("force").ship(0).torpedoes_spent(), 0);
  EXPECT_EQ(stage.force("force").fuel(), F::LOW);
  EXPECT_EQ(stage.force("elsewhere").ship(0).torpedoes_spent(), 1);
}

TEST(Rule7_3_2, LerwickRearmsSubmarinesAndMurmanskSoviets) {
  Stage stage = at_turn(am(5));
  stage.wolfpack(kAllied, "boats", {{"class.british_submarine", 2}}, "port.lerwick");
  stage.task_force(kAllied, "soviets", {{"class.soviet_type_7", 2}}, "port.murmansk");
  stage.task_force(kAllied, "british", {{"class.british_j_r", 2}}, "port.murmansk");
  for (const char* each : {"boats", "soviets", "british"}) stage.force(each).mutable_ship(0)->set_torpedoes_spent(1);
  Bench bench(stage);
  Task<> task = designate_refuelling(bench.op);
  task.handle().resume();
  EXPECT_TRUE(bench.offers(kAllied, v1::Verb::REARM, stage.force("boats").key()));
  EXPECT_TRUE(bench.offers(kAllied, v1::Verb::REARM, stage.force("soviets").key()));
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::REARM, stage.force("british").key()));
}

}  // namespace
}  // namespace wardroom::pq17
