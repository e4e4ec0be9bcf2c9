// Chapter 13: mines, encounters, reinforcements, and what else befalls ships.
#include "tests/titles/pq17/rules/event.h"

namespace wardroom::pq17 {
namespace {

using W = v1::Weather;

bool lies_flat(Stage& stage, const std::string& name) { return block_of(stage, name).flat(); }

// -- 13.5 --

TEST(Rule13_5, MinesInTheLeadsStrikeShipsOfARandomForce) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "far", {{"ship.tirpitz"}}, "0612");
  stage.task_force(kAxis, "tf", {{"ship.admiral_hipper"}, {"class.type_36a", 1}}, "0715");
  const Truth before = stage.truth();
  Bench bench(stage, {4, 3, 0, /*which ships*/ 0, 0, /*Hipper*/ 8, 0, /*a destroyer is small*/ 8});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("tf").ship(0).cs(), 3);
  EXPECT_EQ(stage.force("tf").ship(1).cs(), 1);
  EXPECT_FALSE(lies_flat(stage, "tf")) << "mines identify nobody";
  EXPECT_FALSE(stage.truth().has_battle());
  EXPECT_TRUE(bench.was_told(kAllied, "report.event.mines"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.hit"));
  plays("event.allied.minefields", before, stage.truth());
}

TEST(Rule13_5, NoShipIsAttackedTwice) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "tf", {{"ship.admiral_hipper"}}, "0715");
  after_event(stage, {4, 3, 0, 0, 8, 0});
  EXPECT_EQ(stage.force("tf").ship(0).cs(), 3);
}

TEST(Rule13_5, ButEveryMerchantOfAClassOnce) {
  Stage stage = at_event(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, "0817", "port.murmansk");
  const Truth before = stage.truth();
  after_event(stage, {4, 1, 0, 0, 0, /*hit*/ 7, /*sunk*/ 1, /*miss*/ 6});
  EXPECT_EQ(stage.force("pq").ship(0).cs(), 7);
  ASSERT_EQ(stage.truth().standing().loss_size(), 1);
  plays("event.axis.minefields", before, stage.truth());
}

TEST(Rule13_5, AHitOnAWolfpackSinksOneSubmarine) {
  Stage stage = at_event(kAllied);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0715");
  after_event(stage, {4, 3, 0, 0, 0, 8, 7});
  EXPECT_EQ(stage.force("u").ship(0).cs(), 1);
  EXPECT_EQ(stage.truth().standing().loss(0).cs(), 1);
}

TEST(Rule13_5, GalesDoNotPreventThem) {
  Stage stage = at_event(kAllied);
  stage.weather(W::GALES).task_force(kAxis, "tf", {{"ship.admiral_hipper"}}, "0715");
  after_event(stage, {4, 3, 0, 0, 8, 0});
  EXPECT_EQ(stage.force("tf").ship(0).cs(), 3);
}

TEST(Rule13_5, TheLastShipTakesItsBlockAndItsShadowersWithIt) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "tf", {{"class.type_36a", 1}}, "0715").identified("tf", 1);
  stage.air(kAllied, "air.catalina.210", "airbase.sumburgh");
  auto& shadow = *block_of(stage, "tf").add_shadow();
  shadow.set_kind(v1::Shadow::AIR_UNIT);
  shadow.set_air_unit(1);
  stage.truth().mutable_air()->mutable_unit(0)->set_mission(v1::Air::SHADOWING);
  Bench bench(stage, {4, 3, 0, 0, 9, 9});
  roll(bench);
  EXPECT_EQ(stage.truth().sea().block_size(), 0);
  EXPECT_TRUE(bench.was_told(kAllied, "report.force_gone"));
  EXPECT_EQ(stage.truth().air().unit(0).mission(), v1::Air::AT_BASE);
}

TEST(Rule13_5, MinesFindOutADummy) {
  Stage stage = at_event(kAllied);
  stage.dummy(kAxis, "d", "0715");
  Bench bench(stage, {4, 3, 0});
  roll(bench);
  EXPECT_EQ(stage.truth().axis().force_size(), 0);
  EXPECT_TRUE(bench.was_told(kAllied, "report.dummy.removed"));
}

