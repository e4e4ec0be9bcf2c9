// Attacks on ships of Scattered convoys that were just found [6.8.1, 7.7].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Whoever made contact with ships of a Scattered convoy may attack at once [6.8.1, A-32]: in the Reconnaissance
// Segment.
Task<> attack_contacts(Operation& op);

}  // namespace wardroom::pq17
