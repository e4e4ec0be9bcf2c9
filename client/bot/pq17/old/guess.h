// What an enemy block may be, and how strong forces are: from statements, positions and the calendar, never from the
// truth.
#pragma once

#include "client/bot/pq17/old/sight.h"

namespace wardroom::pq17::old {

// Gun power, in about the CS of a destroyer.
double power(const Sight& sight, const v1::Counter& ship);
double power(const Sight& sight, const Force& force);
double power(const Sight& sight, const Block& enemy);  // as told, or what such a block usually has

// Chance that an enemy block is a convoy: it lies where and when one would be.
double convoy_chance(const Sight& sight, const Block& enemy);
// How far a convoy would have come, and whether the hex is on its way: from 0 to 1.
double fits(const Sight& sight, const v1::Convoy& convoy, Hex at);
// The convoy of the scenario that would be about there now; null: none.
Likely guess_convoy(const Sight& sight, Hex at);
const v1::Convoy* likely_convoy(const Sight& sight, Hex at);
// What sinking or stopping it would be worth, in points.
double prize(const Sight& sight, const Block& enemy);

// Enemy ships of the line that are known near a hex: power of flat blocks within so many hexes.
double known_power_near(const Sight& sight, Side side, Hex at, int reach);
bool has_heavy(const Sight& sight, const Block& enemy);  // known to have a Heavy Ship
double own_power_in(const Sight& sight, Hex at);

}  // namespace wardroom::pq17::old
