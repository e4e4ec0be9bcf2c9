// Fighters that rise, and what they do to each other and to bombers [7.2.1, 7.2.2, 7.2.3, 7.8, 14.1].
#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/movement.h"
#include "tests/titles/pq17/rules/striking.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;
using v1::MenuKind;
using v1::Verb;

const char* const kVictorious = "ship.victorious";

// Victorious with her Fulmars (key 1) at sea.
Stage carrier_at_sea(int turn = kByDay, const std::vector<std::string>& options = {}) {
  Stage stage = strike_stage(kAxis, turn, options);
  stage.task_force(kAllied, "cv", {{kVictorious}, {"ship.london"}}, kAtSea).identified("cv", 0);
  stage.air(kAllied, "air.fulmar.809", kVictorious, 2);
  return stage;
}

AirKey fly_bf110(Stage& stage) { return fly(stage, kAxis, "air.bf110.13z_jg5", "airbase.kirkenes", kAtSea, 2); }

void join_all(Bench& bench, Side side) {
  while (bench.asked(side, MenuKind::STRIKE_UNITS)) {
    const Action action = bench.menu(side)->items[0].action;
    bench.answer(side, static_cast<Verb::Kind>(action.verb), action.arguments[0]);
  }
}

Bench& attack(Bench& bench, const std::string& force) {
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id(force));
  join_all(bench, kAxis);
  return bench;
}

// -- 7.2.1 --

TEST(Rule7_2_1, FightersInTheHexRiseByDay) {
  Stage stage = carrier_at_sea();
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "cv");
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::SCRAMBLE));
  EXPECT_TRUE(bench.offers(kAllied, Verb::SCRAMBLE, 1));
  EXPECT_EQ(bench.op.own(kAllied).aboard_size(), 1) << "nobody has seen them";
  bench.answer(kAllied, Verb::SCRAMBLE, 1);
  EXPECT_EQ(bench.op.own(kAllied).aboard_size(), 0);
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.scramble"));
}

TEST(Rule7_2_1, NobodyRisesByNight) {
  Stage stage = carrier_at_sea(kByNight);
  fly_ju88(stage);
  const auto by_night = card(find_card(kAxis, [](const v1::Card& each) {
    return each.night().air(kFairColumn) == v1::SearchResult::U && !each.night().submarine_watermark();
  }));
  Bench bench(stage, then_zeros({by_night}));
  attack(bench, "cv");
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::SCRAMBLE));
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::STRIKE_LINE));
}

// Whether one is asked tells nothing about what one has.
TEST(Rule7_2_1, WhoMayHaveACarrierIsAsked) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kAtSea).identified("tf", 0);
  stage.task_force(kAllied, "cv", {{kVictorious}}, "0801").air(kAllied, "air.fulmar.809", kVictorious, 2);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "tf");
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::SCRAMBLE));
  EXPECT_EQ(bench.menu(kAllied)->items.size(), 1u);
}

TEST(Rule7_2_1, WhoIsKnownToHaveNoneIsNotAsked) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kAtSea).identified("tf", 2);
  v1::Statement& told = *stage.truth().mutable_sea()->mutable_block(0)->mutable_told();
  told.set_level(2);
  told.set_binding(true);
  stage.task_force(kAllied, "cv", {{kVictorious}}, "0801").air(kAllied, "air.fulmar.809", kVictorious, 2);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "tf");
  EXPECT_TRUE(bench.asked(kAxis, MenuKind::STRIKE_TARGETS));
}

// Kirkenes has Interceptors and, here, a unit of its own (key 1).
Stage kirkenes(const std::vector<std::string>& options = {}) {
  Stage stage = strike_stage(kAllied, kByDay, options);
  stage.task_force(kAllied, "cv", {{kVictorious}}, "0715").air(kAxis, "air.bf109ef.ii_jg5", "airbase.kirkenes", 2);
  fly(stage, kAllied, "air.albacore.817", kVictorious, "0816");
  return stage;
}

Bench& attack_kirkenes(Bench& bench) {
  return bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_AIRBASE, place_argument("airbase.kirkenes"));
}

