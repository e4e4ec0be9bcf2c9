// Shadowing from the inside [6.3]: for the files of chapter 6.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

// Circumstances let this shadower go on with this target where it is now [6.3.5].
bool can_follow(Operation& op, const v1::Block& target, const v1::Shadow& shadow);
// As far as its own speed goes, it can go one hex more with its target in this segment [5.4, 11.2, A-105].
bool keeps_up(Operation& op, const v1::Shadow& shadow);
void lose_contact(Operation& op, std::uint32_t shadower);  // the block follows nobody any longer [6.3.5]
void begin_shadowing(Operation& op, v1::Block& target, const v1::Shadow& shadow);
bool shadowed_by(const v1::Block& target, v1::Shadow::Kind kind);
void end_one_shadow(Operation& op, v1::Block& target, int which);
// The block is about to be gone: whoever follows it is free, and whom it follows is left alone [6.3.5].
void forget_shadows(Operation& op, v1::Block& block);
// It is a Task Force or convoy that may be shadowed at all, as both sides see it [6.3, 6.3.1].
bool may_be_shadowed(const v1::Block& target);
// Its cruisers without a hit, by index [6.3.3].
std::vector<int> unhit_cruisers(Operation& op, const v1::Force& force);
bool only_unhit_cruisers(Operation& op, const v1::Force& force);
int shadow_markers(const Operation& op, v1::SearchSector::Kind sector);  // [6.4.2]

// Cruisers that have split off to shadow a target: others of their old force may go with them [6.3.3].
struct Detachment {
  std::uint32_t target;  // block
  int from;              // key
  int cruisers;          // key
};
using Detachments = std::vector<Detachment>;
// What blocks in the target's hex may take up shadowing, offered and done; `verb` SHADOW, DETACH and DETACH_TOO.
void offer_shadowing_forces(Operation& op, Menu& menu, const v1::Block& target, const Detachments& detached);
void take_up_shadowing(Operation& op, const Action& choice, Side side, Detachments& detached);
// Allied cruisers that have fought keep in touch with a Capital Ship [6.3.3, A-87].
Task<> cruisers_keep_in_touch(Operation& op);

}  // namespace wardroom::pq17
