// Submarine combat: order, targets, torpedoes; hunters and ambushes [5.2, 7.3.2, 7.4].
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/submarine/asw.h"
#include "server/titles/pq17/submarine/combat.h"
#include "server/titles/pq17/submarine/hunted.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/submarines.h"

namespace wardroom::pq17 {
namespace {

// -- 7.4 --

TEST(Rule7_4, TheTableSaysHowManyAttackBeforeTheHuntAndHowManyAfter) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
  Scene after = stage.scene({finds_target(kAxis), 2, 0, 0});
  attack(after);
  EXPECT_GE(place_of(after.told(kAllied), "report.submarine.slips_away"), 0) << "the hunt comes first";
  EXPECT_EQ(place_of(after.told(kAllied), "report.submarine.aims"), -1);
  aim(aim(after, Aim::CONVOY_SHIP), Aim::CONVOY_SHIP);
  EXPECT_TRUE(after.chance_used_up());
  EXPECT_FALSE(after.truth().has_battle());

  Scene before = stage.scene({finds_target(kAxis), 8, 0, 0});
  attack(before);
  ASSERT_TRUE(before.asked(kAxis, MenuKind::SUBMARINE_TARGETS));
  EXPECT_EQ(place_of(before.told(kAllied), "report.submarine.slips_away"), -1) << "the torpedoes come first";
  aim(aim(before, Aim::CONVOY_SHIP), Aim::CONVOY_SHIP);
  EXPECT_TRUE(before.chance_used_up());
}

TEST(Rule7_4, ModifiersTakeAwaySixAtMost) {
  Stage stage = under_water(kAxis, v1::Weather::STORMS);
  stage
      .convoy(kAllied, "pq", {{"class.british_a_i", 3}, {"class.british_es", 4}, {"class.mv", 12}}, kOpen,
              "port.murmansk")
      .identified("pq", 1)
      .wolfpack(kAxis, "u", {{"class.type_viic", 1}}, kOpen)
      .identified("u", 3);
  Scene scene = stage.scene({finds_target(kAxis, 2), 9});  // -3 for ID3, -1 for one boat, -4 for escorts, -1 in Storms
  attack(scene);
  EXPECT_TRUE(scene.asked(kAxis, MenuKind::SUBMARINE_TARGETS)) << "a total of 3: one before the hunt";
}

TEST(Rule7_4, SomeRowsBreakOffRefuellingAtSea) {
  for (const auto& [die, breaks] : {std::pair{5U, true}, std::pair{2U, false}}) {
    Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
    stage.force("pq").set_task(v1::Force::REFUELLING);
    Scene scene = stage.scene({finds_target(kAxis), die, 0, 0});
    aim(aim(attack(scene), Aim::CONVOY_SHIP), Aim::CONVOY_SHIP);
    EXPECT_EQ(scene.force("pq").task() == v1::Force::NO_TASK, breaks) << die;
    EXPECT_EQ(only_told(scene, kAllied, "report.refuelling_broken.own"), breaks);
  }
}

TEST(Rule7_4, NoneInGales) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
  EXPECT_TRUE(stage.scene().asked(kAxis, MenuKind::SUBMARINE_COMBAT));
  stage.weather(v1::Weather::GALES);
  EXPECT_FALSE(stage.scene().asked(kAxis, MenuKind::SUBMARINE_COMBAT));
}

TEST(Rule7_4, WhoDoesNotFindTheTargetDoesNotAttackIt) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
  Scene scene = stage.scene({misses_target(kAxis)});
  attack(scene);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(both_told(scene, "report.submarine.not_found"));
  EXPECT_FALSE(scene.asked(kAxis, MenuKind::SUBMARINE_COMBAT)) << "one attempt in a segment";
  EXPECT_FALSE(scene.block("u").flat());
}

TEST(Rule7_4, AllConcernedBecomeIdentified) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
  stage.identified("pq", 0);
  Scene scene = stage.scene({finds_target(kAxis), 2, 0, 0});
  aim(aim(attack(scene), Aim::CONVOY_SHIP), Aim::CONVOY_SHIP);
  EXPECT_EQ(scene.block("pq").level(), 1);
  EXPECT_TRUE(scene.block("u").flat());
  EXPECT_EQ(scene.block("u").level(), 1);
}

// -- 5.2 --

