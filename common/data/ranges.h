// Dice ranges that must cover every result once.
#pragma once

#include <vector>

#include "common/data/spot.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom {

enum class Ends {
  kOpen,  // modifiers can reach it: the first has no `from`, the last no `to`
  kDice,  // never modified: from the lowest to the highest of the dice
};

struct DiceSpan {
  int low;
  int high;
};
DiceSpan span_of(v1::Dice::Kind dice);

// The ranges `on` of the rows `name` below `column`, in order. An empty column is a gap.
void check_ranges(const Spot& column, std::string_view name, v1::Dice::Kind dice, Ends ends, Mistakes& mistakes);

bool within(const v1::DieRange& range, int number);
bool within(const v1::CountRange& range, int number);

}  // namespace wardroom
