// PQ-17 at a terminal.
#pragma once

#include "client/terminal/terminals.h"

namespace wardroom::pq17::terminal {

std::shared_ptr<const wardroom::terminal::Screen> make_screen();
std::unique_ptr<wardroom::terminal::Record> make_record(const Title& title);  // of PQ-17
wardroom::terminal::TerminalPack pack();

}  // namespace wardroom::pq17::terminal
