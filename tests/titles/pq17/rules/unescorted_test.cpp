// Convoys that nobody protects in a surface battle [7.5.8].
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/meeting.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;
using v1::MenuKind;
using v1::Verb;
using W = v1::Weather;

// -- 7.5.8 --

struct Undefended {
  int turn;
  W::Kind weather;
  bool warships;
  bool surprise;
  int rounds;
};

TEST(Example_DX_02, RoundsAgainstAnUnescortedConvoy) {
  for (const Undefended& each :
       {Undefended{kDay, W::FAIR, true, false, 2}, Undefended{kDay, W::FAIR, false, false, 3},
        Undefended{kNight, W::FAIR, false, true, 3}, Undefended{kNight, W::REDUCED_VISIBILITY, true, false, 1},
        Undefended{kDay, W::GALES, true, false, 1}, Undefended{kDay, W::STORMS, false, true, 2}}) {
    SCOPED_TRACE(each.rounds);
    std::vector<Unit> allied{{"class.mv", 8}};
    if (each.warships) allied.push_back({"class.hunt_ii", 1});
    const Meeting meeting{
        .german = {{"ship.admiral_hipper"}}, .allied = allied, .turn = each.turn, .weather = each.weather};
    Stage stage = met(meeting);
    Results dice;
    if (each.surprise) dice.push_back(9);
    if (each.warships) dice.insert(dice.end(), {9, 0, 0, 0});  // the escort is sunk in the first round
    Bench bench(stage, after_card(meeting, dice));
    attack(bench, kAxis, "G", "A");
    if (bench.asked(kAxis, MenuKind::SURPRISE)) bench.answer(kAxis, each.surprise ? Verb::ROLL_SURPRISE : Verb::NO);
    if (each.warships) {
      pass_until(bench, kAxis, MenuKind::GUNNERY);
      bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.admiral_hipper"), on_display(bench, "class.hunt_ii"));
    }
    while (!bench.done()) {
      pass_until(bench, kAxis, MenuKind::GUNNERY);
      if (bench.done()) break;
      bench.answer(kAxis, Verb::DONE);
      pass_until(bench, kAxis, MenuKind::GUNNERY);
    }
    EXPECT_TRUE(bench.chance_used_up());
    const int at_all = static_cast<int>(std::ranges::count(bench.told(kAllied), "report.battle.round"));
    EXPECT_EQ(at_all - (each.warships ? 1 : 0), each.rounds);
    EXPECT_TRUE(bench.was_told(kAxis, "report.battle.unescorted"));
  }
}

TEST(Rule7_5_8, WhatIsLeftOfTheConvoyScatters) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.mv", 8}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 9, 0, 0, 9, 1}));  // guns; a torpedo each of the two salvoes
  begin_battle(bench);
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.admiral_hipper"), on_display(bench, "class.mv"));
  bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.asked(kAxis, MenuKind::TORPEDOES)) << "nobody keeps them away";
  bench.answer(kAxis, Verb::DONE);
  EXPECT_EQ(displayed(bench.op, on_display(bench, "class.mv")).ship().cs(), 6);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  pass_all(bench);
  EXPECT_TRUE(bench.block("A").scattered());
  EXPECT_EQ(level(bench, "A"), 3);
  EXPECT_EQ(ships_of(bench, "A", kAllied, "class.mv"), 6);
}

// Up to the moment when the escort has left and the merchants have not.
void escort_withdraws(Bench& bench) {
  begin_battle(bench);
  pass_until(bench, kAllied, MenuKind::WITHDRAWAL);
  bench.answer(kAllied, Verb::WITHDRAW);
  EXPECT_FALSE(on_display(bench, "class.hunt_ii"));
  EXPECT_TRUE(on_display(bench, "class.mv")) << "the open sea is no shore of theirs";
  bench.answer(kAxis, Verb::DONE);  // he stays
}

