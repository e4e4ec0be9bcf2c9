// Chapter 5: naval movement.
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

// Moves along a straight line until nothing more is offered; how many hexes that was.
int hexes_made(Scene& scene, Side side, const std::string& name) {
  const std::vector<std::string> line{"0909", "0910", "0911", "0912"};
  if (!scene.offers(side, Verb::CHOOSE_FORCE, scene.key(name))) return 0;
  scene.answer(side, Verb::CHOOSE_FORCE, scene.key(name));
  int made = 0;
  while (scene.asked(side, MenuKind::MOVE_FORCE) && can_step(scene, side, line[static_cast<std::size_t>(made)])) {
    step_to(scene, side, line[static_cast<std::size_t>(made++)]);
  }
  return made;
}

TEST(Rule5, ShipsStayOnTheWaterAndNeedNotMove) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0605");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_TRUE(scene.offers(kAllied, Verb::DONE));
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  EXPECT_TRUE(can_step(scene, kAllied, "0705"));
  EXPECT_FALSE(can_step(scene, kAllied, "0505")) << "Iceland lies between";
  scene.answer(kAllied, Verb::STOP);
  EXPECT_TRUE(scene.offers(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"))) << "it can still be moved";
}

TEST(Rule5_1, HighSpeedIsThreeHexesAndCostsATaskForceThreeTurnsOfFuel) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908").fuel("tf", 25);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_EQ(hexes_made(scene, kAllied, "tf"), 3);
  EXPECT_EQ(scene.force("tf").fuel_turn(), 22);
  EXPECT_TRUE(scene.force("tf").high_speed());
  EXPECT_EQ(scene.hex("tf"), "0911");
  EXPECT_FALSE(scene.offers(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"))) << "its move is over";
  EXPECT_TRUE(scene.was_told(kAxis, "report.moved"));
  EXPECT_FALSE(scene.was_told(kAxis, "report.moved.own"));
}

TEST(Rule5_1, TwoHexesCostNoFuel) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908").fuel("tf", 25);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  move(scene, kAllied, "tf", {"0909", "0910"});
  scene.answer(kAllied, Verb::STOP);
  EXPECT_EQ(scene.force("tf").fuel_turn(), 25);
}

// DX-27: hexes by speed.
TEST(Rule5_1, Example_DX_27_HexesBySpeed) {
  struct Case {
    const char* unit;
    int cs;
    int turn;
    bool crippled;
    bool towed;
    int hexes;
  };
  for (const Case& one : {Case{"ship.london", 3, 9, false, false, 3}, Case{"ship.london", 2, 9, false, false, 2},
                          Case{"ship.london", 3, 9, true, false, 1}, Case{"class.british_es", 2, 9, false, false, 2},
                          Case{"ship.london", 3, 9, false, true, 0}, Case{"ship.london", 3, 10, false, true, 1}}) {
    Stage stage = naval("pq12", one.turn, kAllied);
    stage.task_force(kAllied, "tf", {{one.unit, one.cs}, {"class.british_j_r", 1}}, "0908").fuel("tf", 30);
    v1::Counter& ship = *stage.force("tf").mutable_ship(stage.force("tf").ship(0).unit() == one.unit ? 0 : 1);
    ship.set_crippled(one.crippled);
    if (one.towed) ship.set_towed_by("class.british_j_r");
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAllied);
    EXPECT_EQ(hexes_made(scene, kAllied, "tf"), one.hexes) << one.unit << " " << one.cs << " turn " << one.turn;
  }
}

TEST(Rule5_1, DummiesMakeThreeHexesAndSubmarinesTwo) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.dummy(kAllied, "dummy", "0908").wolfpack(kAllied, "w", {{"class.british_submarine", 1}}, "0908");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_EQ(hexes_made(scene, kAllied, "dummy"), 3);
  EXPECT_EQ(hexes_made(scene, kAllied, "w"), 2);
}

