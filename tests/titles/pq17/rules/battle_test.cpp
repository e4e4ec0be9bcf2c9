// Rounds of a surface battle, one rule at a time.
#include "server/titles/pq17/combat/damage.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/meeting.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;
using v1::MenuKind;
using v1::Verb;
using W = v1::Weather;

// -- 7.5.2 i --

TEST(Rule7_5_2, OthersMayJoinFromTheSecondRoundOnTheActiveSideFirst) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  stage.task_force(kAxis, "H", {{"ship.luetzow"}}, kHere).task_force(kAllied, "B", {{"ship.london"}}, kHere);
  Bench bench(stage, after_card(meeting, {9, misses(kAxis, kDay), finds(kAllied, kDay)}));
  begin_battle(bench);
  bench.answer(kAllied, Verb::NO);  // nobody intercepts
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE)) << "nobody joins in the first";
  pass_until(bench, kAxis, MenuKind::ENGAGEMENT);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::ENGAGEMENT));
  bench.answer(kAxis, Verb::ENGAGE, bench.key("H"));
  EXPECT_TRUE(bench.was_told(kAllied, "report.battle.not_joined"));
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::ENGAGEMENT));
  bench.answer(kAllied, Verb::ENGAGE, bench.key("B"));
  EXPECT_TRUE(on_display(bench, "ship.london"));
  EXPECT_FALSE(on_display(bench, "ship.luetzow"));
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 7.5.2 ii --

TEST(Rule7_5_2, NobodyClosesForTorpedoesInHisFirstRound) {
  const Meeting meeting{.german = {{"class.type_34_36", 3}}, .allied = {{"class.british_a_i", 2}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9}));
  begin_battle(bench);
  const UnitId allied = on_display(bench, "class.british_a_i");
  const UnitId german = on_display(bench, "class.type_34_36");
  EXPECT_FALSE(bench.offers(kAllied, Verb::MANOEUVRE, allied, Battle::TORPEDO_ATTACK));
  EXPECT_TRUE(bench.offers(kAllied, Verb::MANOEUVRE, allied, Battle::SCREENING));
  EXPECT_TRUE(bench.offers(kAllied, Verb::MANOEUVRE, allied, Battle::WITHDRAWAL));
  EXPECT_TRUE(bench.offers(kAllied, Verb::EVADE, allied));
  bench.answer(kAllied, Verb::DONE);
  EXPECT_FALSE(bench.offers(kAxis, Verb::MANOEUVRE, german, Battle::TORPEDO_ATTACK));
  bench.answer(kAxis, Verb::DONE);
  pass_until(bench, kAllied, MenuKind::MANOEUVRE);
  EXPECT_EQ(bench.op.truth.battle().round(), 2);
  EXPECT_TRUE(bench.offers(kAllied, Verb::MANOEUVRE, allied, Battle::TORPEDO_ATTACK));
}

