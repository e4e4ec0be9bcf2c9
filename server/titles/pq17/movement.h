// Chapter 5: naval movement.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> naval_movement(Operation& op);

// Best speed of a force now: counters, fuel, weather, tow, task [5.1, 9.2, 11.2].
v1::Speed::Kind best_speed(const Operation& op, const v1::Force& force);
int hexes_at(const Operation& op, v1::Speed::Kind speed);  // this turn
// Where a force may step next, from where it is with what it has moved; in the order of the map's sides.
std::vector<Hex> next_hexes(Operation& op, Side side, const v1::Force& force,
                            std::size_t enough = 6);  // stops at so many

}  // namespace wardroom::pq17
