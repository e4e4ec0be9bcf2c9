// What following a shadowed force costs, and who cannot [5.4, 6.3, 6.6, 7.4.5, 11.1.3, 11.2, A-105, A-106].
#include "server/titles/pq17/searching/following.h"

#include "server/titles/pq17/searching/reconnaissance.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/naval.h"
#include "tests/titles/pq17/rules/searching.h"

namespace wardroom::pq17 {
namespace {

v1::Shadow by_block(Stage& stage, v1::Shadow::Kind kind, const std::string& name) {
  v1::Shadow shadow;
  shadow.set_kind(kind);
  shadow.set_block(stage.force(name).block());
  return shadow;
}

// Tirpitz in 0611, with London and Kent close behind.
Stage chase(int turn = kDay) {
  Stage stage = naval("pq12", turn, kAxis);
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, "0611").identified("x", 2).fuel("x", 30);
  stage.task_force(kAllied, "ca", {{"ship.london"}, {"ship.kent"}}, "0611").fuel("ca", 30);
  shadow_it(stage, "x", by_block(stage, v1::Shadow::CRUISERS, "ca"));
  return stage;
}

// An upright block might be a Wolfpack, and there might be a carrier.
void no_patrol(Scene& scene) {
  if (scene.asked(kAllied, MenuKind::AIR_PATROL)) scene.answer(kAllied, Verb::NO);
}

void run_from(Scene& scene, const std::vector<std::string>& hexes) {
  to_moves(scene, kAxis);
  scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("x"));
  step_to(scene, kAxis, hexes.front());
  scene.answer(kAllied, Verb::KEEP_SHADOW, scene.id("x"));
  for (std::size_t i = 1; i < hexes.size(); ++i) step_to(scene, kAxis, hexes[i]);
}

TEST(Rule11_1_3, CruisersThatFollowAtHighSpeedPayForIt) {
  for (const int hexes : {2, 3}) {
    Stage stage = chase();
    Scene scene = stage.scene(any_chance());
    const std::vector<std::string> way{"0612", "0613", "0614"};
    run_from(scene, {way.begin(), way.begin() + hexes});
    EXPECT_EQ(scene.hex("ca"), way[static_cast<std::size_t>(hexes - 1)]);
    EXPECT_EQ(scene.force("ca").fuel_turn(), hexes == 3 ? 27 : 30);
    EXPECT_EQ(scene.was_told(kAllied, "report.fuel.spent.own"), hexes == 3);
    EXPECT_EQ(scene.block("x").shadow_size(), 1);
    EXPECT_EQ(scene.block("ca").followed(), hexes);
    EXPECT_EQ(scene.view(kAxis).own().force_size(), 2) << "his own, and nothing of the cruisers' fuel";
  }
}

TEST(Rule11_2_2, WhoHasTooLittleFuelLosesContact) {
  struct Case {
    v1::Force::FuelStatus fuel;
    int follows;  // hexes
  };
  for (const Case& each : {Case{v1::Force::FULL, 3}, Case{v1::Force::LOW, 2}, Case{v1::Force::CRITICAL, 1}}) {
    Stage stage = chase();
    stage.fuel("ca", 30, each.fuel);
    Scene scene = stage.scene(any_chance());
    const std::vector<std::string> way{"0612", "0613", "0614"};
    run_from(scene, way);
    EXPECT_EQ(scene.hex("x"), "0614");
    EXPECT_EQ(scene.hex("ca"), way[static_cast<std::size_t>(each.follows - 1)]);
    const bool lost = each.follows < 3;
    EXPECT_EQ(scene.block("x").shadow().empty(), lost);
    EXPECT_EQ(scene.block("x").level(), lost ? 1 : 2);
    for (Side side : kSides) EXPECT_EQ(scene.was_told(side, "report.shadowing.ended"), lost);
    EXPECT_EQ(scene.force("ca").fuel_turn(), lost ? 30 : 27);
  }
}

