// The combat tables against every fact that the rule book pins down or bounds.
#include <gmock/gmock.h>

#include "tests/titles/pq17/situation.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::Le;
using C = v1::Condition;
using T = v1::ShipType;
using W = v1::Weather;

const std::vector<T::Kind> kConvoyShips = {T::AA, T::AO, T::AL, T::AX, T::MC, T::MO, T::MV};
const std::vector<T::Kind> kSurfaceTypes = {T::BB, T::BC, T::CV, T::CVE, T::CA, T::CB, T::CL, T::CLAA, T::CM, T::DD,
                                            T::TB, T::ES, T::AA, T::AO,  T::AL, T::AX, T::MC, T::MO,   T::MV};

// What a die must show before modifiers.
int needed(std::optional<int> hit, int modifier) { return hit ? *hit - modifier : 99; }

int gunnery_needs(T::Kind firer, T::Kind target, Situation now) {
  now.firer = firer;
  now.target = target;
  return needed(the_box().gunnery_hit(firer, target), total(the_box().gunnery().modifier(), now));
}

// The battle example is fought at Night in Reduced Visibility.
Situation battle(std::set<C::Kind> facts = {}) {
  Situation now;
  now.light = v1::Light::NIGHT;
  now.weather = W::REDUCED_VISIBILITY;
  now.facts = std::move(facts);
  return now;
}

int hits(const std::vector<int>& dice, int need) {
  return static_cast<int>(std::ranges::count_if(dice, [&](int die) { return die >= need; }));
}

TEST(SharedModifiers, TargetDeadInTheWaterOrUnderTowIsHitMoreEasilyByTwo) {  // [7]
  Situation now;
  now.facts = {C::TARGET_DIW_OR_TOWED};
  EXPECT_EQ(total(the_box().gunnery().modifier(), now), 2);
  EXPECT_EQ(total(the_box().bombing().modifier(), now), 2);
  EXPECT_EQ(total(the_box().torpedo_attack().modifier(), now), 2);
}

TEST(SharedModifiers, CrippledTargetIsEasierToHit) {  // [7.3.1]
  Situation now;
  now.facts = {C::TARGET_CRIPPLED};
  EXPECT_GE(total(the_box().gunnery().modifier(), now), 1);
  EXPECT_GE(total(the_box().bombing().modifier(), now), 1);
  EXPECT_GE(total(the_box().torpedo_attack().modifier(), now), 1);
}

TEST(SharedModifiers, AircraftDivertedByElusiveTargetHitLessByOne) {  // [13.1]
  Situation now;
  now.facts = {C::DIVERTED_BY_ELUSIVE_TARGET};
  EXPECT_EQ(total(the_box().bombing().modifier(), now), -1);
  now.facts.insert(C::FIRER_IS_AIRCRAFT);
  EXPECT_EQ(total(the_box().torpedo_attack().modifier(), now), -1);
}

TEST(SharedModifiers, GreenCrewThrowsOneDieForTwoCs) {
  EXPECT_EQ(the_box().numbers().combat().green_crew_cs_per_die(), 2);
}  // [15.4.3]

TEST(Gunnery, EveryTypeWithGunsHasARow) {  // [7.5.2]
  for (const auto firer : {T::BB, T::BC, T::CA, T::CB, T::CL, T::CLAA, T::CM, T::DD, T::TB}) {
    EXPECT_TRUE(the_box().gunnery_hit(firer, T::MV)) << T::Kind_Name(firer);
  }
}

TEST(Gunnery, EscortsNeverFire) {  // [7.5.5]
  for (const auto target : kSurfaceTypes) EXPECT_FALSE(the_box().gunnery_hit(T::ES, target));
}

TEST(Gunnery, ConvoyShipsDoNotFire) {  // [ruling A-31]
  for (const auto firer : kConvoyShips) {
    for (const auto target : kSurfaceTypes) EXPECT_FALSE(the_box().gunnery_hit(firer, target));
  }
}

TEST(Gunnery, EverySurfaceTypeIsInEveryRowOnce) {
  for (const auto& row : the_box().gunnery().row()) {
    std::vector<int> targets;
    for (const auto& cell : row.cell()) targets.insert(targets.end(), cell.target().begin(), cell.target().end());
    EXPECT_THAT(targets,
                testing::UnorderedElementsAreArray(std::vector<int>(kSurfaceTypes.begin(), kSurfaceTypes.end())));
  }
}

