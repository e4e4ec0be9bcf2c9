// Chapter 3: the sequence of play, in strict order.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> play_operation(Operation& op);

// Why an Operation ends after this turn, as a text; empty: it goes on [3.4].
Text operation_over(Operation& op);

}  // namespace wardroom::pq17
