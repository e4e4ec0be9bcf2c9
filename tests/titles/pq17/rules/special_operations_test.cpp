// Chapter 12: operations that are planned beforehand.
#include "server/titles/pq17/conditions/special_operations.h"

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/sequence/score.h"
#include "server/titles/pq17/sequence/victory.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/conditions.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;
using v1::MenuKind;
using v1::Verb;

// Set-up as in history; then the Planning Phase, both together.
void set_up_as_in_history(Opening& game) {
  for (int i = 0; i < 8 && game.clock().phase() < Clock::PLANNING; ++i) {
    for (Side side : kSides) {
      if (game.clock().phase() < Clock::PLANNING && game.offers(side, Verb::HISTORICAL))
        game.answer(side, Verb::HISTORICAL);
    }
  }
}

// -- 12.8 Minelaying --

TEST(Rule12_8, AForceAHexAndATurnArePlannedInSecret) {
  Opening game(open_without_ice("pq17"), calm().give(Draw::kChit, {25, 6}));  // G
  set_up_as_in_history(game);
  ASSERT_TRUE(game.asked(kAxis, MenuKind::SPECIAL_OPERATION));
  EXPECT_TRUE(game.offers(kAxis, Verb::NO));
  const Action force = game.menu(kAxis)->items.front().action;
  ASSERT_EQ(force.verb, Verb::CHOOSE_FORCE);
  game.act(kAxis, force);
  EXPECT_TRUE(game.offers(kAxis, Verb::STEP, hex_argument("0819")));
  EXPECT_FALSE(game.offers(kAxis, Verb::STEP, hex_argument("0611"))) << "no objective";
  game.answer(kAxis, Verb::STEP, hex_argument("0819"));
  EXPECT_FALSE(game.offers(kAxis, Verb::PLAN_OPERATION, 8, hex_argument("0819"))) << "before the Starting Turn";
  game.answer(kAxis, Verb::PLAN_OPERATION, 14, hex_argument("0819"));
  EXPECT_EQ(game.own(kAxis).operation().turn(), 14);
  EXPECT_EQ(game.own(kAxis).operation().force(), force.at<int>(0));
  EXPECT_FALSE(shown(game.truth(), kAxis));
}

TEST(Rule12_8, NothingIsPlannedBehindTheIce) {
  auto truth = open_without_ice("pq17");
  for (auto& marker : *truth->mutable_environment()->mutable_ice()) {
    if (marker.area().zone() == v1::Ice::ZONE_IV) marker.set_condition(v1::Ice::HEAVY_DRIFT);
  }
  Opening game(std::move(truth), calm().give(Draw::kChit, {25, 6}));
  set_up_as_in_history(game);
  EXPECT_FALSE(game.asked(kAxis, MenuKind::SPECIAL_OPERATION));
}

Stage laying(int cruisers, int destroyers, const std::string& where = "0819") {
  Stage stage("pq17");
  chit(stage, kAxis, "minelaying", "G").at(14, kAxis, Clock::COMBINE_FORCES).phase(Clock::SPECIAL_CONDITIONS);
  std::vector<Unit> units;
  for (const char* ship : {"ship.admiral_hipper", "ship.koeln"}) {
    if (cruisers-- > 0) units.push_back({ship});
  }
  if (destroyers > 0) units.push_back({"class.type_34_36", destroyers});
  stage.task_force(kAxis, "tf", units, where);
  v1::SpecialOperation& plan = plan_of(stage, kAxis);
  plan.set_turn(14);
  plan.set_hex(819);
  plan.set_force(stage.force("tf").key());
  return stage;
}

int laid(Stage stage) {
  Desk desk(stage);
  score_minelaying(desk.op);
  return halves_by(stage.truth(), "minelaying");
}

TEST(Rule12_8, InItsHexAndTurnWithOneHexMovedAndNotInStorms) {
  EXPECT_EQ(laid(laying(1, 2)), -8);
  EXPECT_EQ(laid(laying(1, 2, "0818")), 0) << "another hex";
  for (const auto& [hexes, halves] : {std::pair(1, -8), std::pair(2, 0)}) {
    Stage moved = laying(1, 2);
    moved.force("tf").set_hexes(hexes);
    EXPECT_EQ(laid(std::move(moved)), halves) << hexes;
  }
  Stage stormy = laying(1, 2);
  stormy.weather(v1::Weather::STORMS);
  EXPECT_EQ(laid(std::move(stormy)), 0);
  Stage late = laying(1, 2);
  late.truth().mutable_clock()->set_turn(15);
  EXPECT_EQ(laid(std::move(late)), 0);
}

