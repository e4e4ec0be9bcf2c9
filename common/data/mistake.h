// A mistake in a data file, named so that a person can mend it.
#pragma once

#include <string>
#include <vector>

#include "common/text.h"

namespace wardroom {

struct Mistake {
  std::string file;   // within the title's folder; empty when no file is at fault
  int line = 0;       // from 1; 0 when the file as a whole is meant
  std::string field;  // "row[2].cell[0].hit"; empty when the file as a whole is meant
  Text what;
};

using Mistakes = std::vector<Mistake>;

}  // namespace wardroom
