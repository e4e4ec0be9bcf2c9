// Ships that sail alone: Scattered and Dispersed convoys under attack [7.7].

#include "server/titles/pq17/searching/reconnaissance.h"
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/submarines.h"

namespace wardroom::pq17 {
namespace {

constexpr int kFound = 3;  // a card of the Axis: U on every line, Fair by Day

Stage scattered_convoy(const std::vector<std::string>& options = {}) {
  Stage stage("pq12", options);
  stage.at(9, kAxis, Clock::RECONNAISSANCE);
  stage.truth().mutable_air()->clear_search();
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpen, "port.murmansk").identified("pq", 3);
  block_on(stage, "pq").set_scattered(true);
  return stage;
}

TEST(Rule7_7, AScatteredConvoyIsAttackedOnlyByThoseWhoFoundItsShips) {
  Stage stage = scattered_convoy();
  stage.at(9, kAxis, Clock::SUBMARINE_COMBAT)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen)
      .dummy(kAxis, "anchor", "0801")
      .dummy(kAxis, "buoy", "0801");
  EXPECT_FALSE(stage.scene().asked(kAxis, MenuKind::SUBMARINE_COMBAT));
}

TEST(Rule7_7_1, ATaskForceSinksOneShipAndOnlyOne) {
  Stage stage = scattered_convoy();
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}}, kOpen).fuel("tf", 20);
  Bench bench(stage, {card(kFound), 5});
  bench.run(reconnaissance(bench.op)).answer(kAxis, Verb::ATTACK_SHIPS, 0);
  if (bench.menu(kAxis)) bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.done()) << "a contact is good for one attack";
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(cs_of(stage.force("pq"), "class.mv"), 7);
  EXPECT_TRUE(bench.was_told(kAllied, "report.lone_ship_sunk"));
  EXPECT_TRUE(bench.block("tf").flat()) << "it has fought [6.7]";
  EXPECT_EQ(bench.block("tf").level(), 3);
  EXPECT_TRUE(bench.was_told(kAllied, "report.identified.id3")) << "and says what it is [A-11]";
  EXPECT_EQ(stage.force("tf").fuel_turn(), 18) << "[11.1.3]";
  EXPECT_LT(vp_halves(stage.truth()), 0);
}

TEST(Rule7_7_2, EachSubmarineAttacksAShipOfItsOwnFinding) {
  Stage stage = scattered_convoy();
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Bench bench(stage, {card(kFound), 0, 1, 9, 1, 9, 8, 5});  // two ships, both hit and sunk; torpedoes left
  bench.run(reconnaissance(bench.op)).answer(kAxis, Verb::ATTACK_SHIPS, 0);
  if (bench.menu(kAxis)) bench.answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(cs_of(stage.force("pq"), "class.mv"), 6) << "two sunk are one: she is alone";
  EXPECT_EQ(bench.block("u").level(), 1);
}

TEST(Rule7_7_2, TwoMayAttackTheSameShip) {
  Stage stage = scattered_convoy();
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  Bench bench(stage, {card(kFound), 4, 4, 9, 1, 5});
  bench.run(reconnaissance(bench.op)).answer(kAxis, Verb::ATTACK_SHIPS, 0);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(cs_of(stage.force("pq"), "class.mv"), 7);
  EXPECT_TRUE(bench.was_told(kAxis, "report.lone_ship_already_sunk"));
}

TEST(Example_DX_16, ZeroOrOneSpendsTheTorpedoesOfTheWolfpack) {
  for (const auto& [die, spent] :
       {std::pair{0U, true}, std::pair{1U, true}, std::pair{2U, false}, std::pair{9U, false}}) {
    Stage stage = scattered_convoy();
    stage.wolfpack(kAxis, "u", {{"class.type_viic", 1}}, kOpen);
    Bench bench(stage, {card(kFound), 0, 0, die});
    bench.run(reconnaissance(bench.op)).answer(kAxis, Verb::ATTACK_SHIPS, 0);
    EXPECT_TRUE(bench.chance_used_up());
    EXPECT_EQ(stage.force("u").ship(0).torpedoes_spent(), spent ? 1 : 0) << die;
  }
}

