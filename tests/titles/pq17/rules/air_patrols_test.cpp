// Air patrols against moving Wolfpacks, and combat with those who pass [6.6.1, 7.4.5].
#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/submarines.h"

namespace wardroom::pq17 {
namespace {

// A Wolfpack in 0611, where an Allied flying boat patrols.
Stage patrolled_stage(int turn) {
  Stage stage = naval("pq12", turn, kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0611").air(kAllied, "air.catalina.210", "port.lerwick", 1);
  auto& patrol = *stage.truth().mutable_air()->mutable_unit(0);
  patrol.set_mission(v1::Air::RADIUS);
  patrol.add_radius(611);
  return stage;
}

// Into 0612, and so many hexes in all.
void set_out(Scene& scene, int hexes) {
  to_moves(scene, kAxis);
  scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("u"));
  if (hexes == 1) {
    scene.answer(kAxis, Verb::STEP, hex_argument("0612"), 1);
  } else {
    scene.answer(kAxis, Verb::STEP, hex_argument("0612"));
  }
}

TEST(Rule7_4_5, AnUnidentifiedWolfpackIsHuntedIfItMeansToGoTwoHexes) {
  Stage stage = patrolled_stage(9);
  Scene one = stage.scene();
  set_out(one, 1);
  EXPECT_EQ(one.hex("u"), "0612");
  EXPECT_TRUE(one.asked(kAxis, MenuKind::MOVE)) << "and goes no farther";

  Scene two = stage.scene({5});
  set_out(two, 2);
  EXPECT_TRUE(two.chance_used_up());
  EXPECT_EQ(two.hex("u"), "0611");
  EXPECT_EQ(two.block("u").level(), 1);
  EXPECT_TRUE(two.block("u").flat());
  ASSERT_TRUE(two.asked(kAxis, MenuKind::WOLFPACK_RETRY));
}

TEST(Rule7_4_5, AnIdentifiedOneIsHuntedByDayHoweverFarItGoes) {
  for (const auto& [turn, hunted] : {std::pair{9, true}, std::pair{10, false}}) {
    Stage stage = patrolled_stage(turn);
    stage.identified("u", 2);
    Scene scene = stage.scene(hunted ? std::vector<std::uint32_t>{5} : std::vector<std::uint32_t>{});
    set_out(scene, 1);
    EXPECT_TRUE(scene.chance_used_up());
    EXPECT_EQ(scene.hex("u"), hunted ? "0611" : "0612");
    EXPECT_EQ(scene.block("u").level(), 2) << "an ID never falls by it";
  }
}

TEST(Rule7_4_5, EnteringAPatrolledHexCountsAndTheRadiusGivesNoBonus) {
  Stage stage = patrolled_stage(9);
  stage.truth().mutable_air()->mutable_unit(0)->set_radius(0, 612);
  Scene scene = stage.scene({4, 4});
  set_out(scene, 2);
  EXPECT_EQ(scene.hex("u"), "0612");
  step_to(scene, kAxis, "0613");
  EXPECT_EQ(scene.hex("u"), "0613");
  EXPECT_TRUE(scene.chance_used_up()) << "one roll for each hexside";
}

TEST(Rule7_4_5, AHexIsLostAndTheOtherMayBeTried) {
  Stage stage = patrolled_stage(9);
  Scene scene = stage.scene({6, 0});
  set_out(scene, 2);
  EXPECT_EQ(scene.force("u").hexes(), 1);
  scene.answer(kAxis, Verb::TRY_AGAIN);
  step_to(scene, kAxis, "0612");
  EXPECT_EQ(scene.hex("u"), "0612");
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(scene.asked(kAxis, MenuKind::MOVE)) << "both hexes are gone";
}

TEST(Rule7_4_5, BoatsAreLostAndWhoNeverLeavesKeepsItsId) {
  Stage stage = patrolled_stage(10);  // PM: those who stay lose ID
  stage.identified("u", 2);
  Scene scene = stage.scene({8, 9});
  set_out(scene, 2);
  scene.answer(kAxis, Verb::TAKE_LOSS, 0);
  EXPECT_EQ(scene.force("u").ship(0).cs(), 1);
  scene.answer(kAxis, Verb::STOP);
  scene.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_EQ(scene.block("u").level(), 2);
  EXPECT_FALSE(scene.block("u").moved());
}

TEST(Rule7_4_5, WhereNobodyPatrolsNothingIsDeclared) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0611");
  Scene scene = stage.scene();
  to_moves(scene, kAxis);
  scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("u")).answer(kAxis, Verb::STEP, hex_argument("0612"));
  EXPECT_TRUE(scene.asked(kAxis, MenuKind::MOVE_FORCE));
  EXPECT_EQ(scene.hex("u"), "0612");
}

