// What boats have left, and where they fight [7.3.2, 9.2.5].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

bool submarines_fight_in(const Operation& op, Hex hex);               // not in Gales [9.2.5]
bool has_torpedoes(const Operation& op, const v1::Force& wolfpack);   // some boat has [7.3.2]
int torpedo_cs(const Operation& op, const v1::Force& wolfpack);       // CS with torpedoes
void spend_torpedoes(Operation& op, Side side, v1::Force& wolfpack);  // all of them [7.3.2]

}  // namespace wardroom::pq17
