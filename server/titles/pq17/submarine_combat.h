// Chapter 7, under water: submarines and those who hunt them [7.4].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> submarine_combat(Operation& op);  // segment 7; the enemy's temporary Air Radii end with it

// -- who could, circumstances and orders apart --
bool submarines_fight_in(const Operation& op, Hex hex);              // not in Gales [9.2.5]
bool has_torpedoes(const Operation& op, const v1::Force& wolfpack);  // some boat has [7.3.2]
bool can_hunt(const Operation& op, const v1::Force& force);          // a Task Force with ASW dice [7.4.2]
Text name_of_attacker(Operation& op, const v1::Force& force);        // its face, or its kind alone: attacks name it

// -- announced, located, fought; false: the target was not found. Whoever is concerned may be gone afterwards --
Task<bool> attack_with_wolfpack(Operation& op, Side side, int wolfpack, std::uint32_t target);  // [7.4.3, 7.7.2]
Task<bool> hunt_with_task_force(Operation& op, Side side, int force, std::uint32_t wolfpack);   // [7.4.2]
Task<bool> stalk_wolfpack(Operation& op, Side side, int wolfpack, std::uint32_t target);        // [7.4.4]

// [7.4.6] The submarines of a convoy split into a Wolfpack and attack, in the engagement that is going on. None:
// nothing happens.
Task<> submarines_of_convoy_attack(Operation& op, Side side, int convoy_key, std::uint32_t enemy_tf_block);

}  // namespace wardroom::pq17
