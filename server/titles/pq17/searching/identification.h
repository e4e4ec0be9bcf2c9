// Identification Levels: how they rise and fall [6.2.1, 6.6, 6.7].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Raises the level and gives the statement of the new one; `counters` is what the owner says at ID1 [6.2.1].
// A Dummy is eliminated, a level above the new one stays and nothing is said. None: the figure is drawn.
void raise_id(Operation& op, v1::Block& block, int level, std::optional<int> counters);
void raise_id_silently(Operation& op, v1::Block& block, int level);  // submarine combat shows no ships [7.4.3]
void note_told(Operation& op, const v1::Block& block);  // what follows from what was told of it [5.1.8, 5.1.9, 11.4]

void lose_id(Operation& op, v1::Block& block, int levels);  // never below ID0 [6.6]
void lose_id_by_moving_or_idleness(Operation& op);          // Naval Movement, step e [6.6]

}  // namespace wardroom::pq17
