// Forces are told to take oil and torpedoes aboard [7.3.2, 11.3].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> designate_refuelling(Operation& op);  // Naval Movement, step c

}  // namespace wardroom::pq17
