// Chapter 13: random events.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> random_event(Operation& op);
void end_events(Operation& op);  // at the end of a Player Phase

// The hexes of an event's area, in the order of the map.
std::vector<Hex> hexes_of(const Operation& op, const v1::RandomEvent& event);
// The last Player Phase in which an event rolled now is in force.
struct Until {
  int turn;
  Side phase;
};
Until lasts_until(const Operation& op, const v1::RandomEvent& event);

}  // namespace wardroom::pq17
