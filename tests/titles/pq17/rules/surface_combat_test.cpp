// Attacks of Task Forces until the guns speak: announcing, finding, intercepting, surprise, Hitler's restrictions.
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/surface/hitler.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/surface.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;
using W = v1::Weather;

Stage cruiser_and_boats(int turn = kDay, const std::vector<std::string>& options = {}) {
  Stage stage = at_surface_combat(turn, kAxis, options);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere)
      .task_force(kAllied, "A", {{"class.hunt_ii", 1}}, kHere);
  return stage;
}

// -- 7.1 --

TEST(Rule7_1, OnlyIdentifiedForcesAreAttackedByShips) {
  Stage stage = cruiser_and_boats();
  Bench bench(stage);
  bench.run(surface_combat(bench.op));
  EXPECT_TRUE(bench.done());
}

TEST(Rule7_1, TaskForcesAttackInConcertAndEachFindsTheTargetByItself) {
  Stage stage = cruiser_and_boats();
  stage.task_force(kAxis, "H", {{"ship.luetzow"}}, kHere).identified("A", 1);
  Bench bench(stage, {finds(kAxis, kDay), misses(kAxis, kDay), 1, 0});
  bench.run(surface_combat(bench.op));
  bench.answer(kAxis, Verb::ATTACK, bench.key("G"), bench.id("A"));
  EXPECT_TRUE(bench.offers(kAxis, Verb::ATTACK, bench.key("H"), bench.id("A")));
  bench.answer(kAxis, Verb::ATTACK, bench.key("H"), bench.id("A"));
  EXPECT_TRUE(bench.was_told(kAllied, "report.battle.not_found"));
  EXPECT_TRUE(on_display(bench, "ship.admiral_hipper"));
  EXPECT_FALSE(on_display(bench, "ship.luetzow"));
  pass_until(bench, kAxis, MenuKind::ENGAGEMENT);  // whoever did not find it may join later
  EXPECT_TRUE(bench.offers(kAxis, Verb::ENGAGE, bench.key("H")));
  pass_all(bench);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule7_1, TheSegmentIsAskedForWhateverTheUprightBlockIs) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.dummy(kAxis, "D", kHere).task_force(kAllied, "A", {{"class.hunt_ii", 1}}, kHere).identified("A", 1);
  Bench bench(stage);
  bench.run(surface_combat(bench.op));
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::SURFACE_COMBAT));
  EXPECT_EQ(bench.menu(kAxis)->items.size(), 1U);
  EXPECT_TRUE(bench.menu(kAxis)->checkpoint);
}

// -- 7.5, 7.5.1 --

TEST(Rule7_5, ATaskForceFightsOneBattleInASegment) {
  Stage stage = cruiser_and_boats();
  stage.task_force(kAllied, "B", {{"class.hunt_ii", 1}}, kHere).identified("A", 1).identified("B", 1);
  Bench bench(stage, {finds(kAxis, kDay), 0});
  attack(bench, kAxis, "G", "A");
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::INTERCEPT));
  bench.answer(kAllied, Verb::NO);
  pass_until(bench, kAxis, MenuKind::SURFACE_COMBAT);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.block("G").fought());
  EXPECT_TRUE(bench.chance_used_up());
}

Stage convoy_with_cover() {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}, {"class.type_36a", 3}}, kHere)
      .convoy(kAllied, "C", {{"class.hunt_ii", 1}, {"class.mv", 5}}, kHere, "port.murmansk")
      .task_force(kAllied, "T", {{"class.british_j_r", 2}}, kHere)
      .identified("C", 1);
  return stage;
}