TEST(Rule7_5_2, CrippledShipsDoNotManoeuvre) {
  const Meeting meeting{.german = {{"ship.tirpitz"}}, .allied = {{"ship.london"}, {"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  stage.force("A").mutable_ship(0)->set_crippled(true);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  EXPECT_FALSE(bench.offers(kAllied, Verb::MANOEUVRE, on_display(bench, "ship.london"), Battle::WITHDRAWAL));
  EXPECT_FALSE(bench.offers(kAllied, Verb::EVADE, on_display(bench, "ship.london")));
  EXPECT_TRUE(bench.offers(kAllied, Verb::EVADE, on_display(bench, "class.hunt_ii")));
}

TEST(Rule7_5_2, WhoeverTurnedAwayStaysThereAndAllOthersComeBack) {
  const Meeting meeting{.german = {{"ship.tirpitz"}}, .allied = {{"ship.london"}, {"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9}));
  begin_battle(bench);
  const UnitId london = on_display(bench, "ship.london");
  const UnitId hunt = on_display(bench, "class.hunt_ii");
  bench.answer(kAllied, Verb::MANOEUVRE, london, Battle::WITHDRAWAL)
      .answer(kAllied, Verb::MANOEUVRE, hunt, Battle::SCREENING);
  pass_until(bench, kAllied, MenuKind::GUNNERY);
  pass_until(bench, kAllied, MenuKind::MANOEUVRE);
  EXPECT_EQ(bench.op.truth.battle().round(), 2);
  EXPECT_EQ(shown(bench, "ship.london").area(), Battle::WITHDRAWAL);
  EXPECT_EQ(shown(bench, "class.hunt_ii").area(), Battle::DEPLOYMENT);
  EXPECT_FALSE(bench.offers(kAllied, Verb::MANOEUVRE, london, Battle::SCREENING));
}

TEST(Rule7_5_2, WhenAllHaveTurnedAwayTheBattleEndsAtOnce) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  bench.answer(kAllied, Verb::MANOEUVRE, on_display(bench, "class.hunt_ii"), Battle::WITHDRAWAL);
  bench.answer(kAxis, Verb::MANOEUVRE, on_display(bench, "ship.admiral_hipper"), Battle::WITHDRAWAL);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 7.5.2 iii --

TEST(Rule7_5_2, EveryEnemyIsATargetBeforeAnyIsTwice) {
  const Meeting meeting{.german = {{"ship.tirpitz"}, {"class.type_36a", 2}},
                        .allied = {{"ship.london"}, {"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  const UnitId tirpitz = on_display(bench, "ship.tirpitz");
  const UnitId boats = on_display(bench, "class.type_36a");
  const UnitId london = on_display(bench, "ship.london");
  const UnitId hunt = on_display(bench, "class.hunt_ii");
  EXPECT_TRUE(bench.offers(kAxis, Verb::SHOOT, boats, london));
  bench.answer(kAxis, Verb::SHOOT, tirpitz, london);
  EXPECT_FALSE(bench.offers(kAxis, Verb::SHOOT, boats, london));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SHOOT, boats, hunt));
}

TEST(Rule7_5_2, TwiceWhenNobodyIsLeft) {
  const Meeting meeting{.german = {{"ship.tirpitz"}, {"class.type_36a", 2}}, .allied = {{"ship.london"}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {0, 0, 0, 0, 0, 9, 0, 0}));  // five and two dice, one hit; the end
  begin_battle(bench);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.tirpitz"), on_display(bench, "ship.london"));
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "class.type_36a"), on_display(bench, "ship.london"));
  pass_all(bench);
  EXPECT_EQ(ships_of(bench, "A", kAllied, "ship.london"), 2);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule7_5_2, TorpedoBoatsFireOnlyFromTheTorpedoArea) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.british_old_dd", 2}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9}));
  begin_battle(bench);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::GUNNERY));
  pass_until(bench, kAllied, MenuKind::MANOEUVRE);
  const UnitId boats = on_display(bench, "class.british_old_dd");
  bench.answer(kAllied, Verb::MANOEUVRE, boats, Battle::TORPEDO_ATTACK);
  pass_until(bench, kAllied, MenuKind::GUNNERY);
  EXPECT_TRUE(bench.offers(kAllied, Verb::SHOOT, boats, on_display(bench, "ship.admiral_hipper")));
}

TEST(Rule7_5_2, OnlyALoneLightUnitSplitsItsFire) {
  for (bool alone : {true, false}) {
    std::vector<Unit> german{{"class.type_36a", 3}};
    if (!alone) german.push_back({"class.type_34_36", 1});
    const Meeting meeting{.german = german, .allied = {{"class.british_a_i", 1}, {"class.hunt_ii", 1}}};
    Stage stage = met(meeting);
    Bench bench(stage, after_card(meeting, {}));
    begin_battle(bench);
    pass_until(bench, kAxis, MenuKind::GUNNERY);
    EXPECT_EQ(
        bench.offers(kAxis, Verb::SHOOT, on_display(bench, "class.type_36a"), on_display(bench, "class.hunt_ii"), 2),
        alone);
    EXPECT_TRUE(
        bench.offers(kAxis, Verb::SHOOT, on_display(bench, "class.type_36a"), on_display(bench, "class.hunt_ii")));
  }
}

TEST(Rule7_5_2, BothFireBeforeAnyHitCounts) {
  const Meeting meeting{.german = {{"class.type_36a", 1}}, .allied = {{"class.british_a_i", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 9}));  // each hits the other
  begin_battle(bench);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  const UnitId german = on_display(bench, "class.type_36a");
  const UnitId allied = on_display(bench, "class.british_a_i");
  bench.answer(kAxis, Verb::SHOOT, german, allied).answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::GUNNERY)) << "neither sees the other's orders";
  bench.answer(kAllied, Verb::SHOOT, allied, german).answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.gone(kAxis, ForceKey(1)));
  EXPECT_TRUE(bench.gone(kAllied, ForceKey(1)));
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 7.5.2 v --