TEST(Rule5_4, WhatWasMovedInOnesOwnSegmentDoesNotCount) {
  Stage stage = chase();
  stage.force("ca").set_hexes(3);
  block_on(stage, "ca").set_followed(3);  // in the turn before
  Scene scene = stage.scene(any_chance());
  run_from(scene, {"0612", "0613"});
  EXPECT_EQ(scene.hex("ca"), "0613");
}

TEST(Rule5_1_9, CruisersOfPatrolWhiteThatFollowHaveLeftTheirStation) {
  Stage stage = chase();
  stage.force("ca").set_patrol_white(true);
  Scene scene = stage.scene(any_chance());
  run_from(scene, {"0612"});
  EXPECT_FALSE(scene.force("ca").patrol_white());
}

// -- ID [6.6] --

TEST(Rule6_6, AShadowerLosesIdForEveryTurnItFollows) {
  Stage stage = chase(10);  // PM
  stage.identified("ca", 3);
  Scene scene = stage.scene(any_chance());
  run_from(scene, {"0612"});
  scene.answer(kAxis, Verb::STOP).answer(kAxis, Verb::DONE);
  EXPECT_EQ(scene.block("ca").level(), 2);
  EXPECT_EQ(scene.block("x").level(), 2) << "it began shadowed";
  for (Side side : kSides) EXPECT_TRUE(scene.was_told(side, "report.id_fell"));
}

TEST(Rule6_6, AShadowerThatHasFollowedIsNotIdleInItsOwnSegment) {
  for (const int followed : {0, 1}) {
    Stage stage = naval("pq12", 10, kAllied);
    stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, "0611").identified("x", 2);
    stage.task_force(kAllied, "ca", {{"ship.london"}}, "0611").identified("ca", 2);
    shadow_it(stage, "x", by_block(stage, v1::Shadow::CRUISERS, "ca"));
    block_on(stage, "ca").set_followed(followed);
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAllied);
    scene.answer(kAllied, Verb::DONE);
    EXPECT_EQ(scene.block("ca").level(), followed ? 2 : 1);
  }
}

TEST(Rule6_6, AShadowerThatIsShadowedItselfKeepsItsIdAndItsShadower) {
  Stage stage = chase();
  stage.identified("ca", 2);
  shadow_it(stage, "ca", by_sector(v1::SearchSector::BARENTS));
  Scene scene = stage.scene(any_chance());
  run_from(scene, {"0612"});
  scene.answer(kAxis, Verb::STOP).answer(kAxis, Verb::DONE);
  EXPECT_EQ(scene.block("ca").level(), 2);
  EXPECT_EQ(scene.block("ca").shadow_size(), 1);
}

TEST(Rule6_6, FoundAndShadowedInTransitItKeepsItsId) {
  std::vector<Truth> after;
  for (const bool option : {false, true}) {
    Stage stage = naval("pq12", kDay, kAxis,
                        option ? std::vector<std::string>{"option.ruling.a_106"} : std::vector<std::string>{});
    stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, "0610").fuel("x", 30);
    stage.task_force(kAllied, "ca", {{"ship.london"}}, "0611").fuel("ca", 30);
    Scene scene = stage.scene({card(16)});  // U, gains 2
    to_moves(scene, kAxis);
    move(scene, kAxis, "x", {"0611"});
    no_patrol(scene);
    step_to(scene, kAxis, "0612");
    scene.answer(kAllied, Verb::DRAW);
    scene.answer(kAllied, Verb::SHADOW, scene.id("x"), v1::Shadow::CRUISERS, scene.key("ca"));
    if (scene.asked(kAllied, MenuKind::TRANSIT_SHADOW)) scene.answer(kAllied, Verb::NO);
    if (scene.asked(kAllied, MenuKind::TRANSIT_COMBAT)) scene.answer(kAllied, Verb::NO);
    EXPECT_EQ(scene.hex("x"), "0612");
    EXPECT_EQ(scene.hex("ca"), "0612");
    scene.answer(kAxis, Verb::STOP).answer(kAxis, Verb::DONE);
    EXPECT_EQ(scene.block("x").level(), option ? 1 : 2);
    for (Side side : kSides) EXPECT_EQ(scene.was_told(side, "report.id_fell"), option);
    after.push_back(scene.truth());
  }
  plays("option.ruling.a_106", after[0], after[1]);
}

