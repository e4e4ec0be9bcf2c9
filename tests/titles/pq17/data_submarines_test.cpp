// Facts of the tables of Submarine Combat and ASW, as far as the rule book fixes them [7.4].
#include <gmock/gmock.h>

#include "tests/titles/pq17/situation.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Le;
using C = v1::Condition;
using T = v1::ShipType;
using W = v1::Weather;

int submarines(Situation now) { return total(the_box().submarine_combat().modifier(), now); }

TEST(SubmarineCombat, ModifiersAreCappedAtSix) {  // [7.4]
  EXPECT_EQ(the_box().submarine_combat().least_modifier(), -6);
  EXPECT_EQ(the_box().submarine_combat().most_modifier(), 6);
}

TEST(SubmarineCombat, Modified2LetsTwoAttackAfterAswAndRefuellingGoOn) {  // [7.4.3 example]
  const auto& row = the_box().submarine_combat(2);
  EXPECT_EQ(row.before_asw(), 0);
  EXPECT_EQ(row.after_asw(), 2);
  EXPECT_FALSE(row.stops_refuelling());
}

TEST(SubmarineCombat, Modified5LetsBothOfTwoAttackBeforeAswAndStopsRefuelling) {  // [7.4.3 example]
  EXPECT_GE(the_box().submarine_combat(5).before_asw(), 2);
  EXPECT_TRUE(the_box().submarine_combat(5).stops_refuelling());
}

TEST(SubmarineCombat, OddNumbersSpendTorpedoes) {
  EXPECT_TRUE(the_box().submarine_combat().odd_spends_torpedoes());
}  // [7.4]

Situation two_boats() {
  Situation now;
  now.wolfpack_size = 2;
  now.facts = {C::WOLFPACK_UNIDENTIFIED};
  return now;
}

TEST(SubmarineCombat, NightIsWorthPlus2) {  // [7.4.3 example]
  Situation now = two_boats();
  const int day = submarines(now);
  now.light = v1::Light::NIGHT;
  EXPECT_EQ(submarines(now) - day, 2);
}

TEST(SubmarineCombat, ThreeBoatsHavePlus1AndTwoHaveNothing) {  // [7.4.3 example]
  Situation now = two_boats();
  EXPECT_EQ(submarines(now), 0);
  now.wolfpack_size = 3;
  EXPECT_EQ(submarines(now), 1);
}

TEST(SubmarineCombat, WolfpackAtId1HasMinus1AndUnidentifiedNothing) {  // [7.4.3 example]
  Situation now = two_boats();
  EXPECT_EQ(submarines(now), 0);
  now.facts.clear();
  now.wolfpack_id = 1;
  EXPECT_EQ(submarines(now), -1);
}

TEST(SubmarineCombat, TargetAtId0OrId1IsTheSame) {  // [7.4.3 examples]
  Situation now = two_boats();
  now.target_id = 0;
  const int zero = submarines(now);
  now.target_id = 1;
  EXPECT_EQ(submarines(now), zero);
}

// 3 CS of DD, 2 of TB and 1 of ES throw three ASW dice.
void add_escort(Situation& now) {
  now.counts[v1::Count::ASW_DIE] = 3;
  now.counts[v1::Count::ESCORT_CS] = 6;
  now.facts.insert(C::ESCORTS_PRESENT);
}

TEST(SubmarineCombat, EscortOfTheExampleIsWorthMinus3) {  // [7.4.3 example]
  Situation now = two_boats();
  add_escort(now);
  EXPECT_EQ(submarines(now), -3);
}

TEST(SubmarineCombat, FogAndFairChangeNothing) {  // [7.4.3 example, 9.2.3]
  Situation now = two_boats();
  EXPECT_EQ(submarines(now), 0);
  now.weather = W::FOG;
  EXPECT_EQ(submarines(now), 0);
}

TEST(SubmarineCombat, ReducedVisibilityAndStormsChangeIt) {  // [9.2.2, 9.2.4]
  Situation now = two_boats();
  now.weather = W::REDUCED_VISIBILITY;
  EXPECT_NE(submarines(now), 0);
  now.weather = W::STORMS;
  EXPECT_NE(submarines(now), 0);
}

