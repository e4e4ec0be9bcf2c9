// Forces are stood up, split, scattered and combined by their owner [1.2.3 - 1.3, 5.5, 6.6].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> stand_up_forces(Operation& op);  // Naval Movement, step a [1.3, 6.6]
Task<> split_forces(Operation& op);     // step b [1.2.3, 5.1.1, 5.5]
Task<> scatter_by_order(Operation& op, Side side, ForceKey key);
Task<> combine_forces(Operation& op);  // segment 9 [1.2.4, 1.2.5, 1.3, 5.1.1, 9.3.3, 9.4, 11.1.1]

}  // namespace wardroom::pq17
