// Who may leave port for a special condition, whatever the fuel [5.1.8, 11.4, 12.2, 12.11, 12.12].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

bool sails_for_condition(Operation& op, const v1::Force& force);  // an Axis force, whatever the fuel
bool sails_to_break_out(Operation& op, const v1::Force& force);   // [12.2] nor does 5.1.8 hold it
bool may_break_out(const Operation& op, const UnitFacts& unit);   // a Heavy Ship, and no light cruiser
bool is_raider(const Operation& op, const v1::Force& force);      // one Panzerschiff and nothing else
void note_sailing(Operation& op, Side side, const v1::Force& force);

}  // namespace wardroom::pq17
