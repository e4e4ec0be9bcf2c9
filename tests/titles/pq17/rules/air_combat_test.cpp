// Attacks from the air: what may be attacked, when, and what follows [7.1, 7.2].
#include "tests/titles/pq17/rules/striking.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;
using v1::MenuKind;
using v1::SearchResult;
using v1::Verb;

Stage convoy_at_sea(Side active = kAxis, const std::vector<std::string>& options = {}) {
  Stage stage = strike_stage(active, kByDay, options);
  stage.convoy(kAllied, "pq", {{"class.british_j_r", 3}, {"class.mv", 5}}, kAtSea, "port.murmansk").identified("pq", 2);
  return stage;
}

// -- 7.1 --

TEST(Rule7_1, AForceIsAttackedFromTheAirOnceInASegment) {
  Stage stage = convoy_at_sea();
  fly_ju88(stage);
  fly_ju88(stage);
  Bench bench(stage, {missed(kAxis)});
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq")).answer(kAxis, Verb::JOIN_STRIKE, 1);
  bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.block("pq").struck());
  EXPECT_TRUE(bench.done()) << "the other unit has nothing to attack any more";
  EXPECT_EQ(bench.air(2).mission(), Air::AT_BASE);
}

TEST(Rule7_1, OnlyIdentifiedForcesAreAttacked) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, kAtSea, "port.murmansk");
  fly_ju88(stage);
  Bench bench(stage);
  bench.run(air_combat(bench.op));
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.air(1).mission(), Air::AT_BASE);
}

TEST(Rule7_1, OnlyAircraftThatFlewThereAttack) {
  Stage stage = convoy_at_sea();
  fly_ju88(stage, 1, "airbase.banak", "0612");
  Bench bench(stage);
  bench.run(air_combat(bench.op));
  EXPECT_TRUE(bench.done());
}

// -- 7.1.1 --

TEST(Rule7_1_1, WhoDoesNotFindTheTargetGoesHomeAndNothingChanges) {
  Stage stage = convoy_at_sea();
  fly_ju88(stage);
  Bench bench(stage, {missed(kAxis)});
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up()) << "one card for a target that nobody shadows";
  EXPECT_TRUE(bench.was_told(kAllied, "report.air.not_found"));
  EXPECT_EQ(bench.block("pq").level(), 2);
  EXPECT_FALSE(bench.block("pq").told().seen());
  EXPECT_FALSE(bench.op.truth.has_battle());
}

