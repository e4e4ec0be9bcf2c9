// Where each force at sea should be, and which should sail: the plans of both sides.
#pragma once

#include "client/bot/pq17/old/mind.h"

namespace wardroom::pq17::old {

struct Goal {
  enum class Kind { kStay, kGo, kEnterPort };
  enum class Pace { kUsual, kOneHex, kHurry };
  Kind kind = Kind::kStay;
  Hex at{};
  Text reason;
  Pace pace = Pace::kUsual;
};

inline Goal stay(Text reason) { return {Goal::Kind::kStay, {}, std::move(reason)}; }
inline Goal go(Hex at, Text reason, Goal::Pace pace = Goal::Pace::kUsual) {
  return {Goal::Kind::kGo, at, std::move(reason), pace};
}

// For any force at sea that is no convoy of this side.
Goal goal_of(const Sight& sight, Mind& mind, const Force& force);
Goal allied_goal(const Sight& sight, Mind& mind, const Force& force);
Goal axis_goal(const Sight& sight, Mind& mind, const Force& force);

// Whether a force in port puts to sea now; none: it stays.
std::optional<Text> sails(const Sight& sight, Mind& mind, const Force& force);
std::optional<Text> allied_sails(const Sight& sight, Mind& mind, const Force& force);
std::optional<Text> axis_sails(const Sight& sight, Mind& mind, const Force& force);

// -- shared --
Goal homeward(const Sight& sight, const Force& force, Text reason);
int turns_home(const Sight& sight, const Force& force);
bool hit(const Sight& sight, const Force& force);             // a Heavy Ship of it has been
Hex destination_of(const Sight& sight, const Block& convoy);  // of an enemy's, as far as one can guess
// Where to lie in wait for a convoy: reachable in time, and how many turns from now. None: it cannot be met.
struct Meeting {
  Hex at{};
  int turns = 0;
};
std::optional<Meeting> meeting(const Sight& sight, Mind& mind, Hex from, int first_hexes, int hexes_a_turn,
                               const Block& convoy, int longest);
Goal submarine_goal(const Sight& sight, Mind& mind, const Force& force);

}  // namespace wardroom::pq17::old