TEST(Rule12_8, ItsForceSailsAlthoughFuelIsShort) {
  Stage stage = laying(1, 2, "port.narvik");
  stage.at(9, kAxis, Clock::NAVAL_MOVEMENT).task_force(kAxis, "other", {{"class.type_36a", 2}}, "port.narvik");
  Desk desk(stage);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tf")), "");
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("other")), "11.4");
}

TEST(Rule12_8, TheMinesAreScoredAsTheTurnEnds) {
  Stage stage = laying(1, 2);
  const Truth before = stage.truth();
  score_minelaying(Desk(stage).hands());
  plays("condition.minelaying", before, stage.truth());
}

TEST(Example_DX_15, TwoPointsACruiserOneADestroyerFiveAtMost) {
  EXPECT_EQ(laid(laying(1, 2)), -8);
  EXPECT_EQ(laid(laying(2, 3)), -10);
}

// -- 12.14 Special Attack --

TEST(Rule12_14, TheChoiceIsMadeWhilePlanning) {
  Opening game(open_without_ice("pq17"), calm().give(Draw::kChit, {10, 24}));  // K: Special Attack
  set_up_as_in_history(game);
  ASSERT_TRUE(game.asked(kAllied, MenuKind::SPECIAL_OPERATION));
  EXPECT_TRUE(game.offers(kAllied, Verb::CHOOSE_CONDITION, v1::SpecialCondition::ARCHERY));
  game.answer(kAllied, Verb::CHOOSE_CONDITION, v1::SpecialCondition::TITLE);
  const int trondheim = place_argument("port.trondheim");
  EXPECT_FALSE(game.offers(kAllied, Verb::CHOOSE_PLACE, place_argument("port.narvik"))) << "not in South Norway";
  game.answer(kAllied, Verb::CHOOSE_PLACE, trondheim);
  game.answer(kAllied, Verb::PLAN_OPERATION, 14, trondheim);
  EXPECT_EQ(game.own(kAllied).operation().kind(), v1::SpecialCondition::TITLE);
  EXPECT_EQ(game.own(kAllied).operation().place(), "port.trondheim");
}

Stage planned(v1::SpecialCondition::Kind kind, int turn, bool declared) {
  Stage stage("pq17");
  chit(stage, kAllied, "special_attack", "K").at(turn, kAxis, Clock::COMBINE_FORCES).phase(Clock::SPECIAL_CONDITIONS);
  stage.task_force(kAllied, "raid",
                   {{"ship.kenya"}, {"class.british_a_i", 4}, {"class.british_es", 1}, {"ship.prince_charles"}},
                   "1209");
  stage.task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  v1::SpecialOperation& plan = plan_of(stage, kAllied);
  plan.set_kind(kind);
  plan.set_turn(14);
  plan.set_declared(declared);
  plan.set_force(stage.force("raid").key());
  if (kind == v1::SpecialCondition::ARCHERY) {
    plan.set_hex(1209);
  } else {
    plan.set_place("port.trondheim");
  }
  return stage;
}

TEST(Rule12_14, ItIsDeclaredOnTheEveOfItsTurn) {
  Stage stage = planned(v1::SpecialCondition::TITLE, 13, false);
  Opening game = play(stage);
  plays("condition.special_attack", stage.truth(), game.truth());
  EXPECT_TRUE(game.own(kAllied).operation().declared());
  EXPECT_EQ(game.told(kAxis, "report.special_attack.declared"), 1);
  EXPECT_EQ(game.told(kAxis, "report.special_attack.target"), 1);
  EXPECT_TRUE(shown(game.truth(), kAllied));
  Stage early = planned(v1::SpecialCondition::TITLE, 12, false);
  Opening not_yet = play(early);
  EXPECT_FALSE(not_yet.own(kAllied).operation().declared());
}

TEST(Rule12_14, BeforeThatItMayLapse) {
  Stage stage = planned(v1::SpecialCondition::TITLE, 12, false);
  stage.at(12, kAllied, Clock::NAVAL_MOVEMENT);
  Opening game = play(stage);
  game.idle_until([&] { return game.asked(kAllied, MenuKind::MOVE); });
  game.answer(kAllied, Verb::LET_LAPSE);
  EXPECT_TRUE(game.own(kAllied).operation().done());
  EXPECT_FALSE(game.offers(kAllied, Verb::LET_LAPSE));
}

TEST(Rule12_14, StormsAndGalesEndIt) {
  for (const auto kind : {v1::SpecialCondition::ARCHERY, v1::SpecialCondition::TITLE}) {
    Stage stage = planned(kind, 14, true);
    stage.weather(v1::Weather::STORMS);
    Desk desk(stage);
    carry_out_special_attack(desk.op);
    EXPECT_TRUE(stage.truth().allied().operation().done());
    EXPECT_EQ(total(stage.truth().standing()), 0);
    EXPECT_EQ(stage.truth().sea().engagements(), 0);
  }
}

