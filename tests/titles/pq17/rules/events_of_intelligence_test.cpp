// Chapter 13: B-Dienst, sightings, reports from ports, lost contacts, repaired aircraft.
#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/events/random_events.h"
#include "tests/titles/pq17/rules/event.h"

namespace wardroom::pq17 {
namespace {

// -- 13.8 --

TEST(Rule13_8, TheOnlyConvoyInPlayIsDetectedWithoutADie) {
  Stage stage = at_event(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk")
      .task_force(kAllied, "tf", {{"ship.london"}}, "0611");
  const Truth before = stage.truth();
  Bench bench(stage, {3, 0, 0, 0});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(block_of(stage, "pq").flat());
  EXPECT_EQ(block_of(stage, "pq").level(), 1);
  EXPECT_FALSE(block_of(stage, "tf").flat());
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.b_dienst"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.event.die"));
  plays("event.axis.b_dienst", before, stage.truth());
}

Stage two_convoys() {
  Stage stage = at_event(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk");
  stage.convoy(kAllied, "qp", {{"class.mv", 5}}, "0614", "port.reykjavik", false);
  return stage;
}

TEST(Rule13_8, AmongSeveralADieAndThenOneAtRandom) {
  Stage stage = two_convoys();
  after_event(stage, {3, 5, 4, 1, 0});
  EXPECT_FALSE(block_of(stage, "pq").flat());
  EXPECT_EQ(block_of(stage, "qp").level(), 1);
}

TEST(Rule13_8, ALowDieHearsNothing) {
  Stage stage = two_convoys();
  Bench bench(stage, {3, 0, 3, 0});
  roll(bench);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.die"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.no_effect"));
  EXPECT_FALSE(block_of(stage, "pq").flat());
}

TEST(Rule13_8, AConvoyThatHasArrivedIsNoLongerInPlay) {
  Stage stage = at_event(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk");
  stage.convoy(kAllied, "qp", {{"class.mv", 5}}, "port.reykjavik", "port.reykjavik", false);
  after_event(stage, {3, 0, 0, 0});
  EXPECT_EQ(block_of(stage, "pq").level(), 1);
}

TEST(Rule13_8, WhatIsDispersedBelongsToItsConvoy) {
  Stage stage = two_convoys();
  stage.force("qp").set_dispersed_from(stage.force("pq").key());
  after_event(stage, {3, 0, 0, 0});
  EXPECT_TRUE(block_of(stage, "pq").flat());
}

// -- forces located --

TEST(Rule13, UltraGivesAwayTheTaskForceThatIsChosen) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}}, "0612").dummy(kAxis, "d", "0615");
  const Truth before = stage.truth();
  Bench bench(stage, {7, 1, 0});
  bench.run(random_event(bench.op));
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::EVENT_SUBJECT));
  EXPECT_EQ(bench.count(kAllied, v1::Verb::CHOOSE_BLOCK), 2);
  bench.answer(kAllied, v1::Verb::CHOOSE_BLOCK, bench.id("tf"));
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(block_of(stage, "tf").level(), 1);
  EXPECT_TRUE(block_of(stage, "tf").flat());
  plays("event.allied.ultra", before, stage.truth());
}

TEST(Rule13, UltraOfABlockThatIsNoTaskForceTellsThat) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}}, "0612").dummy(kAxis, "d", "0615");
  Bench bench(stage, {7, 1});
  bench.run(random_event(bench.op)).answer(kAllied, v1::Verb::CHOOSE_BLOCK, bench.id("d"));
  EXPECT_TRUE(bench.was_told(kAllied, "report.event.not_there"));
  EXPECT_FALSE(block_of(stage, "d").flat());
}

