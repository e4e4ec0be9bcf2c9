// The procedure of Submarine Combat [7.4, 7.4.1, 7.4.3], in the engagement that is going on.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

struct SubmarineFight {
  Side side;               // of the submarines
  int wolfpack;            // key
  int target;              // key of the enemy's force
  Hex hex;                 // none: in a box
  bool offensive = false;  // the target came to hunt them [7.4.2]
};

// Order, torpedoes, ASW, torpedoes; who has none left; ID1 and fuel. Either force may be gone afterwards.
Task<> fight_submarines(Operation& op, SubmarineFight fight);

int torpedo_cs(const Operation& op, const v1::Force& wolfpack);       // CS with torpedoes
void spend_torpedoes(Operation& op, Side side, v1::Force& wolfpack);  // all of them [7.3.2]
void raise_id_of(Operation& op, Side side, int key);  // as after submarine combat; it may be gone, or in a box

}  // namespace wardroom::pq17
