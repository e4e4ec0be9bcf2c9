// Chapter 7, under water: submarines and those who hunt them [7.4].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> submarine_combat(Operation& op);  // segment 7; the enemy's temporary Air Radii end with it

}  // namespace wardroom::pq17