TEST(Rule5_1, InStormsLightShipsAndInGalesNobodyMovesAtHighSpeed) {
  struct Case {
    v1::Weather::Kind weather;
    int heavy;
    int mixed;
    int submarines;
    int dummy;
  };
  for (const Case& one : {Case{v1::Weather::STORMS, 3, 2, 2, 3}, Case{v1::Weather::GALES, 2, 2, 1, 2}}) {
    Stage stage = naval("pq12", 9, kAllied);
    stage.weather(one.weather)
        .task_force(kAllied, "heavy", {{"ship.london"}}, "0908")
        .fuel("heavy", 30)
        .task_force(kAllied, "mixed", {{"ship.kent"}, {"class.british_a_i", 2}}, "0908")
        .fuel("mixed", 30)
        .wolfpack(kAllied, "w", {{"class.british_submarine", 1}}, "0908")
        .dummy(kAllied, "dummy", "0908");
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAllied);
    EXPECT_EQ(hexes_made(scene, kAllied, "heavy"), one.heavy);
    EXPECT_EQ(hexes_made(scene, kAllied, "mixed"), one.mixed);
    EXPECT_EQ(hexes_made(scene, kAllied, "w"), one.submarines);
    EXPECT_EQ(hexes_made(scene, kAllied, "dummy"), one.dummy);
  }
}

TEST(Rule5_1, LowFuelForbidsHighSpeedAndCriticalFuelAllButSlow) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "low", {{"ship.london"}}, "0908")
      .fuel("low", 12, v1::Force::LOW)
      .task_force(kAllied, "critical", {{"ship.kent"}}, "0908")
      .fuel("critical", 8, v1::Force::CRITICAL);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_EQ(hexes_made(scene, kAllied, "low"), 2);
  EXPECT_EQ(hexes_made(scene, kAllied, "critical"), 1);
}

TEST(Rule5_1_1, ACapitalShipNeedsACruiserToTowHerACruiserADestroyer) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "tf", {{"ship.renown"}, {"ship.london"}, {"ship.kent"}, {"class.british_a_i", 2}}, "0908");
  v1::Force& force = stage.force("tf");
  ASSERT_EQ(force.ship(0).unit(), "ship.renown");
  force.mutable_ship(0)->set_cs(0);
  force.mutable_ship(0)->set_dead_in_water(true);
  force.mutable_ship(2)->set_dead_in_water(true);
  Scene scene = stage.scene(any_chance());
  EXPECT_TRUE(scene.offers(kAllied, Verb::TOW, scene.key("tf"), 0, 1));
  EXPECT_FALSE(scene.offers(kAllied, Verb::TOW, scene.key("tf"), 0, 3)) << "not by a destroyer";
  EXPECT_TRUE(scene.offers(kAllied, Verb::TOW, scene.key("tf"), 2, 3));
  EXPECT_FALSE(scene.offers(kAllied, Verb::TOW, scene.key("tf"), 0, 2)) << "not by a ship that is dead herself";
}

TEST(Rule5_1_1, WhatNobodyTowsIsScuttledAtTheEndOfTheSegment) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "tf", {{"ship.london"}, {"ship.kent"}, {"class.british_a_i", 2}}, "0908")
      .task_force(kAxis, "axis", {{"ship.admiral_hipper"}, {"class.type_34_36", 2}}, "0911");
  for (int i : {0, 1}) stage.force("tf").mutable_ship(i)->set_dead_in_water(true);
  const std::string towed = stage.force("tf").ship(0).unit();
  const std::string left = stage.force("tf").ship(1).unit();
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::TOW, scene.key("tf"), 0, 2);
  scene.answer(kAllied, Verb::DONE);
  ASSERT_EQ(scene.truth().standing().loss_size(), 1);
  EXPECT_EQ(scene.truth().standing().loss(0).unit(), left);
  EXPECT_EQ(cs_of(scene.force("tf"), towed), 3);
  EXPECT_EQ(cs_of(scene.force("tf"), left), 0);
  EXPECT_TRUE(scene.was_told(kAxis, "report.scuttled"));
  ASSERT_EQ(scene.truth().standing().score_size(), 1);
  EXPECT_LT(scene.truth().standing().score(0).vp_halves(), 0);
}

