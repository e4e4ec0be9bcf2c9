// Damage by ice and weather [9.3.1, 10.2.6].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

struct Damage {
  int heavy = 0;
  int dd_tb = 0;
  int convoy_ships = 0;
};
enum class Plus { kIgnored, kApplied };  // the second number of an entry [10.2.6]
void count_damage(const v1::Card& card, Plus plus, Damage& into);

// Where the draws of a crossing hang: the block, or the port it would leave and how many have left it.
struct Crossing {
  std::uint64_t subject;
  std::uint32_t ordinal;
};
Crossing crossing_of(Operation& op, Side side, const v1::Force& force);

// Takes these results out of a force at random: one hit each, and out of the Operation [9.3.1, 10.2.6]. A force that is
// left empty is gone. `ordinal` is unique for the force in the segment.
void damage_ships(Operation& op, Side side, v1::Force& force, Damage damage, std::string_view reason,
                  std::uint32_t ordinal = 0);
// The same for forces that count as one, as the parts of a dispersed convoy do; draws hang on the first.
void damage_ships(Operation& op, Side side, const std::vector<v1::Force*>& forces, Damage damage,
                  std::string_view reason, std::uint32_t ordinal = 0);
// The same with draws that hang on a crossing.
void damage_ships(Operation& op, Side side, const std::vector<v1::Force*>& forces, Damage damage,
                  std::string_view reason, Crossing at);
// A certain ship, or one CS of a class.
void damage_ship(Operation& op, Side side, v1::Force& force, int index, std::string_view reason, std::uint32_t ordinal);

}  // namespace wardroom::pq17