TEST(Rule7_1_1, AShadowedTargetIsLookedForTwice) {
  Stage stage = convoy_at_sea();
  stage.truth().mutable_sea()->mutable_block(0)->add_shadow()->set_kind(v1::Shadow::AIR_RADIUS);
  fly_ju88(stage);
  Bench bench(stage, {missed(kAxis), found(kAxis)});
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  EXPECT_TRUE(bench.asked(kAllied, MenuKind::STRIKE_LINE));
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 7.1.2 --

TEST(Rule7_1_2, AGroupThatFindsByLuckStrikesAloneAndFirst) {
  Stage stage = convoy_at_sea(kAxis, {"option.coordinated_strikes"});
  fly_ju88(stage, 1, "airbase.banak");
  fly_ju88(stage, 1, "airbase.bardufoss");
  Bench bench(stage, then_zeros({air_card(kAxis, SearchResult::ID0), found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  bench.answer(kAxis, Verb::JOIN_STRIKE, 1).answer(kAxis, Verb::JOIN_STRIKE, 2);
  bench.answer(kAllied, Verb::DONE);  // the usual line
  ASSERT_EQ(battle(bench).raid_size(), 1);
  EXPECT_EQ(battle(bench).raid(0).air_unit(), 2);
  bench.answer(kAxis, Verb::FORGO, 0);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::STRIKE_TARGETS)) << "the rest, against the same line";
  ASSERT_EQ(battle(bench).raid_size(), 1);
  EXPECT_EQ(battle(bench).raid(0).air_unit(), 1);
}

TEST(Rule7_1_2, OfSeveralLuckyGroupsTheAttackerSaysWhichIsFirst) {
  Stage stage = convoy_at_sea(kAxis, {"option.coordinated_strikes"});
  fly_ju88(stage, 1, "airbase.banak");
  fly_ju88(stage, 1, "airbase.bardufoss");
  Bench bench(stage, then_zeros({found(kAxis), found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  bench.answer(kAxis, Verb::JOIN_STRIKE, 1).answer(kAxis, Verb::JOIN_STRIKE, 2);
  bench.answer(kAxis, Verb::CHOOSE_AIR, 2).answer(kAllied, Verb::DONE);
  EXPECT_EQ(battle(bench).raid(0).air_unit(), 2);
}

// Cards that are drawn for two carriers: of one force, or of two.
int cards_drawn_for(const std::vector<Unit>& first, const std::vector<Unit>& second) {
  Stage stage = strike_stage(kAllied, kByDay, {"option.coordinated_strikes"});
  stage.task_force(kAxis, "tf", {{"class.type_34_36", 2}}, kAtSea).identified("tf", 1);
  stage.task_force(kAllied, "cv", first, "0612");
  if (!second.empty()) stage.task_force(kAllied, "other", second, "0612");
  fly(stage, kAllied, "air.albacore.817", "ship.victorious", kAtSea, 1);
  fly(stage, kAllied, "air.sb2u.wasp", "ship.wasp", kAtSea, 1);
  Bench bench(stage, {missed(kAllied), missed(kAllied)});
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_FORCE, bench.id("tf"));
  bench.answer(kAllied, Verb::JOIN_STRIKE, 1).answer(kAllied, Verb::JOIN_STRIKE, 2);
  const auto heard = std::ranges::count(bench.told(kAxis), "report.air.not_found");
  EXPECT_EQ(std::ranges::count(bench.told(kAllied), "report.air.not_found"), heard);
  EXPECT_EQ(bench.chance_used_up(), heard == 2);
  return static_cast<int>(heard);
}

TEST(Rule7_1_2, CarriersOfOneForceMakeOneGroup) {
  EXPECT_EQ(cards_drawn_for({{"ship.victorious"}, {"ship.wasp"}}, {}), 1);
  EXPECT_EQ(cards_drawn_for({{"ship.victorious"}}, {{"ship.wasp"}}), 2);
}

TEST(Rule7_1_2, WithoutTheOptionAllStrikeTogether) {
  Stage stage = convoy_at_sea();
  fly_ju88(stage, 1, "airbase.banak");
  fly_ju88(stage, 1, "airbase.bardufoss");
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  bench.answer(kAxis, Verb::JOIN_STRIKE, 1).answer(kAxis, Verb::JOIN_STRIKE, 2).answer(kAllied, Verb::DONE);
  EXPECT_EQ(battle(bench).raid_size(), 2);
}

// -- 7.1.3 --

Stage narvik(const std::string& unit, const std::string& base) {
  Stage stage = strike_stage(kAllied);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, "0712")
      .task_force(kAxis, "tf", {{"class.type_34_36", 2}, {"ship.tirpitz"}}, "port.narvik");
  fly(stage, kAllied, unit, base, "0813");
  return stage;
}

bool strikes_narvik(Stage& stage) {
  Bench bench(stage);
  bench.run(air_combat(bench.op));
  return bench.offers(kAllied, Verb::STRIKE_PORT, place_argument("port.narvik"));
}

TEST(Rule7_1_3, CarrierAircraftAttackPortsOthersByPermissionOnly) {
  Stage carrier = narvik("air.albacore.817", "ship.victorious");
  EXPECT_TRUE(strikes_narvik(carrier));
  Stage land = narvik("air.beaufort.42", "airbase.leuchars");
  EXPECT_FALSE(strikes_narvik(land));
  Stage permitted = narvik("air.beaufort.42", "airbase.leuchars");
  event_in_force(permitted, "event.allied.strike_permission", kAllied);
  EXPECT_TRUE(strikes_narvik(permitted));
  Stage enemys = narvik("air.beaufort.42", "airbase.leuchars");
  event_in_force(enemys, "event.axis.strike_permission", kAxis);
  EXPECT_FALSE(strikes_narvik(enemys));
}

TEST(Rule7_1_3, ShipsInPortAreNotLookedForAndNotAttackedWithTorpedoes) {
  Stage stage = narvik("air.albacore.817", "ship.victorious");
  Bench bench(stage, then_zeros({}));
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_PORT, place_argument("port.narvik"));
  if (bench.asked(kAxis, MenuKind::SCRAMBLE)) bench.answer(kAxis, Verb::DONE);
  bench.answer(kAxis, Verb::DONE);  // the usual line
  const int place = place_of(bench, "ship.tirpitz");
  EXPECT_TRUE(bench.offers(kAllied, Verb::TARGET, 0, place, 0, 1));
  EXPECT_FALSE(bench.offers(kAllied, Verb::TARGET, 0, place, 1, 1));
  bench.answer(kAllied, Verb::TARGET, 0, place, 0, 1);
  while (bench.asked(kAxis, MenuKind::AA_FIRE)) bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.done()) << "once in a segment";
}

TEST(Rule7_1_3, WhichShipsLayTogetherIsSeenAndNotWithWhom) {
  Stage stage = strike_stage(kAllied);
  stage.dummy(kAxis, "dummy", "port.narvik")
      .task_force(kAxis, "first", {{"ship.tirpitz"}, {"class.type_34_36", 2}}, "port.narvik")
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "port.narvik")
      .task_force(kAxis, "second", {{"ship.luetzow"}, {"class.type_34_36", 1}}, "port.narvik")
      .task_force(kAllied, "cv", {{"ship.victorious"}}, "0712");
  fly(stage, kAllied, "air.albacore.817", "ship.victorious", "0813");
  Bench bench(stage, then_zeros({}));
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_PORT, place_argument("port.narvik"));
  if (bench.asked(kAxis, MenuKind::SCRAMBLE)) bench.answer(kAxis, Verb::DONE);
  EXPECT_EQ(battle(bench).strike().forces(), 2);
  for (const v1::Battle::Unit& unit : battle(bench).unit()) {
    SCOPED_TRACE(unit.ShortDebugString());
    const bool both = unit.ship().unit() == "class.type_34_36";
    ASSERT_EQ(unit.part_size(), both ? 2 : 1);
    EXPECT_EQ(unit.part(0).force(), unit.ship().unit() == "ship.luetzow" ? 2 : 1);
    EXPECT_EQ(unit.part(0).cs(), both ? 2 : unit.ship().cs());
    EXPECT_EQ(unit.part(unit.part_size() - 1).force(), both || unit.ship().unit() == "ship.luetzow" ? 2 : 1);
  }
}

