// How far a force goes in a turn [5.1, 5.1.3, 5.1.6, 9.2, 11.2].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Best speed of a force now: counters, fuel, weather, tow, task [5.1, 9.2, 11.2].
v1::Speed::Kind best_speed(const Operation& op, const v1::Force& force);
int hexes_at(const Operation& op, v1::Speed::Kind speed);     // this turn
int hexes_left(const Operation& op, const v1::Force& force);  // this turn, without High Speed where it is forbidden
bool moves_by_itself(Operation& op, Side side,
                     const v1::Force& force);  // neither shadows, nor is Dispersed, nor held by Gales
bool like_task_force(const v1::Force& force);  // Dummies follow the limits of a Task Force

}  // namespace wardroom::pq17
