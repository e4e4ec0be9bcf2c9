// The terminal program, for whatever titles and screens it is given.
#pragma once

#include <vector>

#include "client/terminal/screen.h"
#include "server/engine/title.h"

namespace wardroom::terminal {

int run_terminal(int argc, char** argv, std::vector<TitleEntry> titles, std::vector<ScreenEntry> screens);

}  // namespace wardroom::terminal