// -- letting go [6.3.5] --

TEST(Rule6_3_5, AShadowerMayLetGoOfATargetThatDoesNotMove) {
  for (const bool moves : {false, true}) {
    Stage stage = chase();
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAxis);
    if (moves) {
      move(scene, kAxis, "x", {"0612"});
      scene.answer(kAllied, Verb::KEEP_SHADOW, scene.id("x")).answer(kAxis, Verb::STOP);
    }
    scene.answer(kAxis, Verb::DONE);
    EXPECT_EQ(scene.asked(kAllied, MenuKind::KEEP_SHADOWING), !moves) << "once";
    if (moves) continue;
    scene.answer(kAllied, Verb::CEASE_SHADOWING, scene.id("x"), 0);
    EXPECT_TRUE(scene.block("x").shadow().empty());
    EXPECT_EQ(scene.block("x").level(), 1);
    for (Side side : kSides) EXPECT_TRUE(scene.was_told(side, "report.shadowing.ended"));
  }
}

// -- splitting [6.3.4] --

TEST(Rule6_3_4, AWolfpackStaysWithTheConvoy) {
  for (const bool aircraft : {false, true}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.convoy(kAllied, "pq", {{"class.mv", 2}}, kOpenSea, "port.murmansk").identified("pq", 2);
    stage.task_force(kAllied, "tf", {{"ship.duke_of_york"}}, kOpenSea).identified("tf", 2);
    stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea);
    shadow_it(stage, "pq", by_block(stage, v1::Shadow::WOLFPACK, "u"));
    if (aircraft) shadow_it(stage, "pq", by_sector(v1::SearchSector::BARENTS));
    Bench bench(stage, {0});
    bench.run(choose_shadowed_part(bench.op, {bench.id("pq"), bench.id("tf")}));
    EXPECT_EQ(bench.asked(kAxis, MenuKind::SHADOW_SPLIT), aircraft) << "it could say nothing but the convoy";
    if (aircraft) bench.answer(kAxis, Verb::FOLLOW_PART, v1::ShadowedPart::LARGER);
    EXPECT_TRUE(bench.done());
    EXPECT_EQ(bench.block("tf").shadow_size(), aircraft ? 1 : 0);
    EXPECT_EQ(bench.block("pq").shadow_size(), aircraft ? 0 : 1);
    EXPECT_EQ(bench.block("u").under(), aircraft ? 0 : bench.id("pq").value);
    EXPECT_FALSE(shadowed_by(bench.block("tf"), v1::Shadow::WOLFPACK));
    EXPECT_EQ(level(bench, "pq"), aircraft ? 1 : 2);
    for (Side side : kSides) EXPECT_EQ(bench.was_told(side, "report.shadowing.one_ended"), aircraft);
  }
}

TEST(Rule6_3_4, AtId3TheCruisersOrTheDestroyersMayBeNamed) {
  for (const auto& [part, name] :
       {std::pair{v1::ShadowedPart::CRUISERS, "ca"}, {v1::ShadowedPart::LIGHT_SHIPS, "dd"}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.task_force(kAllied, "dd", {{"class.british_a_i", 4}}, kOpenSea).identified("dd", 3);
    stage.task_force(kAllied, "ca", {{"ship.london"}}, kOpenSea).identified("ca", 3);
    shadow_it(stage, "dd", by_sector(v1::SearchSector::BARENTS));
    Bench bench(stage, {0});
    for (const auto told : {v1::ShipCategory::CRUISER, v1::ShipCategory::LIGHT})
      bench.block("dd").mutable_told()->add_category()->set_category(told);
    bench.run(choose_shadowed_part(bench.op, {bench.id("dd"), bench.id("ca")}));
    bench.answer(kAxis, Verb::FOLLOW_PART, part);
    EXPECT_TRUE(bench.op.shadowed(bench.block(name)));
    EXPECT_TRUE(bench.was_told(kAllied, "report.shadowing.part"));
  }
}

TEST(Rule6_3_4, WhatWasNotToldIsNotNamed) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "dd", {{"class.british_a_i", 4}}, kOpenSea).identified("dd", 2);
  stage.task_force(kAllied, "ca", {{"ship.london"}}, kOpenSea).identified("ca", 2);
  shadow_it(stage, "dd", by_sector(v1::SearchSector::BARENTS));
  Bench bench(stage, {0});
  bench.run(choose_shadowed_part(bench.op, {bench.id("dd"), bench.id("ca")}));
  EXPECT_FALSE(bench.offers(kAxis, Verb::FOLLOW_PART, v1::ShadowedPart::CRUISERS));
  EXPECT_FALSE(bench.offers(kAxis, Verb::FOLLOW_PART, v1::ShadowedPart::LIGHT_SHIPS));
}

