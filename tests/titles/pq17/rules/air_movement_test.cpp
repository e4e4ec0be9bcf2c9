// Aircraft: missions, Air Radii, bases [1.5, 5.3, 6.4.1].
#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/movement.h"
#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/played.h"

namespace wardroom::pq17 {
namespace {

constexpr int kAmTurn = 9;   // Day in March
constexpr int kPmTurn = 10;  // Night

Stage stage_for_air(int turn, Side active, const char* scenario = "pq12") {
  Stage stage(scenario);
  stage.at(turn, active, v1::Clock::AIR_MOVEMENT);
  return stage;
}

bool can_be_sent(Stage& stage, Side side, int key = 1) {
  Bench bench(stage);
  bench.run(air_movement(bench.op));
  return bench.offers(side, v1::Verb::CHOOSE_AIR, key);
}

TEST(Rule5_3, UnitsThatSearchFlyAnywhereInRange) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
  Bench bench(stage);
  bench.run(air_movement(bench.op)).answer(kAxis, v1::Verb::CHOOSE_AIR, 1);
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::AIR_TARGET));
  const Reference& reference = the_title().reference();
  const Hex base = reference.place("airbase.trondheim").hex;
  for (const MapHex& each : reference.box().hexes()) {
    const bool in_range = reference.air_distance(base, each.hex) <= 10;
    EXPECT_EQ(bench.offers(kAxis, v1::Verb::FLY, 1, each.hex), in_range && each.in_play) << number_of(each.hex);
  }
  bench.answer(kAxis, v1::Verb::FLY, 1, hex_argument("0611"));
  EXPECT_EQ(bench.air(1).mission(), v1::Air::FLYING);
  EXPECT_TRUE(bench.done());  // nobody else
}

// The fifth special rule of PQ-18.
TEST(Rule5_3, AScenarioMayLetAircraftChangeTheirBases) {
  Stage stage = stage_for_air(kAmTurn, kAllied, "pq18");
  stage.air(kAllied, "air.sb2.1_sad", "airbase.vaenga");
  Bench bench(stage);
  bench.run(air_movement(bench.op)).answer(kAllied, v1::Verb::CHOOSE_AIR, 1);
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::AIR_TARGET));
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::CHOOSE_PLACE, place_argument("airbase.vaenga"))) << "it is there";
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::CHOOSE_PLACE, place_argument("port.murmansk")))
      << "ports are for floatplanes [1.5.2]";
  bench.answer(kAllied, v1::Verb::CHOOSE_PLACE, place_argument("airbase.arkhangelsk"));
  EXPECT_EQ(bench.air(1).base(), "airbase.arkhangelsk");
  EXPECT_TRUE(bench.air(1).flown()) << "and that was its flight";
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.transferred"));
  EXPECT_TRUE(bench.done());
}

TEST(Rule5_3, NobodyMovesToABaseThatIsFull) {
  Stage stage = stage_for_air(kAmTurn, kAllied, "pq18");
  stage.air(kAllied, "air.sb2.1_sad", "airbase.vaenga");
  for (int i = 0; i < 10; ++i) stage.air(kAllied, "air.sb2.1_sad", "airbase.arkhangelsk", 2);
  Bench bench(stage);
  bench.run(air_movement(bench.op)).answer(kAllied, v1::Verb::CHOOSE_AIR, 1);
  EXPECT_EQ(bench.count(kAllied, v1::Verb::CHOOSE_PLACE), 0);
}

// Others only where an enemy block stands.
TEST(Rule5_3, OthersFlyOnlyWhereTheyMayFindATarget) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak");
  EXPECT_FALSE(can_be_sent(stage, kAxis));
  stage.at(kAmTurn, kAxis, v1::Clock::AIR_MOVEMENT);
  stage.dummy(kAllied, "d", "0613");
  Bench bench(stage);
  bench.run(air_movement(bench.op)).answer(kAxis, v1::Verb::CHOOSE_AIR, 1);
  EXPECT_EQ(bench.count(kAxis, v1::Verb::FLY), 1);
  EXPECT_TRUE(bench.offers(kAxis, v1::Verb::FLY, 1, hex_argument("0613")));
}

TEST(Rule5_3, ByOptionOnlyWhereATargetIsKnown) {
  Stage stage("pq12", {"option.ruling.a_20"});
  stage.at(kAmTurn, kAxis, v1::Clock::AIR_MOVEMENT);
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak").task_force(kAllied, "tf", {{"ship.london"}}, "0613");
  EXPECT_FALSE(can_be_sent(stage, kAxis));
  stage.at(kAmTurn, kAxis, v1::Clock::AIR_MOVEMENT).identified("tf", 0);
  EXPECT_TRUE(can_be_sent(stage, kAxis));
}

