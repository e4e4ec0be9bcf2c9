// A Wolfpack that moves passes air patrols, or is held up [7.4.5].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// A block is about to cross into a hex; patrols roll by themselves, and the owner of a hidden carrier may announce her
// [A-02 - A-04]. False: it is a Wolfpack that was held up and has lost the hex, or it is gone.
Task<bool> pass_air_patrols(Operation& op, Side side, ForceKey key, Hex to, int declared);

// [DP-45] After it was held up.
Task<bool> tries_again(Operation& op, Side side, ForceKey key);

}  // namespace wardroom::pq17
