// Chapter 1: forces, blocks, Dummies, ships.
#include "server/titles/pq17/operation/dates.h"
#include "server/titles/pq17/weather/wear.h"
#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule1_1_1, LerwickIsAPortForAlliedSubmarinesAlone) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "1107")
      .wolfpack(kAllied, "w", {{"class.british_submarine", 1}}, "1107");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  EXPECT_FALSE(scene.offers(kAllied, Verb::ENTER_PORT, place_argument("port.lerwick")));
  scene.answer(kAllied, Verb::STOP);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("w"));
  EXPECT_TRUE(scene.offers(kAllied, Verb::ENTER_PORT, place_argument("port.lerwick")));
}

TEST(Rule1_1_1, ATemporaryPortExistsOnlyWhereTheScenarioSaysSo) {
  const v1::Scenario& scenario = *printed().box().scenario("pq12");
  const bool listed = std::ranges::find(scenario.temporary_port(), "port.rosyth") != scenario.temporary_port().end();
  ASSERT_FALSE(listed);
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "1305");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 0);
}

TEST(Rule1_1_2, InterceptorsOfTheDateStandAtTheirAirbasesFromTheBeginning) {
  Stage stage("pq12");
  const auto& list = stage.truth().air().interceptor();
  const auto at_kirkenes = std::ranges::find(list, "airbase.kirkenes", &v1::Air::Interceptor::airbase);
  ASSERT_NE(at_kirkenes, list.end());
  EXPECT_GT(at_kirkenes->cs(), 0);
  EXPECT_FALSE(at_kirkenes->model().empty());
}

TEST(Rule1_1_3, BritishShoresAreFriendlyToTheAlliesNorwegianOnesToTheAxis) {
  EXPECT_TRUE(printed().hex(*hex_of("1206")).friendly_to(kAllied));
  EXPECT_TRUE(printed().hex(*hex_of("0813")).friendly_to(kAxis));
  for (Side side : kSides) EXPECT_FALSE(printed().hex(*hex_of("0504")).friendly_to(side));
}

TEST(Rule1_2, TheNumberOfBlocksIsAnAbsoluteLimit) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "big", {{"ship.london"}, {"class.british_a_i", 4}}, "0908");
  for (int i = 0; i < 10; ++i)
    stage.task_force(kAllied, std::to_string(i), {{"class.british_es", 1}}, "port.scapa_flow");
  Scene one_left = stage.scene(any_chance());
  EXPECT_TRUE(one_left.offers(kAllied, Verb::CHOOSE_FORCE, one_left.key("big")));
  stage.task_force(kAllied, "last", {{"class.british_es", 1}}, "port.scapa_flow");
  Scene none_left = stage.scene(any_chance());
  EXPECT_FALSE(none_left.asked(kAllied, MenuKind::SPLIT));
}

TEST(Rule1_2_1, AConvoyHoldsAtMostFourCsOfEscortsAndTwoOfSubmarines) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .convoy(kAllied, "convoy", {{"class.mv", 12}, {"class.british_es", 3}}, "0806", "port.murmansk")
      .task_force(kAllied, "two", {{"class.british_es", 2}}, "0806")
      .task_force(kAllied, "one", {{"class.british_es", 1}}, "0806");
  Scene scene = stage.scene(any_chance());
  EXPECT_FALSE(scene.offers(kAllied, Verb::COMBINE, scene.key("two"), scene.key("convoy")));
  EXPECT_TRUE(scene.offers(kAllied, Verb::COMBINE, scene.key("one"), scene.key("convoy")));
  EXPECT_FALSE(scene.offers(kAllied, Verb::COMBINE, scene.key("convoy"), scene.key("one")))
      << "merchants need a convoy block";
}