TEST(Rule5_2, AWolfpackThatMovedCannotAttack) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
  block_on(stage, "u").set_moved(true);
  EXPECT_FALSE(stage.scene().asked(kAxis, MenuKind::SUBMARINE_COMBAT)) << "everybody has seen it move";
}

TEST(Rule5_2, AWolfpackThatShadowsCannotAttack) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
  block_on(stage, "u").set_under(block_on(stage, "pq").id());
  auto& shadow = *block_on(stage, "pq").add_shadow();
  shadow.set_kind(v1::Shadow::WOLFPACK);
  shadow.set_block(block_on(stage, "u").id());
  EXPECT_FALSE(stage.scene().asked(kAxis, MenuKind::SUBMARINE_COMBAT));
}

// -- 7.3.2 --

TEST(Rule7_3_2, AnOddTotalSpendsTheTorpedoesIfAllAttacked) {
  struct Case {
    std::uint32_t die;
    int attackers;
    bool spent;
  };
  for (const Case& each : {Case{4, 3, true}, Case{3, 3, false}, Case{0, 2, false}}) {
    Stage stage = attack_on_convoy(3, {{"class.mv", 12}});
    std::vector<std::uint32_t> results{finds_target(kAxis), each.die};
    results.insert(results.end(), static_cast<std::size_t>(each.attackers), 0);
    Scene scene = stage.scene(results);
    attack(scene);
    for (int i = 0; i < each.attackers; ++i) aim(scene, Aim::CONVOY_SHIP);
    EXPECT_TRUE(scene.chance_used_up()) << each.die;
    EXPECT_EQ(scene.force("u").ship(0).torpedoes_spent(), each.spent ? 1 : 0) << each.die;
    EXPECT_EQ(only_told(scene, kAxis, "report.submarine.torpedoes_spent.own"), each.spent);
  }
}

TEST(Rule7_3_2, SubmarinesWithoutTorpedoesAnnounceNoAttack) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 12}});
  stage.force("u").mutable_ship(0)->set_torpedoes_spent(1);
  Scene scene = stage.scene();
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::SUBMARINE_COMBAT)) << "the enemy cannot know";
  EXPECT_EQ(scene.count(kAxis, Verb::SUBMARINE_ATTACK), 0);
}

// -- 7.4.2 --

Stage hunting_stage() {
  Stage stage = under_water(kAllied);
  stage.task_force(kAllied, "tf", {{"class.british_a_i", 6}}, kOpen)
      .fuel("tf", 20)
      .convoy(kAllied, "pq", {{"class.british_es", 3}, {"class.mv", 12}}, kOpen, "port.murmansk")
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen)
      .identified("u", 1);
  return stage;
}

TEST(Rule7_4_2, ATaskForceHuntsAtAModifierAndForFuel) {
  Stage stage = hunting_stage();
  // -1 for ID1, -2 for two dice: one may attack after the hunt. A 5 is 4, a 9 is 8; a 9 sinks.
  Scene scene = stage.scene({finds_target(kAllied), 0, 5, 9, 9, 0});
  scene.answer(kAllied, Verb::OFFENSIVE_ASW, scene.key("tf"), scene.id("u"));
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::SUBMARINE_LOSS)) << "whatever boats there are";
  scene.answer(kAxis, Verb::TAKE_LOSS, 0);
  aim(scene, Aim::LIGHT);  // the other may still attack [7.4.1], and misses
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_EQ(scene.force("u").ship(0).cs(), 1);
  EXPECT_GT(vp_halves(scene.truth()), 0);
  EXPECT_EQ(scene.force("tf").fuel_turn(), 19);
  EXPECT_EQ(scene.block("tf").level(), 1);
  EXPECT_TRUE(scene.block("tf").flat());
}

TEST(Rule7_4_2, ConvoysDoNotHunt) {
  Stage stage = hunting_stage();
  Scene scene = stage.scene();
  EXPECT_TRUE(scene.offers(kAllied, Verb::OFFENSIVE_ASW, scene.key("tf"), scene.id("u")));
  EXPECT_FALSE(scene.offers(kAllied, Verb::OFFENSIVE_ASW, scene.key("pq"), scene.id("u")));
}

