#include "client/terminal/screens.h"

namespace wardroom::terminal {

std::vector<ScreenEntry> screens() { return {}; }

}  // namespace wardroom::terminal
