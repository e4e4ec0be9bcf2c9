// The titles of this program, in the order of the list in CMakeLists.txt.
#pragma once

#include <vector>

#include "server/titles/pack.h"

namespace wardroom {

std::vector<TitlePack> titles();

}  // namespace wardroom
