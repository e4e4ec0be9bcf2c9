// Before play: set-up and planning [4.1.3, 4.2].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> set_up(Operation& op, Side side);  // [4.1.3]
Task<> plan(Operation& op, Side side);    // [4.2]; runs beside the other side's

}  // namespace wardroom::pq17