TEST(Rule7_2_1, InterceptorsRiseWithTheOthers) {
  Stage stage = kirkenes();
  Bench bench(stage, then_zeros({}));
  attack_kirkenes(bench);
  EXPECT_TRUE(bench.offers(kAxis, Verb::SCRAMBLE, 1));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SCRAMBLE_INTERCEPTORS, place_argument("airbase.kirkenes")));
  bench.answer(kAxis, Verb::SCRAMBLE_INTERCEPTORS, place_argument("airbase.kirkenes"));
  EXPECT_FALSE(bench.offers(kAxis, Verb::SCRAMBLE_INTERCEPTORS, place_argument("airbase.kirkenes")));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SCRAMBLE, 1));
}

TEST(Rule7_2_1, SurprisedDefendersSendUpOneInterceptor) {
  Stage stage = kirkenes({"option.air_surprise"});
  Bench bench(stage, then_zeros({8}));  // -1 for an air attack
  attack_kirkenes(bench);
  EXPECT_TRUE(battle(bench).surprise());
  EXPECT_TRUE(bench.offers(kAxis, Verb::SCRAMBLE_INTERCEPTORS, place_argument("airbase.kirkenes")));
  EXPECT_FALSE(bench.offers(kAxis, Verb::SCRAMBLE, 1)) << "an Interceptor goes before";
  bench.answer(kAxis, Verb::SCRAMBLE_INTERCEPTORS, place_argument("airbase.kirkenes"));
  EXPECT_FALSE(bench.asked(kAxis, MenuKind::SCRAMBLE));
}

TEST(Rule7_2_1, WhoIsNotSurprisedHasHelpFromTheNextHex) {
  Stage stage = strike_stage(kAllied, kByDay, {"option.air_surprise"});
  stage.task_force(kAllied, "cv", {{kVictorious}}, "0714")
      .task_force(kAxis, "tf", {{"ship.luetzow"}}, "0717")
      .identified("tf", 0);
  stage.air(kAxis, "air.bf109ef.ii_jg5", "airbase.kirkenes", 2);
  ASSERT_EQ(the_title().reference().air_distance(*hex_of("0717"), *hex_of("0816")), 1);
  fly(stage, kAllied, "air.albacore.817", kVictorious, "0717");
  Bench bench(stage, then_zeros({7, found(kAllied)}));
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_FORCE, bench.id("tf"));
  EXPECT_FALSE(battle(bench).surprise());
  EXPECT_TRUE(bench.offers(kAxis, Verb::SCRAMBLE_INTERCEPTORS, place_argument("airbase.kirkenes")));
  bench.answer(kAxis, Verb::SCRAMBLE, 1);
  EXPECT_FALSE(bench.asked(kAxis, MenuKind::SCRAMBLE)) << "one unit of them";
}

// -- 7.2.2 --

TEST(Rule7_2_2, EscortsAreMetBeforeBombers) {
  Stage stage = carrier_at_sea();
  fly_bf110(stage);
  fly_ju88(stage, 2);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::AIR_FIRE));
  EXPECT_TRUE(bench.offers(kAllied, Verb::FIRE_AT, 2, 0, 1)) << "fire may be split";
  EXPECT_TRUE(bench.offers(kAllied, Verb::FIRE_AT, 2, 0, 2));
  EXPECT_FALSE(bench.offers(kAllied, Verb::FIRE_AT, 2, 1, 1));
}

TEST(Rule7_2_2, WhatIsLeftMayFireAtBombers) {
  Stage stage = carrier_at_sea();
  fly(stage, kAxis, "air.bf110.13z_jg5", "airbase.kirkenes", kAtSea, 1);
  fly_ju88(stage, 2);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1).answer(kAllied, Verb::FIRE_AT, 2, 0, 1);
  EXPECT_TRUE(bench.offers(kAllied, Verb::FIRE_AT, 2, 1, 1));
  EXPECT_TRUE(bench.offers(kAllied, Verb::FIRE_AT, 2, 0, 1));
}