TEST(Rule7_5_1, AnInterceptorIsTheAttackerAndTheConvoyIsLeftOut) {
  Stage stage = convoy_with_cover();
  Bench bench(stage, {finds(kAxis, kDay), finds(kAllied, kDay), 0});
  attack(bench, kAxis, "G", "C");
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::INTERCEPT));
  EXPECT_EQ(bench.menu(kAllied)->asking, Asking::kReaction);
  bench.answer(kAllied, Verb::INTERCEPT, bench.key("T"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.intercepted"));
  EXPECT_EQ(bench.op.truth.battle().attacker(), kAllied);
  EXPECT_FALSE(on_display(bench, "class.mv"));
  EXPECT_TRUE(on_display(bench, "class.british_j_r"));
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::MANOEUVRE)) << "the defender is first";
  pass_all(bench);
  EXPECT_FALSE(bench.block("C").fought());
  EXPECT_TRUE(bench.block("T").fought());
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule7_5_1, WhoeverDoesNotFindTheAttackerDoesNotIntercept) {
  Stage stage = convoy_with_cover();
  Bench bench(stage, {finds(kAxis, kDay), misses(kAllied, kDay), 0});
  attack(bench, kAxis, "G", "C");
  bench.answer(kAllied, Verb::INTERCEPT, bench.key("T"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.not_intercepted"));
  keep_submarines(bench);
  EXPECT_EQ(bench.op.truth.battle().attacker(), kAxis);
  EXPECT_TRUE(on_display(bench, "class.mv"));
  pass_all(bench);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule7_5_1, ASecondCardAgainstAShadowedAttacker) {
  Stage stage = convoy_with_cover();
  stage.identified("G", 1);
  shadow_it(stage, "G", by_sector(v1::SearchSector::BRITISH));
  Bench bench(stage, {finds(kAxis, kDay), misses(kAllied, kDay), finds(kAllied, kDay), 0});
  attack(bench, kAxis, "G", "C");
  bench.answer(kAllied, Verb::INTERCEPT, bench.key("T"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.intercepted"));
  pass_all(bench);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule7_5_1, AnotherBlockIsAskedAboutWhateverItIs) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere)
      .convoy(kAllied, "C", {{"class.hunt_ii", 1}, {"class.mv", 5}}, kHere, "port.murmansk")
      .dummy(kAllied, "D", kHere)
      .identified("C", 1);
  Bench bench(stage, {finds(kAxis, kDay), 0});
  attack(bench, kAxis, "G", "C");
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::INTERCEPT));
  EXPECT_EQ(bench.menu(kAllied)->items.size(), 1U);
}

// -- 7.6 --

bool surprised(W::Kind weather, int turn, bool upright, std::uint32_t die) {
  Stage stage = cruiser_and_boats(turn);
  stage.weather(weather).identified("A", 1);
  if (!upright) stage.identified("G", 1);
  Bench bench(stage, {finds(kAxis, turn, weather), die});
  attack(bench, kAxis, "G", "A");
  EXPECT_TRUE(bench.asked(kAxis, MenuKind::SURPRISE));
  bench.answer(kAxis, Verb::ROLL_SURPRISE);
  EXPECT_TRUE(bench.chance_used_up());
  return bench.op.truth.battle().surprise();
}

TEST(Rule7_6, SevenSurprisesWithWhatTheTableAdds) {
  EXPECT_FALSE(surprised(W::FAIR, kNight, false, 6));
  EXPECT_TRUE(surprised(W::FAIR, kNight, false, 7));
  EXPECT_TRUE(surprised(W::FAIR, kNight, true, 6));
  EXPECT_FALSE(surprised(W::REDUCED_VISIBILITY, kDay, true, 4));
  EXPECT_TRUE(surprised(W::REDUCED_VISIBILITY, kDay, true, 5));
}

TEST(Rule7_6, NobodyIsSurprisedByDayInFairWeather) {
  Stage stage = cruiser_and_boats();
  stage.identified("A", 1);
  Bench bench(stage, {finds(kAxis, kDay)});
  attack(bench, kAxis, "G", "A");
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE));
}

// -- 7.5.7 --

Strength of(Stage& stage, const std::string& name) {
  Bench bench(stage);
  return strength(bench.op, stage.force(name));
}

