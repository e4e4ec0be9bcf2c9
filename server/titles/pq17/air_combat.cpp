#include "server/titles/pq17/air_combat.h"

#include "server/titles/pq17/air_movement.h"

namespace wardroom::pq17 {

Task<> air_combat(Operation& op) {
  return_missions(op, op.active());
  co_return;
}

}  // namespace wardroom::pq17