TEST(Rule7_1_3, NothingInTheUnitedKingdomIsAttacked) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "port.scapa_flow");
  fly(stage, kAxis, "air.fi167.graf_zeppelin", "ship.graf_zeppelin", "1206");
  Bench bench(stage);
  bench.run(air_combat(bench.op));
  EXPECT_TRUE(bench.done());
}

TEST(Rule7_1_3, AircraftAtAirbasesAreAttacked) {
  Stage stage = strike_stage(kAllied);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, "0715");
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak", 2);
  const std::string banak = number_of(the_title().reference().place("airbase.banak").hex);
  const AirKey key = fly(stage, kAllied, "air.albacore.817", "ship.victorious", banak);
  const auto guns = static_cast<std::size_t>(the_title().reference().place("airbase.banak").airbase->aa());
  std::vector<std::uint32_t> dice(guns, 0);
  dice.insert(dice.end(), {8, 7});  // a torpedo bomber needs 8 on parked aircraft
  Bench bench(stage, dice);
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_AIRBASE, place_argument("airbase.banak"));
  if (bench.asked(kAxis, MenuKind::SCRAMBLE)) bench.answer(kAxis, Verb::DONE);
  bench.answer(kAllied, Verb::TARGET_PARKED, 0, 1);
  EXPECT_EQ(bench.air(1).cs(), 1);
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.bombed"));
  EXPECT_TRUE(bench.chance_used_up()) << "the guns of the airbase fire at every unit";
  EXPECT_EQ(bench.op.air(key).mission(), Air::AT_BASE);
}

