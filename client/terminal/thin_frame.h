// ThinFrame: what a load generator needs of a server's frame, read without building messages.
#pragma once

#include <cstdint>
#include <string_view>

#include "client/bot/random_bot.h"
#include "common/told.h"

namespace wardroom::terminal {

struct ThinFrame {
  std::uint64_t request = 0;  // 0: unasked
  int body = 0;               // the field number of the frame's body
  std::string_view payload;   // its bytes, within the message
  bool whole = false;         // false: not a frame
};
ThinFrame thin_frame(std::string_view message);

struct ThinUpdate {
  std::uint64_t serial = 0;
  std::uint64_t menu_serial = 0;  // 0: asked nothing
  std::string_view action;        // the bytes of one action of the menu, chosen at random
  bool over = false;
  bool fits = true;  // what was told before
};
// `menus`: those that were told before.
ThinUpdate thin_update(std::string_view update, ToldMenus& menus, bot::Whim& whim);

// The bytes of a length-delimited field, the last one when it is repeated; empty when it is not there.
std::string_view thin_field(std::string_view message, int number);

}  // namespace wardroom::terminal
