// Hunting submarines: dice, results, losses [7.4.1].
#include "server/titles/pq17/submarine/asw.h"

#include "server/titles/pq17/combat/engagement.h"
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/searching.h"
#include "tests/titles/pq17/rules/submarines.h"

namespace wardroom::pq17 {
namespace {

TEST(Example_DX_05, OneDieForThreeCsToTheNearestAndTwoForEachSubmarine) {
  struct Case {
    int dd_tb, es, subs, dice;
  };
  for (const Case& each : {Case{1, 0, 4, 0}, Case{2, 0, 4, 1}, Case{4, 0, 4, 1}, Case{5, 1, 3, 3}, Case{9, 4, 2, 4}}) {
    Stage stage = under_water(kAxis);
    std::vector<Unit> ships{{"class.british_a_i", each.dd_tb}};
    if (each.es > 0) ships.push_back({"class.british_es", each.es});
    stage.task_force(kAllied, "tf", ships, kOpen);
    Bench bench(stage);
    const int dice = std::min(asw_dice(bench.op, stage.force("tf")).all(), most_asw_dice(bench.op, each.subs));
    EXPECT_EQ(dice, each.dice) << each.dd_tb << " " << each.es;
  }
}

TEST(Rule7_4_1, DestroyersAndTorpedoBoatsCountTogetherAndSovietDiceAmongThem) {
  const std::vector<std::vector<Unit>> mixes = {
      {{"class.british_a_i", 3}, {"class.soviet_novik", 2}, {"class.british_es", 1}},
      {{"class.soviet_type_7", 3}, {"class.hunt_ii", 2}, {"class.british_es", 1}},
      {{"class.british_a_i", 3}, {"class.hunt_ii", 2}, {"class.soviet_es", 1}},
  };
  for (const auto& mix : mixes) {
    Stage stage = under_water(kAxis);
    stage.task_force(kAllied, "tf", mix, kOpen);
    Bench bench(stage);
    const AswDice dice = asw_dice(bench.op, stage.force("tf"));
    EXPECT_EQ(dice.usual, 2);
    EXPECT_EQ(dice.soviet, 1);
  }
}

TEST(Rule7_4_1, ShipsDeadInTheWaterAndThoseThatTowThemDoNotHunt) {
  Stage stage = under_water(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"class.british_a_i", 3}}, kOpen);
  Bench bench(stage);
  EXPECT_EQ(asw_dice(bench.op, stage.force("tf")).all(), 1);
  stage.force("tf").mutable_ship(0)->set_towed_by("class.british_a_i");
  stage.force("tf").mutable_ship(1)->set_cs(2);
  EXPECT_EQ(asw_dice(bench.op, stage.force("tf")).all(), 0);
  stage.force("tf").mutable_ship(0)->clear_towed_by();
  stage.force("tf").mutable_ship(1)->set_dead_in_water(true);
  EXPECT_EQ(asw_dice(bench.op, stage.force("tf")).all(), 0);
}

TEST(Rule7_4_1, NoMoreDiceThanTwoForEachSubmarine) {
  Stage stage = attack_on_convoy(1, {{"class.british_es", 4}, {"class.mv", 12}});
  Scene scene = stage.scene({finds_target(kAxis), 0, 1, 1});  // -5 in all: nobody attacks
  attack(scene);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::ASW_DICE)) << "there might be more, and Soviet ones among them";
  scene.answer(kAllied, Verb::THROW_DICE, 0);
  EXPECT_TRUE(scene.chance_used_up());
}

TEST(Rule7_4_1, TheHunterChoosesWhichDiceAreThrown) {
  Stage stage = attack_on_convoy(1, {{"class.british_es", 1}, {"class.soviet_es", 2}, {"class.mv", 12}});
  Scene scene = stage.scene({finds_target(kAxis), 0, 0, 0});
  attack(scene);
  EXPECT_EQ(scene.count(kAllied, Verb::THROW_DICE), 2);
  EXPECT_TRUE(scene.offers(kAllied, Verb::THROW_DICE, 1));
  EXPECT_TRUE(scene.offers(kAllied, Verb::THROW_DICE, 2));
  scene.answer(kAllied, Verb::THROW_DICE, 1);
  EXPECT_TRUE(scene.was_told(kAxis, "report.roll"));
  EXPECT_TRUE(scene.was_told(kAxis, "report.roll.modified"));
}