TEST(Rule7_5_2, GermansThatHaveLostAStepMustTryToWithdraw) {
  const Meeting meeting{.german = {{"ship.tirpitz"}}, .allied = {{"ship.london"}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 0, 0, 6, 9}));  // one hit; 6 is not enough; the battle goes on
  begin_battle(bench);
  pass_until(bench, kAllied, MenuKind::GUNNERY);
  bench.answer(kAllied, Verb::SHOOT, on_display(bench, "ship.london"), on_display(bench, "ship.tirpitz"));
  pass_until(bench, kAllied, MenuKind::WITHDRAWAL);
  bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE)) << "they were not asked";
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(bench.op.truth.battle().round(), 2);
}

TEST(Rule7_5_2, ConvoyShipsWithdrawOnlyToTheirOwnShore) {
  const std::string shore = hex_where([](Hex hex) {
    const MapHex& at = the_title().reference().hex(hex);
    return at.friendly_to(kAllied) && !the_title().reference().port_at(hex) && !at.in(v1::AirRadius::SOVIET);
  });
  for (bool home : {true, false}) {
    SCOPED_TRACE(home);
    const Meeting meeting{.german = {{"ship.admiral_hipper"}},
                          .allied = {{"class.hunt_ii", 1}, {"class.mv", 5}},
                          .hex = home ? shore.c_str() : kHere};
    Stage stage = met(meeting);
    Bench bench(stage, after_card(meeting, {8}));  // enough for warships, and for Slow ships with one less
    begin_battle(bench);
    pass_until(bench, kAllied, MenuKind::WITHDRAWAL);
    bench.answer(kAllied, Verb::WITHDRAW);
    EXPECT_FALSE(on_display(bench, "class.hunt_ii"));
    EXPECT_EQ(!on_display(bench, "class.mv"), home);
    pass_all(bench);
    EXPECT_TRUE(bench.done());
    EXPECT_EQ(bench.block("A").scattered(), !home) << "who is left alone at sea is attacked, and scatters [A-30]";
  }
}

TEST(Rule13_3, CautionForcesThemAndOtherModifiersAreTheirChoice) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.hunt_ii", 1}}, .turn = kNight};
  Stage stage = met(meeting);
  for (const auto& event : the_title().reference().box().events().event()) {
    if (event.kind() == v1::RandomEvent::HIGH_COMMAND_CAUTION)
      stage.truth().mutable_standing()->add_event()->set_event(event.id());
  }
  Bench bench(stage, after_card(meeting, {5, 9}));  // 5 and 2 get her away without Night
  begin_battle(bench);
  pass_until(bench, kAxis, MenuKind::CAUTION);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::CAUTION));
  EXPECT_EQ(bench.count(kAxis, Verb::USE_MODIFIER), 1);
  const Truth before = stage.truth();
  bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.was_told(kAllied, "report.battle.withdrew"));
  plays("event.allied.high_command_caution", before, stage.truth());
  pass_all(bench);
}

// -- 7.5.2 vi --

TEST(Example_DX_01, TheBattleEndsWhenTheDieIsBelowTheRound) {
  struct Case {
    int round;
    std::uint32_t die;
    bool ends;
  };
  for (const Case& each : {Case{1, 0, true}, Case{1, 1, false}, Case{2, 2, false}, Case{5, 4, true}, Case{5, 5, false},
                           Case{10, 9, true}}) {
    SCOPED_TRACE(each.round);
    const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.hunt_ii", 1}}};
    Stage stage = met(meeting);
    Results dice(static_cast<std::size_t>(each.round - 1), 9);
    dice.push_back(each.die);
    Bench bench(stage, after_card(meeting, dice));
    begin_battle(bench);
    while (!bench.done() && !bench.chance_used_up()) {
      pass_until(bench, kAxis, MenuKind::WITHDRAWAL);
      bench.answer(kAxis, Verb::DONE);
    }
    EXPECT_EQ(bench.done(), each.ends);
    EXPECT_EQ(bench.op.truth.battle().round(), each.ends ? 0 : each.round + 1);
  }
}

