// What a force may do next [5.1, 5.2.1, 5.4 - 5.7].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Where a force may step next, from where it is with what it has moved; in the order of the map's sides.
std::vector<Hex> next_hexes(Operation& op, Side side, const v1::Force& force,
                            std::size_t enough = 6);  // stops at so many
// The map, ports, submarines and land alone; for routes too.
bool open_to(Operation& op, Side side, const v1::Force& force, Hex to);
// Soviet submarines stay in their patrol area; British ones nowhere beside them or a convoy, at sea by block or by plan
// [5.2.1].
bool deconflicted(Operation& op, Side side, const v1::Force& force, Hex to);

// Where a convoy may end its voyage, whatever was planned: first where it makes for, then what else the scenario lists
// [4.2, 5.1.5, A-115].
std::vector<const PlaceFacts*> destinations_of(const Operation& op, const v1::Force& convoy);
bool may_end_in(const Operation& op, const v1::Force& convoy, const PlaceFacts& place);
// The first of them that this hex lies on the way to; null: of none.
const PlaceFacts* makes_for_by(Operation& op, Side side, const v1::Force& convoy, Hex to);

int legs_along_route(Operation& op, Side side,
                     v1::Force& force);  // hexes, then into port: this turn and without High Speed
const PlaceFacts* port_to_enter(Operation& op, Side side, const v1::Force& force);  // null: none here, or not now
bool goes_in_whole(Operation& op, Side side,
                   const v1::Force& force);  // into the port where it is, nobody waits outside
std::vector<const PlaceFacts*> boxes_to_enter(Operation& op, Side side, const v1::Force& force);
std::vector<Hex> gates_to_leave(Operation& op, Side side, const v1::Force& force);  // of the box it is in
bool can_move(Operation& op, Side side, const v1::Force& force);                    // at sea, some step or entry
bool must_move(Operation& op, const v1::Force& force);            // a convoy that has not, if it can [5.1.5]
bool may_sail(Operation& op, Side side, const v1::Force& force);  // out of its port or box
bool on_patrol_station(const Operation& op, Hex hex);             // or between it and its port [5.1.9]
// [5.1.9] The first hex outside the station costs points for each cruiser, unless a threat was found.
void leave_patrol_white(Operation& op, v1::Force& force, Hex to);

// -- entry limits of Soviet ports [5.1.2] --

struct Room {
  int capital = 0;
  int cruisers = 0;
  int dd_tb_cs = 0;
};

Room operator+(Room a, Room b);
bool fits(const Room& needed, const Room& left);
Room room_left(Operation& op, Side side);
// What one counter, or this much CS of it, takes of the room; nothing when hit, Soviet or exempt.
Room room_of(const Operation& op, const v1::Counter& ship, int cs);
Room room_of(const Operation& op, const v1::Force& force);

}  // namespace wardroom::pq17
