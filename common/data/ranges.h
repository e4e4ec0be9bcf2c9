// Dice ranges that must cover every result once.
#pragma once

#include <initializer_list>
#include <vector>

#include "common/data/spot.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom {

enum class Ends {
  kOpen,  // modifiers can reach it: the first has no `from`, the last no `to`
  kDice,  // never modified: from the lowest to the highest of the dice
};

// So many dice with so many sides, read from their lowest number and added up, or as the digits of one number.
struct DiceFacts {
  int count;
  int sides;
  int lowest;
  bool digits = false;
};
DiceFacts facts_of(v1::Dice::Kind dice);

struct DiceSpan {
  int low;
  int high;
};
DiceSpan span_of(v1::Dice::Kind dice);
bool can_fall(v1::Dice::Kind dice, int number);                              // two-digit dice leave numbers out
int read_dice(v1::Dice::Kind dice, std::initializer_list<int> from_lowest);  // each as drawn: 0 is its lowest number

// The ranges `on` of the rows `name` below `column`: every number that can fall has exactly one row. An empty column is
// a gap; between two digits nothing can fall, so nothing is missing there.
void check_ranges(const Spot& column, std::string_view name, v1::Dice::Kind dice, Ends ends, Mistakes& mistakes);

bool within(const v1::DieRange& range, int number);
bool within(const v1::CountRange& range, int number);

}  // namespace wardroom