TEST(Rule13_5, NobodyInTheAreaAndNothingHappens) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "far", {{"ship.tirpitz"}}, "0612")
      .task_force(kAxis, "port", {{"ship.admiral_hipper"}}, "port.altafjord");
  Bench bench(stage, {4, 3});
  roll(bench);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.no_effect"));
}

// -- 13.6 --

TEST(Rule13_6, TheLowestNumberedGroupNotYetTaken) {
  Stage stage = at_event(kAllied);
  const Truth before = stage.truth();
  after_event(stage, {4, 7});
  ASSERT_EQ(stage.truth().allied().force_size(), 1);
  EXPECT_EQ(stage.truth().allied().force(0).place(), "port.scapa_flow");
  EXPECT_EQ(stage.truth().allied().force(0).ship(0).unit(), "class.british_a_i");
  EXPECT_EQ(stage.truth().standing().reinforcement_allied(0), 1);
  plays("event.allied.reinforcements", before, stage.truth());
  Bench bench(stage, {5, 1});
  bench.run(random_event(bench.op)).answer(kAllied, v1::Verb::CHOOSE_PLACE, place_argument("port.scapa_flow"));
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(stage.truth().standing().reinforcement_allied(1), 2);
  EXPECT_EQ(stage.truth().allied().force_size(), 2);
}

TEST(Rule13_6, TheAxisHasItsOwn) {
  Stage stage = at_event(kAxis);
  const Truth before = stage.truth();
  after_event(stage, {4, 5});
  ASSERT_EQ(stage.truth().axis().force_size(), 1);
  EXPECT_EQ(stage.truth().axis().force(0).ship(0).unit(), "class.type_viic");
  plays("event.axis.reinforcements", before, stage.truth());
}

TEST(Rule13_6, TheyMayJoinAForceInPort) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAllied, "home", {{"ship.duke_of_york"}}, "port.scapa_flow")
      .task_force(kAllied, "far", {{"ship.renown"}}, "port.reykjavik");
  const int scapa = place_argument("port.scapa_flow");
  Bench bench(stage, {4, 7});
  const int blocks = bench.op.stack("port.scapa_flow", kAllied).blocks();
  bench.run(random_event(bench.op));
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::REINFORCEMENT));
  EXPECT_TRUE(bench.offers(kAllied, v1::Verb::CHOOSE_PLACE, scapa)) << "or make a new one";
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::CHOOSE_PLACE, scapa, bench.key("far")));
  bench.answer(kAllied, v1::Verb::CHOOSE_PLACE, scapa, bench.key("home"));
  ASSERT_TRUE(bench.done());
  EXPECT_EQ(stage.truth().allied().force_size(), 2);
  ASSERT_EQ(stage.force("home").ship_size(), 2);
  EXPECT_EQ(bench.op.stack("port.scapa_flow", kAllied).blocks(), blocks);
  EXPECT_TRUE(bench.was_told(kAllied, "report.reinforcements.own"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.reinforcements"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.blocks_in_port"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.reinforcements.own"));
}

TEST(Rule13_6, ADummyInPortIsAskedAboutAllTheSame) {
  Stage stage = at_event(kAllied);
  stage.dummy(kAllied, "dummy", "port.scapa_flow");
  Bench bench(stage, {4, 7});
  bench.run(random_event(bench.op));
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::REINFORCEMENT)) << "silence would tell the enemy what it is";
  EXPECT_EQ(bench.menu(kAllied)->items.size(), 1U);
  bench.answer(kAllied, v1::Verb::CHOOSE_PLACE, place_argument("port.scapa_flow"));
  EXPECT_EQ(stage.truth().allied().force_size(), 2);
}

// -- 13.7 --

