// Murmansk Run at a terminal.
#pragma once

#include "client/terminal/terminals.h"

namespace wardroom::murmansk::terminal {

std::unique_ptr<wardroom::terminal::Record> make_record(const Title& title);  // of Murmansk Run
wardroom::terminal::TerminalPack pack();

}  // namespace wardroom::murmansk::terminal
