// Atlantic Breakout: off the map by its western edge [12.2].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

bool may_exit(Operation& op, Side side, const v1::Force& force);  // now, from where it is
void exit_map(Operation& op, Side side, ForceKey key);            // the force is gone
void score_breakout(Operation& op);                               // those who have left since, with the fuel for it

}  // namespace wardroom::pq17
