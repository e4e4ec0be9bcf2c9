// Ships that sail alone: of Scattered convoys, and of parts that a gale tore off [7.7].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

// Whoever made contact with ships of a Scattered convoy may attack at once [6.8.1, A-32]: in the Reconnaissance
// Segment.
Task<> attack_contacts(Operation& op);

// -- in the engagement that is going on; the convoy is the enemy's, and may be gone afterwards --
void sink_lone_ship(Operation& op, Side side, int task_force, int convoy);    // [7.7.1]; ID and fuel as after a battle
void torpedo_lone_ships(Operation& op, Side side, int wolfpack, int convoy);  // [7.7.2]; the Wolfpack becomes ID1

}  // namespace wardroom::pq17
