// Units that come beside those of the set-up: reinforcement groups [12.13, 13.6], and ahistorical forces with them
// [14].
#pragma once

#include "server/titles/pq17/command/muster.h"

namespace wardroom::pq17 {

using UnitList = google::protobuf::RepeatedPtrField<v1::Units>;
using PlaceList = google::protobuf::RepeatedPtrField<std::string>;

// Where they come: ports, boxes or airbases by id, ships to the first; and the force there that takes them all.
struct Berth {
  PlaceList places;
  ForceKey force{};  // none: they are a new one
};

bool has_ships(const UnitList& units);
// The force takes the ships among them, all and as they are.
bool takes_all(const Operation& op, const v1::Force& force, const UnitList& units);

// Ships of a new force join another when no block is left for it; aircraft of a carrier among them are aboard. In the
// middle of play the enemy sees how many blocks the port has now; at set-up (`air` given) everything is put on the map
// later.
void place_units(Operation& op, Side side, const UnitList& units, const Berth& berth,
                 std::vector<AirBase>* air = nullptr);

// The lowest-numbered group not yet taken; none: all have come [13.6].
std::optional<int> next_group(const Operation& op, Side side);

}  // namespace wardroom::pq17