TEST(Rule5_3, AtNightOnlySearchersAndBritishBombers) {
  for (const auto& [side, unit, base, flies] : {std::tuple{kAxis, "air.ju88a4.iii_kg30", "airbase.banak", false},
                                                {kAxis, "air.fw200c.i_kg40", "airbase.trondheim", true},
                                                {kAllied, "air.beaufort.42", "airbase.leuchars", true},
                                                {kAllied, "air.beaufighter.404", "airbase.wick", false}}) {
    Stage stage = stage_for_air(kPmTurn, side);
    stage.air(side, unit, base).dummy(enemy_of(side), "a", "0714").dummy(enemy_of(side), "b", "1207");
    EXPECT_EQ(can_be_sent(stage, side), flies) << unit;
  }
}

// Weather at the base counts, local weather too; carriers are grounded by Storms.
TEST(Rule5_3, WeatherAtTheBaseGroundsAircraft) {
  for (const auto& [weather, land, carrier] : {std::tuple{v1::Weather::REDUCED_VISIBILITY, true, true},
                                               {v1::Weather::STORMS, true, false},
                                               {v1::Weather::FOG, false, false},
                                               {v1::Weather::GALES, false, false}}) {
    Stage stage = stage_for_air(kAmTurn, kAllied);
    stage.weather(weather).task_force(kAllied, "tf", {{"ship.victorious"}}, "0611");
    stage.air(kAllied, "air.hudson.48", "airbase.wick").air(kAllied, "air.albacore.817", "ship.victorious");
    Bench bench(stage);
    EXPECT_EQ(can_take_off(bench.op, bench.air(1)), land);
    EXPECT_EQ(can_take_off(bench.op, bench.air(2)), carrier);
  }
  Stage stage = stage_for_air(kAmTurn, kAllied);
  stage.air(kAllied, "air.hudson.48", "airbase.wick");
  auto& local = *stage.truth().mutable_environment()->add_local();
  local.set_weather(v1::Weather::FOG);
  local.add_hex(number(the_title().reference().place("airbase.wick").hex));
  EXPECT_FALSE(can_be_sent(stage, kAllied));
}

TEST(Rule5_3, CrippledCarriersDoNotFlyAircraft) {
  Stage stage = stage_for_air(kAmTurn, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, "0611").air(kAllied, "air.albacore.817", "ship.victorious");
  stage.force("tf").mutable_ship(0)->set_crippled(true);
  EXPECT_FALSE(can_be_sent(stage, kAllied));
}

TEST(Rule5_3, AbortedAndDamagedStepsStayHome) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
  stage.truth().mutable_air()->mutable_unit(0)->set_damaged(1);
  EXPECT_FALSE(can_be_sent(stage, kAxis));
}

// Only carrier aircraft attack ports and airbases freely, and nobody in the United Kingdom [7.1.3].
TEST(Rule5_3, CarrierAircraftMayFlyAgainstPorts) {
  Stage stage = stage_for_air(kAmTurn, kAllied);
  const Hex kirkenes = the_title().reference().place("port.kirkenes").hex;
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, "0717");
  stage.air(kAllied, "air.fulmar.809", "ship.victorious").air(kAllied, "air.hurricane2.78_iap", "airbase.vaenga");
  Bench bench(stage);
  bench.run(air_movement(bench.op));
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::CHOOSE_AIR, 2));
  bench.answer(kAllied, v1::Verb::CHOOSE_AIR, 1);
  EXPECT_TRUE(bench.offers(kAllied, v1::Verb::FLY, 1, kirkenes));
}

TEST(Rule5_3, TheSovietAirForceLeavesShipsAlone) {
  for (const auto& [unit, flies] : {std::pair{"air.hurricane2.122_iad", false}, {"air.hurricane2.78_iap", true}}) {
    Stage stage = stage_for_air(kAmTurn, kAllied);
    stage.air(kAllied, unit, "airbase.vaenga").dummy(kAxis, "d", "0717");
    EXPECT_EQ(can_be_sent(stage, kAllied), flies) << unit;
  }
}