TEST(Rule5_1_1, ATowMayBeDroppedBeforeMoving) {
  Stage stage = naval("pq12", 10, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"class.british_a_i", 2}}, "0908");
  stage.force("tf").mutable_ship(0)->set_towed_by("class.british_a_i");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::DROP_TOW, scene.key("tf"), 0);
  EXPECT_TRUE(scene.force("tf").ship(0).dead_in_water());
  EXPECT_TRUE(scene.force("tf").ship(0).towed_by().empty());
  scene.answer(kAllied, Verb::LEAVE_DEAD, scene.key("tf"));
  EXPECT_EQ(newest(scene, kAllied).ship(0).unit(), "ship.london");
  EXPECT_EQ(scene.force("tf").ship_size(), 1);
  to_moves(scene, kAllied);
  EXPECT_EQ(hexes_made(scene, kAllied, "tf"), 3) << "the destroyers are free";
}

TEST(Rule5_1_1, ATowMayBeDroppedAfterMoving) {
  Stage stage = naval("pq12", 10, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"class.british_a_i", 2}}, "0908");
  stage.force("tf").mutable_ship(0)->set_towed_by("class.british_a_i");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  move(scene, kAllied, "tf", {"0909"});
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::MOVE)) << "one hex, in tow";
  scene.answer(kAllied, Verb::DROP_TOW, scene.key("tf"), 0);
  EXPECT_TRUE(scene.force("tf").ship(0).dead_in_water());
  EXPECT_EQ(scene.hex("tf"), "0909");
  EXPECT_TRUE(scene.was_told(kAllied, "report.tow_dropped.own"));
  EXPECT_FALSE(scene.was_told(kAxis, "report.tow_dropped.own"));
}

TEST(Rule5_1_5, AConvoyMustMoveNeverBackAndNeverFarther) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.mv", 12}}, "0708", "port.murmansk");
  stage.force("convoy").add_visited(707);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_FALSE(scene.offers(kAllied, Verb::DONE));
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_FALSE(scene.offers(kAllied, Verb::STOP));
  const Hex goal = printed().place("port.murmansk").hex;
  const int now = printed().sea_distance(kAllied, *hex_of("0708"), goal);
  EXPECT_GT(scene.count(kAllied, Verb::STEP), 1);
  for (Hex to : printed().hex(*hex_of("0708")).by_sea) {
    const bool farther = printed().sea_distance(kAllied, to, goal) > now;
    if (farther || number_of(to) == "0707") {
      EXPECT_FALSE(can_step(scene, kAllied, number_of(to))) << number_of(to);
    }
  }
  step_to(scene, kAllied, "0709");
  EXPECT_TRUE(scene.offers(kAllied, Verb::DONE));
  EXPECT_EQ(scene.hex("convoy"), "0709");
  EXPECT_EQ(scene.force("convoy").hexes(), 1);
}

TEST(Rule5_1_5, AConvoyDoesNotEnterAHexTwice) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.mv", 12}}, "0708", "port.murmansk");
  stage.force("convoy").add_visited(709);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_FALSE(can_step(scene, kAllied, "0709"));
}

TEST(Rule5_1_5, GalesMayHoldAConvoy) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.weather(v1::Weather::GALES).convoy(kAllied, "convoy", {{"class.mv", 12}}, "0708", "port.murmansk");
  stage.force("convoy").set_held_by_gales(true);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_FALSE(scene.offers(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy")));
  EXPECT_TRUE(scene.offers(kAllied, Verb::DONE));
}

TEST(Rule5_1_5, AConvoyAtItsDestinationEntersPort) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.mv", 12}}, "0817", "port.murmansk")
      .convoy(kAllied, "out", {{"class.mv", 12}}, "0817", "port.reykjavik", false);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_FALSE(scene.offers(kAllied, Verb::DONE));
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_EQ(scene.menu(kAllied)->items.size(), 1U) << "there is nothing else it may do";
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.murmansk"));
  EXPECT_EQ(scene.hex("convoy"), "port.murmansk");
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE)) << "a convoy makes no Dummy";
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("out"));
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 0) << "not its destination";
}