TEST(Rule7_2_2, AttackingFightersDropNoBombsOnceSomebodyHasRisen) {
  Stage stage = carrier_at_sea();
  fly_bf110(stage);
  fly_ju88(stage, 2);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1).answer(kAllied, Verb::FIRE_AT, 2, 0, 2);
  bench.answer(kAxis, Verb::DONE).answer(kAllied, Verb::DONE);
  EXPECT_FALSE(bench.offers(kAxis, Verb::FORGO, 0));
  EXPECT_TRUE(bench.offers(kAxis, Verb::FORGO, 1));
}

TEST(Rule7_2_2, OtherwiseTheyMay) {
  Stage stage = carrier_at_sea();
  fly_bf110(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "cv").answer(kAllied, Verb::DONE).answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.offers(kAxis, Verb::TARGET, 0, place_of(bench, "ship.london"), 0, 1));
}

// -- 7.2.3 --

TEST(Rule7_2_3, ACircledNumberFiresOnlyWhenFiredUpon) {
  Stage stage = carrier_at_sea();
  fly_bf110(stage);
  fly_ju88(stage, 2);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1).answer(kAllied, Verb::FIRE_AT, 2, 0, 2);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::AIR_RETURN_FIRE));
  EXPECT_TRUE(bench.offers(kAxis, Verb::FIRE_AT, 0, 2, 2));
  bench.answer(kAxis, Verb::FIRE_AT, 0, 2, 2);
  EXPECT_FALSE(bench.asked(kAxis, MenuKind::AIR_RETURN_FIRE)) << "nobody fired at the Ju 88s";
}

TEST(Rule7_2_3, AFighterNeverFiresWithANegativeModifier) {
  Stage stage = carrier_at_sea();
  fly(stage, kAxis, "air.bf109ef.ii_jg5", "airbase.kirkenes", kAtSea, 2);  // 5 against the Fulmar's 3
  Bench bench(stage, script(found(kAxis), {8, 0}));
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1).answer(kAxis, Verb::DONE);
  EXPECT_EQ(bench.air(2).aborted(), 1);
}

TEST(Rule7_2_3, ThePlusIsForBombersOnly) {
  Stage stage = carrier_at_sea();
  fly_bf110(stage);  // 3+ against 3
  Bench bench(stage, script(found(kAxis), {0, 0, 9, 0}));
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1).answer(kAxis, Verb::FIRE_AT, 0, 1, 2);
  EXPECT_EQ(bench.air(1).damaged(), 1);
  EXPECT_EQ(bench.air(1).cs(), 2);
}

TEST(Rule7_2_3, WhoIsHitIsGoneForGoodAndCounts) {
  Stage stage = carrier_at_sea();
  fly_ju88(stage, 2);
  Bench bench(stage, script(found(kAxis), {9, 0}));  // 3 against 2
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1).answer(kAxis, Verb::DONE);
  EXPECT_EQ(bench.air(2).cs(), 1);
  ASSERT_EQ(bench.op.truth.standing().score_size(), 1);
  EXPECT_GT(bench.op.truth.standing().score(0).vp_halves(), 0);
}

TEST(Rule7_2_3, AnAbortIsOverWithThePlayerPhase) {
  Stage stage = carrier_at_sea();
  fly_ju88(stage, 2);
  stage.truth().mutable_air()->mutable_unit(0)->set_aborted(1);
  stage.truth().mutable_air()->mutable_unit(0)->set_damaged(1);
  stage.truth().mutable_air()->mutable_interceptor(0)->set_aborted(1);
  EXPECT_EQ(able_cs(Bench(stage).op, stage.truth().air().unit(0)), 0);
  stage.at(kByNight, kAllied, v1::Clock::AIR_MOVEMENT);
  Bench bench(stage);
  bench.run(air_movement(bench.op));
  EXPECT_EQ(bench.air(2).aborted(), 0);
  EXPECT_EQ(bench.air(2).damaged(), 1) << "for the Operation";
  EXPECT_EQ(bench.op.truth.air().interceptor(0).aborted(), 0);
}

