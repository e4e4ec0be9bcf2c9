// Chapter 10: ice.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

// What a side would meet on crossing into a hex, or none where it must be rolled for [10, 10.1, 10.3].
std::optional<v1::Ice::Condition> known_ice(const Operation& op, Side side, Hex from, Hex to);
// A force tries to cross into a hex, or to leave or enter port there. Rolls, asks, draws damage. False: its move ends where
// it is. The force may be gone afterwards.
Task<bool> cross_ice(Operation& op, Side side, int key, Hex to);
// The same for a planned move before play begins: nobody is asked [8.3].
bool cross_ice_by_plan(Operation& op, Side side, v1::Force& force, Hex to);
// Whether a force may be set up there [10.1.1].
bool clear_of_ice(const Operation& op, Hex hex);
// Takes these damage results out of a force at random: one hit each, and out of the Operation [9.3.1, 10.2.6].
struct Damage {
  int heavy = 0;
  int dd_tb = 0;
  int convoy_ships = 0;
};
void damage_ships(Operation& op, Side side, v1::Force& force, Damage damage, std::string_view reason);

}  // namespace wardroom::pq17
