// Shadowing: who may, and when it ends [6.3].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Circumstances let this shadower go on with this target where it is now [6.3.5].
bool can_follow(Operation& op, const v1::Block& target, const v1::Shadow& shadow);
// As far as its own speed goes, it can go one hex more with its target in this segment [5.4, 11.2, A-105].
bool keeps_up(Operation& op, const v1::Shadow& shadow);
void lose_contact(Operation& op, BlockId shadower);  // the block follows nobody any longer [6.3.5]
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

// -- its end --

void end_shadowing(Operation& op, v1::Block& target);           // all of it; the ID falls by one [6.3.5]
void leave_shadowers_behind(Operation& op, v1::Block& target);  // blocks that cannot go where it goes [5.1.7]
// Shadowers that cannot follow it to where it is now, or not so fast, lose contact [5.4, 6.3.5].
void lose_those_left_behind(Operation& op, BlockId target);
void end_impossible_shadowing(Operation& op);  // by weather, range, ports, Interceptors [6.3.5]

Text shadower_name(v1::Shadow::Kind kind);

}  // namespace wardroom::pq17
