// Probes: everything that somebody may ask of a match at any moment.
#pragma once

#include <map>
#include <string>

#include "tests/secrecy/house.h"

namespace wardroom::testing {

using Answers = std::map<std::string, std::string>;  // by question; without request numbers, and without what elapses

// Requests that are refused or change nothing. Undo is among them only if it cannot succeed.
Answers probe(Visitor& visitor, std::uint16_t port, bool undo);

}  // namespace wardroom::testing
