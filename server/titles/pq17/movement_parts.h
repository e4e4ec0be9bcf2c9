// What the files of chapter 5 share: what a force may do next, and doing it.
#pragma once

#include "server/titles/pq17/movement.h"

namespace wardroom::pq17 {

// -- what is legal --
int hexes_left(const Operation& op, const v1::Force& force);  // this turn, without High Speed where it is forbidden
bool moves_by_itself(Operation& op, Side side,
                     const v1::Force& force);  // neither shadows, nor is Dispersed, nor held by Gales
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
void use_room(Operation& op, Side side, const v1::Force& force, const PlaceFacts& port);  // it has come in
// Beside a Task Force that has come in; it stays until its owner removes it, which he may do at once [1.3].
void dummy_with_it(Operation& op, Side side, const PlaceFacts& port);

// -- plotted routes --
// What a route promises its owner: when it ends, the fuel then, and how many of its hexes lie under enemy aircraft.
// Weather, ice and the enemy are not foreseen.
class Outlook {
 public:
  Outlook(const Operation& op, Side side, const v1::Force& force);  // at the end of its route
  void go_on(Hex to);
  void go_into_port();
  Text told() const;

 private:
  int pace() const;  // hexes in a turn; a route is never followed at High Speed
  void next_turn();

  const Operation& op_;
  Side enemy_;
  v1::Speed::Kind speed_;
  int turn_;
  int left_ = 0;
  v1::Force::FuelStatus fuel_;
  int fuel_turn_;
  bool burns_;
  int under_air_ = 0;
  bool into_port_ = false;
};
bool has_route(const v1::Force& force);  // followed or halted
std::vector<Hex> way_to(Operation& op, Side side, const v1::Force& force, Hex from,
                        Hex goal);  // the shortest, as far as it is open
void offer_ports_to_plot(Operation& op, Side side, const v1::Force& force, Hex end, int most,
                         Menu& menu);  // within so many hexes
// Of those that are offered one by one; with the end of movement, if nobody would be left behind.
void offer_all_routes(Operation& op, Side side, Menu& menu);
void foresee_routes(Operation& op, Side side, int key, Menu& menu);  // of a force that is plotted
Task<bool> follow_all_routes(Operation& op, Side side,
                             Action orders);  // key and legs of each; false: something came between

// -- doing it; a force that went to sea has its move to finish --
// Its chain of hexes, and the end of its move. A Wolfpack has declared so many hexes; 0: not yet [7.4.5].
Task<> move_force(Operation& op, Side side, int key, Hex from, int declared = 0);
// Along its route for so many legs. What is left of the move then: by hand, or given up, so that nobody is asked.
enum class Rest { kByHand, kGivenUp };
Task<> follow_route(Operation& op, Side side, int key, int legs, Rest rest = Rest::kByHand);
Task<> plot_route(Operation& op, Side side, int key);
Task<> leave_port(Operation& op, Side side, int key);
Task<> leave_box(Operation& op, Side side, int key, Hex gate);
Task<> enter_port(Operation& op, Side side, int key);
void enter_box(Operation& op, Side side, int key, const PlaceFacts& box);
// False: it has not gone there, or its move ends; the force may be gone.
Task<bool> step(Operation& op, Side side, int key, Hex to, int declared);
void end_move(Operation& op, Side side, int key, Hex from);
void halt_route(Operation& op, Side side, v1::Force& force);  // its owner should think again, but may take it up
void drop_route(Operation& op, Side side, v1::Force& force);
void forget_route(v1::Force& force);
// The shadower of a force that is about to make its first move may let go [6.3.5]. False: the force is gone.
Task<bool> before_first_move(Operation& op, Side side, int key);

}  // namespace wardroom::pq17