TEST(Rule5_1_6, NoHighSpeedOnATurnATaskForceEntersTheInnerLeads) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.task_force(kAxis, "out", {{"ship.admiral_hipper"}}, "0908")
      .fuel("out", 30)
      .task_force(kAxis, "in", {{"ship.luetzow"}}, "1009")
      .fuel("in", 30);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  move(scene, kAxis, "out", {"0909", "1009"});
  EXPECT_TRUE(can_step(scene, kAxis, "1010"));
  EXPECT_FALSE(can_step(scene, kAxis, "1110")) << "a third hex into the Leads";
  scene.answer(kAxis, Verb::STOP);
  move(scene, kAxis, "in", {"1110", "1009"});
  EXPECT_TRUE(scene.asked(kAxis, MenuKind::MOVE)) << "it has been in the Leads";
}

TEST(Rule5_1_7, TheAxisNeverEntersKnownHeavyDrift) {
  for (const auto& [side, unit, may] :
       {std::tuple{kAxis, "ship.admiral_hipper", false}, std::tuple{kAllied, "ship.london", true}}) {
    Stage stage = naval("pq12", 9, side);
    stage.ice(v1::Ice::WEST, v1::Ice::ZONE_V, v1::Ice::HEAVY_DRIFT, true).task_force(side, "tf", {{unit}}, "0404");
    Scene scene = stage.scene(any_chance());
    to_moves(scene, side);
    scene.answer(side, Verb::CHOOSE_FORCE, scene.key("tf"));
    EXPECT_EQ(can_step(scene, side, "0305"), may);
    EXPECT_TRUE(can_step(scene, side, "0405"));
  }
}

TEST(Rule5_1_9, LeavingPatrolWhiteCostsTwoPointsForEachCruiserInSecret) {
  const auto stage_with = [] {
    Stage stage = naval("pq12", 9, kAllied);
    stage.task_force(kAllied, "patrol", {{"ship.london"}, {"ship.kent"}}, "0404");
    stage.force("patrol").set_patrol_white(true);
    return stage;
  };
  Scene scene = stage_with().scene(any_chance());
  to_moves(scene, kAllied);
  move(scene, kAllied, "patrol", {"0504", "0404", "0405"});
  EXPECT_EQ(scene.own(kAllied).hidden_score_size(), 0) << "between station and port";
  EXPECT_TRUE(scene.force("patrol").patrol_white());

  Scene breach = stage_with().scene(any_chance());
  to_moves(breach, kAllied);
  move(breach, kAllied, "patrol", {"0403", "0402"});
  breach.answer(kAllied, Verb::STOP);
  ASSERT_EQ(breach.own(kAllied).hidden_score_size(), 2);
  EXPECT_EQ(breach.own(kAllied).hidden_score(0).vp_halves(), -4);
  EXPECT_EQ(breach.view(kAxis).standing().score_size(), 0);
  EXPECT_FALSE(breach.was_told(kAxis, "report.patrol_white.own"));

  Stage excused = stage_with();
  excused.truth().mutable_standing()->set_german_threat_identified(true);
  Scene free = excused.scene(any_chance());
  to_moves(free, kAllied);
  move(free, kAllied, "patrol", {"0403", "0402"});
  EXPECT_EQ(free.own(kAllied).hidden_score_size(), 0);
}

TEST(Rule5_2, AWolfpackThatMovedIsMarkedForTheSubmarineCombatSegment) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.wolfpack(kAxis, "moves", {{"class.type_viic", 1}}, "0908")
      .wolfpack(kAxis, "waits", {{"class.type_viic", 1}}, "0708");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  move(scene, kAxis, "moves", {"0909"});
  scene.answer(kAxis, Verb::STOP);
  EXPECT_TRUE(scene.block("moves").moved());
  EXPECT_FALSE(scene.block("waits").moved());
}