TEST(Gunnery, DestroyersCanHitMerchantsAndEveryAxisType) {  // [13.7]
  EXPECT_TRUE(the_box().gunnery_hit(T::DD, T::MV));
  for (const auto target : {T::BB, T::CV, T::CA, T::CB, T::CL, T::DD, T::TB})
    EXPECT_TRUE(the_box().gunnery_hit(T::DD, target)) << T::Kind_Name(target);
}

TEST(Gunnery, OnlyTorpedoBoatsFireAtTorpedoRangeOnly) {  // [7.5.7 example]
  for (const auto& row : the_box().gunnery().row()) EXPECT_EQ(row.only_in_torpedo_area(), lists(row.firer(), T::TB));
}

TEST(Gunnery, HeavyCruiserAgainstDestroyerNeeds7Or8) {  // [7.5.7 example, round 1]
  const int need = gunnery_needs(T::CA, T::DD, battle());
  EXPECT_THAT(need, AllOf(Ge(7), Le(8)));
  EXPECT_EQ(hits({0, 3, 6, 8}, need), 1);
}

TEST(Gunnery, EvadingHeavyCruiserAgainstTorpedoBoatNeedsExactly9) {  // [7.5.7 example, round 2]
  const int need = gunnery_needs(T::CA, T::TB, battle({C::FIRER_EVADING}));
  EXPECT_EQ(need, 9);
  EXPECT_EQ(hits({0, 2, 8, 9}, need), 1);
}

TEST(Gunnery, LightCruiserAgainstDestroyerNeedsExactly7) {  // [7.5.7 example, round 3]
  const int need = gunnery_needs(T::CL, T::DD, battle());
  EXPECT_EQ(need, 7);
  EXPECT_EQ(hits({3, 6, 7}, need), 1);
}

TEST(Gunnery, LightCruiserAgainstEvadingHeavyCruiserNeeds2To8) {  // [7.5.7 example, round 3]
  const int need = gunnery_needs(T::CL, T::CA, battle({C::TARGET_EVADING}));
  EXPECT_THAT(need, AllOf(Ge(2), Le(8)));
  EXPECT_EQ(hits({1, 8, 9}, need), 2);
}

TEST(Gunnery, DestroyerAgainstTorpedoBoatNeeds8OrMore) {  // [7.5.7 example]
  const int need = gunnery_needs(T::DD, T::TB, battle());
  EXPECT_GE(need, 8);
  EXPECT_EQ(hits({2, 7, 4, 5, 3, 1}, need), 0);
}

TEST(Gunnery, DestroyerAgainstHeavyCruiserNeeds6OrMore) {
  EXPECT_GE(gunnery_needs(T::DD, T::CA, battle()), 6);
}  // [7.5.7 example]

TEST(Gunnery, TorpedoBoatAgainstDestroyerNeeds7OrMore) {  // [7.5.7 example]
  const int need = gunnery_needs(T::TB, T::DD, battle());
  EXPECT_GE(need, 7);
  EXPECT_EQ(hits({0, 2, 6}, need), 0);
}

TEST(Gunnery, EvasionCostsTheEvaderAccuracy) {  // [7.5.2 ii]
  Situation now;
  now.facts = {C::FIRER_EVADING};
  EXPECT_LE(total(the_box().gunnery().modifier(), now), -1);
}

TEST(Gunnery, EvasionOfTheTargetDoesNotHinderGuns) {  // [7.5.2 ii]
  Situation now;
  now.facts = {C::TARGET_EVADING};
  EXPECT_EQ(total(the_box().gunnery().modifier(), now), 0);
}

TEST(Gunnery, NeitherWeatherNorNightChangesIt) {  // [9.2.2-9.2.5]
  for (const auto weather : kAllWeather) {
    for (const auto light : {v1::Light::DAY, v1::Light::NIGHT}) {
      Situation now;
      now.weather = weather;
      now.light = light;
      EXPECT_EQ(total(the_box().gunnery().modifier(), now), 0);
    }
  }
}