TEST(Rule12_14_1, ARaidWithLandingShipsInItsHexScoresFive) {
  Stage stage = planned(v1::SpecialCondition::ARCHERY, 14, true);
  const Truth before = stage.truth();
  Desk desk(stage);
  carry_out_special_attack(desk.op);
  plays("condition.archery", before, stage.truth());
  EXPECT_EQ(halves_by(stage.truth(), "archery"), 10);
}

TEST(Rule12_14_1, NotWithoutThemNorAfterTwoHexes) {
  Stage fast = planned(v1::SpecialCondition::ARCHERY, 14, true);
  fast.force("raid").set_hexes(2);
  carry_out_special_attack(Desk(fast).hands());
  EXPECT_EQ(halves_by(fast.truth(), "archery"), 0);
  Stage lost = planned(v1::SpecialCondition::ARCHERY, 14, true);
  auto& ships = *lost.force("raid").mutable_ship();
  for (int i = ships.size() - 1; i >= 0; --i) {
    if (ships.Get(i).unit() == "ship.prince_charles") ships.DeleteSubrange(i, 1);
  }
  carry_out_special_attack(Desk(lost).hands());
  EXPECT_EQ(halves_by(lost.truth(), "archery"), 0);
}

TEST(Rule12_14_1, ItsForceIsAtScapaFlowWithCruiserAndDestroyersAndTheLandingShipsJoin) {
  Opening game(open_without_ice("pq17"), calm().give(Draw::kChit, {10, 24}));
  set_up_as_in_history(game);
  game.answer(kAllied, Verb::CHOOSE_CONDITION, v1::SpecialCondition::ARCHERY);
  const v1::Force* home_fleet = game.with(kAllied, "ship.duke_of_york");
  const int key = home_fleet->key();
  game.answer(kAllied, Verb::CHOOSE_FORCE, key);
  const int hex = static_cast<int>(the_title().reference().place("port.bergen").hex);
  game.answer(kAllied, Verb::STEP, hex);
  game.answer(kAllied, Verb::PLAN_OPERATION, 15, hex);
  const v1::Force* with_them = game.with(kAllied, "ship.prince_charles");
  ASSERT_NE(with_them, nullptr);
  EXPECT_EQ(with_them->key(), key);
  EXPECT_EQ(game.own(kAllied).operation().kind(), v1::SpecialCondition::ARCHERY);
}

int tirpitz_cs(const Truth& truth) {
  for (const v1::Force& force : truth.axis().force()) {
    for (const v1::Counter& ship : force.ship()) {
      if (ship.unit() == "ship.tirpitz") return ship.cs();
    }
  }
  return -1;
}

TEST(Example_DX_13, HumanTorpedoesHitAsTheDieSays) {
  const int full = the_title().reference().unit("ship.tirpitz").full_cs();
  for (std::uint32_t die = 0; die <= 9; ++die) {
    Stage stage = planned(v1::SpecialCondition::TITLE, 14, true);
    Desk desk(stage);
    desk.chance.give(Draw::kEngagement, {die});
    carry_out_special_attack(desk.op);
    Stage struck = planned(v1::SpecialCondition::TITLE, 14, true);  // the same hits, taken one by one
    const int hits = die >= 1 && die <= 5 ? static_cast<int>(die) : 0;
    const int left = tirpitz_cs(stage.truth());
    EXPECT_EQ(left<full, hits> 0) << die;
    EXPECT_GE(left, full - hits) << die;
    EXPECT_FALSE(stage.truth().has_battle());
  }
}

TEST(Rule12_14_2, WhatItDoesIsNotDamageThatScores) {
  Stage stage = planned(v1::SpecialCondition::TITLE, 14, true);
  Desk desk(stage);
  desk.chance.give(Draw::kEngagement, {4});
  const Truth before = stage.truth();
  carry_out_special_attack(desk.op);
  plays("condition.title", before, stage.truth());
  ASSERT_LT(tirpitz_cs(stage.truth()), the_title().reference().unit("ship.tirpitz").full_cs());
  victory_points(desk.op);
  EXPECT_EQ(halves_of(stage.truth(), "damaged_capitals"), 0);
}

TEST(Rule12_14_2, SheMustBeInThatPort) {
  Stage stage = planned(v1::SpecialCondition::TITLE, 14, true);
  plan_of(stage, kAllied).set_place("port.bergen");
  Desk desk(stage);
  carry_out_special_attack(desk.op);
  EXPECT_TRUE(stage.truth().allied().operation().done());
  EXPECT_EQ(tirpitz_cs(stage.truth()), the_title().reference().unit("ship.tirpitz").full_cs());
}

}  // namespace
}  // namespace wardroom::pq17