TEST(Rule7_2_6, WhoeverFindsHisAircraftOnTheGroundDestroyedBombsThoseBeside) {
  Stage stage = strike_stage(kAllied);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, "0715");
  for (int i = 0; i < 3; ++i) stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak", 1);
  const std::string banak = number_of(the_title().reference().place("airbase.banak").hex);
  for (int i = 0; i < 3; ++i) fly(stage, kAllied, "air.albacore.817", "ship.victorious", banak, 1);
  const auto guns = static_cast<std::size_t>(the_title().reference().place("airbase.banak").airbase->aa());
  std::vector<std::uint32_t> dice(2 * guns, 0);
  dice.push_back(9);  // the first bomb destroys the unit, and the second has no target
  dice.insert(dice.end(), guns, 0);
  dice.push_back(9);
  Bench bench(stage, dice);
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_AIRBASE, place_argument("airbase.banak"));
  for (int key = 4; key <= 6; ++key) bench.answer(kAllied, Verb::JOIN_STRIKE, key);
  if (bench.asked(kAxis, MenuKind::SCRAMBLE)) bench.answer(kAxis, Verb::DONE);
  for (int raid = 0; raid < 3; ++raid) bench.answer(kAllied, Verb::TARGET_PARKED, raid, 1);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::LATER_WAVE));
  EXPECT_TRUE(bench.offers(kAllied, Verb::SWITCH_TARGET, 2, 2));
  EXPECT_FALSE(bench.offers(kAllied, Verb::SWITCH_TARGET, 2, 3)) << "it is not beside";
  EXPECT_TRUE(bench.offers(kAllied, Verb::FORGO, 2));
  bench.answer(kAllied, Verb::SWITCH_TARGET, 2, 2);
  EXPECT_FALSE(bench.find_air(1));
  EXPECT_FALSE(bench.find_air(2));
  EXPECT_TRUE(bench.find_air(3));
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 7.2 --

TEST(Rule7_2, TheSovietAirForceAttacksNoShipsAtSea) {
  for (const auto& [unit, attacks] : {std::pair{"air.sb2.1_sad", false}, {"air.sb2.2_gsap", true}}) {
    Stage stage = strike_stage(kAllied);
    stage.task_force(kAxis, "tf", {{"ship.luetzow"}}, "0717").identified("tf", 1);
    fly(stage, kAllied, unit, "airbase.vaenga", "0717");
    Bench bench(stage);
    bench.run(air_combat(bench.op));
    EXPECT_EQ(bench.offers(kAllied, Verb::STRIKE_FORCE, bench.id("tf")), attacks) << unit;
  }
}

// What the Axis knows of a convoy after a strike on it, with a submarine or without.
v1::Statement told_after_strike(const std::vector<std::string>& options, bool submarine) {
  Stage stage = strike_stage(kAxis, kByDay, options);
  std::vector<Unit> ships{{"class.british_j_r", 3}, {"class.mv", 5}};
  if (submarine) ships.push_back({"class.british_submarine", 1});
  stage.convoy(kAllied, "pq", ships, kAtSea, "port.murmansk").identified("pq", 0);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq")).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, "class.mv"), 0, 1).answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.block("pq").told().seen());
  return bench.block("pq").told();
}

TEST(Rule7_4_6, SubmarinesOfAConvoyAreNotSeenAmongItsShips) {
  const v1::Statement with = told_after_strike({}, true);
  EXPECT_EQ(with.named_size(), 2) << "they do not lie on the display";
  EXPECT_EQ(with.unseen().counters(), 1) << "the owner had to count them [6.2.1]";
  const v1::Statement without = told_after_strike({}, false);
  EXPECT_TRUE(without.has_unseen());
  EXPECT_EQ(without.unseen().counters(), 0);
}