TEST(Rule1_2_1, AConvoyWithoutMerchantsIsATaskForce) {
  for (bool identified : {true, false}) {
    Stage stage = naval("pq12", 9, kAllied);
    stage.convoy(kAllied, "pq", {{"class.mv", 1}, {"class.british_a_i", 2}}, "0708", "port.murmansk");
    if (identified) {
      stage.identified("pq", 2).wolfpack(kAxis, "u", {{"class.type_viic", 1}}, "0708");
      v1::Shadow& shadow = *block_on(stage, "pq").add_shadow();
      shadow.set_kind(v1::Shadow::WOLFPACK);
      shadow.set_block(block_on(stage, "u").id());
      block_on(stage, "u").set_under(block_on(stage, "pq").id());
    }
    Bench bench(stage, {0});
    damage_ships(bench.op, kAllied, stage.force("pq"), {.convoy_ships = 1}, "weather");
    EXPECT_EQ(stage.force("pq").kind(), v1::BlockKind::TASK_FORCE);
    EXPECT_TRUE(stage.force("pq").destination().empty());
    EXPECT_TRUE(bench.was_told(kAllied, "report.no_longer_convoy"));
    EXPECT_EQ(bench.was_told(kAxis, "report.no_longer_convoy"), identified);
    const v1::Block& block = block_on(stage, "pq");
    EXPECT_EQ(block.kind(), identified ? v1::BlockKind::TASK_FORCE : v1::BlockKind::UNSPECIFIED);
    EXPECT_EQ(block.number(), identified ? stage.force("pq").number() : 0);
    EXPECT_FALSE(bench.op.shadowed(block)) << "Wolfpacks shadow convoys only [6.3.2]";
  }
}

TEST(Rule1_2_1, AScatteredConvoyKeepsItsBlock) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 1}, {"ship.aldersdale"}}, "0708", "port.murmansk").identified("pq", 3);
  block_on(stage, "pq").set_scattered(true);
  Bench bench(stage);
  damage_ship(bench.op, kAllied, stage.force("pq"), stage.force("pq").ship(0).unit() == "class.mv" ? 0 : 1, "weather",
              0);
  EXPECT_EQ(stage.force("pq").kind(), v1::BlockKind::CONVOY);
}

TEST(Rule1_2_2, AWolfpackHoldsAtMostFourCsOfOneColour) {
  Stage stage("pq12");
  stage.at(9, kAxis, Clock::COMBINE_FORCES)
      .wolfpack(kAxis, "three", {{"class.type_viic", 3}}, "0611")
      .wolfpack(kAxis, "two", {{"class.type_viic", 2}}, "0611")
      .wolfpack(kAxis, "one", {{"class.type_viic", 1}}, "0611");
  Scene scene = stage.scene(any_chance());
  EXPECT_FALSE(scene.offers(kAxis, Verb::COMBINE, scene.key("two"), scene.key("three")));
  EXPECT_TRUE(scene.offers(kAxis, Verb::COMBINE, scene.key("one"), scene.key("three")));
  scene.answer(kAxis, Verb::COMBINE, scene.key("one"), scene.key("three"));
  EXPECT_EQ(cs_of(scene.force("three"), "class.type_viic"), 4);
  EXPECT_TRUE(scene.gone("one"));
}

TEST(Rule1_2_3, AForceSplitsIntoPartsOfTheSameIdAndFuel) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"class.british_a_i", 3}}, "0908")
      .identified("tf", 2)
      .fuel("tf", 15);
  Scene scene = stage.scene(any_chance());
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::SPLIT));
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  scene.answer(kAllied, Verb::SPLIT_OFF, 1, 2);
  scene.answer(kAllied, Verb::NEW_FORCE, scene.key("tf"));
  const v1::Force& part = newest(scene, kAllied);
  EXPECT_EQ(part.kind(), v1::BlockKind::TASK_FORCE);
  EXPECT_EQ(cs_of(part, "class.british_a_i"), 2);
  EXPECT_EQ(cs_of(scene.force("tf"), "class.british_a_i"), 1);
  EXPECT_EQ(part.fuel_turn(), 15);
  EXPECT_TRUE(block_of(scene, part).flat());
  EXPECT_EQ(block_of(scene, part).level(), 2);
  EXPECT_EQ(block_of(scene, part).hex(), 908U);
}