// -- carriers [A-04] --

TEST(Rule7_4_5, WhoMightHaveACarrierIsAskedAboutEveryBlockThatMightBeAWolfpack) {
  for (const bool carrier : {true, false}) {
    Stage stage = naval("pq12", 9, kAxis);
    stage.dummy(kAxis, "d", "0611").task_force(kAllied, "tf", {{carrier ? "ship.victorious" : "ship.london"}}, "0612");
    Scene scene = stage.scene();
    to_moves(scene, kAxis);
    move(scene, kAxis, "d", {"0612"});
    ASSERT_TRUE(scene.asked(kAllied, MenuKind::AIR_PATROL));
    EXPECT_EQ(scene.offers(kAllied, Verb::ANNOUNCE_PATROL, hex_argument("0612")), carrier);
    scene.answer(kAllied, Verb::NO);
    EXPECT_EQ(scene.hex("d"), "0612");
  }
}

TEST(Rule7_4_5, AFalseAlarmCostsTheSecret) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.dummy(kAxis, "d", "0611").task_force(kAllied, "tf", {{"ship.victorious"}}, "0612");
  Scene scene = stage.scene();
  to_moves(scene, kAxis);
  move(scene, kAxis, "d", {"0612"});
  scene.answer(kAllied, Verb::ANNOUNCE_PATROL, hex_argument("0612"));
  EXPECT_TRUE(scene.was_told(kAxis, "report.carrier_announced"));
  EXPECT_TRUE(both_told(scene, "report.asw_patrol.none"));
  EXPECT_EQ(scene.hex("d"), "0612");
}

TEST(Rule7_4_5, NobodyIsAskedAboutATaskForceThatShowsItsFace) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, "0611")
      .identified("x", 1)
      .task_force(kAllied, "tf", {{"ship.victorious"}}, "0612");
  Scene scene = stage.scene();
  to_moves(scene, kAxis);
  move(scene, kAxis, "x", {"0612"});
  EXPECT_FALSE(scene.asked(kAllied, MenuKind::AIR_PATROL));
  EXPECT_EQ(scene.hex("x"), "0612");
}

// -- combat in transit [DP-54, DP-55] --

Task<> pass_by(Operation& op, Side mover, ForceKey key, bool* goes_on) { *goes_on = co_await transit(op, mover, key); }

Stage transit_stage(Side mover) {
  Stage stage("pq12");
  stage.at(9, mover, Clock::NAVAL_MOVEMENT);
  return stage;
}

// By Day on the Force line: found, at more than ID1.
std::uint32_t sights(Side side) {
  return card(find_card(side, [](const v1::Card& each) {
    return each.day().force(kInFair) == v1::SearchResult::U && each.day().id_gain(kInFair) == 2 &&
           !each.day().soviet_flag();
  }));
}

TEST(Rule6_6_1, AWaitingWolfpackMayAttackAPassingForceWhoseMoveEnds) {
  Stage stage = transit_stage(kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpen).wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Bench bench(stage, {sights(kAxis), finds_target(kAxis, kInFair), 2, 0, 0});
  bool goes_on = true;
  bench.run(pass_by(bench.op, kAllied, bench.key("tf"), &goes_on)).answer(kAxis, Verb::DRAW);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::TRANSIT_COMBAT));
  bench.answer(kAxis, Verb::INITIATE_COMBAT, bench.key("u"), bench.id("tf"));
  bench.answer(kAxis, Verb::CHOOSE_CATEGORY, Aim::HEAVY).answer(kAxis, Verb::CHOOSE_CATEGORY, Aim::HEAVY);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_FALSE(goes_on);
}

