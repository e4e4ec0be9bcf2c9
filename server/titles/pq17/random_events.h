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

// -- events in force; see also `in_force` --
// One of this kind that concerns the side; null: none.
const v1::RandomEvent* in_force_for(const Operation& op, v1::RandomEvent::Kind kind, Side side);
// It is used once: for the last time, and it is over [13.1].
void use_event(Operation& op, v1::RandomEvent::Kind kind);
bool flies_by_event(const Operation& op, const AirFacts& unit);              // at Night [5.3]
bool airbase_closed(const Operation& op, Side side, Hex base);               // nobody takes off there
bool held_by_event(const Operation& op, Side side, const v1::Force& force);  // in port
bool may_sail_by_event(const Operation& op, Side side);                      // although 11.4 is not met
// A free Air Radius over its own forces there.
bool covered_by_event(const Operation& op, Side side, Hex hex);

}  // namespace wardroom::pq17
