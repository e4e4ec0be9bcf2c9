// Chapter 6: searching, identification, shadowing, transit, photographs.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> photo_reconnaissance(Operation& op);  // [6.9]
Task<> reconnaissance(Operation& op);        // [6.2 - 6.4]
// The passive side says what lies in its port as for a picture of this level; the subject is that of a draw.
Task<> port_answers(Operation& op, const PlaceFacts& port, int level, std::uint64_t subject);

// A moving block is about to leave a hex with enemy blocks that it entered this turn [6.6.1]. False: its move ends
// here.
Task<bool> transit(Operation& op, Side mover, int key);

// -- identification --
void lose_id(Operation& op, v1::Block& block, int levels);  // never below ID0 [6.6]
void lose_id_by_moving_or_idleness(Operation& op);          // Naval Movement, step e [6.6]
// Raises the level and gives the statement of the new one; `counters` is what the owner says at ID1 [6.2.1].
// A Dummy is eliminated, a level above the new one stays and nothing is said. None: the figure is drawn.
void raise_id(Operation& op, v1::Block& block, int level, std::optional<int> counters);
void raise_id_silently(Operation& op, v1::Block& block, int level);  // submarine combat shows no ships [7.4.3]
void note_told(Operation& op, const v1::Block& block);  // what follows from what was told of it [5.1.8, 5.1.9, 11.4]
void may_have_changed(v1::Block& block);                // a public event after which what was told may be untrue

// -- shadowing [5.4, 6.3] --
Task<> offer_to_cease_shadowing(Operation& op, std::uint32_t block);  // before a shadowed force moves [6.3.5]
Task<> offer_to_leave_idle_targets(Operation& op);                    // those that have not moved when movement ends
Task<> shadowers_follow(Operation& op, std::uint32_t block);          // after each of its hexes [5.4, A-105]
void end_shadowing(Operation& op, v1::Block& target);                 // all of it; the ID falls by one [6.3.5]
void leave_shadowers_behind(Operation& op, v1::Block& target);        // blocks that cannot go where it goes [5.1.7]
void end_impossible_shadowing(Operation& op);                         // by weather, range, ports, Interceptors [6.3.5]
// A shadowed force has split into these blocks: its shadower says what he follows [6.3.4].
Task<> choose_shadowed_part(Operation& op, std::vector<std::uint32_t> parts);

}  // namespace wardroom::pq17