TEST(Rule5_2_1, SovietSubmarinesKeepToTheirAreaAndBritishOnesOffConvoysAndSoviets) {
  Stage stage = naval("pq17", 9, kAllied);
  stage.wolfpack(kAllied, "soviet", {{"class.soviet_submarine", 1}}, "0616")
      .wolfpack(kAllied, "british", {{"class.british_submarine", 1}}, "0614")
      .convoy(kAllied, "convoy", {{"class.mv", 12}}, "0613", "port.murmansk")
      .wolfpack(kAllied, "other", {{"class.soviet_submarine", 1}}, "0715");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("soviet"));
  EXPECT_TRUE(can_step(scene, kAllied, "0615"));
  EXPECT_FALSE(can_step(scene, kAllied, "0516")) << "outside the patrol area";
  scene.answer(kAllied, Verb::STOP);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("british"));
  EXPECT_FALSE(can_step(scene, kAllied, "0613")) << "the convoy";
  EXPECT_FALSE(can_step(scene, kAllied, "0715")) << "the Soviet submarines";
  EXPECT_TRUE(can_step(scene, kAllied, "0714"));
  scene.answer(kAllied, Verb::STOP);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_FALSE(can_step(scene, kAllied, "0614")) << "the British submarines";
}

TEST(Rule5_4, AShadowingForceDoesNotMoveInItsOwnPhase) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.wolfpack(kAxis, "w", {{"class.type_viic", 1}}, "0908")
      .convoy(kAllied, "convoy", {{"class.mv", 12}}, "0908", "port.murmansk")
      .identified("convoy", 1);
  block_on(stage, "w").set_under(block_on(stage, "convoy").id());
  auto& shadow = *block_on(stage, "convoy").add_shadow();
  shadow.set_kind(v1::Shadow::WOLFPACK);
  shadow.set_block(block_on(stage, "w").id());
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  EXPECT_FALSE(scene.offers(kAxis, Verb::CHOOSE_FORCE, scene.key("w")));
  EXPECT_TRUE(scene.offers(kAxis, Verb::CHOOSE_FORCE, scene.key("anchor")));
}

TEST(Rule5_5, AConvoyScattersInsteadOfMovingAndItsWarshipsFormATaskForce) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.british_a_i", 2}, {"class.british_es", 2}, {"class.mv", 12}}, "0708",
               "port.murmansk");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::SCATTER, scene.key("convoy"));
  const v1::Force& escort = newest(scene, kAllied);
  EXPECT_EQ(escort.kind(), v1::BlockKind::TASK_FORCE);
  EXPECT_EQ(cs_of(escort, "class.british_es"), 2);
  EXPECT_EQ(scene.force("convoy").ship_size(), 1);
  EXPECT_TRUE(scene.block("convoy").scattered());
  EXPECT_TRUE(scene.block("convoy").flat());
  EXPECT_EQ(scene.block("convoy").level(), 3);
  EXPECT_FALSE(block_of(scene, escort).flat());
  EXPECT_TRUE(scene.was_told(kAxis, "report.scattered"));
  to_moves(scene, kAllied);
  EXPECT_FALSE(scene.offers(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"))) << "in lieu of movement";
  EXPECT_TRUE(scene.offers(kAllied, Verb::CHOOSE_FORCE, escort.key()));
  EXPECT_TRUE(scene.offers(kAllied, Verb::DONE));
}

TEST(Rule5_5, AScatteredConvoyGoesWhereItLikesAtItsSpeed) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.mv", 12}}, "0708", "port.murmansk").identified("convoy", 3);
  stage.force("convoy").add_visited(707);
  block_on(stage, "convoy").set_scattered(true);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_TRUE(scene.offers(kAllied, Verb::DONE)) << "it need not move";
  move(scene, kAllied, "convoy", {"0707"});
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE)) << "one hex";
  EXPECT_EQ(scene.block("convoy").level(), 3) << "ID3 until port";
}

