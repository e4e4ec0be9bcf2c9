// PQ-17's view as lines of text.
#pragma once

#include "client/terminal/screen.h"

namespace wardroom::terminal {

ScreenEntry pq17_screen();

}  // namespace wardroom::terminal
