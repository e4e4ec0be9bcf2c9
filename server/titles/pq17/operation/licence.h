// The licence a reveal stands on. What each lets be told, and by which rule: licences.h.
#pragma once

#include <array>
#include <cstdint>

namespace wardroom::pq17 {

enum class Licence : std::uint32_t {
  kIdZero = 1,
  kIdOne,
  kIdTwo,
  kIdThree,
  kIdFour,
  kIdRises,
  kGermanThreat,
  kTirpitz,
  kSearchCard,
  kNegated,
  kCarrierAnnounced,
  kShadowing,
  kShadowingEnds,
  kShadowedPart,
  kDispersedHere,
  kScatteredContact,
  kEvent,
  kEventLocates,
  kSplit,
  kNewBlock,
  kCombines,
  kNoLongerConvoy,
  kPartsTogether,
  kScatters,
  kGone,
  kDummyGone,
  kPortFull,
  kSetUp,
  kDispersal,
  kAircraftFly,
  kAttack,
  kFinds,
  kScramble,
  kCam,
  kDisplay,
  kDice,
  kLosses,
  kAirLosses,
  kCarrierBattle,
  kPatrol,
  kAsw,
  kSubmarine,
  kAmbush,
  kLoneShips,
  kBattle,
  kFaceDown,
  kOilerEmpty,
  kHitlerInBattle,
  kBought,
  kReinforcements,
  kChitShown,
  kCondition,
  kConditionScore,
  kArrival,
  kLossScore,
  kOperationOver,
  kFinalScore,
};

// On which a statement of this level stands.
constexpr Licence statement_licence(int level) {
  constexpr std::array kByLevel = {Licence::kIdZero, Licence::kIdOne, Licence::kIdTwo, Licence::kIdThree,
                                   Licence::kIdFour};
  return kByLevel[static_cast<std::size_t>(level)];
}

}  // namespace wardroom::pq17