TEST(Bombing, EveryTypeThatBombsHasARowAndPhotographersHaveNone) {  // [1.5, 6.9, 7.2.2]
  for (const auto type : {v1::AirType::FIGHTER, v1::AirType::DIVE_BOMBER, v1::AirType::LIGHT_BOMBER,
                          v1::AirType::MEDIUM_BOMBER, v1::AirType::TORPEDO_BOMBER, v1::AirType::HEAVY_BOMBER}) {
    EXPECT_TRUE(the_box().bombing_hit(type, T::MV)) << v1::AirType::Kind_Name(type);
    EXPECT_TRUE(the_box().bombing_hit_on_parked(type)) << v1::AirType::Kind_Name(type);
  }
  EXPECT_FALSE(the_box().bombing_hit(v1::AirType::PHOTO, T::MV));
}

TEST(Bombing, Ju88BombsAsALightBomberExceptAtAPortByNight) {  // [7.2.7]
  const auto* ju88 = the_box().model("air.ju88a4");
  ASSERT_TRUE(ju88);
  EXPECT_EQ(ju88->type(), v1::AirType::MEDIUM_BOMBER);
  EXPECT_EQ(ju88->bombing_row(), v1::AirType::LIGHT_BOMBER);
  EXPECT_EQ(ju88->night_port_bombing_row(), v1::AirType::MEDIUM_BOMBER);
}

TEST(Bombing, LightBomberAgainstConvoyShipsNeeds4To8) {  // [7.2.6 example]
  for (const auto target : {T::AO, T::MV}) {
    const int need = needed(the_box().bombing_hit(v1::AirType::LIGHT_BOMBER, target), 0);
    EXPECT_THAT(need, AllOf(Ge(4), Le(8)));
    EXPECT_EQ(hits({0, 3}, need), 0);
    EXPECT_EQ(hits({8}, need), 1);
  }
}

TEST(Bombing, LightBomberAgainstDestroyerNeeds3OrMore) {
  EXPECT_GE(needed(the_box().bombing_hit(v1::AirType::LIGHT_BOMBER, T::DD), 0), 3);
}  // [7.2.6 example]

TEST(Bombing, OneHitTakesOneCs) { EXPECT_EQ(the_box().numbers().combat().hits_per_cs(), 1); }  // [7, 7.2.6 example]

v1::AirResult::Kind anti_aircraft(int die, v1::AirType::Kind type, std::set<C::Kind> facts) {
  Situation now;
  now.target_air = type;
  now.facts = std::move(facts);
  const bool torpedoes = now.facts.contains(C::TARGET_USES_TORPEDOES);
  return the_box().anti_aircraft(die + total(the_box().anti_aircraft().modifier(), now), torpedoes);
}

TEST(AntiAircraft, DiceOfTheExampleGiveTheResultsOfTheExample) {  // [7.2.6 example]
  const auto bombing = [](int die) { return anti_aircraft(die, v1::AirType::MEDIUM_BOMBER, {}); };
  const auto torpedo = [](int die) {
    return anti_aircraft(die, v1::AirType::MEDIUM_BOMBER, {C::TARGET_USES_TORPEDOES});
  };
  const auto floatplane = [](int die) {
    return anti_aircraft(die, v1::AirType::TORPEDO_BOMBER, {C::TARGET_USES_TORPEDOES});
  };
  EXPECT_EQ(bombing(4), v1::AirResult::NONE);
  EXPECT_EQ(torpedo(7), v1::AirResult::ABORT);
  EXPECT_EQ(bombing(7), v1::AirResult::NONE);
  EXPECT_EQ(floatplane(6), v1::AirResult::NONE);
  EXPECT_EQ(floatplane(1), v1::AirResult::NONE);
  EXPECT_EQ(bombing(9), v1::AirResult::ABORT);
}

TEST(AntiAircraft, TorpedoAircraftAreDamagedOn8AndShotDownOn9) {  // [7.2.5] reconstructed
  const auto torpedo = [](int die) {
    return anti_aircraft(die, v1::AirType::MEDIUM_BOMBER, {C::TARGET_USES_TORPEDOES});
  };
  EXPECT_EQ(torpedo(8), v1::AirResult::DAMAGED);
  EXPECT_EQ(torpedo(9), v1::AirResult::HIT);
}

TEST(AntiAircraft, AStackOfStarsThrowsOneDie) { EXPECT_EQ(the_box().anti_aircraft().dice_for_star(), 1); }  // [7.2.5]

TEST(AntiAircraft, ACamHelpsOneDie) {  // [1.4.3]
  Situation now;
  now.facts = {C::CAM_USED};
  EXPECT_GE(total(the_box().anti_aircraft().modifier(), now), 1);
}

