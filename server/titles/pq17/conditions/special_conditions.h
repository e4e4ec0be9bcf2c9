// Chapter 12: the phase in which special conditions score, and what is left of them at the end; what each condition
// lets a side do is in files of its own, what all of them ask in chits.h.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> special_conditions_phase(Operation& op);  // [3.2 D]
void confirm_conditions(Operation& op);          // [3.3 A] what was not done

}  // namespace wardroom::pq17
