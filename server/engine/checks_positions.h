// What a title may be besides: one that says why a position that was read somewhere cannot be one of its own. It stands
// beside Title, which every room of the house is built on, because a title without it need not know of it.
#pragma once

#include "server/engine/title.h"

namespace wardroom {

class ChecksPositions {
 public:
  virtual ~ChecksPositions() = default;
  // Whatever the rules rely on without looking again; none: they can play on from there.
  virtual std::optional<Text> flaw(const Position& position) const = 0;
};

// A position that was read; refused where its title knows of a flaw.
Result<std::unique_ptr<Position>> checked(const Title& title, std::unique_ptr<Position> position);

}  // namespace wardroom
