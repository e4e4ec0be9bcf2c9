// Chapter 1: forces, blocks, Dummies; splitting, combining, swapping.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Task<> stand_up_forces(Operation& op);   // Naval Movement, step a [1.3, 6.6]
Task<> split_forces(Operation& op);      // step b [1.2.3, 5.1.1, 5.5]
Task<> combine_forces(Operation& op);    // segment 9 [1.2.4, 1.2.5, 1.3, 5.1.1, 9.3.3, 9.4, 11.1.1]

// A Task Force has entered a port: a Dummy with it, if one may be made [1.3, 5.1.2]. Its key, or 0.
int make_dummy_in_port(Operation& op, Side side, const PlaceFacts& port);
// Takes its ships out of a force into a new one in the same place with the same ID and fuel; null: no block left.
v1::Force* split_off(Operation& op, Side side, v1::Force& from);
// The convoy's warships become a Task Force, the convoy scatters and lies flat at ID3 [5.5, 6.8.1].
void scatter(Operation& op, Side side, v1::Force& convoy);
// Everybody learns that this block was a Dummy.
void eliminate_dummy(Operation& op, Side side, int key);

}  // namespace wardroom::pq17
