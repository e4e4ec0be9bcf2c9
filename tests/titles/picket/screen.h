// Picket's board as lines of text.
#pragma once

#include "client/terminal/screen.h"

namespace wardroom::picket {

terminal::ScreenEntry screen();

}  // namespace wardroom::picket