// -- cruisers that split off [6.3.3] --

TEST(Rule6_3_3, SeveralCruisersMaySplitOffTogetherOnIdentification) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.duke_of_york"}, {"ship.london"}, {"ship.kent"}}, kOpenSea)
      .task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
  Bench bench(stage, {card(16), 0, 0});
  bench.run(reconnaissance(bench.op));
  bench.answer(kAllied, Verb::DETACH, bench.id("x"), bench.key("tf"), 1);
  bench.answer(kAllied, Verb::DETACH_TOO, bench.id("x"), bench.key("tf"), 1);
  while (!bench.done()) bench.answer(kAllied, Verb::DONE);
  ASSERT_EQ(bench.block("x").shadow_size(), 1);
  EXPECT_EQ(bench.op.force_behind(bench.op.block(block_id(bench.block("x").shadow(0)))).ship_size(), 2);
  EXPECT_EQ(stage.force("tf").ship_size(), 1);
}

// -- Wolfpacks under enemy aircraft [7.4.5] --

// A convoy in 0611 under an Allied flying boat; a Wolfpack under it.
Stage hunted(int turn) {
  Stage stage = naval("pq12", turn, kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, "0611", "port.murmansk").identified("pq", 2);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0611").air(kAllied, "air.catalina.210", "port.lerwick", 1);
  auto& patrol = *stage.truth().mutable_air()->mutable_unit(0);
  patrol.set_mission(v1::Air::RADIUS);
  patrol.add_radius(611);
  shadow_it(stage, "pq", by_block(stage, v1::Shadow::WOLFPACK, "u"));
  return stage;
}

void convoy_sails(Scene& scene) {
  to_moves(scene, kAllied);
  move(scene, kAllied, "pq", {"0612"});
  scene.answer(kAxis, Verb::KEEP_SHADOW, scene.id("pq"));
}

TEST(Rule7_4_5, AWolfpackThatFollowsIsHuntedIfItIsIdentifiedByDay) {
  struct Case {
    int turn;
    bool flat;
    bool rolls;
  };
  for (const Case& each : {Case{kDay, true, true}, Case{kDay, false, false}, Case{kNight, true, false}}) {
    Stage stage = hunted(each.turn);
    if (each.flat) stage.identified("u", 2);
    Scene scene = stage.scene(each.rolls ? std::vector<std::uint32_t>{5} : std::vector<std::uint32_t>{});  // held down
    convoy_sails(scene);
    EXPECT_TRUE(scene.chance_used_up());
    EXPECT_EQ(scene.hex("pq"), "0612");
    EXPECT_EQ(scene.hex("u"), each.rolls ? "0611" : "0612");
    EXPECT_EQ(scene.block("u").under() == 0, each.rolls);
    EXPECT_EQ(scene.block("pq").level(), each.rolls ? 1 : 2);
    for (Side side : kSides) EXPECT_EQ(scene.was_told(side, "report.shadowing.ended"), each.rolls);
  }
}