TEST(Rule1_2_3, AnUnidentifiedForceSplitsBehindUprightBlocks) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"class.british_a_i", 3}}, "0908");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  scene.answer(kAllied, Verb::SPLIT_OFF, 0, 3);
  EXPECT_EQ(scene.view(kAxis).sea().block_size(), 2) << "nothing shows before the split is made";
  scene.answer(kAllied, Verb::NEW_FORCE, scene.key("tf"));
  ASSERT_EQ(scene.view(kAxis).sea().block_size(), 3);
  for (const v1::Block& block : scene.view(kAxis).sea().block()) EXPECT_FALSE(block.flat());
}

TEST(Rule1_2_3, MerchantsNeverSplitFromTheirConvoy) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.british_a_i", 2}, {"class.mv", 12}}, "0806", "port.murmansk");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_EQ(scene.count(kAllied, Verb::SPLIT_OFF), 2) << "one or two CS of destroyers";
  scene.answer(kAllied, Verb::SPLIT_OFF, 0, 2).answer(kAllied, Verb::REMOVE);
  EXPECT_EQ(cs_of(scene.force("convoy"), "class.british_a_i"), 2) << "given up: all are back";
}

TEST(Rule1_2_3, AScenarioMayBindEscortsToTheirConvoy) {
  Stage stage = naval("pq18", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.british_old_dd", 2}, {"class.british_a_i", 1}, {"class.mv", 12}}, "0806",
               "port.arkhangelsk");
  stage.force("convoy").set_convoy("convoy.pq18");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_EQ(scene.count(kAllied, Verb::SPLIT_OFF), 1);
}

// DX-24: the highest ID and the worst fuel.
TEST(Rule1_2_4, Example_DX_24_TheHighestIdAndTheWorstFuelRemain) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "seen", {{"ship.london"}}, "0908")
      .identified("seen", 2)
      .fuel("seen", 17)
      .task_force(kAllied, "blurred", {{"ship.kent"}}, "0908")
      .identified("blurred", 0)
      .fuel("blurred", 13)
      .task_force(kAllied, "else", {{"class.british_a_i", 2}}, "0908");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::COMBINE, scene.key("seen"), scene.key("blurred"));
  EXPECT_TRUE(scene.gone("seen"));
  EXPECT_EQ(scene.block("blurred").level(), 2);
  EXPECT_TRUE(scene.block("blurred").flat());
  EXPECT_EQ(scene.force("blurred").fuel_turn(), 13);
  EXPECT_EQ(scene.force("blurred").ship_size(), 2);
  EXPECT_TRUE(scene.was_told(kAxis, "report.combined"));
}

TEST(Rule11_1_1, WhoeverCombinesIsToldWhatItDoesToFuelBeforehand) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "full", {{"ship.london"}}, "0908")
      .fuel("full", 17)
      .task_force(kAllied, "low", {{"ship.kent"}}, "0908")
      .fuel("low", 13)
      .task_force(kAllied, "alike", {{"ship.norfolk"}}, "0908")
      .fuel("alike", 17);
  Scene scene = stage.scene(any_chance());
  const auto would = [&](const char* from, const char* into) {
    const Item* item = scene.menu(kAllied)->find(make_action(Verb::COMBINE, scene.key(from), scene.key(into)));
    return item && item->consequence ? item->consequence->id.str() : "";
  };
  EXPECT_EQ(would("low", "full"), "would.fuel_together");
  EXPECT_EQ(would("full", "low"), "would.fuel_together");
  EXPECT_EQ(would("full", "alike"), "") << "nothing changes";
}

TEST(Rule1_2_4, AnUprightBlockThatTakesInAnIdentifiedOneLiesFlat) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "seen", {{"ship.london"}}, "0908")
      .identified("seen", 0)
      .task_force(kAllied, "unseen", {{"ship.kent"}}, "0908")
      .task_force(kAllied, "else", {{"class.british_a_i", 2}}, "0908");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::COMBINE, scene.key("seen"), scene.key("unseen"));
  EXPECT_TRUE(scene.block("unseen").flat());
  EXPECT_EQ(scene.block("unseen").level(), 0);
}

