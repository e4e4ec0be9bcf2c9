// Random events in force [13]: for how long, where, and what they allow or forbid.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// An event of this kind is in force.
const v1::RandomEvent* in_force(const Operation& op, v1::RandomEvent::Kind kind);
// One of this kind that concerns the side; null: none.
const v1::RandomEvent* in_force_for(const Operation& op, v1::RandomEvent::Kind kind, Side side);
// It is used once: for the last time, and it is over [13.1].
void use_event(Operation& op, v1::RandomEvent::Kind kind);
void take_out(Operation& op, int index, const char* why);  // it is over, and everybody is told

// The hexes of an event's area, in the order of the map.
std::vector<Hex> hexes_of(const Operation& op, const v1::RandomEvent& event);
// Hexes of the event's area with forces of the side, as many as it covers, in the order of the map.
std::vector<Hex> covered_hexes(const Operation& op, const v1::RandomEvent& event, Side side);

// The last Player Phase in which an event rolled now is in force.
struct Until {
  int turn;
  Side phase;
};
Until lasts_until(const Operation& op, const v1::RandomEvent& event);

bool flies_by_event(const Operation& op, const AirFacts& unit);              // at Night [5.3]
bool airbase_closed(const Operation& op, Side side, Hex base);               // nobody takes off there
bool held_by_event(const Operation& op, Side side, const v1::Force& force);  // in port
bool may_sail_by_event(const Operation& op, Side side);                      // although 11.4 is not met
// A free Air Radius over its own forces there.
bool covered_by_event(const Operation& op, Side side, Hex hex);

}  // namespace wardroom::pq17
