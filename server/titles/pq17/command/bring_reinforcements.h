// Reinforcements come, and their owner says where: groups [13.6], those of a chit [12.13], ahistorical forces [14].
#pragma once

#include "server/titles/pq17/command/reinforcements.h"

namespace wardroom::pq17 {

// [13.6] The next group, if one is left.
Task<> bring_reinforcements(Operation& op, Side side);

// What was bought comes; at set-up with `air` given [14].
Task<> place_purchase(Operation& op, Side side, int index, std::vector<AirBase>* air);

// [12.13] While the side that has drawn the chit sets up: the scenario's special units, or else its first group.
Task<> place_units_of_chit(Operation& op, Side side, std::vector<AirBase>& air);

}  // namespace wardroom::pq17
