// Operation WUNDERLAND: a Panzerschiff and a Wolfpack in the Kara Sea [12.12].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

bool is_raider(const Operation& op, const v1::Force& force);     // one Panzerschiff and nothing else
bool may_enter_kara_sea(Operation& op, const v1::Force& force);  // one of these, or one Wolfpack; ice apart
void raiders_arrive(Operation& op, int key);                     // the chit is shown, and there is a convoy
// The Axis may attack the convoy with its Panzerschiff or its Wolfpack, each in its segment.
Task<> attack_in_kara_sea(Operation& op, v1::BlockKind::Kind by);
void lose_sight_of_convoy(Operation& op, int key);  // scattered there, it is out of reach [7.5.8]
void score_kara_sea(Operation& op);                 // a Panzerschiff is there, once

}  // namespace wardroom::pq17
