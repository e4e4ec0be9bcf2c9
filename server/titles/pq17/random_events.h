// Chapter 13: random events.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> random_event(Operation& op);

}  // namespace wardroom::pq17
