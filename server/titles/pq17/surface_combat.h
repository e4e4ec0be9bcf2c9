// Chapter 7, on the surface [7.5, 7.6].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> surface_combat(Operation& op);  // segment 8

}  // namespace wardroom::pq17
