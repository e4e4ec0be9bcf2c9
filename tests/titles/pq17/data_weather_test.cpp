// Weather and ice: what the rule book fixes, and the shares the weather table is made for.
#include <gmock/gmock.h>

#include <array>

#include "server/titles/pq17/data/odds.h"
#include "tests/titles/pq17/situation.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using I = v1::Ice;
using W = v1::Weather;

TEST(Weather, TwoDiceGiveFiveResultsInEverySeason) {  // [9.1]
  EXPECT_NE(the_box().weather().dice(), Dice::ONE);
  for (const auto& season : the_box().weather().season()) {
    std::set<int> seen;
    for (const auto& row : season.row()) seen.insert(row.weather());
    EXPECT_EQ(seen.size(), 5u) << season.id();
  }
}

TEST(Weather, FairStormsAndGalesModifyTheNextRollTheOthersDoNot) {  // [9.2.1-9.2.5]
  for (int month = 1; month <= 12; ++month) {
    for (const auto before : kAllWeather) {
      Situation now;
      now.before = before;
      now.month = month;
      const int drm = total(the_box().weather().modifier(), now);
      const bool modifies = before == W::FAIR || before == W::STORMS || before == W::GALES;
      EXPECT_EQ(drm != 0, modifies) << W::Kind_Name(before) << " in month " << month;
    }
  }
}

TEST(Weather, NothingModifiesTheFirstRoll) {  // [9.1]
  for (int month = 1; month <= 12; ++month) {
    Situation now;
    now.month = month;
    EXPECT_EQ(total(the_box().weather().modifier(), now), 0);
  }
}

TEST(Weather, OnlyGalesCarryADispersalModifier) {  // [9.3.2]
  bool seen = false;
  for (const auto& season : the_box().weather().season()) {
    for (const auto& row : season.row()) {
      if (row.weather() != W::GALES) {
        EXPECT_EQ(row.dispersal_modifier(), 0);
      }
      seen |= row.dispersal_modifier() != 0;
    }
  }
  EXPECT_TRUE(seen);
}

void expect_shares(const std::vector<int>& months, const std::array<double, 5>& targets) {
  for (const int month : months) {
    const Climate climate = climate_of(the_box(), month);
    for (std::size_t i = 0; i < kAllWeather.size(); ++i) {
      EXPECT_NEAR(100 * climate.share[kAllWeather[i]], targets[i], 4)
          << W::Kind_Name(kAllWeather[i]) << " in month " << month;
    }
    EXPECT_GE(climate.stays, 0.40) << "month " << month;
    EXPECT_LE(climate.stays, 0.50) << "month " << month;
  }
}

TEST(WeatherShares, MayToAugust) { expect_shares({5, 6, 7, 8}, {40, 27, 22, 9, 2}); }
TEST(WeatherShares, SeptemberAndOctober) { expect_shares({9, 10}, {28, 35, 10, 18, 9}); }
TEST(WeatherShares, NovemberToApril) { expect_shares({11, 12, 1, 2, 3, 4}, {18, 37, 5, 24, 16}); }

// One row of the matrix of 9.2, in the order Fair, Reduced Visibility, Fog, Storms, Gales.
template <class Get>
auto effects(const Get& get) {
  std::vector<int> out;
  for (const auto each : kAllWeather) out.push_back(static_cast<int>(std::invoke(get, the_box().effect_of(each))));
  return out;
}

using OfWeather = v1::WeatherEffect;
using testing::ElementsAre;

