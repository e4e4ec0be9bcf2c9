#include "server/titles/pq17/air_movement.h"

namespace wardroom::pq17 {

Task<> air_movement(Operation&) { co_return; }
bool can_take_off(Operation&, const v1::Air::Unit&) { return false; }
void return_to_base(Operation&, v1::Air::Unit&) {}
void return_missions(Operation&, Side) {}
void return_radii(Operation&, Side) {}
bool temporary_radius(const Operation&, Side, Hex) { return false; }

}  // namespace wardroom::pq17