TEST(Example_DX_11, Id3ByDayAndId2ByNightInTheFirstRound) {
  for (int turn : {kDay, kNight}) {
    const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.hunt_ii", 1}}, .turn = turn};
    Stage stage = met(meeting);
    Bench bench(stage, after_card(meeting, {9, 0}));
    begin_battle(bench);
    pass_until(bench, kAxis, MenuKind::WITHDRAWAL);
    bench.answer(kAxis, Verb::DONE);
    for (const char* force : {"G", "A"}) EXPECT_EQ(level(bench, force), turn == kDay ? 3 : 2);
    pass_all(bench);
    EXPECT_TRUE(bench.block("A").told().seen()) << "everything lay face up";
    EXPECT_EQ(bench.block("G").told().named(0).unit(), "ship.admiral_hipper");
  }
}

TEST(Example_DX_07, ASurfaceCombatCostsATaskForceTwoTurns) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.hunt_ii", 1}}};
  Stage stage = met(meeting);
  stage.fuel("G", kDay + 9).fuel("A", kDay + 7);
  Bench bench(stage, after_card(meeting, {0}));
  begin_battle(bench);
  pass_all(bench);
  EXPECT_EQ(stage.force("G").fuel_turn(), kDay + 7);
  EXPECT_EQ(stage.force("A").fuel_turn(), kDay + 5);
}

TEST(Rule11_3_2, ABattleBreaksOffRefuelling) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.hunt_ii", 1}, {"ship.black_ranger"}}};
  Stage stage = met(meeting);
  stage.force("A").set_task(v1::Force::REFUELLING);
  Bench bench(stage, after_card(meeting, {0}));
  begin_battle(bench);
  EXPECT_EQ(stage.force("A").task(), v1::Force::NO_TASK);
}

// -- 7.5.3 --

TEST(Rule7_5_3, TheSurprisedNeitherMoveNorFireFirst) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.british_j_r", 1}}, .turn = kNight};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 9, 0, 0, 0}));
  attack(bench, kAxis, "G", "A");
  bench.answer(kAxis, Verb::ROLL_SURPRISE);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::MANOEUVRE));
  EXPECT_TRUE(bench.offers(kAxis, Verb::MANOEUVRE, on_display(bench, "ship.admiral_hipper"), Battle::TORPEDO_ATTACK));
  bench.answer(kAxis, Verb::DONE);
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.admiral_hipper"), on_display(bench, "class.british_j_r"));
  bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.done()) << "sunk before it could answer";
  EXPECT_TRUE(bench.gone(kAllied, ForceKey(1)));
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 7.5.4 --

TEST(Rule7_5_4, AScreenKeepsTwoOffTheWithdrawalAreaAndFiresOnlyAtThem) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}, {"class.type_36a", 2}, {"class.type_34_36", 2}},
                        .allied = {{"class.british_j_r", 2}, {"class.mv", 5}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  const UnitId screen = on_display(bench, "class.british_j_r");
  const UnitId merchants = on_display(bench, "class.mv");
  const UnitId hipper = on_display(bench, "ship.admiral_hipper");
  const UnitId first = on_display(bench, "class.type_34_36");
  const UnitId second = on_display(bench, "class.type_36a");
  bench.answer(kAllied, Verb::MANOEUVRE, merchants, Battle::WITHDRAWAL)
      .answer(kAllied, Verb::MANOEUVRE, screen, Battle::SCREENING);
  bench.answer(kAllied, Verb::SCREEN, screen, hipper).answer(kAllied, Verb::SCREEN, screen, first);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::SCREENS)) << "two and no more";
  bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.offers(kAllied, Verb::SHOOT, screen, hipper));
  EXPECT_TRUE(bench.offers(kAllied, Verb::SHOOT, screen, first));
  EXPECT_FALSE(bench.offers(kAllied, Verb::SHOOT, screen, second));
  EXPECT_FALSE(bench.offers(kAxis, Verb::SHOOT, hipper, merchants));
  EXPECT_FALSE(bench.offers(kAxis, Verb::SHOOT, first, merchants));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SHOOT, second, merchants));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SHOOT, hipper, screen));
}

