// Submarines are found and lost [7.4.1, 7.4.2].
#pragma once

#include <vector>

#include "server/titles/pq17/submarine/asw.h"

namespace wardroom::pq17 {

// Boats are sunk, or damaged and go home: their owner says which [DP-95]. The Wolfpack may be gone afterwards.
Task<> lose_submarines(Operation& op, Side side, ForceKey wolfpack, AswResult result);

// Offensive ASW from the air [7.4.2, A-53]. The caller has begun the engagement and located the Wolfpack; he raises its
// ID afterwards, if it is still there, and ends the engagement.
Task<> hunt_from_air(Operation& op, Side side, std::vector<AirKey> air_units, BlockId wolfpack);

}  // namespace wardroom::pq17
