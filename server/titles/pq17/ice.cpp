#include "server/titles/pq17/ice.h"

namespace wardroom::pq17 {

std::optional<v1::Ice::Condition> known_ice(const Operation&, Side, Hex, Hex) { return v1::Ice::CLEAR; }
Task<bool> cross_ice(Operation&, Side, int, Hex) { co_return true; }
bool cross_ice_by_plan(Operation&, Side, v1::Force&, Hex) { return true; }
bool clear_of_ice(const Operation&, Hex) { return true; }
void damage_ships(Operation&, Side, v1::Force&, Damage, std::string_view) {}

}  // namespace wardroom::pq17
