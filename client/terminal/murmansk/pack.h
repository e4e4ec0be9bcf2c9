// Murmansk Run at a terminal.
#pragma once

#include "client/terminal/terminals.h"
#include "wardroom/murmansk/v1/view.pb.h"

namespace wardroom::murmansk::terminal {

std::unique_ptr<wardroom::terminal::Record> make_record(const Title& title);  // of Murmansk Run
std::string net(const v1::Board& board);  // the positions and the ways between them, with marks where markers stand
wardroom::terminal::TerminalPack pack();

}  // namespace wardroom::murmansk::terminal
