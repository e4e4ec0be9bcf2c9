// What aircraft are able to do now, and how they come home [5.3, 6.4.1, 7.1.3, 7.2, 7.8, 9.2, 12.6].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Weather at its base, its carrier's state and the time of day let it take off [5.3, 6.4.1, 7.8, 9.2, 12.6].
bool can_take_off(Operation& op, const v1::Air::Unit& unit);
bool kept_on_the_ground(const Operation& op, const AirFacts& facts);  // by a Ground Offensive [12.6]
// Only the weather at its base and its carrier's state; a shadower goes on as long as these let it [6.3.5].
bool can_fly_in_weather(Operation& op, const v1::Air::Unit& unit);
int able_cs(const Operation& op, const v1::Air::Unit& unit);  // without what is aborted or damaged [7.2.3]
// As far as the enemy can count: he has seen them come and go, unless they may have been bought [14].
bool might_have_carrier_aircraft(const Operation& op, Side side);
Text name_with_strength(const Operation& op, const v1::Air::Unit& unit);  // as its counter shows it, once it flies
// A temporary Air Radius, or a carrier's that was announced, covers the hex.
bool temporary_radius(const Operation& op, Side side, Hex hex);

// -- what they may attack --

// Ships in port and aircraft at airbases: from carriers always, from land when an event permits it [7.1.3].
bool may_attack_places(const Operation& op, const v1::Air::Unit& unit);
bool may_be_bombed(const Operation& op, Hex hex);                        // not in the United Kingdom [7.1.3]
bool may_attack_at_sea(const Operation& op, const v1::Air::Unit& unit);  // not the Soviet air force [7.2]

// -- home --

void return_to_base(Operation& op, v1::Air::Unit& unit);
void return_missions(Operation& op, Side side);  // after the Air Combat Segment, but for Air Radii and shadowers [7.2]
void return_radii(Operation& op, Side side);     // after the enemy's Submarine Combat Segment [5.3.1]

}  // namespace wardroom::pq17
