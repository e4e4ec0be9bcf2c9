// What a side has in a scenario, as its book says it to everybody.
#pragma once

#include "common/text.h"
#include "server/titles/pq17/operation/reference.h"

namespace wardroom::pq17 {

// "35 merchant ships, 2 battleships ... and 12 CS of aircraft"
Text strength_text(const Reference& reference, const v1::Scenario& scenario, Side side);

}  // namespace wardroom::pq17
