// Shadowing from the inside [6.3]: for the files of chapter 6.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

// Circumstances let this shadower go on with this target where it is now [6.3.5].
bool can_follow(Operation& op, const v1::Block& target, const v1::Shadow& shadow);
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

// What blocks in the target's hex may take up shadowing, offered and done; `verb` SHADOW and DETACH.
void offer_shadowing_forces(Operation& op, Menu& menu, const v1::Block& target);
void take_up_shadowing(Operation& op, const Action& choice, Side side);

}  // namespace wardroom::pq17
