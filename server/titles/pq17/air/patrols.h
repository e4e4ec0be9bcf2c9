// Air patrols against Wolfpacks that move [7.4.5], and the carriers that may fly them [5.3.1, 6.4.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// -- a carrier's Air Radius over her own hex --
bool might_have_carrier(Operation& op, Side side, Hex hex);             // as the enemy sees it
const v1::Force* carrier_on_patrol(Operation& op, Side side, Hex hex);  // null: none that could
void announce_carrier(Operation& op, Side side, Hex hex);

// A Wolfpack that sets out says how far it means to go [DP-43], where an enemy Air Radius might matter.
bool must_declare(Operation& op, Side side, const v1::Force& force);

// A block is about to cross into a hex; patrols roll by themselves, and the owner of a hidden carrier may announce her
// [A-02 - A-04]. False: it is a Wolfpack that was held up and has lost the hex, or it is gone.
Task<bool> pass_air_patrols(Operation& op, Side side, ForceKey key, Hex to, int declared);

// [DP-45] After it was held up.
Task<bool> tries_again(Operation& op, Side side, ForceKey key);

}  // namespace wardroom::pq17