TEST(Rule7_7_2, NotByAWolfpackThatMoved) {
  Stage stage = scattered_convoy();
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpen);
  block_on(stage, "u").set_moved(true);
  Bench bench(stage, {card(kFound)});
  bench.run(reconnaissance(bench.op));
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::CONTACTS)) << "the enemy cannot know what it is";
  EXPECT_EQ(bench.count(kAxis, Verb::ATTACK_SHIPS), 0);
}

TEST(Rule7_7_2, ADispersedPartIsFoundLikeOthersButAttackedShipByShip) {
  Stage stage = attack_on_convoy(2, {{"class.mv", 4}});
  stage.convoy(kAllied, "parent", {{"class.mv", 12}, {"class.british_es", 4}}, kOpen, "port.murmansk")
      .identified("parent", 1);
  stage.force("pq").set_dispersed_from(stage.force("parent").key());
  Scene scene = stage.scene({finds_target(kAxis), 0, 1, 0, 0, 5});
  attack(scene);
  EXPECT_TRUE(scene.chance_used_up()) << "no table, no escorts";
  EXPECT_TRUE(scene.was_told(kAxis, "report.shadowing.dispersed"));
  EXPECT_EQ(scene.block("u").level(), 1);
}

TEST(Rule7_7_3, AnAirUnitAttacksTheShipItHasFound) {
  Stage stage = scattered_convoy();
  stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim", 1);
  auto& condor = *stage.truth().mutable_air()->mutable_unit(0);
  condor.set_mission(v1::Air::FLYING);
  condor.set_hex(611);
  std::vector<std::uint32_t> results(40, 0);
  results[0] = card(kFound);
  Bench bench(stage, results);
  bench.run(reconnaissance(bench.op));
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::CONTACTS));
  bench.answer(kAxis, Verb::ATTACK_SHIPS, 0);
  while (bench.menu(kAxis)) bench.answer(kAxis, static_cast<Verb::Kind>(bench.menu(kAxis)->items.back().action.verb));
  EXPECT_TRUE(bench.was_told(kAllied, "report.air.over"));
  EXPECT_EQ(stage.truth().air().unit(0).mission(), v1::Air::AT_BASE);
}

// How many of two fighter units rise against the attacker of a ship that sails alone.
int fighters_that_rise(std::uint32_t die) {
  Stage stage = scattered_convoy({"option.air_surprise"});
  stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim", 1);
  auto& condor = *stage.truth().mutable_air()->mutable_unit(0);
  condor.set_mission(v1::Air::FLYING);
  condor.set_hex(611);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, kOpen).identified("cv", 1);
  for (int i = 0; i < 2; ++i) stage.air(kAllied, "air.fulmar.809", "ship.victorious", 1);
  std::vector<std::uint32_t> results(60, die);
  results[0] = card(kFound);
  Bench bench(stage, results);
  bench.run(reconnaissance(bench.op));
  while (!bench.asked(kAxis, MenuKind::CONTACTS)) bench.answer(bench.menu(kAxis) ? kAxis : kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::ATTACK_SHIPS, 0);
  int risen = 0;
  for (int key = 2; bench.asked(kAllied, MenuKind::SCRAMBLE) && key <= 3; ++key, ++risen)
    bench.answer(kAllied, Verb::SCRAMBLE, key);
  return risen;
}

TEST(Rule7_7_3, ByOptionSurpriseKeepsFightersDownWhenAShipSailsAlone) {
  EXPECT_EQ(fighters_that_rise(0), 2);
  EXPECT_EQ(fighters_that_rise(9), 1);
}

}  // namespace
}  // namespace wardroom::pq17