TEST(Rule7_4_2, TheHuntedShootBackAtTheHunters) {
  Stage stage = hunting_stage();
  Scene scene = stage.scene(
      {finds_target(kAllied), 8, 9, 0, 9, 1, 1});  // 5 in all: both before the hunt; one hits, one CS is sunk
  scene.answer(kAllied, Verb::OFFENSIVE_ASW, scene.key("tf"), scene.id("u"));
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::SUBMARINE_TARGETS));
  aim(aim(scene, Aim::LIGHT), Aim::HEAVY);
  EXPECT_EQ(cs_of(scene.force("tf"), "class.british_a_i"), 5);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_EQ(scene.force("u").ship(0).torpedoes_spent(), 1);
}

TEST(Rule7_4_2, AircraftThrowOneDieForEachCs) {
  Stage stage = under_water(kAllied);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen).identified("u", 1);
  stage.air(kAllied, "air.catalina.210", "port.lerwick", 2).air(kAllied, "air.catalina.240", "port.lerwick", 1);
  Bench bench(stage, {5, 6, 9, 0});  // -1 each: nothing, held down, caught; damaged
  begin_engagement(bench.op, v1::Battle::AIR_STRIKE, kAllied, *hex_of(kOpen));
  bench.run(hunt_from_air(bench.op, kAllied, {AirKey(1), AirKey(2)}, bench.id("u"))).answer(kAxis, Verb::TAKE_LOSS, 0);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("u").ship(0).cs(), 1);
  EXPECT_EQ(vp_halves(stage.truth()), 0) << "it went home";
}

// -- 7.4.3 --

TEST(Rule7_4_3, CapitalShipsCarriersAndCruisersAreCategoriesToo) {
  Stage stage = attack_on_convoy(3, {{"ship.london"}, {"class.mv", 12}});
  Scene scene =
      stage.scene({finds_target(kAxis), 9, 0});  // three before the hunt, and one torpedo runs: at the cruiser
  attack(scene);
  aim(aim(aim(scene, Aim::CAPITAL), Aim::CARRIER), Aim::CRUISER);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(both_told(scene, "report.submarine.aims"));
  for (Side side : kSides) {
    EXPECT_EQ(std::ranges::count(scene.told(side), "report.submarine.no_such_target"), 2);
    EXPECT_EQ(std::ranges::count(scene.told(side), "report.submarine.aims"), 3);
  }
}

TEST(Rule7_4_3, ByOptionOnlyTheBroadCategoriesAreNamed) {
  Stage stage = attack_on_convoy(1, {{"ship.london"}, {"class.mv", 12}});
  Scene usual = stage.scene({finds_target(kAxis), 9});
  attack(usual);
  aim(usual, Aim::CAPITAL);
  EXPECT_EQ(usual.force("pq").ship(0).cs(), 3);
  stage.truth().mutable_standing()->add_option("option.ruling.a_54");
  Scene scene = stage.scene({finds_target(kAxis), 9, 9, 0, 0});
  attack(scene);
  EXPECT_EQ(scene.count(kAxis, Verb::CHOOSE_CATEGORY), 3);
  EXPECT_FALSE(scene.offers(kAxis, Verb::CHOOSE_CATEGORY, Aim::CAPITAL));
  aim(scene, Aim::HEAVY);
  plays("option.ruling.a_54", usual.truth(), scene.truth());
}

TEST(Rule7_4_3, TargetsAreChosenBlindlyAndWhatIsNotThereIsTold) {
  Stage stage = attack_on_convoy(2, {{"class.british_es", 1}, {"class.mv", 12}});
  Scene scene = stage.scene({finds_target(kAxis), 9, 0, 0});  // 8: both before the hunt; one torpedo, one hunter's die
  attack(scene);
  EXPECT_EQ(scene.count(kAxis, Verb::CHOOSE_CATEGORY), 6);
  aim(scene, Aim::HEAVY);
  EXPECT_EQ(scene.count(kAxis, Verb::CHOOSE_CATEGORY), 6) << "all are chosen before any torpedo runs";
  EXPECT_FALSE(scene.was_told(kAxis, "report.submarine.no_such_target"));
  aim(scene, Aim::CONVOY_SHIP);
  EXPECT_TRUE(both_told(scene, "report.submarine.no_such_target"));
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_FALSE(shows(scene, kAxis, "class.british_es"));
}

