#include "client/terminal/screens.h"

#include "client/terminal/pq17_screen.h"

namespace wardroom::terminal {

// One line a title.
std::vector<ScreenEntry> screens() { return {pq17_screen()}; }

}  // namespace wardroom::terminal
