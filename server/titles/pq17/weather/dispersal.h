// Merchants that fall behind their convoy, and find it again [9.3.2, 9.3.3].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

int dispersal_dice(const Operation& op, int merchants);  // [9.3.2]
// The first part that is dispersed from a convoy; there is never another [9.3.2].
v1::Force* dispersed_part(Operation& op, Side side, ForceKey parent);
// The Dispersed part of a convoy, made now if there is none; null: no block is left.
v1::Force* part_of(Operation& op, Side side, ForceKey key);
void no_longer_binding(v1::Block& block);  // what was said of it
// So many merchants of a convoy, at random, are Dispersed now; how many, for there may be no block for them [9.3.2].
int fall_behind(Operation& op, Side side, ForceKey key, int merchants);
void come_back(Operation& op, Side side, v1::Force& parent, int merchants);  // and are no more [9.3.3]
void rejoin(Operation& op, Side side, v1::Force& parent);                    // one die [9.3.3]

}  // namespace wardroom::pq17
