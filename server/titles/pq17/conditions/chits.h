// The chits of special conditions [12]: who holds which, whether it is in force, what it asks and scores.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

void draw_chits(Operation& op);  // Allied player first; Ground Offensive is shown and another is drawn
// The side's chit is of this kind; a Special Attack that is left open is what he has chosen.
bool holds(const Operation& op, Side side, v1::SpecialCondition::Kind kind);
// A side could hold it, as far as the enemy knows: its chit is hidden, and its column has the condition.
bool might_hold(const Operation& op, Side side, v1::SpecialCondition::Kind kind);
bool chit_shown(const Operation& op, Side side);
// Face up from now on; nothing happens when it already is.
void show_chit(Operation& op, Side side, const char* report = "report.chit.revealed");

const v1::SpecialCondition& data_of(const Operation& op, v1::SpecialCondition::Kind kind);
Text name_of(const v1::SpecialCondition& condition);
v1::SpecialOperation& operation_of(Operation& op, Side side);
bool asks_for(const v1::SpecialCondition::TypeCount& need, v1::ShipType::Kind type);
// One of its ice areas is no worse than it allows.
bool ice_allows(const Operation& op, const v1::SpecialCondition& condition);
bool storms_or_gales(const Operation& op, Hex hex);
bool hitler_restricts(const Operation& op);  // [12.9]
// The Axis convoy waits for the Starting Turn [12.3].
bool axis_convoy_waits(const Operation& op, Side side, const v1::Force& force);
bool not_in_port(const Operation& op, const v1::Force& force);  // at sea, or in the Kara Sea [12.12]

// -- aircraft that come for a condition only --

bool bombs_tirpitz_only(const Operation& op, const v1::Air::Unit& unit);  // a Halifax [12.4]
void send_bombers_home(Operation& op);  // at the end of the phase they are removed [12.4]
void remove_aircraft(Operation& op, std::string_view id);

// -- points --

int halves_for(const v1::SpecialCondition& condition, const UnitFacts& unit, int cs);  // of a ship, or CS of a class
int halves_for(const Operation& op, const v1::SpecialCondition& condition, const v1::Force& force);
void score_condition(Operation& op, const v1::SpecialCondition& condition, int vp_halves, std::string_view ship = {});

// -- what is noted for a condition as it happens --

void note_set_up(Operation& op, Side side);  // set-up is over: what conditions ask of ships where they begin [12.5]
// Forces of this side in the hex are attacked [12.11].
void note_attack(Operation& op, Side side, Hex hex);
// Aircraft of carriers attack a port or an airbase: those of Norway count.
void note_carrier_strike(Operation& op, Side attacker, const std::vector<AirKey>& air_units, Hex hex);
void axis_convoy_arrives(Operation& op, const v1::Force& convoy, const PlaceFacts& port);

}  // namespace wardroom::pq17
