// What the book leaves to the players in a surface battle [1.4, 7.2.4, 7.5.2, 7.5.6].
#include "tests/titles/pq17/rules/meeting.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;
using v1::MenuKind;
using v1::Verb;

template <class... Arguments>
std::string would(Bench& bench, Side side, Verb::Kind verb, const Arguments&... arguments) {
  const Item* item = bench.menu(side)->find(make_action(verb, arguments...));
  return item && item->consequence ? item->consequence->id.str() : "";
}

// -- 7.5.2 ii --

TEST(Rule7_5_2, WhoeverTurnedAwayEarlierMayEvade) {
  const Meeting meeting{.german = {{"ship.tirpitz"}}, .allied = {{"ship.london"}, {"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9}));
  begin_battle(bench);
  const UnitId london = on_display(bench, "ship.london");
  bench.answer(kAllied, Verb::MANOEUVRE, london, Battle::WITHDRAWAL);
  EXPECT_FALSE(bench.offers(kAllied, Verb::EVADE, london)) << "not in the round in which she moves";
  pass_until(bench, kAllied, MenuKind::GUNNERY);
  pass_until(bench, kAllied, MenuKind::MANOEUVRE);
  ASSERT_EQ(bench.op.truth.battle().round(), 2);
  EXPECT_FALSE(bench.offers(kAllied, Verb::MANOEUVRE, london, Battle::SCREENING)) << "she never moves again";
  bench.answer(kAllied, Verb::EVADE, london);
  EXPECT_TRUE(shown(bench, "ship.london").evading());
  EXPECT_EQ(shown(bench, "ship.london").area(), Battle::WITHDRAWAL);
  EXPECT_FALSE(bench.offers(kAllied, Verb::EVADE, london));
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.battle.evades"));
}

// -- 7.5.2 iii --

// London could fire at both Germans; the destroyer that screens Hipper only at her.
TEST(Rule7_5_2, TargetsMayBeChangedUntilTheyFire) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}, {"ship.luetzow"}, {"class.type_36a", 2}},
                        .allied = {{"ship.london"}, {"class.british_a_i", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {0, 0, 0, 0}));  // all miss
  begin_battle(bench);
  const UnitId london = on_display(bench, "ship.london");
  const UnitId destroyer = on_display(bench, "class.british_a_i");
  const UnitId hipper = on_display(bench, "ship.admiral_hipper");
  const UnitId boats = on_display(bench, "class.type_36a");
  bench.answer(kAllied, Verb::MANOEUVRE, destroyer, Battle::SCREENING).answer(kAllied, Verb::DONE);
  bench.answer(kAllied, Verb::SCREEN, destroyer, hipper).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::DONE);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::GUNNERY));
  EXPECT_EQ(would(bench, kAllied, Verb::SHOOT, london, hipper), "would.locks_out");
  EXPECT_EQ(would(bench, kAllied, Verb::SHOOT, london, boats), "");
  bench.answer(kAllied, Verb::SHOOT, london, hipper);
  EXPECT_EQ(bench.count(kAllied, Verb::SHOOT), 0);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::GUNNERY)) << "it does not fire by itself";
  EXPECT_EQ(would(bench, kAllied, Verb::DONE), "would.hold_fire");
  bench.answer(kAllied, Verb::TAKE_BACK_AIM, london);
  bench.answer(kAllied, Verb::SHOOT, london, boats).answer(kAllied, Verb::SHOOT, destroyer, hipper);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::GUNNERY)) << "they may still be changed";
  EXPECT_EQ(would(bench, kAllied, Verb::DONE), "");
  bench.answer(kAllied, Verb::DONE);
  EXPECT_FALSE(bench.was_told(kAxis, "report.roll")) << "the others have not chosen yet";
  bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.chance_used_up()) << "both have fired";
}

