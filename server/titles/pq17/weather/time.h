// Chapter 8: time, daylight, and the initial transit.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

void roll_variable_start(Operation& op);    // option [8.3.1]
bool play_begins_now(const Operation& op);  // the Starting Turn, or Gales [8.3]
// Forces appear where their plans have brought them by the end of the turn before; ice on the way is rolled for [8.3].
void end_initial_transit(Operation& op);
Task<> dummies_appear(Operation& op);  // Allied Dummies in play may stand anywhere [8.3]

}  // namespace wardroom::pq17
