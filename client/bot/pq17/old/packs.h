// Packs: where each Wolfpack should lie in wait, so that together they bar the ways a convoy may take. Made once a
// turn.
#pragma once

#include <map>

#include "client/bot/pq17/old/chart.h"

namespace wardroom::pq17::old {

class Packs {
 public:
  Packs(const Sight& sight, Chart& chart);

  // Its own hex when it should stay; none: nothing is known that it could head off.
  std::optional<Hex> station(ForceKey wolfpack) const;
  bool is_of(const Sight& sight) const;  // still that turn and phase

 private:
  int turn_;
  Side active_;
  std::map<ForceKey, std::optional<Hex>> stations_;
};

}  // namespace wardroom::pq17::old