TEST(Rule5_6, TheDispersedPartStaysWithItsParent) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "parent", {{"class.mv", 12}}, "0708", "port.murmansk")
      .convoy(kAllied, "part", {{"class.mv", 3}}, "0708", "port.murmansk");
  stage.force("part").set_dispersed_from(stage.force("parent").key());
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_FALSE(scene.offers(kAllied, Verb::CHOOSE_FORCE, scene.key("part")));
  move(scene, kAllied, "parent", {"0709"});
  EXPECT_EQ(scene.hex("part"), "0709");
  EXPECT_TRUE(scene.offers(kAllied, Verb::DONE));
}

TEST(Rule5_6, GalesThatHoldThePartHoldTheWhole) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "parent", {{"class.mv", 12}}, "0708", "port.murmansk")
      .convoy(kAllied, "part", {{"class.mv", 3}}, "0708", "port.murmansk");
  stage.force("part").set_dispersed_from(stage.force("parent").key());
  stage.force("part").set_held_by_gales(true);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_FALSE(scene.offers(kAllied, Verb::CHOOSE_FORCE, scene.key("parent")));
}

TEST(Rule5_7_1, GermanyIsAWholeTurnAtModerateSpeedFromItsGates) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.task_force(kAxis, "gate", {{"ship.admiral_hipper"}}, "1707")
      .task_force(kAxis, "near", {{"class.type_34_36", 2}}, "1607");
  stage.task_force(kAxis, "slow", {{"ship.luetzow"}}, "1707");
  stage.force("slow").mutable_ship(0)->set_crippled(true);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  const int germany = place_argument("box.germany");
  scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("slow"));
  EXPECT_FALSE(scene.offers(kAxis, Verb::ENTER_BOX, germany));
  scene.answer(kAxis, Verb::STOP);
  move(scene, kAxis, "near", {"1707"});
  EXPECT_FALSE(scene.offers(kAxis, Verb::ENTER_BOX, germany)) << "it did not begin its turn there";
  scene.answer(kAxis, Verb::STOP);
  scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("gate"));
  scene.answer(kAxis, Verb::ENTER_BOX, germany);
  EXPECT_EQ(scene.hex("gate"), "box.germany");
  EXPECT_TRUE(scene.was_told(kAllied, "report.entered_box"));
}

TEST(Rule5_7_1, OutOfGermanyTakesAWholeTurnToo) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.dummy(kAxis, "dummy", "box.germany");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  EXPECT_TRUE(scene.offers(kAxis, Verb::LEAVE_BOX, scene.key("dummy"), hex_argument("1707")));
  scene.answer(kAxis, Verb::LEAVE_BOX, scene.key("dummy"), hex_argument("1708"));
  EXPECT_EQ(scene.hex("dummy"), "1708");
  EXPECT_TRUE(scene.asked(kAxis, MenuKind::MOVE));
  EXPECT_FALSE(scene.offers(kAxis, Verb::CHOOSE_FORCE, scene.key("dummy")));
}

TEST(Rule5_7_2, TheKaraSeaIsOpenToTheAlliesInClearWaterOrLightDrift) {
  for (const auto& [ice, open] : {std::pair{v1::Ice::LIGHT_DRIFT, true}, std::pair{v1::Ice::HEAVY_DRIFT, false}}) {
    Stage stage = naval("pq17", 9, kAllied);
    stage.ice(v1::Ice::EAST, v1::Ice::ZONE_III, ice, false)
        .task_force(kAllied, "tf", {{"class.soviet_type_7", 2}}, "0421");
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAllied);
    scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
    EXPECT_EQ(scene.offers(kAllied, Verb::ENTER_BOX, place_argument("box.kara_sea")), open);
  }
}

