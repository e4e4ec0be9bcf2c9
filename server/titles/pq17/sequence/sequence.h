// Chapter 3: the sequence of play, in strict order.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> play_operation(Operation& op);

// Why an Operation ends after this turn, as a text; empty: it goes on [3.4].
Text operation_over(Operation& op);
// What a player can foresee of that at the end of his phase, from his own forces and from what everybody knows.
Text end_foreseen(const Operation& op, Side side);

}  // namespace wardroom::pq17
