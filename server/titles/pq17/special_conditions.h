// Chapter 12: special conditions.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

void draw_chits(Operation& op);  // Allied player first; Ground Offensive is shown and another is drawn
bool holds(const Operation& op, Side side, v1::SpecialCondition::Kind kind);

}  // namespace wardroom::pq17