TEST(Rule7_5_7, WhatIsWeakerThanAGermanForce) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, kHere)
      .task_force(kAxis, "hipper", {{"ship.admiral_hipper"}}, kHere)
      .task_force(kAxis, "boats", {{"class.type_34_36", 3}}, kHere)
      .task_force(kAllied, "battleship", {{"ship.anson"}}, kHere)
      .task_force(kAllied, "cruiser", {{"ship.london"}}, kHere)
      .task_force(kAllied, "destroyers", {{"class.british_a_i", 4}}, kHere)
      .task_force(kAllied, "flotilla", {{"class.british_a_i", 4}, {"class.british_j_r", 2}}, kHere);
  const auto too_strong = [&](const char* target, const char* german) {
    return not_weaker(of(stage, target), of(stage, german));
  };
  EXPECT_TRUE(too_strong("battleship", "tirpitz")) << "an unhit battleship";
  EXPECT_FALSE(too_strong("cruiser", "tirpitz"));
  EXPECT_TRUE(too_strong("cruiser", "hipper")) << "not fewer cruisers";
  EXPECT_FALSE(too_strong("cruiser", "boats")) << "only Light Ships: cruisers do not count [A-23]";
  EXPECT_TRUE(too_strong("battleship", "boats"));
  EXPECT_FALSE(too_strong("destroyers", "hipper"));
  EXPECT_TRUE(too_strong("flotilla", "hipper")) << "more CS of destroyers than all the German CS";
  EXPECT_TRUE(too_strong("destroyers", "boats"));
  stage.force("battleship").mutable_ship(0)->set_cs(2);
  EXPECT_FALSE(too_strong("battleship", "tirpitz"));
  EXPECT_TRUE(too_strong("battleship", "hipper"));
}

TEST(Rule7_5_7, WhatHasBeenToldForbidsTheAttack) {
  for (int cruisers : {0, 1}) {
    Stage stage = cruiser_and_boats();
    stage.identified("A", 2);
    for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block()) {
      if (!block.flat()) continue;
      block.mutable_told()->set_level(2);
      block.mutable_told()->set_binding(true);
      block.mutable_told()->set_heavy_ships(cruisers);
    }
    Bench bench(stage);
    bench.run(surface_combat(bench.op));
    EXPECT_EQ(bench.offers(kAxis, Verb::ATTACK, bench.key("G"), bench.id("A")), cruisers == 0);
  }
}

Stage into_a_trap(const std::vector<std::string>& options = {}) {
  Stage stage = at_surface_combat(kDay, kAxis, options);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}, {"class.type_36a", 1}}, kHere)
      .task_force(kAllied, "A", {{"ship.anson"}}, kHere)
      .identified("A", 1);
  return stage;
}

TEST(Rule7_5_7, WhoeverMeetsAStrongerForceTurnsAwayAndRollsToWithdraw) {
  Stage stage = into_a_trap();
  Bench bench(stage, {finds(kAxis, kDay), 6});
  attack(bench, kAxis, "G", "A");
  EXPECT_TRUE(bench.was_told(kAllied, "report.battle.must_withdraw"));
  bench.answer(kAllied, Verb::DONE);
  EXPECT_EQ(shown(bench, "ship.admiral_hipper").area(), v1::Battle::WITHDRAWAL);
  EXPECT_FALSE(bench.asked(kAxis, MenuKind::MANOEUVRE));
  pass_all(bench);  // 6 and one more for the Withdrawal area
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.was_told(kAllied, "report.battle.withdrew"));
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule7_5_7, ByTheOtherReadingTheAttackIsCalledOff) {
  Stage stage = into_a_trap({"option.ruling.a_21"});
  Bench bench(stage, {finds(kAxis, kDay)});
  attack(bench, kAxis, "G", "A");
  EXPECT_TRUE(bench.was_told(kAllied, "report.battle.called_off"));
  EXPECT_FALSE(bench.op.truth.has_battle());
  EXPECT_FALSE(bench.block("A").fought());
  Stage fought = into_a_trap();
  Bench other(fought, {finds(kAxis, kDay), 6});
  attack(other, kAxis, "G", "A");
  plays("option.ruling.a_21", fought.truth(), stage.truth());
}