TEST(Rule13, UltraOffersWhatTheRollerCannotExclude) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "known", {{"ship.tirpitz"}}, "0612").identified("known", 2);
  stage.wolfpack(kAxis, "boats", {{"class.type_viic", 1}}, "0613").identified("boats", 0);
  stage.task_force(kAxis, "less", {{"ship.admiral_hipper"}}, "0614").identified("less", 0);
  after_event(stage, {7, 5, 0});
  EXPECT_EQ(block_of(stage, "less").level(), 1) << "the only one left, so nobody is asked";
}

TEST(Rule13, ASightingReportOfARandomForce) {
  Stage stage = at_event(kAxis);
  stage.dummy(kAllied, "d", "0610").task_force(kAllied, "tf", {{"ship.london"}}, "0611");
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk");
  const Truth before = stage.truth();
  after_event(stage, {7, 0, 1, 0});
  EXPECT_FALSE(block_of(stage, "tf").flat());
  EXPECT_EQ(block_of(stage, "pq").level(), 1);
  plays("event.axis.sighting_report", before, stage.truth());
}

TEST(Rule13, ASightingOfWhatIsKnownTellsNothingNew) {
  Stage stage = at_event(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0611").identified("tf", 2);
  Bench bench(stage, {7, 0, 0});
  roll(bench);
  EXPECT_EQ(block_of(stage, "tf").level(), 2);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.no_effect"));
}

// -- contact lost --

void shadow_by_sector(Stage& stage, const std::string& name, v1::SearchSector::Kind sector) {
  auto& shadow = *block_of(stage, name).add_shadow();
  shadow.set_kind(v1::Shadow::SECTOR);
  shadow.set_sector(sector);
}

TEST(Rule13, AShadowerIsShakenOff) {
  Stage stage = at_event(kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0712", "port.murmansk").identified("pq", 2);
  shadow_by_sector(stage, "pq", v1::SearchSector::BARENTS);
  const Truth before = stage.truth();
  after_event(stage, {8, 4});
  EXPECT_EQ(block_of(stage, "pq").shadow_size(), 0);
  EXPECT_EQ(block_of(stage, "pq").level(), 1) << "with the usual loss of ID";
  plays("event.allied.shadower_shaken_off", before, stage.truth());
}

TEST(Rule13, WhichShadowerIsTheRollersChoice) {
  Stage stage = at_event(kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0712", "port.murmansk").identified("pq", 2);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0711").identified("tf", 3);
  shadow_by_sector(stage, "pq", v1::SearchSector::BARENTS);
  shadow_by_sector(stage, "tf", v1::SearchSector::TRONDHEIM);
  Bench bench(stage, {8, 4});
  bench.run(random_event(bench.op)).answer(kAllied, v1::Verb::CEASE_SHADOWING, bench.id("tf"), 0);
  EXPECT_EQ(block_of(stage, "tf").level(), 2);
  EXPECT_EQ(block_of(stage, "pq").shadow_size(), 1);
}

// -- ports --

TEST(Rule13, NorwegianAgentsReportOnAPort) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}}, "port.trondheim");
  const Truth before = stage.truth();
  Bench bench(stage, {7, 6});
  bench.run(random_event(bench.op));
  EXPECT_FALSE(bench.offers(kAllied, v1::Verb::CHOOSE_PLACE, place_argument("port.kiel")));
  bench.answer(kAllied, v1::Verb::CHOOSE_PLACE, place_argument("port.trondheim"));
  EXPECT_TRUE(bench.done());
  ASSERT_EQ(stage.truth().standing().photographed_size(), 1);
  EXPECT_EQ(stage.truth().standing().photographed(0).told().level(), 2);
  EXPECT_EQ(stage.truth().standing().photographed(0).told().heavy_ships(), 1);
  plays("event.allied.norwegian_agents", before, stage.truth());
}

