#include "server/titles/pq17/command.h"

namespace wardroom::pq17 {

Task<> set_up(Operation&, Side) { co_return; }
Task<> plan(Operation&, Side) { co_return; }
std::optional<Cost> cost_to_sail(Operation&, Side, const v1::Force&) { return Cost{}; }
void pay_to_sail(Operation&, Side, const v1::Force&) {}
bool can_pay_for_hex(Operation&, const v1::Force&, Hex) { return true; }
void pay_for_hex(Operation&, const v1::Force&, Hex) {}
void pay_for_ships_at_sea(Operation&) {}
void pay_for_initiative(Operation&) {}
std::string_view why_not_sail(Operation&, Side, const v1::Force&) { return {}; }
void answer_about_tirpitz(Operation&) {}

}  // namespace wardroom::pq17