TEST(Rule1_2_4, DummiesNeverCombineWithForcesNorScatteredConvoysWithAnybody) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "tf", {{"ship.london"}}, "0908")
      .task_force(kAllied, "other", {{"ship.kent"}}, "0908")
      .dummy(kAllied, "dummy", "0908")
      .convoy(kAllied, "convoy", {{"class.mv", 12}}, "0908", "port.murmansk")
      .identified("convoy", 3);
  block_on(stage, "convoy").set_scattered(true);
  Scene scene = stage.scene(any_chance());
  EXPECT_TRUE(scene.offers(kAllied, Verb::COMBINE, scene.key("tf"), scene.key("other")));
  EXPECT_FALSE(scene.offers(kAllied, Verb::COMBINE, scene.key("tf"), scene.key("convoy")));
  EXPECT_FALSE(scene.offers(kAllied, Verb::COMBINE, scene.key("dummy"), scene.key("tf")));
  EXPECT_FALSE(scene.offers(kAllied, Verb::COMBINE, scene.key("tf"), scene.key("dummy")));
}

// The relief of a local escort, as in the example of 11.1.1.
TEST(Rule1_2_5, EscortsAndFuelMarkersChangePlaces) {
  Stage stage("pq12");
  stage.at(8, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "tf3", {{"class.british_a_i", 3}}, "0908")
      .fuel("tf3", 17)
      .convoy(kAllied, "convoy", {{"class.hunt_ii", 2}, {"class.british_es", 2}, {"class.mv", 12}}, "0908",
              "port.murmansk")
      .fuel("convoy", 13);
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::SWAP, scene.key("tf3"), scene.key("convoy"));
  EXPECT_EQ(cs_of(scene.force("convoy"), "class.british_a_i"), 3);
  EXPECT_EQ(cs_of(scene.force("convoy"), "class.british_es"), 2) << "escorts of type ES need no fuel and stay";
  EXPECT_EQ(cs_of(scene.force("tf3"), "class.hunt_ii"), 2);
  EXPECT_EQ(scene.force("convoy").fuel_turn(), 17);
  EXPECT_EQ(scene.force("tf3").fuel_turn(), 13);
  EXPECT_FALSE(scene.was_told(kAxis, "report.swapped.own"));
}

// A carrier of escorts burns none [11.2.1]; her destroyers and those of another force change places.
TEST(Rule1_2_5, TwoTaskForcesSwapWhereSomeNeedNoFuel) {
  Stage stage("pq18");
  stage.at(8, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "cve", {{"ship.avenger"}, {"class.hunt_ii", 2}}, "0611")
      .fuel("cve", 13)
      .task_force(kAllied, "dd", {{"class.british_j_r", 2}}, "0611")
      .fuel("dd", 17);
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::SWAP, scene.key("cve"), scene.key("dd"));
  EXPECT_EQ(cs_of(scene.force("cve"), "class.british_j_r"), 2);
  EXPECT_EQ(cs_of(scene.force("cve"), "ship.avenger"), 1);
  EXPECT_EQ(scene.force("cve").fuel_turn(), 17);
  EXPECT_EQ(cs_of(scene.force("dd"), "class.hunt_ii"), 2);
  EXPECT_EQ(scene.force("dd").fuel_turn(), 13);
}

TEST(Rule1_2_5, TwoForcesThatWouldOnlyChangeNamesDoNotSwap) {
  Stage stage("pq12");
  stage.at(8, kAllied, Clock::COMBINE_FORCES)
      .task_force(kAllied, "a", {{"class.hunt_ii", 2}}, "0611")
      .fuel("a", 13)
      .task_force(kAllied, "b", {{"class.british_j_r", 2}}, "0611")
      .fuel("b", 17);
  Scene scene = stage.scene(any_chance());
  EXPECT_FALSE(scene.offers(kAllied, Verb::SWAP, scene.key("a"), scene.key("b")));
}

