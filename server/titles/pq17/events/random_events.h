// Chapter 13: random events are rolled for, and end.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> random_event(Operation& op);
// What an event does, once it happens.
Task<> play_event(Operation& op, const v1::RandomEvent& event);
void end_events(Operation& op);  // at the end of a Player Phase

}  // namespace wardroom::pq17