TEST(Rule7_4_5, OneThatIsNotHitGoesOnAndLosesItsLevelForMoving) {
  Stage stage = hunted(kDay);
  stage.identified("u", 2);
  Scene scene = stage.scene({4});
  convoy_sails(scene);
  EXPECT_EQ(scene.hex("u"), "0612");
  scene.answer(kAllied, Verb::DONE);
  EXPECT_EQ(scene.block("u").level(), 1);
}

TEST(Rule7_4_5, TheConvoysOwnCarrierMayBeAnnouncedAgainstItsShadower) {
  for (const bool carrier : {true, false}) {
    Stage stage = naval("pq12", kDay, kAllied);
    stage.convoy(kAllied, "pq", {{"class.mv", 8}, {carrier ? "ship.victorious" : "ship.london"}}, "0611",
                 "port.murmansk");
    stage.identified("pq", 0).wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0611").identified("u", 1);
    shadow_it(stage, "pq", by_block(stage, v1::Shadow::WOLFPACK, "u"));
    Scene scene = stage.scene(carrier ? std::vector<std::uint32_t>{5} : std::vector<std::uint32_t>{});
    convoy_sails(scene);
    ASSERT_TRUE(scene.asked(kAllied, MenuKind::AIR_PATROL)) << "whether or not he has one";
    EXPECT_EQ(scene.offers(kAllied, Verb::ANNOUNCE_PATROL, hex_argument("0612")), carrier);
    if (carrier) {
      scene.answer(kAllied, Verb::ANNOUNCE_PATROL, hex_argument("0612"));
    } else {
      scene.answer(kAllied, Verb::NO);
    }
    EXPECT_EQ(scene.hex("u"), carrier ? "0611" : "0612");
    EXPECT_EQ(scene.was_told(kAxis, "report.carrier_announced"), carrier);
  }
}

// -- transit with a carrier's aircraft [5.3.1, 6.4.1, A-18] --

TEST(Rule6_6_1, ACarriersAirRadiusCountsIfSheIsAnnounced) {
  // Found by both together, by the force alone not.
  const int which = find_card(kAllied, [](const v1::Card& each) {
    const auto force = each.day().force(0);
    return each.day().both(0) == v1::SearchResult::U && force >= v1::SearchResult::ID0 &&
           force <= v1::SearchResult::ID3 && each.day().id_gain(0) > 1;
  });
  for (const bool announced : {false, true}) {
    Stage stage = naval("pq12", kDay, kAxis);
    stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, "0610").fuel("x", 30);
    stage.task_force(kAllied, "cv", {{"ship.victorious"}}, "0611");
    Scene scene = stage.scene({card(which)});
    to_moves(scene, kAxis);
    move(scene, kAxis, "x", {"0611"});
    no_patrol(scene);
    step_to(scene, kAxis, "0612");
    ASSERT_TRUE(scene.asked(kAllied, MenuKind::TRANSIT_DRAW));
    if (announced) {
      scene.answer(kAllied, Verb::ANNOUNCE_CARRIER, hex_argument("0611"));
    } else {
      scene.answer(kAllied, Verb::DRAW);
    }
    EXPECT_EQ(scene.block("x").flat(), announced);
    EXPECT_EQ(scene.was_told(kAxis, "report.carrier_announced"), announced);
    EXPECT_EQ(scene.was_told(kAxis, "report.transit.unseen"), !announced);
    EXPECT_TRUE(scene.view(kAxis).air().announced().empty()) << "said for this draw alone";
  }
}

TEST(Rule6_6_1, WhoHasNoCarrierIsAskedAlike) {
  Stage stage = naval("pq12", kDay, kAxis);
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, "0610").fuel("x", 30);
  stage.task_force(kAllied, "ca", {{"ship.london"}}, "0611");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  move(scene, kAxis, "x", {"0611"});
  no_patrol(scene);
  step_to(scene, kAxis, "0612");
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::TRANSIT_DRAW));
  EXPECT_FALSE(scene.offers(kAllied, Verb::ANNOUNCE_CARRIER, hex_argument("0611")));
}

}  // namespace
}  // namespace wardroom::pq17
