// Chapter 10: ice.
#include "server/titles/pq17/weather/ice.h"

#include "server/titles/pq17/weather/cross_ice.h"
#include "server/titles/pq17/weather/crossing.h"
#include "tests/titles/pq17/bench.h"

namespace wardroom::pq17 {
namespace {

using I = v1::Ice;

const Hex kClear = *hex_of("0512");
const Hex kZoneFive = *hex_of("0412");  // West
const Hex kChannel = *hex_of("0919");   // Zone IV East

Stage in_ice(I::Condition condition, bool certain) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT)
      .ice(I::WEST, I::ZONE_V, condition, certain)
      .ice(I::EAST, I::ZONE_IV, condition, certain);
  return stage;
}

// A force tries to cross; the answer to DP-46, if it is asked.
struct Tried {
  bool through;
  bool asked;
};
Tried cross(Bench& bench, Side side, ForceKey key, Hex to, v1::Verb::Kind answer = v1::Verb::CROSS) {
  Task<bool> task = cross_ice(bench.op, side, key, to);
  task.handle().resume();
  const bool asked = bench.menu(side) != nullptr;
  if (asked) {
    EXPECT_EQ(bench.menu(side)->kind, static_cast<std::uint32_t>(v1::MenuKind::ICE));
    EXPECT_FALSE(bench.menu(side)->checkpoint);
    bench.answer(side, answer);
  }
  EXPECT_TRUE(task.done());
  return {task.take(), asked};
}

TEST(Rule10, WhiteHexesAreAlwaysSolidPackAndTheRestIsClearOutsideTheZones) {
  Stage stage = in_ice(I::LIGHT_DRIFT, true);
  Bench bench(stage);
  EXPECT_EQ(known_ice(bench.op, kAllied, kClear, *hex_of("0206")), I::SOLID_PACK);
  EXPECT_EQ(known_ice(bench.op, kAxis, kZoneFive, kClear), I::CLEAR) << "the zone that is entered counts";
  EXPECT_EQ(known_ice(bench.op, kAxis, kClear, kZoneFive), I::LIGHT_DRIFT);
}

TEST(Rule10_1, AnUnderlinedConditionIsNeverRolled) {
  Stage stage = in_ice(I::LIGHT_DRIFT, true);
  stage.task_force(kAllied, "force", {{"ship.london"}}, "0512");
  Bench bench(stage, {card(2)});
  const Tried tried = cross(bench, kAllied, key_of(stage.force("force")), kZoneFive);
  EXPECT_TRUE(tried.through);
  EXPECT_FALSE(tried.asked);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule10_1, AForceRollsOpenlyAndItsOwnerGoesOnOrTurnsBack) {
  for (const auto verb : {v1::Verb::CROSS, v1::Verb::ABORT}) {
    Stage stage = in_ice(I::HEAVY_DRIFT, false);
    stage.task_force(kAllied, "force", {{"ship.london"}}, "0512");
    Bench bench(stage, {1, card(2)});
    EXPECT_EQ(known_ice(bench.op, kAllied, kClear, kZoneFive), std::nullopt);
    const Tried tried = cross(bench, kAllied, key_of(stage.force("force")), kZoneFive, verb);
    EXPECT_TRUE(tried.asked);
    EXPECT_EQ(tried.through, verb == v1::Verb::CROSS);
    EXPECT_TRUE(bench.chance_used_up()) << "a card either way";
    EXPECT_TRUE(bench.was_told(kAxis, "report.ice.roll"));
    EXPECT_EQ(bench.was_told(kAxis, "report.ice.turned_back"), verb == v1::Verb::ABORT);
  }
}

TEST(Rule10_1, DummiesRollAndDrawLikeForces) {
  Stage stage = in_ice(I::HEAVY_DRIFT, false);
  stage.dummy(kAllied, "dummy", "0512");
  Bench bench(stage, {5, card(40), card(40)});
  const Tried tried = cross(bench, kAllied, key_of(stage.force("dummy")), kZoneFive);
  EXPECT_TRUE(tried.asked);
  EXPECT_TRUE(tried.through);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.truth().allied().removed_size(), 0);
}

