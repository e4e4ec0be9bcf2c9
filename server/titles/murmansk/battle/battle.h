// Surface battles [Battle, Night, Flee].
#pragma once

#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

// At the end of a pulse: wherever both sides have ships, in the order of positions [M-33].
Task<> surface_contacts(Campaign& c);

// The Convoy scatters: it is over [Scatter].
void scatter(Campaign& c);

// -- parts, for those who look ahead --

// Areas of the board in a line, from 1: Allied Screened, Allied Screening, German Screening, German Screened.
constexpr std::uint32_t screened(Side side) { return side == kAllied ? 1 : 4; }
constexpr std::uint32_t screening(Side side) { return side == kAllied ? 2 : 3; }
int gun_range(const Campaign& c, ShipNumber ship);
// The column of a shot, after all shifts; none: it cannot be fired. The firer is a ship.
std::optional<int> gun_column(const Campaign& c, ShipNumber firer, ShipNumber target);
std::optional<int> torpedo_column(const Campaign& c, ShipNumber firer, ShipNumber target);

}  // namespace wardroom::murmansk
