// What the titles of this program bring to a terminal, in the order of the list in CMakeLists.txt.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/terminal/record.h"
#include "client/terminal/screen.h"

namespace wardroom::terminal {

struct TerminalPack {
  std::string title;
  std::shared_ptr<const Screen> screen{};                            // none: menus and reports only
  std::function<std::unique_ptr<Record>(const Title&)> record = {};  // none: nothing is counted in self-play
};

std::vector<TerminalPack> terminals();

}  // namespace wardroom::terminal
