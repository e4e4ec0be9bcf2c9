// The Air Movement Segment: missions, Air Radii, bases [1.5, 5.3, 6.4.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> air_movement(Operation& op);
bool might_fly(Operation& op, Side side);  // something of it, if it were its Air Movement Segment now

}  // namespace wardroom::pq17
