// The segments of chapter 6: reconnaissance, transit, photographs [6.2 - 6.4, 6.6.1, 6.9].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> photo_reconnaissance(Operation& op);  // [6.9]
Task<> reconnaissance(Operation& op);        // [6.2 - 6.4]
// The passive side says what lies in its port as for a picture of this level; the subject is that of a draw.
Task<> port_answers(Operation& op, const PlaceFacts& port, int level, std::uint64_t subject);

// A moving block is about to leave a hex with enemy blocks that it entered this turn [6.6.1]. False: its move ends
// here.
Task<bool> transit(Operation& op, Side mover, ForceKey key);

}  // namespace wardroom::pq17
