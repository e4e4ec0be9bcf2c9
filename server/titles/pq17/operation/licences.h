// Licences: every reveal stands on one. A licence is a rule and the hidden facts which that rule lets be told; this is
// the one table of them. The licence test changes single hidden facts and fails where a reveal differs although its
// licence does not name what was changed.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "server/titles/pq17/operation/licence.h"

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

// In the order of the enum: the rule, the facts it lets be told, and what is said.
constexpr auto licence_table() {
  using namespace fact;
  using enum Licence;
  return std::array{
      LicenceRow{kIdZero, "6.2.1", kForce},   // which block it is; no ships
      LicenceRow{kIdOne, "6.2.1", kCounted},  // counters, within half of them; large or small convoy
      LicenceRow{kIdTwo, "6.2.1", kSummed},   // counters, Heavy Ships, carriers or none, convoy ships
      LicenceRow{kIdThree, "6.2.1", kSummed | kCategory | kDamage},  // counters and CS of each category
      LicenceRow{kIdFour, "6.2.1", kShips},                          // names, in port only
      LicenceRow{kIdRises, "6.7", kForce},                           // the level and the face after a combat
      LicenceRow{kGermanThreat, "5.1.9", kNothing},                  // it follows from what was told
      LicenceRow{kTirpitz, "5.1.8", kCategory | kName},  // whether a carrier that was told of is a listed one
      LicenceRow{kSearchCard, "6.2", kForce | kCarrier | kAircraft},  // a card that succeeds: who searched with it
      LicenceRow{kNegated, "6.2.2", kForce | kCarrier | kDamage},  // the owner chose to say why it fails; a CAM is used
      LicenceRow{kCarrierAnnounced, "5.3.1", kForce | kCarrier},   // to have her Air Radius
      LicenceRow{kShadowing, "6.3", kForce},                       // who follows
      LicenceRow{kShadowingEnds, "6.3.5", kForce | kFuel},         //
      LicenceRow{kShadowedPart, "6.3.4", kSummed | kCategory},     // which part is the one that was named
      LicenceRow{kDispersedHere, "7.7", kForce},                   // what was found is the part of a convoy
      LicenceRow{kScatteredContact, "6.8.1", kForce},              // who found ships
      LicenceRow{kEvent, "13", kForce},                            // it has an effect or none
      LicenceRow{kEventLocates, "13", kForce},                     // where somebody is, and who
      LicenceRow{kSplit, "1.2.3", kCounted},                       // an Identified force leaves another
      LicenceRow{kNewBlock, "1.2.3", kCounted | kPlan},            // one block more
      LicenceRow{kCombines, "1.2.4", kForce},                      // two blocks are one
      LicenceRow{kNoLongerConvoy, "1.2.1", kCounted},              // its merchants are gone
      LicenceRow{kPartsTogether, "5.6", kForce},                   // Dispersed parts move with their convoy
      LicenceRow{kScatters, "5.5", kCounted},                      // how many blocks are left
      LicenceRow{kGone, "7", kShips},         // a block less; ice, weather and breakdown take ships by what they are
      LicenceRow{kDummyGone, "1.3", kForce},  //
      LicenceRow{kPortFull, "5.1.2", kSummed | kCategory},             // some have to wait outside
      LicenceRow{kSetUp, "4.1.3", kForce | kPlan},                     // blocks in a port
      LicenceRow{kDispersal, "9.3", kCounted},                         // dice, and parts that fall behind or come back
      LicenceRow{kAircraftFly, "5.3", kForce | kCarrier | kAircraft},  // from a carrier too
      LicenceRow{kAttack, "7.1", kForce},                              // who attacks
      LicenceRow{kFinds, "7.1.1", kForce | kCarrier | kAircraft},      // who seeks, and whether he was kept off
      LicenceRow{kScramble, "7.2.1", kForce | kCarrier | kAircraft},   //
      LicenceRow{kCam, "1.4.3", kShips},                               //
      LicenceRow{kDisplay, "7.2.4", kShips},                           // they lie face up
      LicenceRow{kDice, "7", kShips | kAircraft},             // rows and numbers of dice depend on who fires at whom
      LicenceRow{kLosses, "7", kShips | kAircraft},           //
      LicenceRow{kAirLosses, "7.2.3", kAircraft},             //
      LicenceRow{kCarrierBattle, "14.1", kForce | kCarrier},  // who of those that are Identified has sent the aircraft
      LicenceRow{kPatrol, "7.4.5", kCounted},                 // a Wolfpack is held up, or none was there
      LicenceRow{kAsw, "7.4.1", kShips},                      //
      LicenceRow{kSubmarine, "7.4", kShips},               // boats that attack, and whether there is what they aim at
      LicenceRow{kAmbush, "7.4.4", kForce},                //
      LicenceRow{kLoneShips, "7.7", kShips},               //
      LicenceRow{kBattle, "7.5", kShips},                  // who joins, withdraws and is left
      LicenceRow{kFaceDown, "7.5.9", kCounted | kDamage},  // counters, by Night
      LicenceRow{kOilerEmpty, "11.3.2", kFuel},            // her counter is turned over
      LicenceRow{kHitlerInBattle, "7.5.7",
                 kShips | kChit},                    // the weaker side breaks off, unless a chit lets it stay [12.9]
      LicenceRow{kBought, "14", kSecret},            //
      LicenceRow{kReinforcements, "13.6", kSecret},  //
      LicenceRow{kChitShown, "12", kChit},           //
      LicenceRow{kCondition, "12", kShips | kFuel | kSecret},       // what is done about it in the open
      LicenceRow{kConditionScore, "12", kShips | kFuel | kSecret},  //
      LicenceRow{kArrival, "2.1.1", kCounted | kPlan},              // a convoy at its destination
      LicenceRow{kLossScore, "2.1.1", kShips | kPlan},              // whether a merchant was loaded
      LicenceRow{kOperationOver, "3.4", kForce | kPlan},            // where convoys are
      LicenceRow{kFinalScore, "2", kEverything},                    // the Operation is over
  };
}
inline constexpr auto kLicences = licence_table();

constexpr const LicenceRow& row_of(Licence licence) { return kLicences[static_cast<std::size_t>(licence) - 1]; }

}  // namespace wardroom::pq17