TEST(Rule7_5_7, WithoutRestrictionsNobodyTurnsAway) {
  Stage stage = into_a_trap();
  for (const auto& condition : the_title().reference().box().conditions().condition()) {
    if (condition.kind() == v1::SpecialCondition::NO_RESTRICTIONS)
      stage.truth().mutable_axis()->set_condition(condition.id());
  }
  Bench bench(stage, {finds(kAxis, kDay)});
  attack(bench, kAxis, "G", "A");
  bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.asked(kAxis, MenuKind::MANOEUVRE));
}

TEST(Rule7_5_7, ForcesThatJoinLaterDoNotCount) {
  std::vector<Truth> became;
  for (bool other_reading : {false, true}) {
    Stage stage = at_surface_combat(
        kDay, kAxis, other_reading ? std::vector<std::string>{"option.ruling.a_22"} : std::vector<std::string>{});
    stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere)
        .task_force(kAllied, "A", {{"class.hunt_ii", 1}}, kHere)
        .task_force(kAllied, "B", {{"ship.london"}}, kHere)
        .identified("A", 1);
    Bench bench(stage, {finds(kAxis, kDay), 9, finds(kAllied, kDay)});
    attack(bench, kAxis, "G", "A");
    pass_until(bench, kAllied, MenuKind::ENGAGEMENT);
    bench.answer(kAllied, Verb::ENGAGE, bench.key("B"));
    EXPECT_TRUE(on_display(bench, "ship.london"));
    EXPECT_EQ(bench.was_told(kAxis, "report.battle.must_withdraw"), other_reading);
    pass_until(bench, kAllied, MenuKind::GUNNERY);
    became.push_back(stage.truth());
  }
  plays("option.ruling.a_22", became[0], became[1]);
}

// -- 7.4.6 --

TEST(Rule7_4_6, AlsoWhenTheConvoyHasBeenSeenShipByShip) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere)
      .convoy(kAllied, "C", {{"class.mv", 5}, {"class.british_submarine", 1}}, kHere, "port.murmansk")
      .identified("C", 1);
  Results chance(40, 0);
  chance[0] = finds(kAxis, kDay);
  Bench bench(stage, chance);
  note_seen(bench.op, bench.block("C"));
  attack(bench, kAxis, "G", "C");
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::SUBMARINES_FIRST));
}

TEST(Rule7_4_6, SubmarinesOfAConvoyMayAttackFirstUnlessTheyAreSurprised) {
  for (bool some : {true, false}) {
    SCOPED_TRACE(some);
    std::vector<Unit> convoy{{"class.hunt_ii", 1}, {"class.mv", 5}};
    if (some) convoy.push_back({"class.british_submarine", 1});
    Stage stage = at_surface_combat(kDay, kAxis);
    stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}, {"class.type_36a", 3}}, kHere)
        .convoy(kAllied, "C", convoy, kHere, "port.murmansk")
        .identified("C", 1);
    Results chance(40, 0);
    chance[0] = finds(kAxis, kDay);
    Bench bench(stage, chance);
    attack(bench, kAxis, "G", "C");
    ASSERT_TRUE(bench.asked(kAllied, MenuKind::SUBMARINES_FIRST)) << "whether or not there are any";
    EXPECT_EQ(bench.offers(kAllied, Verb::SPLIT_SUBMARINES, bench.id("G")), some);
    if (!some) continue;
    bench.answer(kAllied, Verb::SPLIT_SUBMARINES, bench.id("G"));
    EXPECT_EQ(ships_of(bench, "C", kAllied, "class.british_submarine"), 0);
    const auto wolfpack = [](const v1::Force& force) { return force.kind() == v1::BlockKind::WOLFPACK; };
    EXPECT_TRUE(std::ranges::any_of(stage.truth().allied().force(), wolfpack) ||
                !stage.truth().allied().removed().empty() || stage.truth().standing().loss_size() > 0);
    for (int i = 0; i < 20 && !bench.done() && !bench.asked(kAllied, MenuKind::MANOEUVRE); ++i) {
      const Side next = bench.menu(kAllied) ? kAllied : kAxis;
      const Action first = bench.menu(next)->items.front().action;
      const auto verb = static_cast<Verb::Kind>(first.verb);
      if (first.arguments.empty()) bench.answer(next, verb);
      if (first.arguments.size() == 1) bench.answer(next, verb, first.at<int>(0));
      if (first.arguments.size() == 2) bench.answer(next, verb, first.at<int>(0), first.at<int>(1));
    }
    EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE)) << "then the battle";
  }
  Stage stage = at_surface_combat(kNight, kAxis);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere)
      .convoy(kAllied, "C", {{"class.mv", 5}, {"class.hunt_ii", 1}, {"class.british_submarine", 1}}, kHere,
              "port.murmansk")
      .identified("C", 1);
  Bench bench(stage, {finds(kAxis, kNight), 9});
  attack(bench, kAxis, "G", "C");
  bench.answer(kAxis, Verb::ROLL_SURPRISE);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::SUBMARINES_FIRST));
}

