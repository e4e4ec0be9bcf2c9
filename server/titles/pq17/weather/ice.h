// Chapter 10: ice, and what may cross it.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

inline const v1::IceEffect& effect_of(const Operation& op, v1::Ice::Condition ice) {
  return op.reference.box().effect_of(ice);
}
// What a side would meet on crossing into a hex, or none where it must be rolled for [10, 10.1, 10.3].
std::optional<v1::Ice::Condition> known_ice(const Operation& op, Side side, Hex from, Hex to);
// What is predicted for a hex; Clear outside the zones, Solid Pack in white hexes [10].
v1::Ice::Condition predicted_ice(const Operation& op, Hex hex);
// What this ice counts as for a side: the Allies keep channels open [10.3].
v1::Ice::Condition broken_open(const Operation& op, Side side, Hex hex, v1::Ice::Condition ice);
// Whether a side may ever cross into such ice: never Solid Pack, for the Axis nothing worse than Light Drift
// [5.1.7, 10.1].
bool may_cross(const Operation& op, Side side, v1::Ice::Condition ice);
// What torpedo aircraft find in a hex; only Clear lets them attack. One roll a strike and hex [7.3, 10.2.1].
v1::Ice::Condition ice_for_torpedoes(Operation& op, Hex hex, std::uint32_t ordinal);
// Whether a force may be set up there [10.1.1].
bool clear_of_ice(const Operation& op, Hex hex);

}  // namespace wardroom::pq17