TEST(AirCombat, BandsAreThoseOfTheKirkenesExample) {  // [7.2.3]
  for (int die = -9; die <= 7; ++die) EXPECT_EQ(the_box().air_combat(die), v1::AirResult::NONE);
  EXPECT_EQ(the_box().air_combat(8), v1::AirResult::ABORT);
  EXPECT_EQ(the_box().air_combat(9), v1::AirResult::DAMAGED);
  for (int die = 10; die <= 18; ++die) EXPECT_EQ(the_box().air_combat(die), v1::AirResult::HIT);
}

int lead(const char* firer, const char* target) {
  const auto* one = the_box().model(firer);
  const auto* other = the_box().model(target);
  Situation now;
  now.counts[v1::Count::AIR_COMBAT_LEAD] = one->air_combat() - other->air_combat();
  now.target_air = other->type();
  if (one->plus()) now.facts.insert(C::FIRER_HAS_PLUS);
  if (one->type() == v1::AirType::FIGHTER) now.facts.insert(C::FIRER_IS_FIGHTER);
  const int sum = total(the_box().air_combat().modifier(), now);
  return one->type() == v1::AirType::FIGHTER ? std::max(sum, the_box().air_combat().fighter_least_modifier()) : sum;
}

TEST(AirCombat, ModifiersOfTheKirkenesExample) {  // [7.2.3]
  EXPECT_EQ(lead("air.bf109ef", "air.fulmar"), 2);
  EXPECT_EQ(lead("air.bf109ef", "air.albacore"), 4);
  EXPECT_EQ(lead("air.bf110", "air.albacore"), 3);
  EXPECT_EQ(lead("air.fulmar", "air.bf109ef"), 0) << "a Fighter never counts below zero";
  EXPECT_EQ(lead("air.albacore", "air.bf109ef"), -4);
}

TEST(AirCombat, Bf110IsWorthAFulmarAndCarriesThePlus) {  // [7.2.3]
  EXPECT_EQ(the_box().model("air.bf110")->air_combat(), the_box().model("air.fulmar")->air_combat());
  EXPECT_EQ(the_box().model("air.bf110")->air_combat(), the_box().model("air.albacore")->air_combat() + 2);
  EXPECT_TRUE(the_box().model("air.bf110")->plus());
  EXPECT_FALSE(the_box().model("air.bf109ef")->plus());
}

TEST(AirCombat, PlusCountsAgainstBombersOnly) {  // [7.2.3]
  Situation now;
  now.facts = {C::FIRER_HAS_PLUS, C::FIRER_IS_FIGHTER};
  now.target_air = v1::AirType::FIGHTER;
  EXPECT_EQ(total(the_box().air_combat().modifier(), now), 0);
  for (const auto type : {v1::AirType::DIVE_BOMBER, v1::AirType::LIGHT_BOMBER, v1::AirType::MEDIUM_BOMBER,
                          v1::AirType::TORPEDO_BOMBER, v1::AirType::HEAVY_BOMBER}) {
    now.target_air = type;
    EXPECT_EQ(total(the_box().air_combat().modifier(), now), 1);
  }
}

int torpedo(T::Kind target, std::set<C::Kind> facts, Situation now = {}) {
  now.target = target;
  now.facts.insert(facts.begin(), facts.end());
  return total(the_box().torpedo_attack().modifier(), now);
}

TEST(TorpedoAttack, SucceedsOn8) { EXPECT_EQ(the_box().torpedo_attack().success_on(), 8); }  // [7.3.1]

TEST(TorpedoAttack, SubmarineAgainstConvoyShipHasPlus1Or2) {  // [7.4.3 example]
  Situation now;
  now.light = v1::Light::NIGHT;
  now.weather = W::FOG;
  now.firer_nation = v1::Nation::GERMAN;
  for (const auto target : kConvoyShips)
    EXPECT_THAT(torpedo(target, {C::FIRER_IS_SUBMARINE}, now), AllOf(Ge(1), Le(2)));
}

TEST(TorpedoAttack, AircraftAgainstConvoyShipHasPlus1Or2) {  // [7.2.6 example]
  Situation now;
  now.firer_air = v1::AirType::MEDIUM_BOMBER;
  for (const auto target : kConvoyShips) EXPECT_THAT(torpedo(target, {C::FIRER_IS_AIRCRAFT}, now), AllOf(Ge(1), Le(2)));
}