TEST(Rule13, AnAgentReportsOnARandomPortOfIceland) {
  Stage stage = at_event(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "port.reykjavik");
  const Truth before = stage.truth();
  Bench bench(stage, {7, 9, 0, 0});
  bench.run(random_event(bench.op));
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::PHOTO_FIGURE)) << "at ID1 the owner names the figure";
  bench.answer(kAllied, v1::Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(stage.truth().standing().photographed(0).place(), "port.reykjavik");
  EXPECT_EQ(stage.truth().standing().photographed(0).told().level(), 1);
  plays("event.axis.agent_in_iceland", before, stage.truth());
}

// -- aircraft --

TEST(Rule13, WorkshopsRepairTwoStepsOfTheOwnersChoice) {
  Stage stage = at_event(kAxis);
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak").air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
  stage.truth().mutable_air()->mutable_unit(0)->set_damaged(2);
  stage.truth().mutable_air()->mutable_unit(1)->set_damaged(1);
  const Truth before = stage.truth();
  Bench bench(stage, {9, 4});
  bench.run(random_event(bench.op));
  bench.answer(kAxis, v1::Verb::CHOOSE_AIR, 1).answer(kAxis, v1::Verb::CHOOSE_AIR, 2);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(stage.truth().air().unit(0).damaged(), 1);
  EXPECT_EQ(stage.truth().air().unit(1).damaged(), 0);
  plays("event.axis.workshops", before, stage.truth());
}

TEST(Rule13, OneDamagedUnitIsRepairedWithoutAsking) {
  Stage stage = at_event(kAxis);
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak");
  stage.truth().mutable_air()->mutable_unit(0)->set_damaged(1);
  after_event(stage, {9, 4});
  EXPECT_EQ(stage.truth().air().unit(0).damaged(), 0);
}

// -- kinds that no event of the box has; they are for whoever writes one --

TEST(Rule13, AirCoverOverForcesInItsArea) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAllied, "near", {{"ship.london"}}, "1206").task_force(kAllied, "far", {{"ship.norfolk"}}, "0612");
  v1::RandomEvent event;
  event.set_kind(v1::RandomEvent::AIR_COVER);
  event.set_area(v1::RandomEvent::SCOTLAND);
  event.set_amount(1);
  Bench bench(stage);
  EXPECT_EQ(covered_hexes(bench.op, event, kAllied), std::vector<Hex>{*hex_of("1206")});
  EXPECT_TRUE(covered_hexes(bench.op, event, kAxis).empty());
}

TEST(Rule13, IceThatShifts) {
  Stage stage = at_event(kAllied);
  stage.ice(v1::Ice::EAST, v1::Ice::ZONE_III, v1::Ice::LIGHT_DRIFT, false);
  v1::RandomEvent event;
  event.set_kind(v1::RandomEvent::ICE_SHIFTS);
  event.mutable_ice_area()->set_sector(v1::Ice::EAST);
  event.mutable_ice_area()->set_zone(v1::Ice::ZONE_III);
  event.set_amount(1);
  Bench bench(stage);
  bench.run(play_event(bench.op, event));
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.ice"));
  for (const auto& marker : stage.truth().environment().ice()) {
    const bool shifted = marker.area().sector() == v1::Ice::EAST && marker.area().zone() == v1::Ice::ZONE_III;
    if (!shifted) continue;
    EXPECT_EQ(marker.condition(), v1::Ice::LIGHT_DRIFT + 1);
  }
}

TEST(Rule13, MoreCommandPointsForOneCommand) {
  Stage stage = at_event(kAxis);
  const auto points = [&] { return stage.truth().axis().command(0).points(); };
  const int before = points();
  v1::RandomEvent event;
  event.set_kind(v1::RandomEvent::COMMAND_POINTS);
  event.set_command(v1::Command::GRUPPE_NORD);
  event.set_amount(2);
  Bench bench(stage);
  bench.run(play_event(bench.op, event));
  EXPECT_EQ(points(), before + 2);
  EXPECT_FALSE(bench.was_told(kAllied, "report.event.command_points.own"));
}

}  // namespace
}  // namespace wardroom::pq17
