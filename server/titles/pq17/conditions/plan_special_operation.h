// The owner plans his mines [12.8], his raid or his human torpedoes [12.14].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> plan_special_operation(Operation& op, Side side);  // in the Planning Phase, unseen by the other side

}  // namespace wardroom::pq17