TEST(Rule7_4_1, SovietShipsHuntWithOneLess) {
  Stage stage = attack_on_convoy(2, {{"class.soviet_es", 1}, {"class.mv", 12}});
  Scene scene = stage.scene({finds_target(kAxis), 3, 5, 0, 0});  // a 5 is 4: nothing, and both attack
  aim(aim(attack(scene), Aim::CONVOY_SHIP), Aim::CONVOY_SHIP);
  EXPECT_TRUE(scene.chance_used_up());
}

TEST(Rule7_4_1, AHeldDownSubmarineDoesNotAttack) {
  Stage stage = attack_on_convoy(2, {{"class.british_es", 1}, {"class.mv", 12}});
  Scene scene = stage.scene({finds_target(kAxis), 3, 5, 0});  // 2 in all: two after the hunt, but for one
  attack(scene);
  aim(scene, Aim::CONVOY_SHIP);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_FALSE(scene.asked(kAxis, MenuKind::SUBMARINE_TARGETS));
}

TEST(Rule7_4_1, LostSubmarinesDoNotKeepOthersFromAttacking) {
  struct Case {
    int boats;
    std::uint32_t order;      // 2 in all: two after the hunt
    std::uint32_t other_die;  // of the hunters; the first is a Success
    int attackers;
  };
  for (const Case& each : {Case{3, 3, 0, 2}, Case{3, 3, 5, 1}, Case{2, 4, 0, 1}, Case{2, 4, 5, 0}}) {
    SCOPED_TRACE(each.boats);
    Stage stage = attack_on_convoy(each.boats, {{"class.british_es", 2}, {"class.mv", 12}});
    std::vector<std::uint32_t> results{finds_target(kAxis), each.order, 8, each.other_die, 5};  // one goes home
    results.insert(results.end(), static_cast<std::size_t>(each.attackers), 0);
    Scene scene = stage.scene(results);
    attack(scene).answer(kAxis, Verb::TAKE_LOSS, 0);
    for (int i = 0; i < each.attackers; ++i) aim(scene, Aim::CONVOY_SHIP);
    EXPECT_FALSE(scene.asked(kAxis, MenuKind::SUBMARINE_TARGETS));
    EXPECT_TRUE(scene.chance_used_up());
    EXPECT_TRUE(both_told(scene, "report.submarine.driven_home"));
    EXPECT_TRUE(both_told(scene, "report.submarine.attackers"));
  }
}

TEST(Rule7_4_1, DamagedSubmarinesGoHomeUnscoredAndSunkOnesAreScored) {
  for (const auto& [follow_up, halves] : {std::pair{5U, 0}, std::pair{6U, 2}}) {
    Stage stage = attack_on_convoy(2, {{"class.british_es", 1}, {"class.mv", 12}});
    Scene scene = stage.scene({finds_target(kAxis), 3, 8, follow_up, 0});
    attack(scene).answer(kAxis, Verb::TAKE_LOSS, 0);
    aim(scene, Aim::CONVOY_SHIP);  // one is left to attack
    EXPECT_TRUE(scene.chance_used_up());
    EXPECT_EQ(scene.force("u").ship(0).cs(), 1);
    EXPECT_EQ(vp_halves(scene.truth()), halves);
    EXPECT_EQ(scene.own(kAxis).removed_size(), halves == 0 ? 1 : 0);
  }
}

TEST(Rule7_4_1, OfTooManyResultsTheWorstCount) {
  Stage stage = under_water(kAllied);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Bench bench(stage, {8, 8, 8, 5, 6, 0, 9});
  begin_engagement(bench.op, v1::Battle::SUBMARINE, kAllied, *hex_of(kOpen));
  const Hunt hunt{.side = kAllied, .hex = *hex_of(kOpen)};
  AswDice dice;
  dice.usual = 4;
  const AswResult result = throw_asw(bench.op, hunt, dice, 2);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(result.sunk, 2);
  EXPECT_EQ(result.damaged, 0);
  EXPECT_EQ(result.held_down, 0);
}

