// Combat with a force that was found while it passed [6.6.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// The finder may attack, then the mover, unless it is a Wolfpack [DP-54, DP-55]. True: it came to combat, and the move
// ends here.
Task<bool> combat_in_transit(Operation& op, Side mover, ForceKey key);
Task<> go_on_in_transit(Operation& op);  // with that combat, from the step at which it stands

}  // namespace wardroom::pq17
