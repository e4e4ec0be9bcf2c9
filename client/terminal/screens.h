// The screens this program has, one line a title.
#pragma once

#include <vector>

#include "client/terminal/screen.h"

namespace wardroom::terminal {

std::vector<ScreenEntry> screens();

}  // namespace wardroom::terminal
