// The terminal program, for whatever titles, screens and bots it is given.
#pragma once

#include <functional>

#include "client/terminal/desk.h"

namespace wardroom::terminal {

// `more` adds the commands that are not the terminal's own.
int run_terminal(int argc, char** argv, Library library, const std::function<void(CLI::App&, Desk&)>& more = {});

}  // namespace wardroom::terminal
