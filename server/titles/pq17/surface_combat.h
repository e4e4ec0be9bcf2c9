// Chapter 7, on the surface [7.1, 7.5, 7.6].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> surface_combat(Operation& op);  // segment 8

// Task Forces attack an Identified force in their hex: it is announced, each has to find it, then there is a battle.
// False: no combat came of it. In the Surface Combat Segment others may intercept. Whoever took part has fought; forces
// may be gone.
Task<bool> fight(Operation& op, Side attacker, std::vector<int> attackers, std::uint32_t target);

// A Task Force attacks a force in the same box: nothing to find, nobody to join, and convoys may withdraw [12.12].
Task<> fight_in_box(Operation& op, Side attacker, int attacker_key, int target_key);

}  // namespace wardroom::pq17