TEST(Rule7_2_3, LossesOfInterceptorsAreNoted) {
  Stage stage = kirkenes();
  fly(stage, kAllied, "air.fulmar.809", kVictorious, "0816", 2);
  const int kirkenes_place = place_argument("airbase.kirkenes");
  Bench bench(stage, then_zeros({0, 0, 9, 8}));  // Interceptors miss; two Fulmars: damaged, aborted
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_AIRBASE, kirkenes_place);
  join_all(bench, kAllied);
  bench.answer(kAxis, Verb::SCRAMBLE_INTERCEPTORS, kirkenes_place).answer(kAxis, Verb::DONE);
  bench.answer(kAxis, Verb::FIRE_AT, 2, 1, 2).answer(kAllied, Verb::FIRE_AT, 1, 2, 2);
  for (const auto& each : bench.op.truth.air().interceptor()) {
    if (each.airbase() != "airbase.kirkenes") continue;
    EXPECT_EQ(each.cs(), 1);
    EXPECT_EQ(each.aborted(), 1);
  }
  EXPECT_EQ(bench.op.truth.standing().score_size(), 0) << "a Damaged step scores nothing";
}

// -- 7.8 --

TEST(Rule7_8, ACrippledCarrierSendsNobodyUp) {
  Stage stage = carrier_at_sea();
  stage.force("cv").mutable_ship(0)->set_crippled(true);
  ASSERT_EQ(stage.force("cv").ship(0).unit(), kVictorious);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  attack(bench, "cv");
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::SCRAMBLE)) << "the attacker cannot know";
  EXPECT_FALSE(bench.offers(kAllied, Verb::SCRAMBLE, 1));
}

TEST(Rule7_8, AStepOfACarrierCostsTwoStepsOfHerAircraft) {
  Stage stage = carrier_at_sea();
  fly_ju88(stage);
  const std::vector<std::uint32_t> guns(4, 0);
  std::vector<std::uint32_t> dice{found(kAxis)};
  dice.insert(dice.end(), guns.begin(), guns.end());
  dice.insert(dice.end(), {8, 0, 0});  // 8 hits a carrier; which of the aircraft
  Bench bench(stage, dice);
  attack(bench, "cv").answer(kAllied, Verb::DONE).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, kVictorious), 0, 1);
  if (bench.asked(kAllied, MenuKind::AA_FIRE)) bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(cs_left(bench, kAllied, bench.key("cv"), kVictorious), 3);
  EXPECT_EQ(bench.find_air(1), nullptr);
}

TEST(Rule7_8, WhoIsInTheAirIsSafe) {
  Stage stage = carrier_at_sea();
  fly_ju88(stage, 2);
  Bench bench(stage, script(found(kAxis), {0, 0, 0, 0, 0, 0, 8}));  // air combat, guns, one hit
  attack(bench, "cv").answer(kAllied, Verb::SCRAMBLE, 1).answer(kAxis, Verb::DONE).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, kVictorious), 0, 1);
  if (bench.asked(kAllied, MenuKind::AA_FIRE)) bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(cs_left(bench, kAllied, bench.key("cv"), kVictorious), 3);
  ASSERT_NE(bench.find_air(1), nullptr);
  EXPECT_EQ(bench.air(1).cs(), 2);
  EXPECT_EQ(bench.op.own(kAllied).aboard_size(), 1) << "back aboard, and hidden with her";
}

TEST(Rule7_8, WithTheirCarrierGoneTheyHaveNowhereToLand) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "cv", {{"ship.avenger"}}, kAtSea).identified("cv", 0);
  stage.air(kAllied, "air.sea_hurricane.802", "ship.avenger", 1);
  fly_ju88(stage, 2);
  Bench bench(stage, {found(kAxis), 0, 0, 8, 8});  // air combat, her gun, two hits on one CS
  attack(bench, "cv")
      .answer(kAllied, Verb::SCRAMBLE, 1)
      .answer(kAxis, Verb::DONE)
      .answer(kAxis, Verb::TARGET, 0, 1, 0, 1);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(bench.gone(kAllied, ForceKey(1)));
  EXPECT_EQ(bench.find_air(1), nullptr);
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.ditched"));
}

// -- 14.1 --

const std::vector<std::string> kCarrierBattles{"option.ahistorical_forces", "option.carrier_battles"};

