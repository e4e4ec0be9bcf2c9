// Shadowers go along with their targets, and choose [5.4, 6.3.3 - 6.3.5].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> offer_to_cease_shadowing(Operation& op, BlockId block);  // before a shadowed force moves [6.3.5]
Task<> offer_to_leave_idle_targets(Operation& op);              // those that have not moved when movement ends
Task<> shadowers_follow(Operation& op, BlockId block);          // after each of its hexes [5.4, A-105]
// A shadowed force has split into these blocks: its shadower says what he follows [6.3.4].
Task<> choose_shadowed_part(Operation& op, std::vector<BlockId> parts);

// Cruisers that have split off to shadow a target: others of their old force may go with them [6.3.3].
struct Detachment {
  BlockId target;
  ForceKey from;
  ForceKey cruisers;
};
using Detachments = std::vector<Detachment>;

// What blocks in the target's hex may take up shadowing, offered and done; `verb` SHADOW, DETACH and DETACH_TOO.
void offer_shadowing_forces(Operation& op, Menu& menu, const v1::Block& target, const Detachments& detached);
void take_up_shadowing(Operation& op, const Action& choice, Side side, Detachments& detached);
// Allied cruisers that have fought keep in touch with a Capital Ship [6.3.3, A-87].
Task<> cruisers_keep_in_touch(Operation& op);

}  // namespace wardroom::pq17
