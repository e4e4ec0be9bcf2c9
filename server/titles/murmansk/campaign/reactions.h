// Menus that may be put to a player in the other's turn, each with the standing order (sight/standing.cpp) that answers
// it for him. A menu of another kind cannot be put so: that does not compile.
#pragma once

#include <cstdint>

#include "wardroom/murmansk/v1/view.pb.h"

namespace wardroom::murmansk {

struct Reaction {
  v1::MenuKind::Kind kind;
  std::uint32_t order;
};
inline constexpr Reaction kReactions[] = {
    {v1::MenuKind::SUBMARINE_TARGET, 1},
    {v1::MenuKind::PACK_ATTACK, 2},
    {v1::MenuKind::FIGHTING_GROUP, 3},
    {v1::MenuKind::AREAS, 4},
    {v1::MenuKind::RELOCATE, 4},
    {v1::MenuKind::TORPEDOES, 5},
    {v1::MenuKind::GUNS, 6},
    {v1::MenuKind::FLIGHT, 7},
    {v1::MenuKind::RETREAT, 8},
    {v1::MenuKind::SCATTER_AFTER_FLIGHT, 9},
};

class ReactionKind {
 public:
  consteval ReactionKind(v1::MenuKind::Kind kind) : kind_(kind) {
    for (const Reaction& each : kReactions) {
      if (each.kind == kind) return;
    }
    throw "this kind of menu has no standing order";
  }
  v1::MenuKind::Kind kind() const { return kind_; }

 private:
  v1::MenuKind::Kind kind_;
};

}  // namespace wardroom::murmansk
