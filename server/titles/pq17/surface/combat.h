// Chapter 7, on the surface [7.1, 7.5, 7.6].
#pragma once

#include <functional>

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> surface_combat(Operation& op);  // segment 8

// Others in the hex may attack together with the first [7.1].
struct Company {
  std::function<Menu(TextId prompt)> menu;
  v1::Verb::Kind verb;
  std::function<bool(const v1::Block&)> might_come;  // for all the enemy knows
  std::function<bool(const v1::Force&)> may_come;
};
Task<> choose_company(Operation& op, Side side, BlockId target, const Company& company,
                      std::vector<ForceKey>& attackers);

// Task Forces attack an Identified force in their hex: it is announced, each has to find it, then there is a battle.
// False: no combat came of it. In the Surface Combat Segment others may intercept. Whoever took part has fought; forces
// may be gone.
Task<bool> fight(Operation& op, Side attacker, std::vector<ForceKey> attackers, BlockId target);

// A Task Force attacks a force in the same box: nothing to find, nobody to join, and convoys may withdraw [12.12].
Task<> fight_in_box(Operation& op, Side attacker, ForceKey attacker_key, ForceKey target_key);

}  // namespace wardroom::pq17
