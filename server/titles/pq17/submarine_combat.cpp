#include "server/titles/pq17/submarine_combat.h"

#include "server/titles/pq17/air_movement.h"

namespace wardroom::pq17 {

Task<> submarine_combat(Operation& op) {
  return_radii(op, op.passive());
  co_return;
}

}  // namespace wardroom::pq17