TEST(Rule7_5_2, WhatWasASecondShotGoesWithTheFirstOfAnotherTarget) {
  const Meeting meeting{.german = {{"ship.tirpitz"}, {"ship.admiral_hipper"}, {"class.type_36a", 2}},
                        .allied = {{"ship.london"}, {"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  const UnitId tirpitz = on_display(bench, "ship.tirpitz");
  const UnitId hipper = on_display(bench, "ship.admiral_hipper");
  const UnitId boats = on_display(bench, "class.type_36a");
  const UnitId london = on_display(bench, "ship.london");
  const UnitId hunt = on_display(bench, "class.hunt_ii");
  bench.answer(kAxis, Verb::SHOOT, tirpitz, london).answer(kAxis, Verb::SHOOT, boats, hunt);
  bench.answer(kAxis, Verb::SHOOT, hipper, london);
  bench.answer(kAxis, Verb::TAKE_BACK_AIM, boats);
  EXPECT_FALSE(bench.offers(kAxis, Verb::TAKE_BACK_AIM, hipper)) << "nobody is twice a target before all are once";
  EXPECT_TRUE(bench.offers(kAxis, Verb::TAKE_BACK_AIM, tirpitz));
  EXPECT_FALSE(bench.offers(kAxis, Verb::SHOOT, hipper, london));
}

// -- stacks [7.2.4] --

TEST(Rule7_5_2, StacksAreTheirOwnersChoiceUpToTheLimit) {
  const Meeting meeting{
      .german = {{"ship.admiral_hipper"}},
      .allied = {
          {"class.hunt_ii", 2}, {"class.british_a_i", 2}, {"class.british_j_r", 1}, {"class.mv", 5}, {"class.mo", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  attack(bench, kAxis, "G", "A");
  keep_submarines(bench);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::STACKS));
  const UnitId hunt = on_display(bench, "class.hunt_ii");
  const UnitId a_i = on_display(bench, "class.british_a_i");
  const UnitId j_r = on_display(bench, "class.british_j_r");
  const UnitId oiler = on_display(bench, "class.mo");
  EXPECT_EQ(shown(bench, "class.mo").place(), shown(bench, "class.mv").place()) << "as usual";
  EXPECT_FALSE(bench.offers(kAllied, Verb::STACK_WITH, hunt, oiler)) << "warships by themselves";
  bench.answer(kAllied, Verb::STACK_WITH, hunt, a_i);
  EXPECT_FALSE(bench.offers(kAllied, Verb::STACK_WITH, j_r, hunt)) << "four CS at most";
  EXPECT_FALSE(bench.offers(kAllied, Verb::STACK_WITH, j_r, a_i));
  bench.answer(kAllied, Verb::STACK_WITH, oiler, oiler).answer(kAllied, Verb::DONE);
  EXPECT_FALSE(bench.asked(kAxis, MenuKind::STACKS)) << "one ship has nothing to choose";
  EXPECT_NE(shown(bench, "class.mo").place(), shown(bench, "class.mv").place());
  for (Side side : kSides) {
    v1::View view;
    ASSERT_TRUE(view.ParseFromString(bench.view(side)));
    std::map<UnitId, int> places;
    for (const Battle::Unit& unit : view.battle().unit()) places[id_of(unit)] = unit.place();
    EXPECT_EQ(places[hunt], places[a_i]) << "all can see it";
    EXPECT_NE(places[hunt], 0);
  }
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  EXPECT_EQ(bench.count(kAxis, Verb::SHOOT), 4) << "the two stacked are one target";
  bench.answer(kAxis, Verb::DONE);
}

// -- counters that several forces share [1.4] --

TEST(Rule7_5_2, OfACounterOfTwoForcesTheOwnerSaysWhoseWasLost) {
  const Meeting meeting{.german = {{"ship.tirpitz"}}, .allied = {{"ship.london"}, {"class.british_a_i", 1}}};
  Stage stage = met(meeting);
  stage.task_force(kAllied, "B", {{"class.british_a_i", 1}}, kHere);
  // The first round goes on; B joins; Tirpitz hits once; the second round is the last.
  Bench bench(stage, after_card(meeting, {9, finds(kAllied, kDay), 9, 0, 0, 0, 0, 0}));
  begin_battle(bench);
  bench.answer(kAllied, Verb::NO);  // nobody intercepts
  lie_as_usual(bench);
  pass_until(bench, kAllied, MenuKind::ENGAGEMENT);
  bench.answer(kAllied, Verb::ENGAGE, bench.key("B"));
  const UnitId counter = on_display(bench, "class.british_a_i");
  EXPECT_EQ(displayed(bench.op, counter).ship().cs(), 2) << "one counter for both [1.4]";
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.tirpitz"), counter);
  pass_until(bench, kAllied, MenuKind::LOSSES_SHARED);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::LOSSES_SHARED));
  EXPECT_EQ(bench.count(kAllied, Verb::TAKE_LOSS), 2);
  bench.answer(kAllied, Verb::TAKE_LOSS, bench.key("A"));
  pass_all(bench);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(ships_of(bench, "A", kAllied, "class.british_a_i"), 0);
  EXPECT_EQ(ships_of(bench, "B", kAllied, "class.british_a_i"), 1);
}

// -- 7.5.6 --

TEST(Rule7_5_6, AircraftMayBeLaunchedOneByOne) {
  const Meeting meeting{.german = {{"ship.tirpitz"}}, .allied = {{"ship.victorious"}, {"class.british_a_i", 1}}};
  Stage stage = met(meeting);
  stage.air(kAllied, "air.albacore.817", "ship.victorious").air(kAllied, "air.albacore.832", "ship.victorious");
  Bench bench(stage, after_card(meeting, Results(60, 9)));
  begin_battle(bench);
  pass_until(bench, kAllied, MenuKind::CARRIERS_IN_BATTLE);
  ASSERT_EQ(bench.count(kAllied, Verb::LAUNCH), 3) << "all of them, or one";
  bench.answer(kAllied, Verb::LAUNCH, 2);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::CARRIERS_IN_BATTLE));
  bench.answer(kAllied, Verb::DONE);
  for (Side side : kSides) EXPECT_EQ(std::ranges::count(bench.told(side), "report.air.mission"), 1);
  EXPECT_EQ(bench.find_air(1)->mission(), v1::Air::AT_BASE);
  EXPECT_EQ(bench.find_air(2)->mission(), v1::Air::FLYING);
}

}  // namespace
}  // namespace wardroom::pq17