TEST(TorpedoAttack, FloatplaneAgainstConvoyShipHasAtMostPlus4) {  // [7.2.6 example]
  Situation now;
  now.firer_air = v1::AirType::TORPEDO_BOMBER;
  EXPECT_LE(torpedo(T::MV, {C::FIRER_IS_AIRCRAFT}, now), 4);
}

TEST(TorpedoAttack, BoatsAgainstAnEvadingCruiserHaveMinus1OrWorse) {  // [7.5.7 example, round 3]
  EXPECT_LE(torpedo(T::CA, {C::TARGET_EVADING, C::FIRER_IS_SURFACE_SHIP}, battle()), -1);
}

TEST(TorpedoAttack, DestroyersAgainstACruiserHaveAtMostPlus1) {  // [7.5.7 example, round 3]
  EXPECT_LE(torpedo(T::CL, {C::FIRER_IS_SURFACE_SHIP}, battle()), 1);
}

TEST(TorpedoDamage, ConvoyShipsOn8LoseTwo) {  // [7.4.3 example]
  for (const auto target : kConvoyShips) {
    const auto& row = the_box().torpedo_damage(target, 8);
    EXPECT_EQ(row.effect(), v1::TorpedoDamageTable::CS_SUNK);
    EXPECT_EQ(row.number(), 2);
  }
}

TEST(TorpedoDamage, OneSunkOccursForConvoyShips) {  // [7.2.6 example]
  bool seen = false;
  for (int die = 0; die <= 9; ++die) {
    const auto& row = the_box().torpedo_damage(T::MV, die);
    seen |= row.effect() == v1::TorpedoDamageTable::CS_SUNK && row.number() == 1;
  }
  EXPECT_TRUE(seen);
}

TEST(TorpedoDamage, EveryKindOfResultOccursAndNumbersFitTheirShips) {  // [7.3.1 ii]
  std::set<int> seen;
  for (const auto target : kSurfaceTypes) {
    for (int die = 0; die <= 9; ++die) {
      const auto effect = the_box().torpedo_damage(target, die).effect();
      seen.insert(effect);
      const bool heavy = target <= T::CM;
      if (effect == v1::TorpedoDamageTable::CS_LOST || effect == v1::TorpedoDamageTable::CRIPPLED ||
          effect == v1::TorpedoDamageTable::SUNK) {
        EXPECT_TRUE(heavy) << T::Kind_Name(target);
      }
      if (effect == v1::TorpedoDamageTable::CS_DIW) {
        EXPECT_FALSE(heavy) << T::Kind_Name(target);
      }
    }
  }
  for (const int effect :
       {v1::TorpedoDamageTable::CS_LOST, v1::TorpedoDamageTable::CS_DIW, v1::TorpedoDamageTable::CRIPPLED,
        v1::TorpedoDamageTable::SUNK, v1::TorpedoDamageTable::CS_SUNK}) {
    EXPECT_TRUE(seen.contains(effect)) << effect;
  }
}

TEST(TorpedoDamage, CapitalShipsCarriersCruisersLightAndConvoyShipsHaveColumnsOfTheirOwn) {  // [7.3.1 ii]
  std::set<const void*> columns;
  for (const auto target : {T::BB, T::CV, T::CL, T::DD, T::MV}) {
    for (const auto& column : the_box().torpedo_damage().column()) {
      if (lists(column.target(), target)) columns.insert(&column);
    }
  }
  EXPECT_EQ(columns.size(), 5u);
}

int surprise(Situation now) { return total(the_box().surprise().modifier(), now); }

TEST(Surprise, SucceedsOn7) { EXPECT_EQ(the_box().surprise().success_on(), 7); }  // [7.6]

TEST(Surprise, ReducedVisibilityAndAnUnidentifiedAttackerHavePlus1Each) {  // [7.5.7 example]
  Situation now;
  now.weather = W::REDUCED_VISIBILITY;
  EXPECT_EQ(surprise(now), 1);
  now.weather = W::FAIR;
  now.facts = {C::ATTACKER_UNIDENTIFIED};
  EXPECT_EQ(surprise(now), 1);
}

TEST(Surprise, NightChangesNothing) {  // [7.5.7 example]
  Situation now;
  now.light = v1::Light::NIGHT;
  EXPECT_EQ(surprise(now), 0);
}

