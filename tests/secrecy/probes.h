// Probes: everything that somebody may ask of a match at any moment.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "tests/secrecy/house.h"

namespace wardroom::testing {

using Answers = std::map<std::string, std::string>;  // by question; without request numbers, and without what elapses

// Requests that are refused or change nothing. Undo is among them only if it cannot succeed.
using Wanted = std::function<bool(const std::string& question)>;  // of all of them
Answers probe(Visitor& visitor, std::uint16_t port, bool undo, const Wanted& wanted = {});

inline constexpr const char* kExport = "export";  // not answered by a frame
inline constexpr const char* kReliable = "how reliable somebody is";
inline constexpr const char* kGuessed = "attach with a guessed code";  // he is not let in by another any more

}  // namespace wardroom::testing
