// Operations that are planned before the Operation: mines [12.8], the raid and the human torpedoes [12.14].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

inline constexpr std::string_view kTirpitzId = "ship.tirpitz";  // what two conditions are aimed at [12.4, 12.14.2]

// What is planned and not yet declared may be dropped, at any time in one's own moves.
bool may_let_lapse(const Operation& op, Side side);
void let_lapse(Operation& op, Side side);

// CS that a ship has lost in a way that 2.4 does not count [12.4, 12.14.2].
void spare_damage(Operation& op, Side side, const std::string& unit, int cs);

// -- in the Special Conditions Phase --
void score_minelaying(Operation& op);
void declare_special_attack(Operation& op);    // on the eve of its turn
void carry_out_special_attack(Operation& op);  // in its turn

}  // namespace wardroom::pq17
