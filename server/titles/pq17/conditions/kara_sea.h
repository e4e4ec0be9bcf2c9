// Operation WUNDERLAND: who may go to the Kara Sea, and what it scores [12.12].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

const PlaceFacts& kara_sea(const Operation& op);                 // the box
bool may_enter_kara_sea(Operation& op, const v1::Force& force);  // a raider, or one Wolfpack; ice apart
void raiders_arrive(Operation& op, ForceKey key);                // the chit is shown, and there is a convoy
void lose_sight_of_convoy(Operation& op, ForceKey key);          // scattered there, it is out of reach [7.5.8]
void score_kara_sea(Operation& op);                              // a Panzerschiff is there, once

}  // namespace wardroom::pq17
