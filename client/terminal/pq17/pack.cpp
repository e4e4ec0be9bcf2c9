#include "client/terminal/pq17/pack.h"

namespace wardroom::pq17::terminal {

wardroom::terminal::TerminalPack pack() { return {"pq17", make_screen(), make_record}; }

}  // namespace wardroom::pq17::terminal