TEST(Rule10_1, TheAxisNeverCrossesIntoHeavyDrift) {
  Stage stage = in_ice(I::HEAVY_DRIFT, false);
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "force", {{"class.type_36a", 3}}, "0512");
  Bench bench(stage, {5, card(27), card(2)});
  const Tried tried = cross(bench, kAxis, key_of(stage.force("force")), kZoneFive);
  EXPECT_FALSE(tried.asked);
  EXPECT_FALSE(tried.through);
  EXPECT_EQ(stage.force("force").ship(0).cs(), 3) << "as if it had chosen to turn back";
  EXPECT_TRUE(may_cross(bench.op, kAxis, I::LIGHT_DRIFT));
  EXPECT_FALSE(may_cross(bench.op, kAxis, I::THIN_PACK));
}

TEST(Rule10_1_1, ForcesStartOnlyWhereItIsConfirmedClear) {
  Stage stage = in_ice(I::CLEAR, false);
  Bench bench(stage);
  EXPECT_TRUE(clear_of_ice(bench.op, kClear));
  EXPECT_FALSE(clear_of_ice(bench.op, kZoneFive)) << "expected, not confirmed";
  EXPECT_FALSE(clear_of_ice(bench.op, *hex_of("0206")));
  stage.ice(I::WEST, I::ZONE_V, I::CLEAR, true);
  EXPECT_TRUE(clear_of_ice(bench.op, kZoneFive));
}

TEST(Rule10_2_1, ClearWaterNeedsNoCardsAndLetsTorpedoAircraftAttack) {
  Stage stage = in_ice(I::LIGHT_DRIFT, false);
  stage.task_force(kAllied, "force", {{"ship.london"}}, "0512");
  Bench bench(stage, {0, 0, 5});
  EXPECT_TRUE(cross(bench, kAllied, key_of(stage.force("force")), kZoneFive).through);
  stage.at(9, kAxis, v1::Clock::AIR_COMBAT);
  EXPECT_EQ(ice_for_torpedoes(bench.op, kClear, 0), I::CLEAR) << "no roll outside the zones";
  EXPECT_EQ(ice_for_torpedoes(bench.op, kZoneFive, 0), I::CLEAR);
  EXPECT_EQ(ice_for_torpedoes(bench.op, kZoneFive, 1), I::LIGHT_DRIFT);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(bench.was_told(kAllied, "report.ice.torpedoes"));
}

// Ships a convoy of fifteen loses when the first card says "1+2" and the others nothing.
struct Attempt {
  int lost;
  bool through;
};
Attempt attempt(I::Condition ice, std::vector<std::uint32_t> before_cards, int cards, v1::Verb::Kind verb) {
  Stage stage = in_ice(ice, false);
  stage.convoy(kAllied, "convoy", {{"class.mv", 15}}, "0512", "port.murmansk");
  std::vector<std::uint32_t> script = std::move(before_cards);
  script.push_back(card(6));
  for (int i = 1; i < cards; ++i) script.push_back(card(2));
  script.insert(script.end(), {14, 13, 12});
  Bench bench(stage, script);
  const bool through = cross(bench, kAllied, key_of(stage.force("convoy")), kZoneFive, verb).through;
  const int lost = stage.truth().allied().removed_size();
  EXPECT_EQ(stage.force("convoy").ship(0).cs(), 15 - lost);
  for (const auto& removed : stage.truth().allied().removed()) EXPECT_EQ(removed.reason(), "ice");
  EXPECT_FALSE(bench.was_told(kAxis, "report.ice.damage.own"));
  return {lost, through};
}

