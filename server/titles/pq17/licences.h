// Licences: every reveal stands on one. A licence is a rule and the hidden facts which that rule lets be told; this is
// the one table of them. The licence test changes single hidden facts and fails where a reveal differs although its
// licence does not name what was changed.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "server/titles/pq17/licence.h"

namespace wardroom::pq17 {

using Facts = std::uint32_t;

// Kinds of hidden facts.
namespace fact {

enum Fact : Facts {
  kNothing = 0,
  kForce = 1 << 0,     // which force a block is, a Dummy or none; where forces are that are not on the map
  kStrength = 1 << 1,  // how many counters, Heavy Ships, boats or merchants
  kCarrier = 1 << 2,   // whether a carrier is aboard
  kCategory = 1 << 3,  // which categories, and how strong
  kName = 1 << 4,      // which ship, of one category and strength
  kDamage = 1 << 5,    // hits, torpedoes and CAMs spent
  kFuel = 1 << 6,
  kAircraft = 1 << 7,  // those aboard a carrier
  kPlan = 1 << 8,      // orders, destinations and choices made in secret
  kChit = 1 << 9,
  kPoints = 1 << 10,  // Command Points, and what is scored in secret
};
constexpr Facts kCounted = kForce | kStrength;
constexpr Facts kSummed = kCounted | kCarrier;                   // as at ID2
constexpr Facts kShips = kSummed | kCategory | kName | kDamage;  // as they lie on the display
constexpr Facts kSecret = kPlan | kChit | kPoints;
constexpr Facts kEverything = kShips | kFuel | kAircraft | kSecret;

}  // namespace fact

struct LicenceRow {
  Licence licence;
  std::string_view rule;
  Facts facts;
};

// In the order of the enum.
inline constexpr std::array kLicences = {
    // Reconnaissance: a statement tells what its level tells, at sea or of a port, and nothing else.
    LicenceRow{Licence::kIdZero, "6.2.1", fact::kForce}, LicenceRow{Licence::kIdOne, "6.2.1", fact::kCounted},
    LicenceRow{Licence::kIdTwo, "6.2.1", fact::kSummed},
    LicenceRow{Licence::kIdThree, "6.2.1", fact::kSummed | fact::kCategory | fact::kDamage},
    LicenceRow{Licence::kIdFour, "6.2.1", fact::kShips}, LicenceRow{Licence::kIdRises, "6.7", fact::kForce},
    LicenceRow{Licence::kGermanThreat, "5.1.9", fact::kNothing},  // it follows from what was told
    LicenceRow{Licence::kTirpitz, "5.1.8",
               fact::kCategory | fact::kName},  // whether the carrier told of is one that is listed
    LicenceRow{Licence::kSearchCard, "6.2", fact::kForce | fact::kCarrier | fact::kAircraft},
    LicenceRow{Licence::kNegated, "6.2.2", fact::kForce | fact::kCarrier | fact::kDamage},
    LicenceRow{Licence::kCarrierAnnounced, "5.3.1", fact::kForce | fact::kCarrier},
    LicenceRow{Licence::kShadowing, "6.3", fact::kForce},
    LicenceRow{Licence::kShadowingEnds, "6.3.5", fact::kForce | fact::kFuel},
    LicenceRow{Licence::kShadowedPart, "6.3.4", fact::kSummed | fact::kCategory},
    LicenceRow{Licence::kDispersedHere, "7.7", fact::kForce},
    LicenceRow{Licence::kScatteredContact, "6.8.1", fact::kForce},
    // Random Events.
    LicenceRow{Licence::kEvent, "13", fact::kForce}, LicenceRow{Licence::kEventLocates, "13", fact::kForce},
    // Blocks that come, go and show that they belong together.
    LicenceRow{Licence::kSplit, "1.2.3", fact::kCounted},
    LicenceRow{Licence::kNewBlock, "1.2.3", fact::kCounted | fact::kPlan},
    LicenceRow{Licence::kCombines, "1.2.4", fact::kForce},
    LicenceRow{Licence::kNoLongerConvoy, "1.2.1", fact::kCounted},
    LicenceRow{Licence::kPartsTogether, "5.6", fact::kForce}, LicenceRow{Licence::kScatters, "5.5", fact::kCounted},
    LicenceRow{Licence::kGone, "7", fact::kCounted}, LicenceRow{Licence::kDummyGone, "1.3", fact::kForce},
    LicenceRow{Licence::kPortFull, "5.1.2", fact::kSummed | fact::kCategory},
    LicenceRow{Licence::kSetUp, "4.1.3", fact::kForce | fact::kPlan},
    LicenceRow{Licence::kDispersal, "9.3", fact::kCounted},
    // Combat: what takes part lies face up.
    LicenceRow{Licence::kAircraftFly, "5.3", fact::kForce | fact::kCarrier | fact::kAircraft},
    LicenceRow{Licence::kAttack, "7.1", fact::kForce},
    LicenceRow{Licence::kFinds, "7.1.1", fact::kForce | fact::kCarrier | fact::kAircraft},
    LicenceRow{Licence::kScramble, "7.2.1", fact::kForce | fact::kCarrier | fact::kAircraft},
    LicenceRow{Licence::kCam, "1.4.3", fact::kShips}, LicenceRow{Licence::kDisplay, "7.2.4", fact::kShips},
    LicenceRow{Licence::kDice, "7", fact::kShips | fact::kAircraft},
    LicenceRow{Licence::kLosses, "7", fact::kShips | fact::kAircraft},
    LicenceRow{Licence::kAirLosses, "7.2.3", fact::kAircraft}, LicenceRow{Licence::kPatrol, "7.4.5", fact::kCounted},
    LicenceRow{Licence::kAsw, "7.4.1", fact::kShips}, LicenceRow{Licence::kSubmarine, "7.4", fact::kShips},
    LicenceRow{Licence::kAmbush, "7.4.4", fact::kForce}, LicenceRow{Licence::kLoneShips, "7.7", fact::kShips},
    LicenceRow{Licence::kBattle, "7.5", fact::kShips},
    LicenceRow{Licence::kFaceDown, "7.5.9", fact::kCounted | fact::kDamage},
    LicenceRow{Licence::kHitlerInBattle, "7.5.7", fact::kShips},
    // What was chosen in secret comes out when it is used.
    LicenceRow{Licence::kBought, "14", fact::kSecret}, LicenceRow{Licence::kReinforcements, "13.6", fact::kSecret},
    LicenceRow{Licence::kChitShown, "12", fact::kChit},
    LicenceRow{Licence::kCondition, "12", fact::kShips | fact::kFuel | fact::kSecret},
    LicenceRow{Licence::kConditionScore, "12", fact::kShips | fact::kFuel | fact::kSecret},
    LicenceRow{Licence::kArrival, "2.1.1", fact::kCounted | fact::kPlan},
    LicenceRow{Licence::kLossScore, "2.1.1", fact::kShips | fact::kPlan},
    LicenceRow{Licence::kOperationOver, "3.4", fact::kForce | fact::kPlan},
    LicenceRow{Licence::kFinalScore, "2", fact::kEverything},  // the Operation is over
};

constexpr const LicenceRow& row_of(Licence licence) { return kLicences[static_cast<std::size_t>(licence) - 1]; }

}  // namespace wardroom::pq17
