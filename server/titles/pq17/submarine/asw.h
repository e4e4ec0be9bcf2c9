// Hunting submarines [7.4.1]: who throws how many dice, what they come to, and which boats are lost. An engagement is
// going on.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Those of Soviet ships have a modifier of their own.
struct AswDice {
  int usual = 0;
  int soviet = 0;
  int all() const { return usual + soviet; }
};
AswDice asw_dice(const Operation& op, const v1::Force& force);                // of its ships, without the cap
AswDice asw_dice(const Operation& op, const std::vector<AirKey>& air_units);  // of those marked A
bool can_hunt(const Operation& op, const v1::Force& force);                   // a Task Force with ASW dice [7.4.2]
int submarine_cs(const Operation& op, const v1::Force& force);
int most_asw_dice(const Operation& op, int submarines);  // against so many CS

struct Hunt {
  Side side;  // who hunts
  Hex hex;
  bool offensive = false;   // [7.4.2]
  bool air_radius = false;  // of his, over the hex
  const char* row = "roll.row.asw";
};
// From land, or by aircraft on patrol; a carrier's has to be announced by itself.
bool air_radius_over(const Operation& op, Side side, Hex hex);

// So many dice on the ASW Table; Soviet ships and submarines have a modifier of their own.
std::vector<v1::AswTable::Result> roll_asw(Operation& op, const Hunt& hunt, int dice, v1::Nation::Kind nation);

// No more than there are submarines, the worst first.
struct AswResult {
  int held_down = 0;
  int damaged = 0;
  int sunk = 0;
  int all() const { return held_down + damaged + sunk; }
};
Telling driven_home(Side side, Text wolfpack, int boats);  // of hers
AswResult throw_asw(Operation& op, const Hunt& hunt, AswDice dice, int submarines);

}  // namespace wardroom::pq17
