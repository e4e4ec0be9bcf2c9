// Atlantic Breakout: off the map by its western edge [12.2].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

bool may_break_out(const Operation& op, const UnitFacts& unit);   // a Heavy Ship, and no light cruiser
bool may_exit(Operation& op, Side side, const v1::Force& force);  // now, from where it is
void exit_map(Operation& op, Side side, int key);                 // the force is gone
void score_breakout(Operation& op);                               // those who have left since, with the fuel for it

}  // namespace wardroom::pq17
