// The switch of the mutants: rules that `mutate` has made ask it which mistake they are to make.
#pragma once

#include <string>
#include <string_view>

namespace wardroom {

bool mutated(std::string_view name);

// One of them from now on, none with an empty name. At first it is the one that $WARDROOM_MUTANT names.
void plant_mutant(std::string name);

}  // namespace wardroom
