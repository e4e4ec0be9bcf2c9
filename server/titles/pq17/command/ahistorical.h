// Chapter 14: ahistorical forces, bought with victory points before the game.
#pragma once

#include "server/titles/pq17/command/muster.h"

namespace wardroom::pq17 {

// Before the side sets up; secret but for the points paid. Once a side has sealed its purchases it is not asked again.
Task<> buy_forces(Operation& op, Side side);
// What is to begin on the map, while the side sets up.
Task<> place_purchases(Operation& op, Side side, std::vector<AirBase>& air);

}  // namespace wardroom::pq17