TEST(Rule7_4_6, TheyChooseAmongForcesThatAttackInConcert) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere)
      .task_force(kAxis, "H", {{"ship.luetzow"}}, kHere)
      .convoy(kAllied, "C", {{"class.mv", 5}, {"class.hunt_ii", 1}, {"class.british_submarine", 1}}, kHere,
              "port.murmansk")
      .identified("C", 1);
  Bench bench(stage, {finds(kAxis, kDay), finds(kAxis, kDay), 9, 0});  // the order of attack; a torpedo that misses
  bench.run(surface_combat(bench.op));
  bench.answer(kAxis, Verb::ATTACK, bench.key("G"), bench.id("C"));
  bench.answer(kAxis, Verb::ATTACK, bench.key("H"), bench.id("C"));
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::SUBMARINES_FIRST));
  EXPECT_EQ(bench.count(kAllied, Verb::SPLIT_SUBMARINES), 2);
  bench.answer(kAllied, Verb::SPLIT_SUBMARINES, bench.id("H"));
  bench.answer(kAllied, Verb::CHOOSE_CATEGORY, v1::TargetCategory::HEAVY);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(bench.was_told(kAxis, "report.submarine.aims"));
  EXPECT_TRUE(bench.block("H").flat()) << "it was in submarine combat [6.7]";
  EXPECT_FALSE(bench.block("G").flat());
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE)) << "then the battle";
}

// -- 7.7.1 --

TEST(Rule7_7_1, ShipsThatAreDispersedAreMetOneByOne) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere)
      .convoy(kAllied, "C", {{"class.mv", 5}, {"class.hunt_ii", 1}}, kHere, "port.murmansk")
      .convoy(kAllied, "D", {{"class.mv", 3}}, kHere, "port.murmansk")
      .identified("D", 1);
  stage.force("D").set_dispersed_from(stage.force("C").key());
  Bench bench(stage, {finds(kAxis, kDay), 0});
  attack(bench, kAxis, "G", "D");
  pass_all(bench);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(ships_of(bench, "D", kAllied, "class.mv"), 2);
  EXPECT_TRUE(bench.block("G").fought());
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 6.3.3 --

