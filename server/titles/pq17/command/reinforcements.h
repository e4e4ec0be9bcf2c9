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

// Ships of a new force join another when no block is left for it; aircraft of a carrier among them are aboard. In the
// middle of play the enemy sees how many blocks the port has now; at set-up (`air` given) everything is put on the map
// later.
void place_units(Operation& op, Side side, const UnitList& units, const Berth& berth,
                 std::vector<AirBase>* air = nullptr);

// The owner chooses where, if there are several places, and for ships a force in port that they join [13.6].
Task<Berth> choose_berth(Operation& op, Side side, const UnitList& units, const PlaceList& places, const Text& prompt);

// The lowest-numbered group not yet taken; none: all have come [13.6].
std::optional<int> next_group(const Operation& op, Side side);
// This group comes now, and what was bought to come with it. Everybody hears that it has come, not what of it is where.
Task<> place_group(Operation& op, Side side, int group);
// [13.6] The next group, if one is left.
Task<> bring_reinforcements(Operation& op, Side side);

// What was bought comes; at set-up with `air` given [14].
Task<> place_purchase(Operation& op, Side side, int index, std::vector<AirBase>* air);

// [12.13] While the side that has drawn the chit sets up: the scenario's special units, or else its first group.
Task<> place_units_of_chit(Operation& op, Side side, std::vector<AirBase>& air);

}  // namespace wardroom::pq17