TEST(Rule7_5_4, OneEnemyIsKeptOffOneDeployedShip) {
  const Meeting meeting{.german = {{"ship.tirpitz"}, {"class.type_36a", 2}},
                        .allied = {{"ship.london"}, {"ship.norfolk"}, {"class.british_j_r", 2}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  const UnitId screen = on_display(bench, "class.british_j_r");
  const UnitId london = on_display(bench, "ship.london");
  const UnitId norfolk = on_display(bench, "ship.norfolk");
  const UnitId tirpitz = on_display(bench, "ship.tirpitz");
  bench.answer(kAllied, Verb::MANOEUVRE, screen, Battle::SCREENING).answer(kAllied, Verb::DONE);
  bench.answer(kAllied, Verb::COVER, screen, london, tirpitz);
  bench.answer(kAxis, Verb::DONE);
  EXPECT_FALSE(bench.offers(kAxis, Verb::SHOOT, tirpitz, london));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SHOOT, tirpitz, norfolk));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SHOOT, on_display(bench, "class.type_36a"), london));
  EXPECT_FALSE(bench.offers(kAllied, Verb::SHOOT, london, tirpitz)) << "nor does she fire at him";
  EXPECT_TRUE(bench.offers(kAllied, Verb::SHOOT, norfolk, tirpitz));
}

// -- 7.5.5 --

TEST(Rule7_5_5, EscortsScreenButNeverFireAndComeBack) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}},
                        .allied = {{"class.british_es", 2}, {"class.hunt_ii", 1}, {"class.mv", 5}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 9, 0, 0, 0}));  // both CS are driven off; the end
  begin_battle(bench);
  const UnitId escorts = on_display(bench, "class.british_es");
  const UnitId hipper = on_display(bench, "ship.admiral_hipper");
  bench.answer(kAllied, Verb::MANOEUVRE, escorts, Battle::SCREENING)
      .answer(kAllied, Verb::DONE)
      .answer(kAllied, Verb::SCREEN, escorts, hipper);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::GUNNERY));
  bench.answer(kAxis, Verb::SHOOT, hipper, escorts).answer(kAxis, Verb::DONE);
  EXPECT_FALSE(on_display(bench, "class.british_es"));
  pass_all(bench);
  EXPECT_EQ(ships_of(bench, "A", kAllied, "class.british_es"), 2);
  EXPECT_EQ(stage.truth().standing().loss_size(), 0);
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.escorts_return"));
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 7.5.6 --

TEST(Rule7_5_6, TheDefendersCarriersLaunchByDayFromTheSecondRound) {
  for (int turn : {kDay, kNight}) {
    const Meeting meeting{
        .german = {{"ship.tirpitz"}}, .allied = {{"ship.victorious"}, {"class.british_a_i", 1}}, .turn = turn};
    Stage stage = met(meeting);
    Bench bench(stage, after_card(meeting, {9, 9}));
    begin_battle(bench);
    EXPECT_TRUE(bench.asked(kAllied, MenuKind::MANOEUVRE));
    pass_until(bench, kAxis, MenuKind::WITHDRAWAL);
    bench.answer(kAxis, Verb::DONE);
    EXPECT_EQ(bench.op.truth.battle().round(), 2);
    EXPECT_EQ(bench.asked(kAllied, MenuKind::CARRIERS_IN_BATTLE), turn == kDay);
  }
}