TEST(Rule5_7_2, TheAxisEntersTheKaraSeaForWunderlandOnly) {
  for (const bool wunderland : {false, true}) {
    Stage stage = naval("pq17", 9, kAxis);
    stage.ice(v1::Ice::EAST, v1::Ice::ZONE_III, v1::Ice::CLEAR, true)
        .task_force(kAxis, "tf", {{"ship.luetzow"}}, "0421");
    if (wunderland) stage.truth().mutable_axis()->set_condition("condition.wunderland");
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAxis);
    scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("tf"));
    EXPECT_EQ(scene.offers(kAxis, Verb::ENTER_BOX, place_argument("box.kara_sea")), wunderland);
  }
}

TEST(Rule5_7_3, TheEnglishChannelIsOneHexAwayAndNobodyReturns) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "1605").task_force(kAxis, "axis", {{"ship.luetzow"}}, "1706");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  move(scene, kAllied, "tf", {"1706"});
  scene.answer(kAllied, Verb::ENTER_BOX, place_argument("box.english_channel"));
  EXPECT_TRUE(scene.gone("tf"));
  EXPECT_EQ(scene.truth().standing().score_size(), 0);
  ASSERT_EQ(scene.own(kAllied).removed_size(), 1);
  EXPECT_EQ(scene.own(kAllied).removed(0).unit(), "ship.london");
}

// DX-10, with the shadower's answer before the force moves.
TEST(Rule6_6Movement, Example_DX_10_AForceThatMovesLosesOneLevelUnlessItBeganShadowed) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "free", {{"ship.kent"}}, "0908")
      .identified("free", 2)
      .task_force(kAllied, "followed", {{"ship.london"}}, "0615")
      .identified("followed", 2);
  auto& shadow = *block_on(stage, "followed").add_shadow();
  shadow.set_kind(v1::Shadow::SECTOR);
  shadow.set_sector(v1::SearchSector::BARENTS);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  move(scene, kAllied, "free", {"0909"});
  scene.answer(kAllied, Verb::STOP);
  move(scene, kAllied, "followed", {"0616"});
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::KEEP_SHADOWING));
  EXPECT_EQ(scene.hex("followed"), "0615") << "asked before it moves";
  scene.answer(kAxis, Verb::KEEP_SHADOW, scene.id("followed"));
  scene.answer(kAllied, Verb::STOP);
  EXPECT_EQ(scene.hex("followed"), "0616");
  EXPECT_EQ(scene.block("free").level(), 2) << "that a move is over does not show before the segment is";
  scene.answer(kAllied, Verb::DONE);
  EXPECT_EQ(scene.block("free").level(), 1);
  EXPECT_EQ(scene.block("followed").level(), 2);
}

TEST(Rule6_6Movement, Example_DX_10_AnIdleForceLosesOneLevelInPmTurnsOnly) {
  for (const auto& [turn, falls] : {std::pair{9, false}, std::pair{10, true}}) {
    Stage stage = naval("pq12", turn, kAllied);
    stage.task_force(kAllied, "tf", {{"ship.kent"}}, "0908").identified("tf", 1);
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAllied);
    scene.answer(kAllied, Verb::DONE);
    EXPECT_EQ(scene.was_told(kAxis, "report.id_fell"), falls) << turn;
  }
}

TEST(Rule6_6_1Movement, LeavingAHexWithEnemiesInTheSameTurnIsTransit) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908")
      .fuel("tf", 30)
      .wolfpack(kAxis, "w", {{"class.type_viic", 1}}, "0909");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  const auto would = [&](const std::string& hex) {
    const Item* item = scene.menu(kAllied)->find(make_action(Verb::STEP, hex_argument(hex)));
    return item && item->consequence ? item->consequence->id.str() : std::string();
  };
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  EXPECT_NE(would("0909"), "would.transit") << "entering is free";
  step_to(scene, kAllied, "0909");
  EXPECT_EQ(would("0910"), "would.transit");
}

}  // namespace
}  // namespace wardroom::pq17
