// The titles this server offers.
#pragma once

#include <vector>

#include "server/engine/title.h"

namespace wardroom {

std::vector<TitleEntry> titles();

}  // namespace wardroom