TEST(Rule7_4_1, ResultsBeyondThoseWhoMayAttackCountAllTheSame) {
  Stage stage = attack_on_convoy(2, {{"class.british_es", 2}, {"class.mv", 12}});
  Scene scene =
      stage.scene({finds_target(kAxis), 2, 8, 8, 9, 9});  // 0 in all: one may attack after the hunt; both are sunk
  attack(scene);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(scene.gone("u"));
  EXPECT_TRUE(both_told(scene, "report.force_gone"));
}

TEST(Rule7_4_1, TheOwnerSaysWhichBoatsAreLost) {
  Stage stage = under_water(kAllied);
  stage.task_force(kAllied, "tf", {{"class.british_a_i", 3}}, kOpen)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen)
      .identified("u", 1);
  v1::Counter spent = stage.force("u").ship(0);
  spent.set_cs(1);
  spent.set_torpedoes_spent(1);
  stage.force("u").mutable_ship(0)->set_cs(1);
  *stage.force("u").add_ship() = spent;
  Scene scene = stage.scene({finds_target(kAllied), 0, 9, 9});
  scene.answer(kAllied, Verb::OFFENSIVE_ASW, scene.key("tf"), scene.id("u"));
  EXPECT_EQ(scene.count(kAxis, Verb::TAKE_LOSS), 2);
  scene.answer(kAxis, Verb::TAKE_LOSS, 1);
  ASSERT_EQ(scene.force("u").ship_size(), 1);
  EXPECT_EQ(scene.force("u").ship(0).torpedoes_spent(), 0);
}

TEST(Rule7_4_1, AnAirRadiusOverTheHexHelps) {
  Stage stage = attack_on_convoy(2, {{"class.british_es", 1}, {"class.mv", 12}});
  stage.air(kAllied, "air.catalina.210", "port.lerwick", 1);
  auto& patrol = *stage.truth().mutable_air()->mutable_unit(0);
  patrol.set_mission(v1::Air::RADIUS);
  patrol.add_radius(611);
  Scene scene = stage.scene({finds_target(kAxis), 3, 4, 0});  // a 4 is 5: held down
  aim(attack(scene), Aim::CONVOY_SHIP);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_FALSE(scene.asked(kAxis, MenuKind::SUBMARINE_TARGETS));
  EXPECT_EQ(scene.truth().air().unit(0).mission(), v1::Air::AT_BASE) << "the segment is over";
}

TEST(Rule7_4_1, ACarrierHelpsOnceSheIsAnnounced) {
  Stage stage = under_water(kAxis, v1::Weather::FAIR);
  stage.convoy(kAllied, "pq", {{"class.british_es", 1}, {"class.mv", 12}}, kOpen, "port.murmansk")
      .identified("pq", 1)
      .task_force(kAllied, "cv", {{"ship.victorious"}}, kOpen)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Scene scene = stage.scene({finds_target(kAxis, kInFair), 3, 4, 0});
  attack(scene);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::ASW_DICE));
  scene.answer(kAllied, Verb::ANNOUNCE_PATROL, hex_argument(kOpen));
  EXPECT_TRUE(scene.was_told(kAxis, "report.carrier_announced"));
  aim(scene, Aim::CONVOY_SHIP);
  EXPECT_TRUE(scene.chance_used_up());
}

TEST(Rule7_4_1, WhoMightHaveACarrierIsAsked) {
  Stage stage = under_water(kAxis, v1::Weather::FAIR);
  stage.convoy(kAllied, "pq", {{"class.mv", 12}}, kOpen, "port.murmansk")
      .identified("pq", 1)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Scene scene = stage.scene({finds_target(kAxis, kInFair), 2});
  attack(scene);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::ASW_DICE));
  EXPECT_EQ(scene.menu(kAllied)->items.size(), 1u);
}

}  // namespace
}  // namespace wardroom::pq17
