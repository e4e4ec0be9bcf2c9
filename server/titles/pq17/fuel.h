// Chapter 11: fuel.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

void fuel_on_leaving_port(Operation& op, Side side, v1::Force& force);                 // [11.1, 11.1.2, 11.1.4, 11.4]
void fuel_after_split(Operation& op, Side side, v1::Force& rest, v1::Force& part);     // [11.1.1, 11.1.2, 11.1.4]
void fuel_on_combining(Operation& op, v1::Force& into, const v1::Force& from);         // [11.1.1]; before the ships move
void swap_fuel(v1::Force& a, v1::Force& b);                                            // [11.1.1]
void expend_fuel(Operation& op, v1::Force& force, int turns);                          // [11.1.3]
Task<> designate_refuelling(Operation& op);                                            // Naval Movement, step c [7.3.2, 11.3]
void fuel_phase(Operation& op);                                                        // [11.1, 11.2, 11.3]
void oiler_hit(const Operation& op, v1::Counter& oiler, int cs_before);                   // [11.3.2]

}  // namespace wardroom::pq17
