#include "server/titles/pq17/components.h"

namespace wardroom::pq17 {

Task<> stand_up_forces(Operation&) { co_return; }
Task<> split_forces(Operation&) { co_return; }
Task<> combine_forces(Operation&) { co_return; }
int make_dummy_in_port(Operation&, Side, const PlaceFacts&) { return 0; }
v1::Force* split_off(Operation&, Side, v1::Force&) { return nullptr; }
void scatter(Operation&, Side, v1::Force&) {}
void eliminate_dummy(Operation& op, Side side, int key) { op.erase(side, key); }

}  // namespace wardroom::pq17