TEST(Rule6_3_3, CruisersFollowACapitalShipAfterTheBattle) {
  Stage stage = at_surface_combat(kDay, kAllied);
  stage.task_force(kAllied, "A", {{"ship.anson"}, {"ship.london"}}, kHere)
      .task_force(kAxis, "S", {{"ship.scharnhorst"}}, kHere)
      .identified("S", 1);
  Bench bench(stage, {finds(kAllied, kDay), 9});
  attack(bench, kAllied, "A", "S");
  pass_until(bench, kAllied, MenuKind::AFTER_BATTLE);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::AFTER_BATTLE));
  bench.answer(kAllied, Verb::DETACH, bench.id("S"), bench.key("A"), 1);
  EXPECT_TRUE(bench.op.shadowed(bench.block("S")));
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule6_3_3, SeveralCruisersLeaveTogetherAtTheEndOfTheSegment) {
  Stage stage = at_surface_combat(kDay, kAllied);
  stage.task_force(kAllied, "A", {{"ship.anson"}, {"ship.london"}, {"ship.kent"}}, kHere)
      .task_force(kAllied, "B", {{"ship.norfolk"}}, "0613")
      .task_force(kAxis, "T", {{"ship.admiral_scheer"}}, "0613")
      .identified("T", 1)
      .task_force(kAxis, "S", {{"ship.scharnhorst"}}, kHere)
      .identified("S", 1);
  Bench bench(stage, {finds(kAllied, kDay), 9});
  attack(bench, kAllied, "A", "S");
  pass_until(bench, kAllied, MenuKind::SURFACE_COMBAT);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::SURFACE_COMBAT)) << "the segment goes on first";
  bench.answer(kAllied, Verb::DONE);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::AFTER_BATTLE));
  EXPECT_EQ(bench.count(kAllied, Verb::DETACH_TOO), 0);
  EXPECT_EQ(bench.count(kAllied, Verb::DETACH), 2);
  bench.answer(kAllied, Verb::DETACH, bench.id("S"), bench.key("A"), 1);
  EXPECT_EQ(bench.count(kAllied, Verb::DETACH_TOO), 1);
  bench.answer(kAllied, Verb::DETACH_TOO, bench.id("S"), bench.key("A"), 1);
  EXPECT_TRUE(bench.done());
  ASSERT_EQ(bench.block("S").shadow_size(), 1) << "one Task Force";
  EXPECT_EQ(bench.op.force_behind(bench.op.block(block_id(bench.block("S").shadow(0)))).ship_size(), 2);
  EXPECT_EQ(stage.force("A").ship_size(), 1);
  EXPECT_TRUE(bench.was_told(kAllied, "report.detached_too.own"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.detached_too.own"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.shadowing"));
}

// Whether a block is left for her the enemy does not know: that he is not asked would tell it.
TEST(Rule6_3_3, TheAlliesAreAskedAfterABattleEvenWithoutABlockForACruiser) {
  Stage stage = at_surface_combat(kDay, kAllied);
  stage.task_force(kAllied, "A", {{"ship.anson"}, {"ship.london"}}, kHere)
      .task_force(kAxis, "S", {{"ship.scharnhorst"}}, kHere)
      .identified("S", 1);
  int formed = 0;
  for (const char* unit : {"class.british_es", "class.soviet_es"}) {
    try {
      while (formed < 100)
        stage.task_force(kAllied, "in port " + std::to_string(++formed), {{unit, 1}}, "port.murmansk");
    } catch (const Broken&) {  // no block is left
    }
  }
  ASSERT_LT(formed, 100);
  Bench bench(stage, {finds(kAllied, kDay), 9});
  ASSERT_FALSE(bench.op.block_left(kAllied, v1::BlockKind::TASK_FORCE));
  attack(bench, kAllied, "A", "S");
  pass_until(bench, kAllied, MenuKind::AFTER_BATTLE);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::AFTER_BATTLE));
  EXPECT_EQ(bench.count(kAllied, Verb::DETACH), 0);
  EXPECT_EQ(bench.menu(kAllied)->items.size(), 1u) << "she cannot go";
  bench.answer(kAllied, Verb::NO);
  EXPECT_TRUE(bench.done());
  EXPECT_FALSE(bench.op.shadowed(bench.block("S")));
  EXPECT_TRUE(bench.chance_used_up());
}

// -- in a box --

TEST(Rule12_12, AConvoyInTheKaraSeaMayWithdraw) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "S", {{"ship.admiral_scheer"}}, "box.kara_sea")
      .convoy(kAllied, "C", {{"class.soviet_es", 1}, {"class.mv", 4}}, "box.kara_sea", "port.murmansk");
  Bench bench(stage, {9});
  bench.run(fight_in_box(bench.op, kAxis, bench.key("S"), bench.key("C")));
  pass_until(bench, kAllied, MenuKind::WITHDRAWAL);
  bench.answer(kAllied, Verb::WITHDRAW);
  pass_all(bench);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(ships_of(bench, "C", kAllied, "class.mv"), 4);
  EXPECT_FALSE(bench.op.truth.has_battle());
  EXPECT_TRUE(bench.chance_used_up());
}

}  // namespace
}  // namespace wardroom::pq17
