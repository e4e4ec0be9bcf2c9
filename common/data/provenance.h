// Where a value comes from: the nearest statement wins. Works on any message by reflection.
#pragma once

#include <map>
#include <string>

#include "common/data/spot.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom {

// How many values of a kind come from where.
struct Tally {
  int rulebook = 0;
  int history = 0;
  int reconstructed = 0;
  int from_memory = 0;  // of the history: no page is named for it
  int total() const { return rulebook + history + reconstructed; }
  Tally& operator+=(const Tally& other);
};

// A top message without a source, RULEBOOK without a rule, pages named for anything but HISTORY, an exception for a
// field that does not exist or is named twice. A type without a `provenance` field (texts) needs none.
void check_provenance(const DataFile& file, Mistakes& mistakes);

// Every message of a type with `provenance` counts once, the top one excepted; where the type has `except` too, each
// field that is set counts instead, and each longer path that an exception names.
Tally count_provenance(const DataFile& file);

// The statement that holds for the value at `spot`; null when there is none.
const v1::Provenance* provenance_of(const Spot& spot);

}  // namespace wardroom