Stage carrier_battle(std::vector<std::string> options = kCarrierBattles) {
  Stage stage = strike_stage(kAxis, kByDay, options);
  stage.task_force(kAllied, "cv", {{kVictorious}, {"ship.london"}}, kAtSea).identified("cv", 1);
  stage.task_force(kAxis, "gz", {{"ship.graf_zeppelin"}}, "0612").identified("gz", 1);
  stage.air(kAllied, "air.albacore.817", kVictorious, 2);  // key 1
  fly(stage, kAxis, "air.ju87c.graf_zeppelin", "ship.graf_zeppelin", kAtSea, 2);
  return stage;
}

// Up to the moment before the first wave.
void aim_at_victorious(Bench& bench) {
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("cv"));
  bench.answer(kAllied, Verb::DONE).answer(kAllied, Verb::DONE);  // nobody rises; the usual line
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, kVictorious), 0, 1);
}

TEST(Rule14_1, CarriersUnderAttackStrikeBackBeforeTheyAreHit) {
  Stage stage = carrier_battle();
  Bench bench(stage, then_zeros({found(kAxis), found(kAllied)}));
  aim_at_victorious(bench);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::STRIKE_BACK));
  EXPECT_TRUE(bench.was_told(kAllied, "report.air.carriers"));
  bench.answer(kAllied, Verb::STRIKE_BACK, bench.id("gz"));
  bench.answer(kAxis, Verb::DONE);  // nobody is left to rise, but that does not show
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::STRIKE_TARGETS)) << "only the force that attacked";
  EXPECT_EQ(battle(bench).attacker(), kAllied);
  bench.answer(kAllied, Verb::TARGET, 0, place_of(bench, "ship.graf_zeppelin"), 1, 1);
  EXPECT_EQ(battle(bench).attacker(), kAxis) << "the first attack goes on";
  while (bench.asked(kAllied, MenuKind::AA_FIRE)) bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.op.force(kAllied, bench.key("cv")).ship_size(), 2);
  EXPECT_EQ(bench.op.own(kAllied).aboard_size(), 1);
  EXPECT_EQ(bench.op.own(kAxis).aboard_size(), 1);
}

TEST(Rule14_1, AircraftThatStrikeBackLookAlikeWhateverTheyDidBefore) {
  for (const bool before : {false, true}) {
    Stage stage = carrier_battle();
    Bench bench(stage, then_zeros({found(kAxis), found(kAllied)}));
    bench.air(1).set_flown(before);  // in the Allied Player Phase; she is hidden aboard since
    aim_at_victorious(bench);
    bench.answer(kAllied, Verb::STRIKE_BACK, bench.id("gz"));
    EXPECT_TRUE(bench.air(1).flown());
  }
}

TEST(Rule14_1, WhetherAnythingIsAboardDoesNotShowInTheQuestion) {
  Stage stage = carrier_battle();
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.air(1).set_damaged(2);
  aim_at_victorious(bench);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::STRIKE_BACK));
  EXPECT_FALSE(bench.offers(kAllied, Verb::STRIKE_BACK));
  bench.answer(kAllied, Verb::DONE);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::STRIKE_BACK));
}

TEST(Rule14_1, NotAfterSurprise) {
  std::vector<std::string> options = kCarrierBattles;
  options.push_back("option.air_surprise");
  Stage stage = carrier_battle(options);
  Bench bench(stage, then_zeros({9, found(kAxis)}));
  aim_at_victorious(bench);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::STRIKE_BACK));
}

TEST(Rule14_1, NotAtAForceThatIsNotIdentified) {
  Stage stage = carrier_battle();
  for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block()) block.set_flat(block.side() == kAllied);
  Bench bench(stage, then_zeros({found(kAxis)}));
  aim_at_victorious(bench);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::STRIKE_BACK));
}

TEST(Rule14_1, OnlyByOption) {
  Stage stage = carrier_battle({"option.ahistorical_forces"});
  Bench bench(stage, then_zeros({found(kAxis)}));
  aim_at_victorious(bench);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::STRIKE_BACK));
}

}  // namespace
}  // namespace wardroom::pq17
