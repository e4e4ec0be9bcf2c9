// The cheapest way to pair everybody (LEMON).
#pragma once

#include <vector>

namespace wardroom::tournament {

using Cost = __int128;  // not negative, below 2^118

// costs[a][b] for every two of an even number: whom each is paired with, so that the sum is least.
std::vector<int> cheapest_pairs(const std::vector<std::vector<Cost>>& costs);

}  // namespace wardroom::tournament
