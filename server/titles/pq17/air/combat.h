// Chapter 7, from the air: strikes on forces, ports and airbases [7.1, 7.2, 7.3, 7.8, 14.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> air_combat(Operation& op);  // segment 6; missions return at its end

// -- strikes that others call for; each begins and ends an engagement of its own --

// All forces of the enemy in a port are targets; nobody has to find them [7.1.3, 12.4, 12.7].
struct PortStrike {
  Side attacker;
  std::string place;
  std::vector<AirKey> air_units;
  bool night = false;
  int hits_per_merchant = 1;  // [12.7]
  std::string only_unit{};    // the one ship they may attack [12.4]
  int raid = 0;               // which of those after the Operation [12.7]
};
Task<> strike_port(Operation& op, PortStrike strike);
Task<> go_on_with_strike(Operation& op);  // at sea or in port, from the step at which it stands
Task<> strike_airbase(Operation& op, Side attacker, std::string place, std::vector<AirKey> air_units);
// Ships of a Scattered or Dispersed convoy that have been found already: each air unit attacks one, drawn at random
// [7.7.3, A-79].
Task<> strike_lone_ship(Operation& op, Side attacker, BlockId block, std::vector<AirKey> air_units);

// Within a surface battle: aircraft of the defender's working carriers on the display attack the enemy's units there
// [7.5.6].
std::vector<AirKey> aircraft_in_battle(Operation& op, Side defender);  // that could be launched, by key
Task<> strike_from_carriers_in_battle(Operation& op, Side defender, std::vector<AirKey> air_units);

}  // namespace wardroom::pq17