TEST(Rule6_6_1, SeveralTaskForcesMayAttackInConcert) {
  Stage stage = transit_stage(kAllied);
  stage.task_force(kAllied, "tf", {{"class.british_a_i", 3}}, kOpen)
      .task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kOpen)
      .task_force(kAxis, "H", {{"ship.luetzow"}}, kOpen)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Bench bench(stage, {sights(kAxis), finds_target(kAxis, kInFair), finds_target(kAxis, kInFair)});
  bool goes_on = true;
  bench.run(pass_by(bench.op, kAllied, bench.key("tf"), &goes_on)).answer(kAxis, Verb::DRAW);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::TRANSIT_COMBAT));
  bench.answer(kAxis, Verb::INITIATE_COMBAT, bench.key("G"), bench.id("tf"));
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::TRANSIT_COMBAT)) << "who comes along?";
  EXPECT_EQ(bench.count(kAxis, Verb::INITIATE_COMBAT), 1) << "a Wolfpack attacks by itself [7.1]";
  EXPECT_TRUE(bench.asked(kAxis, MenuKind::TRANSIT_COMBAT));
  bench.answer(kAxis, Verb::INITIATE_COMBAT, bench.key("H"), bench.id("tf"));
  if (bench.asked(kAxis, MenuKind::TRANSIT_COMBAT)) bench.answer(kAxis, Verb::DONE);  // the third block is one, too
  EXPECT_TRUE(bench.chance_used_up()) << "a card each";
  EXPECT_EQ(std::ranges::count(bench.told(kAllied), "report.battle.announced"), 2);
  EXPECT_EQ(bench.told(kAxis).back(), bench.told(kAllied).back());
  EXPECT_EQ(units_on_display(bench.op, kAxis).size(), 2) << "both are in the battle";
}

TEST(Rule6_6_1, AnAttackThatFindsNothingLetsItPass) {
  Stage stage = transit_stage(kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpen).wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Bench bench(stage, {sights(kAxis), misses_target(kAxis, kInFair)});
  bool goes_on = false;
  bench.run(pass_by(bench.op, kAllied, bench.key("tf"), &goes_on)).answer(kAxis, Verb::DRAW);
  bench.answer(kAxis, Verb::INITIATE_COMBAT, bench.key("u"), bench.id("tf"));
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(goes_on);
}

TEST(Rule6_6_1, ATaskForceHuntsAPassingWolfpackWhichMayNotAttackByItself) {
  Stage stage = transit_stage(kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen)
      .task_force(kAllied, "tf", {{"class.british_a_i", 3}}, kOpen)
      .identified("tf", 1)
      .fuel("tf", 20);
  Bench bench(stage, {sights(kAllied), finds_target(kAllied, kInFair), 0, 0, 0});  // nobody is caught; one boat misses
  bool goes_on = true;
  bench.run(pass_by(bench.op, kAxis, bench.key("u"), &goes_on)).answer(kAllied, Verb::DRAW);
  bench.answer(kAllied, Verb::INITIATE_COMBAT, bench.key("tf"), bench.id("u"));
  bench.answer(kAllied, Verb::THROW_DICE, 0).answer(kAxis, Verb::CHOOSE_CATEGORY, Aim::LIGHT);
  EXPECT_TRUE(bench.done());
  EXPECT_FALSE(goes_on);
  EXPECT_EQ(stage.force("tf").fuel_turn(), 19);

  Stage again = transit_stage(kAxis);
  again.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen)
      .task_force(kAllied, "tf", {{"class.british_a_i", 3}}, kOpen)
      .identified("tf", 1);
  Bench quiet(again, {sights(kAllied)});
  quiet.run(pass_by(quiet.op, kAxis, quiet.key("u"), &goes_on)).answer(kAllied, Verb::DRAW).answer(kAllied, Verb::NO);
  EXPECT_TRUE(quiet.done()) << "a moving Wolfpack is not asked";
  EXPECT_TRUE(goes_on);
}

TEST(Rule6_6_1, AMoverThatWasLetPassMayTurnOnAWolfpack) {
  Stage stage = transit_stage(kAllied);
  stage.task_force(kAllied, "tf", {{"class.british_a_i", 3}}, kOpen)
      .fuel("tf", 20)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen)
      .identified("u", 1);
  Bench bench(stage, {sights(kAxis)});
  bool goes_on = false;
  bench.run(pass_by(bench.op, kAllied, bench.key("tf"), &goes_on)).answer(kAxis, Verb::DRAW).answer(kAxis, Verb::NO);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::TRANSIT_COMBAT));
  EXPECT_TRUE(bench.offers(kAllied, Verb::INITIATE_COMBAT, bench.key("tf"), bench.id("u")));
  bench.answer(kAllied, Verb::NO);
  EXPECT_TRUE(goes_on);
}

}  // namespace
}  // namespace wardroom::pq17