TEST(Rule7_4_6, WhereCombatBringsNoStatementNobodyHearsOfThem) {
  EXPECT_EQ(told_after_strike({"option.ruling.a_11"}, true).SerializeAsString(),
            told_after_strike({"option.ruling.a_11"}, false).SerializeAsString());
}

TEST(Rule7_2, AfterwardsTheForceIsKnownItsFuelIsLessAndTheAircraftAreHome) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"class.british_j_r", 3}}, kAtSea)
      .identified("tf", 0)
      .fuel("tf", 20);
  stage.force("tf").set_task(v1::Force::REFUELLING);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("tf")).answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.deployed"));
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, "ship.london"), 0, 1).answer(kAllied, Verb::DONE);
  ASSERT_TRUE(bench.done());
  EXPECT_EQ(bench.block("tf").level(), 2);
  EXPECT_TRUE(bench.block("tf").told().seen());
  EXPECT_EQ(bench.block("tf").told().named_size(), 2);
  EXPECT_EQ(stage.force("tf").fuel_turn(), 19);
  EXPECT_EQ(stage.force("tf").task(), v1::Force::NO_TASK) << "refuelling at sea is broken off";
  EXPECT_EQ(stage.force("tf").ship_size(), 2);
  EXPECT_EQ(bench.air(1).mission(), Air::AT_BASE);
  EXPECT_FALSE(bench.op.truth.has_battle());
}

TEST(Rule7_2, AConvoySpendsNoFuel) {
  Stage stage = convoy_at_sea();
  stage.fuel("pq", 20);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq")).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, "class.british_j_r"), 0, 1);
  bench.answer(kAllied, Verb::DONE);  // the merchants beside them hold their fire
  ASSERT_TRUE(bench.done());
  EXPECT_EQ(stage.force("pq").fuel_turn(), 20);
}

TEST(Rule7_2, NobodyIsShownWhenNobodyComesThrough) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, kAtSea).identified("tf", 0);
  stage.air(kAllied, "air.fulmar.809", "ship.victorious", 2);
  fly_ju88(stage);
  Bench bench(stage, {found(kAxis), 9, 9});
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("tf"));
  bench.answer(kAllied, Verb::SCRAMBLE, 1).answer(kAxis, Verb::DONE);
  ASSERT_TRUE(bench.done());
  EXPECT_FALSE(bench.was_told(kAxis, "report.air.deployed"));
  EXPECT_FALSE(bench.block("tf").told().seen());
  EXPECT_EQ(bench.block("tf").level(), 2);
}

// -- 7.7.3, as far as it is a matter of aircraft --

TEST(Rule7_7_3, EachUnitAttacksOneShipDrawnAtRandomThatFiresForItself) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 5}}, kAtSea, "port.murmansk").identified("pq", 3);
  stage.truth().mutable_sea()->mutable_block(0)->set_scattered(true);
  fly_ju88(stage, 2);
  fly_ju88(stage, 1);
  const std::vector<std::uint32_t> dice{found(kAxis), 0, 5, 8, 9, 0, 5, 3};  // a ship, her fire, bombs; and again
  Bench bench(stage, dice);
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  bench.answer(kAxis, Verb::JOIN_STRIKE, 1).answer(kAxis, Verb::JOIN_STRIKE, 2);
  ASSERT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(cs_left(bench, kAllied, bench.key("pq"), "class.mv"), 4) << "two hits, but one ship";
  EXPECT_FALSE(bench.was_told(kAxis, "report.air.deployed"));
}

// -- hunting from the air --

TEST(Rule7_4_2, AircraftMarkedAHuntAnIdentifiedWolfpack) {
  Stage stage = strike_stage(kAllied);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kAtSea).identified("u", 1);
  fly(stage, kAllied, "air.catalina.210", "port.lerwick", kAtSea);
  Bench bench(stage, then_zeros({found(kAllied)}));
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::HUNT_WOLFPACK, bench.id("u"));
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.found"));
  EXPECT_TRUE(bench.block("u").struck());
  EXPECT_EQ(bench.air(1).mission(), Air::AT_BASE);
}

}  // namespace
}  // namespace wardroom::pq17
