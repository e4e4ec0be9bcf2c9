// Convoys that scatter [5.5], and those that have lost their merchants [1.2, 1.2.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// The convoy may scatter now: at sea, whole, with blocks for its warships [5.5].
bool can_scatter(Operation& op, Side side, const v1::Force& force);
// The convoy's warships become a Task Force, the convoy scatters and lies flat at ID3 [5.5, 6.8.1]. Shadowing of it
// ends.
void scatter(Operation& op, Side side, v1::Force& convoy);
// A convoy that has lost its last merchant needs another block [1.2, 1.2.1]; if it lies flat, everybody sees which. It
// keeps the old one when none is left for it, while it is Scattered, and with submarines until it is at sea. The force
// may be gone, or never have been a convoy.
void needs_other_block(Operation& op, Side side, ForceKey key);

}  // namespace wardroom::pq17