TEST(Rule7_5_6, TheirBombersAttackTheShipsOnTheDisplayAndTheBattleGoesOn) {
  const Meeting meeting{.german = {{"ship.tirpitz"}}, .allied = {{"ship.victorious"}, {"class.british_a_i", 1}}};
  Stage stage = met(meeting);
  stage.air(kAllied, "air.albacore.817", "ship.victorious");
  Results dice(60, 9);
  Bench bench(stage, after_card(meeting, dice));
  begin_battle(bench);
  pass_until(bench, kAllied, MenuKind::CARRIERS_IN_BATTLE);
  ASSERT_EQ(bench.op.truth.battle().round(), 2);
  bench.answer(kAllied, Verb::LAUNCH);
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.mission"));
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::STRIKE_TARGETS))
      << "neither scramble nor line: the ships lie on the display";
  ASSERT_EQ(bench.menu(kAllied)->items.front().action.verb, Verb::TARGET);
  const auto aim = bench.menu(kAllied)->items.front().action.arguments;
  bench.answer(kAllied, Verb::TARGET, aim[0], aim[1], aim[2], aim[3]);
  pass_until(bench, kAllied, MenuKind::MANOEUVRE);
  EXPECT_EQ(bench.op.truth.battle().round(), 2) << "the round goes on with its second step";
  EXPECT_EQ(bench.op.truth.battle().kind(), v1::Battle::SURFACE);
}

// [7.2.4] They lie in one stack, and nobody picks the oiler out of it.
TEST(Rule7_5_2, ConvoyShipsOfSeveralKindsAreOneTarget) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.mo", 1}, {"class.mv", 7}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {0, 7, 7, 7, 9, 9, 9,
                                          9}));  // one die for the oiler, three for the others; then the dice
  begin_battle(bench);
  const UnitId hipper = on_display(bench, "ship.admiral_hipper");
  const UnitId oiler = on_display(bench, "class.mo");
  const UnitId others = on_display(bench, "class.mv");
  EXPECT_EQ(bench.count(kAxis, Verb::SHOOT), 1);
  bench.answer(kAxis, Verb::SHOOT, hipper, std::min(oiler, others)).answer(kAxis, Verb::DONE);
  EXPECT_FALSE(on_display(bench, "class.mo"));
  EXPECT_EQ(displayed(bench.op, others).ship().cs(), 4);
}

// -- 7.5.9 --

TEST(Rule7_5_9, AtNightCountersLieFaceDownAndLossesAreToldAsAtId2) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}, {"class.type_36a", 2}},
                        .allied = {{"class.british_j_r", 1}, {"class.mv", 5}},
                        .turn = kNight,
                        .options = {"option.night_actions"}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 0, 0, 0, 9, 9}));
  begin_battle(bench);
  const auto sees = [&](Side side, const char* word) {
    return the_title().view(bench.op.truth, viewer(seat_of(side)))->ShortDebugString().find(word) != std::string::npos;
  };
  EXPECT_FALSE(sees(kAllied, "ship.admiral_hipper"));
  EXPECT_FALSE(sees(kAllied, "class.type_36a"));
  EXPECT_FALSE(sees(kAxis, "class.british_j_r"));
  EXPECT_TRUE(sees(kAxis, "ship.admiral_hipper"));
  EXPECT_EQ(bench.op.truth.battle().unit_size(), 4) << "but everybody sees how many there are";
  Meeting open = meeting;
  open.options.clear();
  Stage face_up = met(open);
  Bench in_the_open(face_up, after_card(open, {}));
  begin_battle(in_the_open);
  plays("option.night_actions", face_up.truth(), stage.truth());
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.admiral_hipper"), on_display(bench, "class.british_j_r"));
  pass_until(bench, kAxis, MenuKind::WITHDRAWAL);
  EXPECT_FALSE(on_display(bench, "class.british_j_r"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.sunk.class"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.counter_gone"));
  EXPECT_FALSE(sees(kAxis, "class.british_j_r"));
  pass_all(bench);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.night_losses"));
  EXPECT_EQ(level(bench, "A"), 3) << "it has scattered";
  EXPECT_EQ(level(bench, "G"), 2);
  EXPECT_FALSE(bench.block("G").told().seen());
  EXPECT_FALSE(sees(kAllied, "ship.admiral_hipper"));
  EXPECT_EQ(stage.truth().standing().loss_size(), 0);
  ASSERT_EQ(stage.truth().allied().removed_size(), 1);
  EXPECT_EQ(stage.truth().allied().removed(0).unit(), "class.british_j_r");
  EXPECT_EQ(stage.truth().allied().hidden_score_size(), 1);
}

