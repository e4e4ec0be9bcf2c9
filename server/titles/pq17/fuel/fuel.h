// Chapter 11: fuel.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

bool needs_fuel(const Reference& reference, const v1::Force& force);
// Turns from its port or box to the Fuel Warning [11.1, 11.1.2, 11.1.4].
int endurance(const Operation& op, Side side, const v1::Force& force);
// While it still stands in its port or box; a force that was not fuelled there keeps its marker
// [11.1, 11.1.2, 11.1.4, 11.4].
void fuel_on_leaving_port(Operation& op, Side side, v1::Force& force);
void fuel_of_patrol_white(const Operation& op, v1::Force& force);                   // at sea at the beginning [5.1.9]
void fuel_after_split(Operation& op, Side side, v1::Force& rest, v1::Force& part);  // [11.1.1, 11.1.2, 11.1.4]
void fuel_is_needed(Operation& op, v1::Force& force);  // a force that has none of it to burn has no marker [11.2.1]
void fuel_on_combining(Operation& op, Side side, v1::Force& into,
                       const v1::Force& from);                 // [11.1.1]; before the ships move
void swap_fuel(v1::Force& a, v1::Force& b);                    // [11.1.1]
void expend_fuel(Operation& op, v1::Force& force, int turns);  // [11.1.3]
// Best speed that fuel and refuelling leave to a force [11.2.2, 11.2.3, 11.3.2, 11.4.1].
v1::Speed::Kind speed_by_fuel(const v1::Force& force);
bool can_pump(const Operation& op, const v1::Counter& oiler);
bool may_refuel_in_port(const Operation& op, const v1::Force& force);    // [11.3.1]
bool may_refuel_at_sea(const Operation& op, const v1::Force& force);     // [11.3.2]
bool may_rearm(const Operation& op, const v1::Force& force);             // [7.3.2]
void fuel_phase(Operation& op);                                          // [11.1, 11.2, 11.3]
void oiler_hit(const Operation& op, v1::Counter& oiler, int cs_before);  // [11.3.2]

}  // namespace wardroom::pq17
