// Chapter 5: naval movement.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> naval_movement(Operation& op);

}  // namespace wardroom::pq17