int rounds_fought(Bench& bench) {
  const auto told = [&](Side side) { return std::ranges::count(bench.told(side), "report.battle.round"); };
  EXPECT_EQ(told(kAllied), told(kAxis)) << "all of it is open";
  return static_cast<int>(told(kAllied));
}

Meeting escorted_convoy() {
  return {.german = {{"ship.admiral_hipper"}}, .allied = {{"class.mv", 8}, {"class.hunt_ii", 1}}};
}

TEST(Rule7_5_8, AnEscortThatHasWithdrawnLeavesTheMerchantsToTheAttackers) {
  const Meeting meeting = escorted_convoy();
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 9, 9, 0, 0}));  // they withdraw; four guns, and no die for the end
  escort_withdraws(bench);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::GUNNERY));
  EXPECT_EQ(bench.op.truth.battle().round(), 2);
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.admiral_hipper"), on_display(bench, "class.mv"));
  bench.answer(kAxis, Verb::DONE);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::TORPEDOES)) << "nobody keeps them away";
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.battle.unescorted"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.battle.end_die"));
  pass_all(bench);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(bench.block("A").scattered());
  EXPECT_EQ(ships_of(bench, "A", kAllied, "class.mv"), 6);
  EXPECT_EQ(ships_of(bench, "A", kAllied, "class.hunt_ii"), 0) << "the escort is a Task Force of its own now [5.5]";
  EXPECT_EQ(bench.op.all(kAllied).size(), 2);
}

TEST(Rule7_5_8, ByOptionTheBattleGoesOnToTheTenthRoundWithoutADie) {
  Meeting meeting = escorted_convoy();
  Stage usual = met(meeting);
  Bench as_usual(usual, after_card(meeting, {9}));
  escort_withdraws(as_usual);
  pass_all(as_usual);
  EXPECT_EQ(rounds_fought(as_usual), 3) << "one, and two among the merchants";
  meeting.options = {"option.ruling.a_30"};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9}));
  escort_withdraws(bench);
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE)) << "merchants may turn away";
  pass_all(bench);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(rounds_fought(bench), 10);
  EXPECT_FALSE(bench.block("A").scattered());
  plays("option.ruling.a_30", usual.truth(), stage.truth());
}

TEST(Rule7_5_8, OthersMayJoinTheRoundsAmongTheMerchants) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.mv", 8}}};
  Stage stage = met(meeting);
  stage.task_force(kAxis, "H", {{"ship.luetzow"}}, kHere).task_force(kAllied, "B", {{"ship.london"}}, kHere);
  Bench bench(stage, after_card(meeting, {finds(kAxis, kDay), finds(kAllied, kDay), 9}));  // and London gets away
  begin_battle(bench);
  bench.answer(kAllied, Verb::NO);  // nobody intercepts
  keep_submarines(bench);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::GUNNERY));
  pass_until(bench, kAxis, MenuKind::ENGAGEMENT);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::ENGAGEMENT));
  bench.answer(kAxis, Verb::ENGAGE, bench.key("H"));
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::ENGAGEMENT));
  bench.answer(kAllied, Verb::ENGAGE, bench.key("B"));
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE)) << "the convoy is not alone any more: a full round";
  pass_until(bench, kAllied, MenuKind::WITHDRAWAL);
  bench.answer(kAllied, Verb::WITHDRAW);
  EXPECT_FALSE(on_display(bench, "ship.london"));
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  const UnitId merchants = on_display(bench, "class.mv");
  EXPECT_TRUE(bench.offers(kAxis, Verb::SHOOT, on_display(bench, "ship.luetzow"), merchants));
  pass_all(bench);
  EXPECT_TRUE(bench.chance_used_up()) << "no die has ended it";
  EXPECT_EQ(rounds_fought(bench), 4) << "three among the merchants, and one against London";
  EXPECT_TRUE(bench.block("A").scattered());
}

}  // namespace
}  // namespace wardroom::pq17
