// A whole operation as one viewer reads it in the terminal: the client's own plain voice over what the referee sends
// him.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "server/engine/seat.h"

namespace wardroom::terminal {

struct Performance {
  std::string name;  // of its files: NAME.en.txt, NAME.pl.txt
  Viewer viewer = Viewer::kPublic;
  std::string scenario;
  std::uint64_t seed = 0;
};

using Transcript = std::map<std::string, std::string>;  // by language

// Both seats play at random, and would rather be done with a question than not, so that a page stays a page.
Transcript perform(const Performance& performance);

}  // namespace wardroom::terminal