TEST(WeatherEffects, AllButFairIsPoor) { EXPECT_THAT(effects(&OfWeather::poor), ElementsAre(0, 1, 1, 1, 1)); }
TEST(WeatherEffects, LandTakeOffNotInFogAndGales) {
  EXPECT_THAT(effects(&OfWeather::land_take_off), ElementsAre(1, 1, 0, 1, 0));
}
TEST(WeatherEffects, CarriersLaunchInFairAndReducedVisibility) {
  EXPECT_THAT(effects(&OfWeather::carrier_launch), ElementsAre(1, 1, 0, 0, 0));
}
TEST(WeatherEffects, CarrierAirRadiusInFairAndReducedVisibility) {
  EXPECT_THAT(effects(&OfWeather::carrier_air_radius), ElementsAre(1, 1, 0, 0, 0));
}
TEST(WeatherEffects, LandAirRadiusExceptInGales) {
  EXPECT_THAT(effects(&OfWeather::land_air_radius), ElementsAre(1, 1, 1, 1, 0));
}
TEST(WeatherEffects, SearchSectorsExceptInGales) {
  EXPECT_THAT(effects(&OfWeather::search_sectors), ElementsAre(1, 1, 1, 1, 0));
}
TEST(WeatherEffects, CamInFairAndReducedVisibility) {
  EXPECT_THAT(effects(&OfWeather::cam), ElementsAre(1, 1, 0, 0, 0));
}
TEST(WeatherEffects, HighSpeedNotForLightShipsInStormsNorForAnyoneInGales) {
  EXPECT_THAT(effects(&OfWeather::high_speed), ElementsAre(OfWeather::ALL, OfWeather::ALL, OfWeather::ALL,
                                                           OfWeather::HEAVY_SHIPS_ONLY, OfWeather::NOBODY));
}
TEST(WeatherEffects, SubmarinesAreSlowInGales) {
  using S = v1::Speed;
  EXPECT_THAT(effects(&OfWeather::submarine_speed),
              ElementsAre(S::MODERATE, S::MODERATE, S::MODERATE, S::MODERATE, S::SLOW));
}
TEST(WeatherEffects, ConvoysDrawInGales) { EXPECT_THAT(effects(&OfWeather::convoys_draw), ElementsAre(0, 0, 0, 0, 1)); }
TEST(WeatherEffects, NoAswAndNoTorpedoesInGales) {
  EXPECT_THAT(effects(&OfWeather::asw_and_torpedoes), ElementsAre(1, 1, 1, 1, 0));
}
TEST(WeatherEffects, DamageInStormsToFragileShipsInGalesToAll) {
  EXPECT_THAT(effects([](const OfWeather& effect) { return effect.damage(); }),
              ElementsAre(OfWeather::NONE, OfWeather::NONE, OfWeather::NONE, OfWeather::FRAGILE_SHIPS_OFF_THE_COAST,
                          OfWeather::EVERY_SHIP));
}
TEST(WeatherEffects, CarrierAircraftJoinSurfaceCombatInFairAndReducedVisibility) {
  EXPECT_THAT(effects(&OfWeather::carrier_aircraft_in_surface_combat), ElementsAre(1, 1, 0, 0, 0));
}
TEST(WeatherEffects, RoundsAgainstUnescortedConvoys) {
  EXPECT_THAT(effects(&OfWeather::rounds_against_unescorted), ElementsAre(0, -1, -2, -2, -2));
}
TEST(WeatherEffects, CardColumns) {
  EXPECT_THAT(effects(&OfWeather::card_column),
              ElementsAre(OfWeather::FAIR, OfWeather::REDUCED_VISIBILITY, OfWeather::FOG_GALE, OfWeather::STORM,
                          OfWeather::FOG_GALE));
}
TEST(WeatherEffects, DispersedShipsRejoinExceptInStormsAndGales) {
  EXPECT_THAT(effects(&OfWeather::rejoining), ElementsAre(1, 1, 1, 0, 0));
}
TEST(WeatherEffects, SpecialAttacksFailInStormsAndGales) {
  EXPECT_THAT(effects(&OfWeather::special_attack_fails), ElementsAre(0, 0, 0, 1, 1));
}
TEST(WeatherEffects, CombiningNeedsACardInStormsAndGales) {
  EXPECT_THAT(effects(&OfWeather::combining_needs_card), ElementsAre(0, 0, 0, 1, 1));
}

const std::vector<I::Condition> kAllIce = {I::CLEAR, I::LIGHT_DRIFT, I::HEAVY_DRIFT, I::THIN_PACK, I::SOLID_PACK};

