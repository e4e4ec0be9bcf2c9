#include "server/titles/pq17/surface_combat.h"

namespace wardroom::pq17 {

Task<> surface_combat(Operation&) { co_return; }

}  // namespace wardroom::pq17
