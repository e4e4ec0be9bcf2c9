// Hidden facts of Murmansk Run, changed one at a time.
#pragma once

#include "tests/engine/leak.h"

namespace wardroom::murmansk {

// Truths that leave the seat's view as it is and in which one hidden fact of the enemy is another; one of each kind
// that can be varied here, chosen at random. What was seen stays true.
std::vector<testing::Variation> vary(const Position& truth, Seat seat, testing::Random& random);

// With the table of licences, for the licence test.
testing::Facts facts();

}  // namespace wardroom::murmansk
