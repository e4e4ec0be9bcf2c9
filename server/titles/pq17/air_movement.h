// Aircraft: missions, Air Radii, bases [1.5, 5.3, 6.4.1].
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> air_movement(Operation& op);
// Weather at its base, its carrier's state and the time of day let it take off [5.3, 6.4.1, 7.8, 9.2, 12.6].
bool can_take_off(Operation& op, const v1::Air::Unit& unit);
bool kept_on_the_ground(const Operation& op, const AirFacts& facts);  // by a Ground Offensive [12.6]
// Only the weather at its base and its carrier's state; a shadower goes on as long as these let it [6.3.5].
bool can_fly_in_weather(Operation& op, const v1::Air::Unit& unit);
bool might_fly(Operation& op, Side side);  // something of it, if it were its Air Movement Segment now
int able_cs(const Operation& op, const v1::Air::Unit& unit);  // without what is aborted or damaged [7.2.3]
// As far as the enemy can count: he has seen them come and go, unless they may have been bought [14].
bool might_have_carrier_aircraft(const Operation& op, Side side);
Text name_with_strength(const Operation& op, const v1::Air::Unit& unit);  // as its counter shows it, once it flies
void return_to_base(Operation& op, v1::Air::Unit& unit);
void return_missions(Operation& op, Side side);  // after the Air Combat Segment, but for Air Radii and shadowers [7.2]
void return_radii(Operation& op, Side side);     // after the enemy's Submarine Combat Segment [5.3.1]
// A temporary Air Radius, or a carrier's that was announced, covers the hex.
bool temporary_radius(const Operation& op, Side side, Hex hex);

}  // namespace wardroom::pq17
