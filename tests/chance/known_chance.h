// Makes everything a program draws known beforehand, so that a test that plays sees the same dice, weather and
// computer's choices each time. No server that people use has it.
#pragma once

#include <string>

namespace wardroom::testing {

// Draws begin anew whenever `which` says another word (of at most 20 letters). Called before anything is drawn, once in
// a program.
bool know_chance(std::string (*which)());

}  // namespace wardroom::testing