TEST(Rule12_6, AGroundOffensiveGroundsMostAircraft) {
  for (const auto& [side, unit, base, flies] : {std::tuple{kAxis, "air.ju88a4.iii_kg30", "airbase.banak", false},
                                                {kAxis, "air.fw200c.i_kg40", "airbase.trondheim", true},
                                                {kAxis, "air.he115c.1_406", "port.tromsoe", true},
                                                {kAllied, "air.sb2.2_gsap", "airbase.vaenga", true},
                                                {kAllied, "air.pe2.608_bap", "airbase.vaenga", false},
                                                {kAllied, "air.hudson.48", "airbase.wick", true}}) {
    Stage stage = stage_for_air(kAmTurn, side);
    stage.air(side, unit, base);
    stage.truth().mutable_standing()->add_shown()->set_condition("condition.ground_offensive");
    Bench bench(stage);
    EXPECT_EQ(can_take_off(bench.op, bench.air(1)), flies) << unit;
  }

  // The same unit is sent out without it, and stays at its base with it.
  std::vector<Truth> played;
  for (const bool offensive : {false, true}) {
    Stage stage = stage_for_air(kAmTurn, kAxis);
    stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak").dummy(kAllied, "d", "0717");
    if (offensive) stage.truth().mutable_standing()->add_shown()->set_condition("condition.ground_offensive");
    Bench bench(stage);
    bench.run(air_movement(bench.op));
    if (bench.offers(kAxis, v1::Verb::CHOOSE_AIR, 1))
      bench.answer(kAxis, v1::Verb::CHOOSE_AIR, 1).answer(kAxis, v1::Verb::FLY, 1, hex_argument("0717"));
    played.push_back(stage.truth());
    played.back().mutable_standing()->clear_shown();
  }
  plays("condition.ground_offensive", played[0], played[1]);
}

TEST(Rule5_3, MissionsReturnToTheirBases) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim").air(kAxis, "air.bv138.2_406", "port.trondheim");
  Bench bench(stage);
  bench.run(air_movement(bench.op))
      .answer(kAxis, v1::Verb::CHOOSE_AIR, 1)
      .answer(kAxis, v1::Verb::FLY, 1, hex_argument("0611"));
  bench.answer(kAxis, v1::Verb::CHOOSE_AIR, 2).answer(kAxis, v1::Verb::RADIUS, 2, hex_argument("0811"));
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(temporary_radius(bench.op, kAxis, *hex_of("0811")));
  return_missions(bench.op, kAxis);
  EXPECT_EQ(bench.air(1).mission(), v1::Air::AT_BASE);
  EXPECT_EQ(bench.air(2).mission(), v1::Air::RADIUS);
  return_radii(bench.op, kAxis);
  EXPECT_EQ(bench.air(2).mission(), v1::Air::AT_BASE);
  EXPECT_FALSE(temporary_radius(bench.op, kAxis, *hex_of("0811")));
}

TEST(Rule5_3, ChoosingAUnitIsACheckpoint) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim").air(kAxis, "air.bv138.2_406", "port.trondheim");
  {
    Bench bench(stage);
    bench.run(air_movement(bench.op))
        .answer(kAxis, v1::Verb::CHOOSE_AIR, 1)
        .answer(kAxis, v1::Verb::FLY, 1, hex_argument("0611"));
    EXPECT_TRUE(bench.menu(kAxis)->checkpoint);
  }
  Bench again(stage);
  again.run(air_movement(again.op));
  EXPECT_FALSE(again.offers(kAxis, v1::Verb::CHOOSE_AIR, 1));
  EXPECT_TRUE(again.offers(kAxis, v1::Verb::CHOOSE_AIR, 2));
}

TEST(Rule5_3_1, OneHexForEachStep) {
  Stage stage = stage_for_air(kAmTurn, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, "0611")
      .air(kAllied, "air.albacore.817", "ship.victorious");  // two steps
  Bench bench(stage);
  bench.run(air_movement(bench.op))
      .answer(kAllied, v1::Verb::CHOOSE_AIR, 1)
      .answer(kAllied, v1::Verb::RADIUS, 1, hex_argument("0611"));
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::AIR_TARGET));
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::RADIUS, 1, hex_argument("0611")));
  bench.answer(kAllied, v1::Verb::RADIUS, 1, hex_argument("0612"));
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.air(1).radius_size(), 2);
}

TEST(Rule5_3_1, OnlyUnitsThatSearchAndHuntSubmarinesPatrol) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");  // R without A
  Bench bench(stage);
  bench.run(air_movement(bench.op)).answer(kAxis, v1::Verb::CHOOSE_AIR, 1);
  EXPECT_EQ(bench.count(kAxis, v1::Verb::RADIUS), 0);
}