TEST(Rule1_2_4, WhatWasLeftBehindComesBackToItsConvoyTwoConvoysStayTwo) {
  for (const bool same : {true, false}) {
    Stage stage("pq12");
    stage.at(8, kAllied, Clock::COMBINE_FORCES)
        .convoy(kAllied, "main", {{"class.mv", 12}}, "0611", "port.murmansk")
        .convoy(kAllied, "rest", {{"class.mv", 1}}, "0611", "port.murmansk");
    stage.force("main").set_convoy("convoy.pq12");
    stage.force("rest").set_convoy(same ? "convoy.pq12" : "convoy.qp8");
    Scene scene = stage.scene(any_chance());
    EXPECT_EQ(scene.offers(kAllied, Verb::COMBINE, scene.key("rest"), scene.key("main")), same);
  }
}

TEST(Rule1_2_1, NoGermanSubmarineSailsInAConvoy) {
  Stage stage("pq12");
  stage.at(8, kAxis, Clock::COMBINE_FORCES)
      .convoy(kAxis, "convoy", {{"class.mv", 3}}, "0611", "port.kirkenes")
      .wolfpack(kAxis, "u", {{"class.type_viic", 1}}, "0611");
  Scene scene = stage.scene(any_chance());
  EXPECT_FALSE(scene.offers(kAxis, Verb::COMBINE, scene.key("u"), scene.key("convoy")));
}

TEST(Rule1_3, OneDummyToAPortIsLeftWhenForcesCombine) {
  Stage stage("pq12");
  stage.at(8, kAllied, Clock::COMBINE_FORCES)
      .dummy(kAllied, "one", "port.scapa_flow")
      .dummy(kAllied, "two", "port.scapa_flow")
      .dummy(kAllied, "other", "port.reykjavik");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(scene.was_told(kAxis, "report.dummy.removed_in_port"));
  EXPECT_EQ(std::ranges::count(scene.truth().allied().force(), v1::BlockKind::DUMMY, &v1::Force::kind), 2);
}

TEST(Rule1_3, OneAtSeaAndOneInThePortOfItsHexAreTwoInAHex) {
  Stage stage("pq12");
  stage.at(8, kAllied, Clock::COMBINE_FORCES)
      .dummy(kAllied, "outside", "1206")
      .dummy(kAllied, "inside", "port.scapa_flow")
      .dummy(kAllied, "elsewhere", "port.reykjavik");
  Scene scene = stage.scene(any_chance());
  EXPECT_TRUE(scene.offers(kAllied, Verb::ELIMINATE_DUMMY, scene.key("outside"))) << "its owner may choose";
  scene.answer(kAllied, Verb::DONE);
  EXPECT_FALSE(scene.gone("outside"));
  EXPECT_TRUE(scene.gone("inside"));
  EXPECT_FALSE(scene.gone("elsewhere"));
  for (Side side : kSides) EXPECT_TRUE(scene.was_told(side, "report.dummy.removed_in_port"));
  EXPECT_EQ(scene.view(kAxis).sea().block_size(), 1);
}

TEST(Rule1_3, AConvoyOrTaskForceThatVanishesMayLeaveADummyAWolfpackNever) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908")
      .identified("tf", 0)
      .wolfpack(kAllied, "w", {{"class.british_submarine", 1}}, "1009")
      .identified("w", 0);
  Scene scene = stage.scene(any_chance());
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::STAND_UP));
  EXPECT_TRUE(scene.offers(kAllied, Verb::ADD_DUMMY, scene.key("tf")));
  scene.answer(kAllied, Verb::ADD_DUMMY, scene.key("tf"));
  EXPECT_FALSE(scene.asked(kAllied, MenuKind::STAND_UP)) << "the Wolfpack makes none";
  EXPECT_FALSE(scene.block("tf").flat());
  EXPECT_FALSE(scene.block("w").flat());
  EXPECT_EQ(newest(scene, kAllied).kind(), v1::BlockKind::DUMMY);
  EXPECT_EQ(block_of(scene, newest(scene, kAllied)).hex(), 908U);
}

