// Load: whole matches by random players over real sockets, and how fast a server answers them.
#pragma once

#include "client/terminal/load_figures.h"

namespace wardroom::terminal {

// A connection is a file: as many as the system lets this program have.
void raise_file_limit();

LoadFigures run_load(const LoadSettings& settings);

}  // namespace wardroom::terminal
