// A whole operation as one viewer reads it in the terminal: the client's own plain voice over what the referee sends
// him.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "server/engine/seat.h"

namespace wardroom::terminal {

struct Performance {
  std::string title;
  std::string name;  // of its files: TITLE/NAME.en.txt, TITLE/NAME.pl.txt
  Viewer viewer = Viewer::kPublic;
  std::string scenario;
  std::uint64_t seed = 0;
  std::string bot{};
  std::uint32_t chapters = 0;  // it is read until so many have begun; 0: to its end
};

using Transcript = std::map<std::string, std::string>;  // by language

// Both seats play as a bot of the title would whose name is given; without one at random, and they would rather be done
// with a question than not, so that a page stays a page.
Transcript perform(const Performance& performance);

}  // namespace wardroom::terminal