TEST(Surprise, FogStormsAndGalesChangeIt) {  // [9.2.3-9.2.5]
  for (const auto weather : {W::FOG, W::STORMS, W::GALES}) {
    Situation now;
    now.weather = weather;
    EXPECT_NE(surprise(now), 0) << W::Kind_Name(weather);
  }
}

TEST(Surprise, TheExampleRolls3AndReaches5) {
  EXPECT_EQ(3 + surprise(battle({C::ATTACKER_UNIDENTIFIED})), 5);
}  // [7.5.7 example]

int withdrawal(Situation now) { return total(the_box().withdrawal().modifier(), now); }

TEST(Withdrawal, SucceedsOn7) { EXPECT_EQ(the_box().withdrawal().success_on(), 7); }  // [7.5.2 v]

TEST(Withdrawal, NightAndReducedVisibilityHavePlus1Each) {  // [7.5.7 example]
  Situation now;
  now.light = v1::Light::NIGHT;
  EXPECT_EQ(withdrawal(now), 1);
  now.light = v1::Light::DAY;
  now.weather = W::REDUCED_VISIBILITY;
  EXPECT_EQ(withdrawal(now), 1);
}

TEST(Withdrawal, FogStormsAndGalesChangeIt) {  // [9.2.3-9.2.5]
  for (const auto weather : {W::FOG, W::STORMS, W::GALES}) {
    Situation now;
    now.weather = weather;
    EXPECT_NE(withdrawal(now), 0) << W::Kind_Name(weather);
  }
}

TEST(Withdrawal, HighCommandCautionGivesTheAxisPlus2) {  // [13.3]
  Situation now;
  now.side = wardroom::v1::Side::AXIS;
  now.facts = {C::HIGH_COMMAND_CAUTION};
  EXPECT_EQ(withdrawal(now), 2);
  now.side = wardroom::v1::Side::ALLIED;
  EXPECT_EQ(withdrawal(now), 0);
}

TEST(Withdrawal, TheExampleRolls5AndAllReach7HitOrNot) {  // [7.5.7 example, round 3]
  Situation now = battle();
  now.side = wardroom::v1::Side::AXIS;
  for (const auto unit : {T::CA, T::CB, T::DD}) {
    for (const auto speed : {v1::Speed::HIGH, v1::Speed::MODERATE}) {
      now.unit = unit;
      now.speed = speed;
      EXPECT_EQ(5 + withdrawal(now), 7);
    }
  }
}

TEST(DestroyerFate, Sunk3Damaged7AndBothMiddleFatesExist) {  // [7.5.7 example, 7.9]
  EXPECT_EQ(the_box().destroyer_fate(3), v1::DestroyerFateTable::SUNK);
  EXPECT_EQ(the_box().destroyer_fate(7), v1::DestroyerFateTable::DAMAGED);
  std::set<int> seen;
  for (int die = 0; die <= 9; ++die) seen.insert(the_box().destroyer_fate(die));
  EXPECT_EQ(seen.size(), 4u);
}

TEST(SingleEvents, OneTorpedoAircraftCsThatGetsThroughSinksAboutSixTenths) {
  // He 111: two symbols, so two attacks a CS.
  double sunk = 0;
  for (int die = 0; die <= 9; ++die) {
    const auto& row = the_box().torpedo_damage(T::MV, die);
    if (row.effect() == v1::TorpedoDamageTable::CS_SUNK) sunk += row.number() / 10.0;
  }
  const double success = (10 - (8 - torpedo(T::MV, {C::FIRER_IS_AIRCRAFT}))) / 10.0;
  const double aircraft = the_box().model("air.he111h6")->torpedoes() * success * sunk;
  EXPECT_THAT(aircraft, AllOf(Ge(0.5), Le(0.7)));
  const double submarine = (10 - (8 - torpedo(T::MV, {C::FIRER_IS_SUBMARINE}))) / 10.0 * sunk;
  EXPECT_THAT(submarine, AllOf(Ge(0.3), Le(0.4)));
}

TEST(SingleEvents, OneJu88BombCsSinksTwoToThreeTenths) {
  const double hit = (10 - *the_box().bombing_hit(v1::AirType::LIGHT_BOMBER, T::MV)) / 10.0;
  EXPECT_THAT(hit, AllOf(Ge(0.2), Le(0.3)));
}

}  // namespace
}  // namespace wardroom::pq17
