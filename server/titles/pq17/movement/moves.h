// A force moves: hex by hex, along its route, out of port and into it [5]. One that went to sea has its move to finish.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// -- into port [5.1.2] --
void use_room(Operation& op, Side side, const v1::Force& force, const PlaceFacts& port);  // it has come in
// Beside a Task Force that has come in; it stays until its owner removes it, which he may do at once [1.3].
void dummy_with_it(Operation& op, Side side, const PlaceFacts& port);

// -- at sea --
// Its chain of hexes, and the end of its move. A Wolfpack has declared so many hexes; 0: not yet [7.4.5].
Task<> move_force(Operation& op, Side side, ForceKey key, Hex from, int declared = 0);
// Along its route for so many legs. What is left of the move then: by hand, or given up, so that nobody is asked.
enum class Rest { kByHand, kGivenUp };
Task<> follow_route(Operation& op, Side side, ForceKey key, int legs, Rest rest = Rest::kByHand);
Task<bool> follow_all_routes(Operation& op, Side side,
                             Action orders);  // key and legs of each; false: something came between
Task<> plot_route(Operation& op, Side side, ForceKey key);
Task<> leave_port(Operation& op, Side side, ForceKey key);
Task<> leave_box(Operation& op, Side side, ForceKey key, Hex gate);
Task<> enter_port(Operation& op, Side side, ForceKey key);
void enter_box(Operation& op, Side side, ForceKey key, const PlaceFacts& box);
// False: it has not gone there, or its move ends; the force may be gone.
Task<bool> step(Operation& op, Side side, ForceKey key, Hex to, int declared);
void end_move(Operation& op, Side side, ForceKey key, Hex from);
void end_move_after_combat(Operation& op, Side side);         // of the force that was found on its way [6.6.1]
void halt_route(Operation& op, Side side, v1::Force& force);  // its owner should think again, but may take it up
void drop_route(Operation& op, Side side, v1::Force& force);
// The shadower of a force that is about to make its first move may let go [6.3.5]. False: the force is gone.
Task<bool> before_first_move(Operation& op, Side side, ForceKey key);

}  // namespace wardroom::pq17