TEST(IceTable, EveryPredictionCanVary) {  // [10.1]
  for (const auto predicted : kAllIce) {
    std::set<int> seen;
    for (int die = 0; die <= 9; ++die) seen.insert(the_box().ice(predicted, die));
    EXPECT_GE(seen.size(), 2u) << I::Condition_Name(predicted);
    EXPECT_TRUE(seen.contains(predicted)) << I::Condition_Name(predicted);
  }
}

template <class Get>
auto ice_effects(const Get& get) {
  std::vector<int> out;
  for (const auto each : kAllIce) out.push_back(static_cast<int>(std::invoke(get, the_box().effect_of(each))));
  return out;
}

using OfIce = v1::IceEffect;

TEST(IceEffects, CardsPerForce) { EXPECT_THAT(ice_effects(&OfIce::cards), ElementsAre(0, 1, 2, 3, 4)); }  // [10.2]
TEST(IceEffects, AlliesEnterThinPackByDieAndSolidPackNever) {                                             // [10.2]
  EXPECT_THAT(ice_effects(&OfIce::allied_entry),
              ElementsAre(OfIce::FREE, OfIce::FREE, OfIce::FREE, OfIce::BY_DIE, OfIce::NEVER));
}
TEST(IceEffects, AxisNeverEntersHeavyDriftOrPack) {  // [5.1.7, 10.2]
  EXPECT_THAT(ice_effects(&OfIce::axis_entry),
              ElementsAre(OfIce::FREE, OfIce::FREE, OfIce::NEVER, OfIce::NEVER, OfIce::NEVER));
}
TEST(IceEffects, ThinPackIsEnteredOn6To9) {  // [10.2.4]
  const auto& on = the_box().effect_of(I::THIN_PACK).enters_on();
  for (int die = 0; die <= 9; ++die) EXPECT_EQ(wardroom::within(on, die), die >= 6) << die;
}
TEST(IceEffects, SecondNumberOfTheDamageLine) {  // [10.2.6]
  EXPECT_THAT(ice_effects(&OfIce::plus),
              ElementsAre(OfIce::IGNORED, OfIce::IGNORED, OfIce::UNLESS_ABORTED, OfIce::UNLESS_ABORTED, OfIce::ALWAYS));
}
TEST(IceEffects, OnePlusTwoPerCard) {  // [9.3.1, 10.2.6]
  enum Crossing { kGoesOn, kGivenUp };
  const auto hurt = [](I::Condition ice, Crossing crossing) {
    const auto plus = the_box().effect_of(ice).plus();
    return plus == OfIce::ALWAYS || (plus == OfIce::UNLESS_ABORTED && crossing == kGoesOn) ? 3 : 1;
  };
  EXPECT_EQ(hurt(I::LIGHT_DRIFT, kGoesOn), 1);
  EXPECT_EQ(hurt(I::HEAVY_DRIFT, kGoesOn), 3);
  EXPECT_EQ(hurt(I::HEAVY_DRIFT, kGivenUp), 1);
  EXPECT_EQ(hurt(I::THIN_PACK, kGoesOn), 3);
  EXPECT_EQ(hurt(I::THIN_PACK, kGivenUp), 1);
  EXPECT_EQ(hurt(I::SOLID_PACK, kGivenUp), 3);
}
TEST(IceEffects, OnlyClearLetsTorpedoAircraftAttack) {
  EXPECT_THAT(ice_effects(&OfIce::torpedo_aircraft_attack), ElementsAre(1, 0, 0, 0, 0));
}  // [7.3]
TEST(IceEffects, IcebreakersInTheChannel) {  // [10.3]
  EXPECT_THAT(ice_effects(&OfIce::in_channel),
              ElementsAre(I::CLEAR, I::CLEAR, I::CLEAR, I::LIGHT_DRIFT, I::SOLID_PACK));
}

}  // namespace
}  // namespace wardroom::pq17
