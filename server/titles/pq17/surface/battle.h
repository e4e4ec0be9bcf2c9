// A battle on the surface, from deployment to what follows it [7.5.2 - 7.5.9].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// The engagement is going on and ends with the battle. Forces by their keys; some may be gone afterwards.
Task<> battle(Operation& op, Side attacker, std::vector<ForceKey> attackers, std::vector<ForceKey> defenders);

Task<> go_on_with_battle(Operation& op);  // from the step at which it stands

}  // namespace wardroom::pq17
