// One-line mistakes of the rules kept on purpose. Each is killed by the test named after its rule: the tests run the
// program again with one of them switched on, and the named test must fail.
#pragma once

#include <array>

namespace wardroom::pq17 {

enum class Mutant {
  kNone,
  // 9
  kWeatherModifiesFirstTurn,
  kEitherCardStopsOne,
  kDispersalRoundsUp,
  kPlusInGales,
  kStormsReachTheCoast,
  kStormsSpareSoviets,
  kLocalWeatherEndsWithTheTurn,
  // 10
  kAxisBreaksIce,
  kNoIcebreakers,
  kAbortSparesNothing,
  kThinPackOnFive,
  kPredictionIsTrue,
  // 11
  kBestFuelOnCombining,
  kHeavyBonusTwice,
  kGermanHeavyShipsGoFar,
  kBarentsburgHasOil,
  kOneOilerForAll,
  kOilersSpendExactly,
  kOilersFillAnywhere,
  // 5.3, 6: aircraft, reconnaissance
  kFightersByNight,
  kAxisRadiusByNight,
  kLandAircraftInFog,
  kNumberFindsUnidentified,
  kDummySearches,
  kSovietFlagIgnored,
  kAircraftNearInterceptors,
  kShadowerSearchesAll,
  kMarkersCostNoSearch,
  kIdAboveThree,
  kScatteredLosesId,
  kIdleLosesIdInAm,
  kShadowedIdleLosesId,
  kShadowNearInterceptors,
  kShadowIntoPort,
  kTwoWolfpacksShadow,
  kEndOfShadowKeepsId,
  kWatermarkInTransit,
  kPhotoCountsNothing,
};

struct MutantInfo {
  Mutant mutant;
  const char* name;    // for the switch
  const char* killer;  // GoogleTest filter of the test that must fail
};

// Every mutant but kNone, in the order of the chapters.
inline constexpr auto kMutants = std::to_array<MutantInfo>({
    {Mutant::kWeatherModifiesFirstTurn, "weather_modifies_first_turn", "Rule9_1.NothingModifiesTheRollOfTheFirstTurn"},
    {Mutant::kEitherCardStopsOne, "either_card_stops_one", "Rule9_2_5.EitherCardStopsBothPartsOfADispersedConvoy"},
    {Mutant::kDispersalRoundsUp, "dispersal_rounds_up", "Example_DX_03.*"},
    {Mutant::kPlusInGales, "plus_in_gales", "Example_EX_24.InGalesOnlyTheFirstNumberCounts"},
    {Mutant::kStormsReachTheCoast, "storms_reach_the_coast", "Rule9_3_1.StormsHurtFragileShipsOffTheCoastOnly"},
    {Mutant::kStormsSpareSoviets, "storms_spare_soviets", "Rule9_3_1.StormsHurtSovietDestroyers"},
    {Mutant::kLocalWeatherEndsWithTheTurn, "local_weather_ends_with_the_turn", "Rule9_5.AnAxisEventLastsThroughTheNextAlliedPhase"},
    {Mutant::kAxisBreaksIce, "axis_breaks_ice", "Rule10_1.TheAxisNeverCrossesIntoHeavyDrift"},
    {Mutant::kNoIcebreakers, "no_icebreakers", "Example_DX_26.*"},
    {Mutant::kAbortSparesNothing, "abort_spares_nothing", "Example_EX_24.HeavyDrift*"},
    {Mutant::kThinPackOnFive, "thin_pack_on_five", "Example_DX_12.*"},
    {Mutant::kPredictionIsTrue, "prediction_is_true", "Rule10_1.*"},
    {Mutant::kBestFuelOnCombining, "best_fuel_on_combining", "Example_DX_24.*"},
    {Mutant::kHeavyBonusTwice, "heavy_bonus_twice", "Rule11_1_2.TheBonusOfASplitComesOnce"},
    {Mutant::kGermanHeavyShipsGoFar, "german_heavy_ships_go_far", "Rule11_4.*"},
    {Mutant::kBarentsburgHasOil, "barentsburg_has_oil", "Rule11_3_1.NothingIsTakenOnAtBarentsburg"},
    {Mutant::kOneOilerForAll, "one_oiler_for_all", "Rule11_3_2.TenCsAnOilerAndNoMore"},
    {Mutant::kOilersSpendExactly, "oilers_spend_exactly", "Example_DX_23.*"},
    {Mutant::kOilersFillAnywhere, "oilers_fill_anywhere", "Rule11_3_1.OilersFillUpOnlyInPermanentPorts"},
});

}  // namespace wardroom::pq17
