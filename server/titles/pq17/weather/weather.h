// Chapter 9: weather.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

void weather_phase(Operation& op);  // [9.1, 9.2.5]
// One hidden card for every block at sea, in Gales [9.2.5]. Part of the Weather Phase; by itself when play begins
// [8.3].
void draw_gale_cards(Operation& op);
bool weather_can_damage(const Operation& op);    // anywhere on the map
void check_weather_damage(Operation& op);        // both sides, when an event calls for it [9.3.1]
int gale_cards(const Operation& op, int ships);  // [9.3.1]
// Two forces that must find each other to combine do so [9.4].
bool find_each_other(Operation& op, Side side, const v1::Force& seeker, const v1::Force& target);
void set_local_weather(Operation& op, const v1::RandomEvent& event);  // of the active side [9.5, 13.4]
void end_local_weather(Operation& op);                                // at the end of a Player Phase [9.5]

}  // namespace wardroom::pq17