TEST(Rule7_5_9, WithoutTheOptionTheyLieFaceUp) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.british_j_r", 1}}, .turn = kNight};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  EXPECT_TRUE(
      the_title().view(bench.op.truth, viewer(seat_of(kAllied)))->ShortDebugString().find("ship.admiral_hipper") !=
      std::string::npos);
}

// -- 7.3, 7.3.2 --

// Both sides close in the second round; the Germans' torpedoes come to be chosen.
Bench& to_torpedoes(Bench& bench, const std::string& german) {
  pass_until(bench, kAxis, MenuKind::WITHDRAWAL);
  bench.answer(kAxis, Verb::DONE);
  pass_until(bench, kAxis, MenuKind::MANOEUVRE);
  bench.answer(kAxis, Verb::MANOEUVRE, on_display(bench, german), Battle::TORPEDO_ATTACK);
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  while (bench.asked(kAxis, MenuKind::GUNNERY) || bench.asked(kAllied, MenuKind::GUNNERY)) {
    bench.answer(bench.asked(kAxis, MenuKind::GUNNERY) ? kAxis : kAllied, Verb::DONE);
  }
  return bench;
}

TEST(Example_EX_07, ATorpedoBoatUnitSavesHalfOfItsTorpedoes) {
  for (int symbols : {1, 2}) {
    SCOPED_TRACE(symbols);
    const Meeting meeting{.german = {{"class.type_35_37", 2}}, .allied = {{"ship.london"}}};
    Stage stage = met(meeting);
    Results dice{9};                                                             // the end of the first round
    dice.insert(dice.end(), static_cast<std::size_t>(symbols == 1 ? 2 : 4), 0);  // one die for each CS and symbol
    dice.push_back(0);                                                           // the end of the battle
    Bench bench(stage, after_card(meeting, dice));
    begin_battle(bench);
    to_torpedoes(bench, "class.type_35_37");
    const UnitId boats = on_display(bench, "class.type_35_37");
    const UnitId london = on_display(bench, "ship.london");
    EXPECT_EQ(bench.count(kAxis, Verb::LAUNCH_TORPEDOES), 2);
    bench.answer(kAxis, Verb::LAUNCH_TORPEDOES, boats, london, symbols);
    pass_all(bench);
    EXPECT_TRUE(bench.chance_used_up());
    EXPECT_EQ(stage.force("G").ship(0).torpedoes_spent(), symbols);
  }
}

TEST(Rule7_3_2, SpentTorpedoesAreNotFiredAgain) {
  const Meeting meeting{.german = {{"class.type_35_37", 2}}, .allied = {{"ship.london"}}};
  Stage stage = met(meeting);
  stage.force("G").mutable_ship(0)->set_torpedoes_spent(2);
  Bench bench(stage, after_card(meeting, {9}));
  begin_battle(bench);
  to_torpedoes(bench, "class.type_35_37");
  EXPECT_FALSE(bench.asked(kAxis, MenuKind::TORPEDOES));
}

TEST(Rule7_3, AHeavyShipMakesOneAttackForEachSymbol) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.british_a_i", 1}}};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 9, 0, 0, 0}));  // one hits, and stops her
  begin_battle(bench);
  to_torpedoes(bench, "ship.admiral_hipper");
  bench.answer(kAxis, Verb::LAUNCH_TORPEDOES, on_display(bench, "ship.admiral_hipper"),
               on_display(bench, "class.british_a_i"), 2);
  pass_all(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(stage.force("A").ship(0).dead_in_water());
}

TEST(Rule7_3, NobodyFiresTorpedoesInGales) {
  const Meeting meeting{.german = {{"ship.admiral_hipper"}}, .allied = {{"class.british_a_i", 1}}, .weather = W::GALES};
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9}));
  begin_battle(bench);
  to_torpedoes(bench, "ship.admiral_hipper");
  EXPECT_FALSE(bench.asked(kAxis, MenuKind::TORPEDOES));
}

}  // namespace
}  // namespace wardroom::pq17
