#include "server/titles/pq17/movement.h"

namespace wardroom::pq17 {

Task<> naval_movement(Operation&) { co_return; }
v1::Speed::Kind best_speed(const Operation& op, const v1::Force& force) { return counter_speed(op.reference, force); }
int hexes_at(const Operation& op, v1::Speed::Kind) { return op.numbers.movement().slow_hexes(); }
std::vector<Hex> next_hexes(Operation&, Side, const v1::Force&) { return {}; }

}  // namespace wardroom::pq17
