// Command points, and who may leave port [4.3, 5.1.3, 5.1.8].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// -- command points [4.3] --
// What sailing this force would cost now, in whole points of each command; none when it cannot be paid.
struct Cost {
  int home_fleet = 0;
  int severnyy_flot = 0;
  int gruppe_nord = 0;
};
std::optional<Cost> cost_to_sail(Operation& op, Side side, const v1::Force& force);
int halves_to_sail(const Operation& op, const v1::Force& force);  // of the command of its Heavy Ships
void pay_to_sail(Operation& op, Side side, const v1::Force& force);
// One Northern Fleet point for a hex outside the Soviet Air Radius and Sector; false: it cannot be paid [4.3.2].
bool can_pay_for_hex(Operation& op, const v1::Force& force, Hex to);
int points_for_hex(Operation& op, const v1::Force& force, Hex to);  // of the Severnyy Flot [4.3.2]
void pay_for_hex(Operation& op, const v1::Force& force, Hex to);
// A planned voyage through these hexes: the Northern Fleet can pay for it beside what is planned already [4.3.2].
bool fleet_can_plan(Operation& op, const v1::Force& force, const std::vector<Hex>& route);
void pay_for_planned_hex(Operation& op, const v1::Force& force, Hex to);
// It has sailed by plan, and is at sea or in another port.
void pay_for_planned_departure(Operation& op, Side side, v1::Force& force);
// Step 0 of the Naval Movement Segment: ships that sailed by plan are paid for [4.3.2].
void pay_for_ships_at_sea(Operation& op);
// End of the segment: the player with the initiative spends at least one point in his first [4.3].
void pay_for_initiative(Operation& op);
// A Training cruise that has not come back to its port is paid for after all [4.3.4].
void pay_for_lost_training(Operation& op);

// -- who may leave port --
// Inoperative, held by the scenario or not yet there in this turn [4.2, 5.1.3].
bool bound_to_port(const Operation& op, const v1::Force& force, int turn);
// Why this force may not sail now, as a rule number; empty: it may [4.3, 5.1.3, 5.1.8, 11.4].
std::string_view why_not_sail(Operation& op, Side side, const v1::Force& force);
// Whether Tirpitz may sail is told to the Axis at the head of his segment: it follows from what he was told of
// carriers, and from which of them they were [5.1.8, A-35].
void answer_about_tirpitz(Operation& op);
// The Allied player has just said what a block, or a port, holds.
void note_carriers_told(Operation& op, const v1::Block& block);
void note_carriers_told(Operation& op, const std::string& port, const v1::Statement& told);
void hand_over_carriers_told(Operation& op, BlockId from, BlockId into);  // of blocks that combine
// Carriers that are found now are remembered, for those who play that once found is found.
void note_found_carriers(Operation& op);

}  // namespace wardroom::pq17
