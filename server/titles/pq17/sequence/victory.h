// Chapter 2: how to win.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

void convoy_arrives(Operation& op, Side side, const v1::Force& convoy, const PlaceFacts& port);  // [2.1.1]
void confirmation(Operation& op);    // chits and command points are shown [3.3 A]
void victory_points(Operation& op);  // [3.3 B]

}  // namespace wardroom::pq17