TEST(SubmarineCombat, BothExamplesPlayedThrough) {  // [7.4.3]
  Situation now;
  now.light = v1::Light::NIGHT;
  now.weather = W::FOG;
  now.wolfpack_size = 3;
  now.wolfpack_id = 1;
  now.target_id = 0;
  add_escort(now);
  EXPECT_EQ(3 + submarines(now), 2);
  now.wolfpack_size = 2;
  now.wolfpack_id.reset();
  now.facts.insert(C::WOLFPACK_UNIDENTIFIED);
  now.target_id = 1;
  EXPECT_EQ(6 + submarines(now), 5);
}

TEST(Asw, Bands) {  // [7.4.3, 7.4.5]
  for (int die = -3; die <= 4; ++die) EXPECT_EQ(the_box().asw(die), v1::AswTable::NONE);
  for (int die = 5; die <= 7; ++die) EXPECT_EQ(the_box().asw(die), v1::AswTable::HELD_DOWN);
  for (int die = 8; die <= 12; ++die) EXPECT_EQ(the_box().asw(die), v1::AswTable::SUCCESS);
}

TEST(Asw, FollowUp5IsDamagedAndBothResultsOccur) {  // [7.4.3 example]
  EXPECT_EQ(the_box().asw_follow_up(5), v1::AswTable::DAMAGED);
  int sunk = 0;
  for (int die = 0; die <= 9; ++die) sunk += the_box().asw_follow_up(die) == v1::AswTable::SUNK;
  EXPECT_THAT(sunk, AllOf(Ge(4), Le(5))) << "a Success sinks in 40 to 50 per cent";
}

int asw_dice(int dd_tb, int es, int aircraft, int boats) {
  int dice = 0;
  for (const auto& rule : the_box().asw().dice()) {
    int cs = rule.asw_aircraft() ? aircraft : 0;
    if (lists(rule.ships(), T::DD)) cs += dd_tb;
    if (lists(rule.ships(), T::ES)) cs += es;
    EXPECT_EQ(lists(rule.ships(), T::DD), lists(rule.ships(), T::TB)) << "destroyers and torpedo boats count together";
    const int per = rule.cs_per_die();
    dice += rule.to_nearest() ? (2 * cs + per) / (2 * per) : cs / per;
  }
  return std::min(dice, the_box().asw().most_dice_per_submarine() * boats);
}

TEST(Asw, DiceAreRoundedToNearestAndCappedAtTwoABoat) {  // [7.4.1]
  EXPECT_EQ(asw_dice(3 + 2, 1, 0, 3), 3) << "the example: rounding down would give two";
  EXPECT_EQ(asw_dice(1, 0, 0, 4), 0);
  EXPECT_EQ(asw_dice(2, 0, 0, 4), 1);
  EXPECT_EQ(asw_dice(4, 0, 0, 4), 1);
  EXPECT_EQ(asw_dice(9, 4, 0, 2), 4);
  EXPECT_EQ(asw_dice(0, 0, 2, 4), 2);
}

TEST(Asw, SovietShipsHaveMinus1) {  // [7.4.3 examples]
  Situation now;
  now.firer_nation = v1::Nation::SOVIET;
  EXPECT_EQ(total(the_box().asw().modifier(), now), -1);
}

TEST(Asw, OffensiveHasMinus1) {  // [7.4.2]
  Situation now;
  now.facts = {C::OFFENSIVE_ASW};
  EXPECT_EQ(total(the_box().asw().modifier(), now), -1);
}

TEST(Asw, AirRadiusOverTheHexHasPlus1) {  // [7.4.1]
  Situation now;
  now.facts = {C::AIR_RADIUS_OVER_HEX};
  EXPECT_EQ(total(the_box().asw().modifier(), now), 1);
}

TEST(Asw, StormsChangeItNightFogAndReducedVisibilityDoNot) {  // [9.2]
  Situation now;
  now.weather = W::STORMS;
  EXPECT_NE(total(the_box().asw().modifier(), now), 0);
  now.light = v1::Light::NIGHT;
  for (const auto weather : {W::FAIR, W::FOG, W::REDUCED_VISIBILITY}) {
    now.weather = weather;
    EXPECT_EQ(total(the_box().asw().modifier(), now), 0);
  }
}

TEST(Asw, SubmarineAgainstSubmarineThrowsOneDie) {
  EXPECT_EQ(the_box().asw().submarine_against_submarine_dice(), 1);
}  // [7.4.4]

TEST(Asw, AirPatrolStopsAWolfpackOn5) {
  EXPECT_EQ(the_box().numbers().combat().air_patrol_stops_from(), 5);
}  // [7.4.5]

}  // namespace
}  // namespace wardroom::pq17