Stage meeting() {
  Stage stage = at_event(kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0612");
  return stage;
}

TEST(Rule13_7, OfATaskForceTheLowestUnitOnTheChart) {
  Stage stage = meeting();
  stage.task_force(kAxis, "axis", {{"ship.admiral_hipper"}, {"class.type_36a", 2}}, "0612");
  const Truth before = stage.truth();
  Bench bench(stage, {5, 2, 0, 0, 8});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("axis").ship(0).cs(), 4);
  EXPECT_EQ(stage.force("axis").ship(1).cs(), 1) << "one CS is sunk";
  EXPECT_FALSE(lies_flat(stage, "axis")) << "the ship has not survived";
  EXPECT_FALSE(lies_flat(stage, "tf"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.encounter"));
  plays("event.allied.surprise_encounter", before, stage.truth());
}

TEST(Rule13_7, NoDieDecidesTheFateOfADestroyer) {
  Stage stage("pq12", {"option.destroyer_hits"});
  stage.at(kDayTurn, kAllied, v1::Clock::RANDOM_EVENT);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0612").task_force(kAxis, "axis", {{"class.type_36a", 2}}, "0612");
  after_event(stage, {5, 2, 0, 0, 8});
  EXPECT_EQ(stage.force("axis").ship(0).cs(), 1);
}

TEST(Rule13_7, WhoSurvivesIsIdentifiedAndSoIsTheOther) {
  Stage stage = meeting();
  stage.task_force(kAxis, "axis", {{"ship.admiral_hipper"}}, "0612");
  after_event(stage, {5, 2, 0, 0, 9});
  EXPECT_EQ(stage.force("axis").ship(0).cs(), 3) << "a cruiser is only hit";
  for (const char* name : {"axis", "tf"}) {
    EXPECT_TRUE(lies_flat(stage, name));
    EXPECT_EQ(block_of(stage, name).level(), 0);
  }
}

TEST(Rule13_7, AnIdentifiedForceKeepsItsLevel) {
  Stage stage = meeting();
  stage.task_force(kAxis, "axis", {{"ship.admiral_hipper"}}, "0612").identified("axis", 2);
  after_event(stage, {5, 2, 0, 0, 2});
  EXPECT_EQ(block_of(stage, "axis").level(), 2);
  EXPECT_TRUE(lies_flat(stage, "tf"));
}

TEST(Rule13_7, OfAConvoyOneMerchant) {
  Stage stage = meeting();
  stage.convoy(kAxis, "convoy", {{"class.german_mv", 2}, {"class.german_es", 1}}, "0612", "port.kirkenes");
  after_event(stage, {5, 2, 0, 0, 6});
  int merchants = 0;
  for (const v1::Counter& ship : stage.force("convoy").ship())
    merchants += ship.unit() == "class.german_mv" ? ship.cs() : 0;
  EXPECT_EQ(merchants, 1);
}

TEST(Rule13_7, AWolfpackHeldDownIsDamaged) {
  Stage stage = meeting();
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0612");
  after_event(stage, {5, 2, 0, 0, 5});
  EXPECT_EQ(stage.force("u").ship(0).cs(), 1);
  EXPECT_EQ(stage.truth().standing().loss_size(), 0) << "without points";
  EXPECT_EQ(stage.truth().axis().removed_size(), 1);
  EXPECT_TRUE(lies_flat(stage, "u"));
}

TEST(Rule13_7, ASuccessSinksIt) {
  Stage stage = meeting();
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0612");
  after_event(stage, {5, 2, 0, 0, 8});
  EXPECT_EQ(stage.force("u").ship(0).cs(), 1);
  EXPECT_EQ(stage.truth().standing().loss_size(), 1);
  EXPECT_FALSE(lies_flat(stage, "u"));
}

TEST(Rule13_7, ADummyIsRemoved) {
  Stage stage = meeting();
  stage.dummy(kAxis, "d", "0612");
  after_event(stage, {5, 2, 0, 0});
  EXPECT_EQ(stage.truth().axis().force_size(), 0);
  EXPECT_FALSE(lies_flat(stage, "tf"));
}

TEST(Rule13_7, ADummyMeetsNobody) {
  Stage stage = at_event(kAllied);
  stage.dummy(kAllied, "d", "0612").task_force(kAxis, "axis", {{"class.type_36a", 1}}, "0612");
  Bench bench(stage, {5, 2, 0});
  roll(bench);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.no_effect"));
  EXPECT_EQ(stage.force("axis").ship(0).cs(), 1);
}

TEST(Rule13_7, OneBlockIsPickedAtRandom) {
  Stage stage = meeting();
  stage.dummy(kAxis, "d", "0612");
  stage.task_force(kAllied, "other", {{"class.british_a_i", 1}}, "0510")
      .wolfpack(kAxis, "u", {{"class.type_viic", 1}}, "0510");
  after_event(stage, {5, 3, /*the second*/ 1, 0, 0});
  EXPECT_TRUE(lies_flat(stage, "u"));
  EXPECT_TRUE(lies_flat(stage, "other"));
  EXPECT_EQ(stage.truth().axis().force_size(), 2);
}

// -- mishaps: the enemy learns nothing --

TEST(Rule13, AMerchantBreaksDownAndLeavesHerConvoy) {
  Stage stage = at_event(kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk");
  const Truth before = stage.truth();
  Bench bench(stage, {6, 0, 3});
  const std::string seen = bench.view(kAxis);
  roll(bench);
  EXPECT_EQ(stage.force("pq").ship(0).cs(), 4);
  EXPECT_EQ(stage.truth().allied().removed(0).reason(), "breakdown");
  EXPECT_EQ(stage.truth().standing().loss_size(), 0) << "she scores for nobody";
  EXPECT_TRUE(bench.was_told(kAllied, "report.event.victim.own"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.event.victim.own"));
  EXPECT_EQ(bench.view(kAxis), seen);
  plays("event.allied.breakdown", before, stage.truth());
}

TEST(Rule13, ShipsThatHaveArrivedDoNotBreakDown) {
  Stage stage = at_event(kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "port.murmansk", "port.murmansk");
  Bench bench(stage, {6, 0, 0});
  roll(bench);
  EXPECT_EQ(stage.force("pq").ship(0).cs(), 5);
  EXPECT_TRUE(bench.was_told(kAllied, "report.event.no_effect"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.event.no_effect"));
}

TEST(Rule13, EngineTroubleInPortKeepsADestroyerThere) {
  Stage stage = at_event(kAxis);
  stage.task_force(kAxis, "tf", {{"class.type_36a", 2}}, "port.narvik");
  const Truth before = stage.truth();
  after_event(stage, {5, 4, 1});
  ASSERT_EQ(stage.force("tf").ship_size(), 2);
  EXPECT_NE(stage.force("tf").ship(0).inoperative(), stage.force("tf").ship(1).inoperative());
  EXPECT_EQ(why_not(stage, "tf"), "5.1.3");
  plays("event.axis.breakdown", before, stage.truth());
}

TEST(Rule13, EngineTroubleAtSeaSendsHerHome) {
  Stage stage = at_event(kAxis);
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}, {"class.type_36a", 1}}, "0612");
  after_event(stage, {5, 5, 0});
  ASSERT_EQ(stage.force("tf").ship_size(), 1) << "battleships have no such trouble";
  EXPECT_EQ(stage.force("tf").ship(0).unit(), "ship.tirpitz");
}

TEST(Rule13, AGermanShipGroundsInTheLeads) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "far", {{"ship.tirpitz"}}, "0612");
  stage.task_force(kAxis, "tf", {{"ship.admiral_hipper"}, {"class.type_36a", 1}}, "0715");
  const Truth before = stage.truth();
  after_event(stage, {6, 2, 0});
  ASSERT_EQ(stage.force("tf").ship_size(), 1);
  EXPECT_EQ(stage.truth().axis().removed(0).unit(), "ship.admiral_hipper");
  EXPECT_EQ(stage.truth().axis().removed(0).cs(), 4) << "her hit is the campaign's, and scores nothing";
  plays("event.allied.grounding", before, stage.truth());
}

TEST(Rule13, AnAlliedConvoyShipGroundsOffIceland) {
  Stage stage = at_event(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0606", "port.murmansk");
  const Truth before = stage.truth();
  after_event(stage, {6, 0, 0});
  EXPECT_EQ(stage.force("pq").ship(0).cs(), 4);
  plays("event.axis.grounding", before, stage.truth());
}

TEST(Rule13, ACollisionInFog) {
  Stage stage = at_event(kAxis);
  stage.weather(W::FOG).task_force(kAllied, "tf", {{"ship.king_george_v"}, {"class.british_a_i", 2}}, "0612");
  const Truth before = stage.truth();
  after_event(stage, {5, 8, 0});
  ASSERT_EQ(stage.force("tf").ship_size(), 1);
  EXPECT_EQ(stage.truth().allied().removed(0).unit(), "ship.king_george_v");
  plays("event.axis.collision", before, stage.truth());
}

TEST(Rule13, NoCollisionInFairWeather) {
  Stage stage = at_event(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.king_george_v"}}, "0612");
  Bench bench(stage, {5, 8});
  roll(bench);
  EXPECT_TRUE(bench.was_told(kAllied, "report.event.no_effect"));
}

TEST(Rule13, TheLastShipThatLeavesIsMissed) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "tf", {{"class.type_36a", 1}}, "0715");
  Bench bench(stage, {6, 2, 0});
  roll(bench);
  EXPECT_EQ(stage.truth().sea().block_size(), 0);
  EXPECT_TRUE(bench.was_told(kAllied, "report.force_gone"));
}

// -- stragglers, decoys, boats --

TEST(Rule13, StragglersDisperse) {
  Stage stage = at_event(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, "0612", "port.murmansk");
  const Truth before = stage.truth();
  Bench bench(stage, {8, 2, /*three*/ 9, 0, /*order of blocks*/ 0, 0, 0, 0});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  ASSERT_EQ(stage.truth().allied().force_size(), 2);
  EXPECT_EQ(stage.force("pq").ship(0).cs(), 5);
  EXPECT_EQ(stage.truth().allied().force(1).ship(0).cs(), 3);
  EXPECT_EQ(stage.truth().allied().force(1).dispersed_from(), stage.force("pq").key());
  EXPECT_TRUE(bench.was_told(kAxis, "report.new_block"));
  plays("event.axis.stragglers", before, stage.truth());
}

TEST(Rule13, StragglersRejoin) {
  Stage stage = at_event(kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk");
  stage.convoy(kAllied, "part", {{"class.mv", 3}}, "0612", "port.murmansk");
  stage.force("part").set_dispersed_from(stage.force("pq").key());
  const Truth before = stage.truth();
  after_event(stage, {9, 1, /*two*/ 5, 0, 0, 0});
  EXPECT_EQ(stage.force("pq").ship(0).cs(), 7);
  EXPECT_EQ(stage.force("part").ship(0).cs(), 1);
  plays("event.allied.stragglers_rejoin", before, stage.truth());
  Bench bench(stage, {9, 3, /*four, if there were*/ 9, 0, 0});
  roll(bench);
  EXPECT_EQ(stage.force("pq").ship(0).cs(), 8);
  EXPECT_EQ(stage.truth().sea().block_size(), 1);
  EXPECT_TRUE(bench.was_told(kAxis, "report.combined"));
}

TEST(Rule13, ADecoyPutsToSeaOffScotland) {
  Stage stage = at_event(kAllied);
  const Truth before = stage.truth();
  Bench bench(stage, {9, 4});
  bench.run(random_event(bench.op));
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::EVENT_SUBJECT));
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::CHOOSE_STATION, hex_argument("0612")));
  bench.answer(kAllied, v1::Verb::CHOOSE_STATION, hex_argument("1206"));
  EXPECT_TRUE(bench.done());
  ASSERT_EQ(stage.truth().allied().force_size(), 1);
  EXPECT_EQ(stage.truth().allied().force(0).kind(), v1::BlockKind::DUMMY);
  EXPECT_EQ(stage.truth().sea().block(0).hex(), static_cast<std::uint32_t>(hex_argument("1206")));
  EXPECT_TRUE(bench.was_told(kAxis, "report.new_block"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.dummy.created.own"));
  plays("event.allied.decoy_convoy", before, stage.truth());
}

TEST(Rule13, ABoatGoesHome) {
  Stage stage = at_event(kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0612");
  const Truth before = stage.truth();
  Bench bench(stage, {9, 8, 0, 0});
  const std::string seen = bench.view(kAllied);
  roll(bench);
  EXPECT_EQ(stage.force("u").ship(0).cs(), 1);
  EXPECT_EQ(stage.truth().standing().loss_size(), 0);
  EXPECT_EQ(bench.view(kAllied), seen);
  plays("event.axis.boat_goes_home", before, stage.truth());
}

TEST(Rule13, TheLastBoatStopsShadowing) {
  Stage stage = at_event(kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 1}}, "0612");
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk").identified("pq", 2);
  auto& shadow = *block_of(stage, "pq").add_shadow();
  shadow.set_kind(v1::Shadow::WOLFPACK);
  shadow.set_block(block_of(stage, "u").id());
  block_of(stage, "u").set_under(block_of(stage, "pq").id());
  after_event(stage, {9, 8, 0, 0});
  EXPECT_EQ(stage.truth().axis().force_size(), 0);
  EXPECT_EQ(block_of(stage, "pq").shadow_size(), 0);
  EXPECT_EQ(block_of(stage, "pq").level(), 1);
}

}  // namespace
}  // namespace wardroom::pq17
