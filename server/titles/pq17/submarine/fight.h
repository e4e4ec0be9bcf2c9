// The procedure of Submarine Combat [7.4, 7.4.1, 7.4.3], in the engagement that is going on.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

struct SubmarineFight {
  Side side;  // of the submarines
  ForceKey wolfpack;
  ForceKey target;         // the enemy's
  Hex hex;                 // none: in a box
  bool offensive = false;  // the target came to hunt them [7.4.2]
};

// Order, torpedoes, ASW, torpedoes; who has none left; ID1 and fuel. Either force may be gone afterwards.
Task<> fight_submarines(Operation& op, SubmarineFight fight);
Task<> go_on_with_submarines(Operation& op);  // from the step at which it stands

void raise_id_of(Operation& op, Side side, ForceKey key);  // as after submarine combat; it may be gone, or in a box

}  // namespace wardroom::pq17
