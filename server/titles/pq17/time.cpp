#include "server/titles/pq17/time.h"

namespace wardroom::pq17 {

void roll_variable_start(Operation&) {}
bool play_begins_now(const Operation& op) {
  return op.turn() >= op.clock().starting_turn() || op.truth.environment().weather() == v1::Weather::GALES;
}
void end_initial_transit(Operation&) {}
Task<> dummies_appear(Operation&) { co_return; }

}  // namespace wardroom::pq17
