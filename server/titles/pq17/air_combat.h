// Chapter 7, from the air: strikes on forces, ports and airbases [7.1, 7.2, 7.3, 7.8, 14.1].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> air_combat(Operation& op);  // segment 6; missions return at its end

}  // namespace wardroom::pq17