TEST(Rule1_3, DummiesStayWithinTheLimitOfTheScenario) {
  Stage stage = naval("pq12", 9, kAllied);
  for (int i = 0; i < 4; ++i) stage.dummy(kAllied, std::to_string(i), "port.scapa_flow");
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908").identified("tf", 0);
  Scene scene = stage.scene(any_chance());
  EXPECT_FALSE(scene.block("tf").flat());
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::STAND_UP)) << "whether or not one is left, nobody sees";
  EXPECT_FALSE(scene.offers(kAllied, Verb::ADD_DUMMY, scene.key("tf"))) << "five are in play";
  scene.answer(kAllied, Verb::ELIMINATE_DUMMY, scene.key("2"));  // any may be given up at any time
  EXPECT_TRUE(scene.was_told(kAxis, "report.dummy.removed_in_port"));
  scene.answer(kAllied, Verb::ADD_DUMMY, scene.key("tf"));
  EXPECT_EQ(block_of(scene, newest(scene, kAllied)).hex(), 908U);
  EXPECT_FALSE(scene.asked(kAllied, MenuKind::STAND_UP));
}

TEST(Rule1_3, OneDummyIsMadeInAPortEachTurnByTaskForcesOnly) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "first", {{"ship.london"}}, "1206").task_force(kAllied, "second", {{"ship.kent"}}, "1206");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("first"));
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.scapa_flow"));
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE)) << "whoever does not want it removes it here";
  EXPECT_EQ(newest(scene, kAllied).kind(), v1::BlockKind::DUMMY);
  EXPECT_EQ(newest(scene, kAllied).place(), "port.scapa_flow");
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("second"));
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.scapa_flow"));
  EXPECT_EQ(scene.hex("second"), "port.scapa_flow");
  const auto in_port = [](const v1::Force& force) {
    return force.kind() == v1::BlockKind::DUMMY && force.place() == "port.scapa_flow";
  };
  EXPECT_EQ(std::ranges::count_if(scene.own(kAllied).force(), in_port), 1) << "no second one in the same turn";
}

TEST(Rule1_3, ADummyMakesNoDummyInPort) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.dummy(kAllied, "dummy", "1206");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("dummy"));
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.scapa_flow"));
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE));
}

TEST(Rule1_3, AnOwnDummyMayBeGivenUpAndEverybodyLearnsIt) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::ELIMINATE_DUMMY, scene.key("anchor"));
  EXPECT_TRUE(scene.gone("anchor"));
  EXPECT_TRUE(scene.was_told(kAxis, "report.dummy.removed"));
  EXPECT_EQ(scene.view(kAxis).sea().block_size(), 1);
}

TEST(Rule1_3, OneDummyStaysInAHexAfterTheCombineForcesSegment) {
  Stage stage("pq12");
  stage.at(9, kAllied, Clock::COMBINE_FORCES)
      .dummy(kAllied, "first", "0908")
      .dummy(kAllied, "second", "0908")
      .dummy(kAllied, "elsewhere", "0910")
      .task_force(kAxis, "axis", {{"ship.admiral_hipper"}, {"class.type_34_36", 2}}, "0911");
  Scene scene = stage.scene(any_chance());
  scene.answer(kAllied, Verb::DONE);  // asked, because the enemy sees two blocks there
  EXPECT_FALSE(scene.gone("first"));
  EXPECT_TRUE(scene.gone("second"));
  EXPECT_FALSE(scene.gone("elsewhere"));
}

TEST(Rule1_4, ConvoyShipsAreNoWarshipsAndMerchantsCountByCs) {
  v1::Force force;
  for (const auto& [unit, cs] : {std::pair{"class.mv", 12}, std::pair{"class.british_submarine", 1}}) {
    v1::Counter ship;
    ship.set_unit(unit);
    ship.set_cs(cs);
    add(printed(), force, ship);
  }
  const Tally sum = tally(printed(), force);
  EXPECT_EQ(sum.warship_counters, 1);
  EXPECT_EQ(sum.convoy_ships, 12);
}