TEST(Rule7_4_3, TheShipIsDrawnAmongThoseOfItsCategory) {
  for (const auto& [drawn, victim] : {std::pair{0U, "class.rescue_ship"}, std::pair{1U, "class.mv"}}) {
    Stage stage = attack_on_convoy(1, {{"class.rescue_ship", 1}, {"class.mv", 3}});
    Scene scene = stage.scene({finds_target(kAxis), 4, 9, drawn, 1});  // 3 in all: one before the hunt; she sinks
    aim(attack(scene), Aim::CONVOY_SHIP);
    EXPECT_TRUE(scene.chance_used_up());
    ASSERT_EQ(scene.truth().standing().loss_size(), 1);
    EXPECT_EQ(scene.truth().standing().loss(0).unit(), victim);
  }
}

// -- 7.4.4 --

Stage two_wolfpacks() {
  Stage stage = under_water(kAllied);
  stage.wolfpack(kAllied, "b", {{"class.british_submarine", 2}}, kOpen)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen)
      .identified("u", 0);
  return stage;
}

TEST(Rule7_4_4, SurpriseGivesTheHuntersOneRoll) {
  Stage stage = two_wolfpacks();
  Scene scene = stage.scene({finds_target(kAllied), 3, 8});  // +2 in Fog, +1 unidentified, +1: 7; a Success destroys
  scene.answer(kAllied, Verb::AMBUSH, scene.key("b"), scene.id("u")).answer(kAxis, Verb::TAKE_LOSS, 0);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_EQ(scene.force("u").ship(0).cs(), 1);
  EXPECT_EQ(scene.force("b").ship(0).cs(), 2);
  EXPECT_EQ(scene.block("u").level(), 1);
  EXPECT_EQ(scene.block("b").level(), 1);
}

TEST(Rule7_4_4, WithoutSurpriseTheHuntersAreAmbushed) {
  Stage stage = two_wolfpacks();
  Scene scene = stage.scene({finds_target(kAllied), 2, 8});
  scene.answer(kAllied, Verb::AMBUSH, scene.key("b"), scene.id("u")).answer(kAllied, Verb::TAKE_LOSS, 0);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_EQ(scene.force("u").ship(0).cs(), 2);
  EXPECT_EQ(scene.force("b").ship(0).cs(), 1);
}

// -- 7.4.6 --

TEST(Rule7_4_6, SubmarinesOfAConvoyAttackBeforeTheGuns) {
  Stage stage = under_water(kAxis);
  stage.task_force(kAxis, "tf", {{"ship.admiral_hipper"}}, kOpen)
      .convoy(kAllied, "pq", {{"class.british_submarine", 2}, {"class.mv", 12}}, kOpen, "port.murmansk")
      .identified("pq", 1);
  Bench bench(stage, {3, 9, 0, 0, 0});  // 2 in all: both after a hunt that has no dice; one hits, one CS is lost
  begin_engagement(bench.op, v1::Battle::SURFACE, kAxis, *hex_of(kOpen));
  const BlockId tf = bench.id("tf");
  bench.run(submarines_of_convoy_attack(bench.op, kAllied, bench.key("pq"), tf));
  bench.answer(kAllied, Verb::CHOOSE_CATEGORY, Aim::HEAVY).answer(kAllied, Verb::CHOOSE_CATEGORY, Aim::HEAVY);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("tf").ship(0).cs(), 3);
  EXPECT_EQ(cs_of(stage.force("pq"), "class.british_submarine"), 0);
  const v1::Force& wolfpack = *stage.truth().allied().force().rbegin();
  EXPECT_EQ(wolfpack.kind(), v1::BlockKind::WOLFPACK);
  EXPECT_EQ(bench.op.block_of(wolfpack).level(), 1);
  EXPECT_EQ(bench.block("tf").level(), 1);
}

TEST(Rule7_4_6, AConvoyWithoutSubmarinesDoesNothing) {
  Stage stage = under_water(kAxis);
  stage.task_force(kAxis, "tf", {{"ship.admiral_hipper"}}, kOpen)
      .convoy(kAllied, "pq", {{"class.mv", 12}}, kOpen, "port.murmansk");
  Bench bench(stage);
  begin_engagement(bench.op, v1::Battle::SURFACE, kAxis, *hex_of(kOpen));
  bench.run(submarines_of_convoy_attack(bench.op, kAllied, bench.key("pq"), bench.id("tf")));
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(stage.truth().allied().force_size(), 1) << "no Wolfpack was formed";
}

}  // namespace
}  // namespace wardroom::pq17