TEST(Rule10_2_2, LightDriftIsOneCard) { EXPECT_TRUE(attempt(I::LIGHT_DRIFT, {5}, 1, v1::Verb::CROSS).through); }
TEST(Rule10_2_3, HeavyDriftIsTwoCards) { EXPECT_TRUE(attempt(I::HEAVY_DRIFT, {5}, 2, v1::Verb::CROSS).through); }
TEST(Rule10_2_4, ThinPackIsThreeCardsAndADie) {
  EXPECT_TRUE(attempt(I::THIN_PACK, {5, 9}, 3, v1::Verb::CROSS).through);
}
TEST(Rule10_2_5, SolidPackIsFourCardsAndNoWayThrough) {
  EXPECT_FALSE(attempt(I::SOLID_PACK, {5}, 4, v1::Verb::CROSS).through);
}

TEST(Example_DX_12, ThinPackLetsAForceThroughOnSixToNine) {
  for (std::uint32_t die = 0; die < 10; ++die) {
    Stage stage = in_ice(I::THIN_PACK, true);
    stage.task_force(kAllied, "force", {{"ship.london"}}, "0512");
    Bench bench(stage, {die, card(2), card(2), card(2)});
    EXPECT_EQ(cross(bench, kAllied, key_of(stage.force("force")), kZoneFive).through, die >= 6) << die;
    EXPECT_TRUE(bench.was_told(kAxis, "report.ice.thin_pack"));
    EXPECT_TRUE(bench.chance_used_up());
  }
}

TEST(Rule10_2_6, AForceWithoutShipsIsGoneAndEverybodySeesThat) {
  Stage stage = in_ice(I::LIGHT_DRIFT, true);
  stage.task_force(kAllied, "force", {{"class.british_a_i", 1}}, "0512");
  const ForceKey key = key_of(stage.force("force"));
  Bench bench(stage, {card(17), 0});
  EXPECT_FALSE(cross(bench, kAllied, key, kZoneFive).through);
  EXPECT_EQ(stage.truth().sea().block_size(), 0);
  EXPECT_TRUE(bench.was_told(kAxis, "report.force_gone"));
  EXPECT_EQ(stage.truth().allied().removed(0).unit(), "class.british_a_i");
  EXPECT_EQ(stage.truth().standing().score_size() + stage.truth().allied().hidden_score_size(), 0);
}

TEST(Rule10_2_6, MerchantsThatTurnBackAreExemptFromTheirConvoysCount) {
  Stage stage = in_ice(I::LIGHT_DRIFT, true);
  stage.convoy(kAllied, "convoy", {{"class.mv", 3}, {"class.mo", 1}}, "0512", "port.murmansk");
  stage.force("convoy").set_convoy("convoy.pq12");
  Bench bench(stage, {card(5), 0});  // oilers stand first
  cross(bench, kAllied, key_of(stage.force("convoy")), kZoneFive);
  ASSERT_EQ(stage.truth().allied().removed_size(), 1);
  EXPECT_EQ(stage.truth().allied().removed(0).convoy(), "convoy.pq12");
}

TEST(Example_DX_26, IcebreakersOpenTheChannelForTheAllies) {
  const std::map<I::Condition, I::Condition> expected{{I::CLEAR, I::CLEAR},
                                                      {I::LIGHT_DRIFT, I::CLEAR},
                                                      {I::HEAVY_DRIFT, I::CLEAR},
                                                      {I::THIN_PACK, I::LIGHT_DRIFT},
                                                      {I::SOLID_PACK, I::SOLID_PACK}};
  for (const auto& [zone, channel] : expected) {
    Stage stage = in_ice(zone, true);
    Bench bench(stage);
    EXPECT_EQ(known_ice(bench.op, kAllied, *hex_of("0818"), kChannel), channel) << zone;
    EXPECT_EQ(known_ice(bench.op, kAxis, *hex_of("0818"), kChannel), zone) << zone;
  }
}

