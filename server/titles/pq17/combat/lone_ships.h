// Ships that sail alone: of Scattered convoys, and of parts that a gale tore off [7.7].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// -- in the engagement that is going on; the convoy is the enemy's, and may be gone afterwards --
void sink_lone_ship(Operation& op, Side side, ForceKey task_force,
                    ForceKey convoy);  // [7.7.1]; ID and fuel as after a battle
void torpedo_lone_ships(Operation& op, Side side, ForceKey wolfpack,
                        ForceKey convoy);  // [7.7.2]; the Wolfpack becomes ID1

}  // namespace wardroom::pq17
