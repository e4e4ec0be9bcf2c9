// Operation WUNDERLAND is fought: the convoy in the Kara Sea is attacked [12.12].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

bool fights_in_kara_sea(const Operation& op);  // play begins again within that battle
// The Axis may attack the convoy with its Panzerschiff or its Wolfpack, each in its segment.
Task<> attack_in_kara_sea(Operation& op, v1::BlockKind::Kind by);

}  // namespace wardroom::pq17