TEST(Rule10_3, TheChannelCountsForTheRolledCondition) {
  Stage stage = in_ice(I::HEAVY_DRIFT, false);
  stage.task_force(kAllied, "force", {{"ship.london"}}, "0818");
  Bench bench(stage, {8, card(2)});  // Thin Pack, which counts as Light Drift
  const Tried tried = cross(bench, kAllied, key_of(stage.force("force")), kChannel);
  EXPECT_TRUE(tried.asked);
  EXPECT_TRUE(tried.through);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule10, LeavingPortThroughIceIsACrossing) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT).ice(I::EAST, I::ZONE_III, I::SOLID_PACK, true);
  stage.task_force(kAllied, "a", {{"ship.london"}}, "port.arkhangelsk")
      .task_force(kAllied, "b", {{"ship.kent"}}, "port.arkhangelsk");
  Bench bench(stage, {card(2), card(2), card(2), card(2), card(3), card(3), card(3), card(3)});
  const Hex port = the_title().reference().place("port.arkhangelsk").hex;
  EXPECT_FALSE(cross(bench, kAllied, key_of(stage.force("a")), port).through);
  EXPECT_FALSE(cross(bench, kAllied, key_of(stage.force("b")), port).through) << "with draws of its own";
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule8_3, IceOnAPlannedWayIsTheOwnersSecret) {
  Stage stage = in_ice(I::HEAVY_DRIFT, false);
  stage.task_force(kAllied, "force", {{"class.british_a_i", 3}}, "port.reykjavik");
  Bench bench(stage, {5, card(17), card(2), 0});
  EXPECT_TRUE(cross_ice_by_plan(bench.op, kAllied, stage.force("force"), kZoneFive, 1));
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("force").ship(0).cs(), 2);
  EXPECT_TRUE(bench.was_told(kAllied, "report.ice.roll"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.ice.roll"));
}

// -- what goes along with a force [5.4, 5.6] --

int with_convoy_damage(int results) {
  return find_card(kAllied,
                   [&](const v1::Card& each) { return each.ax_mx().always() == results && each.ax_mx().plus() == 0; });
}

TEST(Rule5_6, TheDispersedPartDrawsCardsOfItsOwnInTheIce) {
  Stage stage = in_ice(I::LIGHT_DRIFT, true);
  stage.convoy(kAllied, "parent", {{"class.mv", 12}}, "0512", "port.murmansk")
      .convoy(kAllied, "part", {{"class.mv", 3}}, "0512", "port.murmansk");
  stage.force("part").set_dispersed_from(stage.force("parent").key());
  Bench bench(stage, {card(with_convoy_damage(0)), card(with_convoy_damage(1)), 0});
  EXPECT_TRUE(cross(bench, kAllied, key_of(stage.force("parent")), kZoneFive).through);
  EXPECT_EQ(stage.force("parent").ship(0).cs(), 12);
  EXPECT_EQ(stage.force("part").ship(0).cs(), 2);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule5_4, AWolfpackStaysBehindWhereTheAxisMayNotGo) {
  for (const auto& [ice, cards, follows] : {std::tuple{I::HEAVY_DRIFT, 2, false}, {I::LIGHT_DRIFT, 2, true}}) {
    Stage stage = in_ice(ice, true);
    stage.convoy(kAllied, "pq", {{"class.mv", 12}}, "0512", "port.murmansk")
        .identified("pq", 2)
        .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0512");
    block_of(stage, "u").set_under(stage.force("pq").block());
    v1::Shadow& shadow = *block_of(stage, "pq").add_shadow();
    shadow.set_kind(v1::Shadow::WOLFPACK);
    shadow.set_block(stage.force("u").block());
    Bench bench(stage, std::vector<std::uint32_t>(static_cast<std::size_t>(cards), card(with_convoy_damage(0))));
    EXPECT_TRUE(cross(bench, kAllied, key_of(stage.force("pq")), kZoneFive).through);
    EXPECT_TRUE(bench.chance_used_up());  // in Light Drift one for each
    EXPECT_EQ(bench.op.shadowed(block_of(stage, "pq")), follows);
    EXPECT_EQ(block_of(stage, "pq").level(), follows ? 2 : 1);
    EXPECT_EQ(block_of(stage, "u").under() != 0, follows);
    EXPECT_EQ(bench.was_told(kAxis, "report.shadowing.ended"), !follows);
  }
}

}  // namespace
}  // namespace wardroom::pq17
