// Looking for the ships of a Scattered convoy [6.8.1]: its block is only the middle of them.
#pragma once

#include "server/titles/pq17/searching/search.h"

namespace wardroom::pq17 {

// The hex of the convoy's block, then those next to it that it could enter, as both sides see them.
std::vector<Hex> hexes_around(const Operation& op, const v1::Block& convoy);
// One card for every asset within these hexes; what it may do is decided by what both sides see of it.
void look_for_scattered(Operation& op, const v1::Block& convoy, std::vector<Sighting>& sightings);

}  // namespace wardroom::pq17