TEST(Rule5_3_1, NoPatrolsOverEnemyPorts) {
  Stage stage = stage_for_air(kAmTurn, kAllied);
  stage.air(kAllied, "air.catalina.210", "port.lerwick");
  Bench bench(stage);
  bench.run(air_movement(bench.op)).answer(kAllied, v1::Verb::CHOOSE_AIR, 1);
  const Reference& reference = the_title().reference();
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::RADIUS, 1, reference.place("port.bergen").hex));
  EXPECT_TRUE(bench.offers(kAllied, v1::Verb::RADIUS, 1, reference.place("port.lerwick").hex));
}

TEST(Rule5_3_1, NoAxisPatrolsAtNightBeforeAugust1943) {
  for (const auto& [side, unit, base, patrols] : {std::tuple{kAxis, "air.bv138.2_406", "port.trondheim", false},
                                                  {kAllied, "air.catalina.210", "port.lerwick", true}}) {
    Stage stage = stage_for_air(kPmTurn, side);
    stage.air(side, unit, base);
    Bench bench(stage);
    bench.run(air_movement(bench.op)).answer(side, v1::Verb::CHOOSE_AIR, 1);
    EXPECT_EQ(bench.count(side, v1::Verb::RADIUS) > 0, patrols) << unit;
  }
}

//
TEST(Rule1_5, AircraftAboardACarrierAreHiddenUntilTheyFly) {
  Stage stage = stage_for_air(kAmTurn, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, "0611");
  stage.air(kAllied, "air.hudson.48", "airbase.wick").air(kAllied, "air.albacore.817", "ship.victorious");
  Scene scene = stage.scene(std::vector<std::uint32_t>(200, 0));
  ASSERT_TRUE(scene.offers(kAllied, v1::Verb::CHOOSE_AIR, 2));
  EXPECT_EQ(scene.view(kAxis).air().unit_size(), 1) << "only what is based on land";
  EXPECT_EQ(scene.view(kAllied).own().aboard_size(), 1);
  scene.answer(kAllied, v1::Verb::CHOOSE_AIR, 2).answer(kAllied, v1::Verb::FLY, 2, hex_argument("0612"));
  ASSERT_EQ(scene.view(kAxis).air().unit_size(), 2);
  EXPECT_EQ(scene.view(kAxis).air().unit(1).unit(), "air.albacore.817");
  EXPECT_TRUE(scene.was_told(kAxis, "report.air.mission"));
  scene.pass_to(kAxis, v1::Clock::NAVAL_MOVEMENT);
  EXPECT_EQ(scene.view(kAxis).air().unit_size(), 1) << "home again";
  EXPECT_EQ(scene.view(kAllied).own().aboard(0).mission(), v1::Air::AT_BASE);
}

TEST(Rule1_5, PhotoUnitsHaveNoOtherUse) {
  Stage stage = stage_for_air(kAmTurn, kAllied);
  stage.air(kAllied, "air.spitfire_pr.wick", "airbase.wick").dummy(kAxis, "d", "1207");
  EXPECT_FALSE(can_be_sent(stage, kAllied));
}

// At no airbase stand more than twenty steps, Interceptors included, where history put them.
TEST(Rule1_5_1, AirbasesHoldTwentySteps) {
  for (const v1::Scenario* scenario : the_title().reference().box().scenarios()) {
    Stage stage(scenario->id());
    std::map<std::string, int> steps;
    for (const auto& interceptor : stage.truth().air().interceptor()) steps[interceptor.airbase()] += interceptor.cs();
    for (const auto& air : scenario->history().air()) {
      steps[air.place()] +=
          air.unit().has_cs() ? air.unit().cs() : the_title().reference().air(air.unit().unit()).unit->steps();
    }
    for (const auto& [base, count] : steps) {
      if (!base.starts_with("airbase.")) continue;
      EXPECT_LE(count, the_title().reference().numbers().force().airbase_steps()) << base;
    }
  }
}

TEST(Rule1_5_2, FloatplanesFlyFromPorts) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  stage.air(kAxis, "air.bv138.2_406", "port.trondheim");
  EXPECT_TRUE(can_be_sent(stage, kAxis));
}

TEST(Rule1_5_3, InterceptorsNeverFlyMissions) {
  Stage stage = stage_for_air(kAmTurn, kAxis);
  ASSERT_GT(stage.truth().air().interceptor_size(), 0);
  stage.dummy(kAllied, "d", "0816");
  Bench bench(stage);
  bench.run(air_movement(bench.op));
  EXPECT_TRUE(bench.done());
}

}  // namespace
}  // namespace wardroom::pq17
