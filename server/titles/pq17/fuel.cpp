#include "server/titles/pq17/fuel.h"

namespace wardroom::pq17 {

void fuel_on_leaving_port(Operation&, Side, v1::Force&) {}
void fuel_after_split(Operation&, Side, v1::Force&, v1::Force&) {}
void fuel_on_combining(Operation&, v1::Force&, const v1::Force&) {}
void swap_fuel(v1::Force&, v1::Force&) {}
void expend_fuel(Operation&, v1::Force&, int) {}
Task<> designate_refuelling(Operation&) { co_return; }
void fuel_phase(Operation&) {}
void oiler_hit(const Operation&, v1::Counter&, int) {}

}  // namespace wardroom::pq17
