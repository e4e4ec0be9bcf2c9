// Where aircraft patrol against Wolfpacks that move [7.4.5], and the carriers that may fly there [5.3.1, 6.4.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

bool patrolled(const Operation& op, Side side, Hex hex);  // in the open: everybody knows

// -- a carrier's Air Radius over her own hex --
bool might_have_carrier(Operation& op, Side side, Hex hex);             // as the enemy sees it
const v1::Force* carrier_on_patrol(Operation& op, Side side, Hex hex);  // null: none that could
void announce_carrier(Operation& op, Side side, Hex hex);

// A Wolfpack that sets out says how far it means to go [DP-43], where an enemy Air Radius might matter.
bool must_declare(Operation& op, Side side, const v1::Force& force);

}  // namespace wardroom::pq17
