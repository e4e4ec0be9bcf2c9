// Convoys disperse in Gales [9.3.2].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> disperse_convoys(Operation& op);  // Naval Movement, step b, of the active side

}  // namespace wardroom::pq17
