// Chapter 7, under water: submarines and those who hunt them [7.4].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> submarine_combat(Operation& op);  // segment 7; the enemy's temporary Air Radii end with it

// -- announced, located, fought; false: the target was not found. Whoever is concerned may be gone afterwards --
Task<bool> attack_with_wolfpack(Operation& op, Side side, ForceKey wolfpack, BlockId target);  // [7.4.3, 7.7.2]
Task<bool> hunt_with_task_force(Operation& op, Side side, ForceKey force, BlockId wolfpack);   // [7.4.2]
Task<bool> stalk_wolfpack(Operation& op, Side side, ForceKey wolfpack, BlockId target);        // [7.4.4]

// [7.4.6] The submarines of a convoy split into a Wolfpack and attack, in the engagement that is going on. None:
// nothing happens.
Task<> submarines_of_convoy_attack(Operation& op, Side side, ForceKey convoy_key, BlockId enemy_tf_block);

}  // namespace wardroom::pq17
