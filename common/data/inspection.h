// What a title can say about its data: whether it is right, where it comes from, and any of it to read.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/data/mistake.h"
#include "common/data/provenance.h"

namespace wardroom {

// Texts may be left out of a check while they are being written.
enum class Texts { kChecked, kNotYet };

struct Inspection {
  Mistakes mistakes;                     // by file and line; empty: the data can be played with
  std::map<std::string, Tally> tallies;  // by kind of file
};

}  // namespace wardroom
