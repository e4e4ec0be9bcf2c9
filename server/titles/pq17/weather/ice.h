// Chapter 10: ice.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// What a side would meet on crossing into a hex, or none where it must be rolled for [10, 10.1, 10.3].
std::optional<v1::Ice::Condition> known_ice(const Operation& op, Side side, Hex from, Hex to);
// What is predicted for a hex; Clear outside the zones, Solid Pack in white hexes [10].
v1::Ice::Condition predicted_ice(const Operation& op, Hex hex);
// Whether a side may ever cross into such ice: never Solid Pack, for the Axis nothing worse than Light Drift
// [5.1.7, 10.1].
bool may_cross(const Operation& op, Side side, v1::Ice::Condition ice);
// A force tries to cross into a hex, or to leave or enter port there. Rolls, asks, draws damage. False: its move ends
// where it is. The force may be gone afterwards. Its occasions are the hexes it has moved this turn.
Task<bool> cross_ice(Operation& op, Side side, ForceKey key, Hex to);
// The same for a planned move before play begins: nobody is asked, and only the owner hears of it [8.3]. Rolls at sea
// are open [10.1]; these are not, for the block is not on the map yet, and a roll would tell where a secret plan has
// led it [4.2]. `step` counts the hexsides of the force's plan.
bool cross_ice_by_plan(Operation& op, Side side, v1::Force& force, Hex to, std::uint32_t step = 0);
// What torpedo aircraft find in a hex; only Clear lets them attack. One roll a strike and hex [7.3, 10.2.1].
v1::Ice::Condition ice_for_torpedoes(Operation& op, Hex hex, std::uint32_t ordinal);
// Whether a force may be set up there [10.1.1].
bool clear_of_ice(const Operation& op, Hex hex);

// -- damage by ice and weather --
struct Damage {
  int heavy = 0;
  int dd_tb = 0;
  int convoy_ships = 0;
};
enum class Plus { kIgnored, kApplied };  // the second number of an entry [10.2.6]
void count_damage(const v1::Card& card, Plus plus, Damage& into);
// Takes these results out of a force at random: one hit each, and out of the Operation [9.3.1, 10.2.6]. A force that is
// left empty is gone. `ordinal` is unique for the force in the segment.
void damage_ships(Operation& op, Side side, v1::Force& force, Damage damage, std::string_view reason,
                  std::uint32_t ordinal = 0);
// The same for forces that count as one, as the parts of a dispersed convoy do; draws hang on the first.
void damage_ships(Operation& op, Side side, const std::vector<v1::Force*>& forces, Damage damage,
                  std::string_view reason, std::uint32_t ordinal = 0);
// A certain ship, or one CS of a class.
void damage_ship(Operation& op, Side side, v1::Force& force, int index, std::string_view reason, std::uint32_t ordinal);

}  // namespace wardroom::pq17