TEST(Rule1_4_1, SpentTorpedoesKeepSubmarinesApartFromOthersOfTheirClass) {
  v1::Force force;
  v1::Counter full;
  full.set_unit("class.type_viic");
  full.set_cs(1);
  v1::Counter spent = full;
  spent.set_torpedoes_spent(1);
  add(printed(), force, full);
  add(printed(), force, spent);
  EXPECT_EQ(force.ship_size(), 2);
}

TEST(Rule1_4_2, OilersAreFleetOilersAndMerchantOilers) {
  EXPECT_TRUE(printed().unit("ship.aldersdale").oiler());
  EXPECT_TRUE(printed().unit("class.mo").oiler());
  EXPECT_FALSE(printed().unit("class.mv").oiler());
}

TEST(Rule1_4_3, AUsedCamShipIsNotUsedAgain) {
  v1::Force force;
  v1::Counter cam;
  cam.set_unit("class.mc");
  cam.set_cs(1);
  add(printed(), force, cam);
  EXPECT_TRUE(has_unused_cam(printed(), force));
  force.mutable_ship(0)->set_used(true);
  EXPECT_FALSE(has_unused_cam(printed(), force));
}

TEST(Rule1_7, EachPlayerHasFortyCards) {
  for (Side side : kSides) EXPECT_EQ(printed().box().deck(side).card_size(), 40);
}

TEST(Rule1_8, ADieHasTenSidesAndZeroIsZero) {
  Stage stage("pq12");
  ScriptedChance chance({0, 9});
  Table table(chance);
  Operation op(printed(), stage.truth(), table);
  EXPECT_EQ(op.die(Draw::kSearch, 1), 0);
  EXPECT_EQ(op.die(Draw::kSearch, 2), 9);
}

// DX-19
TEST(Rule1_2_1, Example_DX_19_ElevenConvoyShipsAreALargeConvoy) {
  for (const auto& [ships, large] : {std::pair{10, false}, std::pair{11, true}}) {
    v1::Force force;
    force.set_kind(v1::BlockKind::CONVOY);
    v1::Counter merchants;
    merchants.set_unit("class.mv");
    merchants.set_cs(ships);
    add(printed(), force, merchants);
    EXPECT_EQ(statement(printed(), {&force}, 1, 9).large_convoy(), large) << ships;
  }
}

// [9.3.3] Only the question is this chapter's.
TEST(Rule9_3_3Menu, DispersedShipsAreGatheredInBetterWeatherOnly) {
  const auto stage_in = [](v1::Weather::Kind weather) {
    Stage stage("pq12");
    stage.at(9, kAllied, Clock::COMBINE_FORCES)
        .weather(weather)
        .convoy(kAllied, "parent", {{"class.mv", 12}}, "0908", "port.murmansk")
        .convoy(kAllied, "part", {{"class.mv", 3}}, "0908", "port.murmansk")
        .task_force(kAllied, "a", {{"ship.london"}}, "0910")
        .task_force(kAllied, "b", {{"ship.kent"}}, "0910");
    stage.force("part").set_dispersed_from(stage.force("parent").key());
    return stage;
  };
  Scene storms = stage_in(v1::Weather::STORMS).scene(any_chance());
  EXPECT_FALSE(storms.offers(kAllied, Verb::REJOIN, storms.key("parent")));
  Scene fair = stage_in(v1::Weather::FAIR).scene(any_chance());
  EXPECT_TRUE(fair.offers(kAllied, Verb::REJOIN, fair.key("parent")));
  EXPECT_FALSE(fair.offers(kAllied, Verb::COMBINE, fair.key("part"), fair.key("parent")));
  fair.answer(kAllied, Verb::REJOIN, fair.key("parent"));
  EXPECT_FALSE(fair.offers(kAllied, Verb::REJOIN, fair.key("parent"))) << "one die a turn";
}

}  // namespace
}  // namespace wardroom::pq17
