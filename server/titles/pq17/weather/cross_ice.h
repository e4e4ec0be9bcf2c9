// A force is about to cross into ice, and its owner may think better of it [10.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// A force tries to cross into a hex, or to leave or enter port there. Rolls, asks, draws damage. False: its move ends
// where it is. The force may be gone afterwards. Its occasions are the hexes it has moved this turn.
Task<bool> cross_ice(Operation& op, Side side, ForceKey key, Hex to);

}  // namespace wardroom::pq17
