// Special conditions in the air: Bomber Command [12.4], FAA Strike [12.5], Harbor Raids [12.7].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// -- Halifaxes: for one Night, and against Tirpitz in port only --
Task<> call_bombers(Operation& op);  // at the beginning of an Allied Player Phase
Task<> bomb_tirpitz(Operation& op);  // those that have flown to a port, at the head of the Air Combat Segment

Task<> harbour_raids(Operation& op);  // in the Confirmation Phase

}  // namespace wardroom::pq17
