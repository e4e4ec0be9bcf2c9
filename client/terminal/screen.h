// Screen: how a title's view is written as text.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <memory>
#include <string>

#include "client/terminal/words.h"

namespace wardroom::terminal {

class Screen {
 public:
  virtual ~Screen() = default;
  virtual std::unique_ptr<google::protobuf::Message> blank_view() const = 0;
  // Lines a screen reader can read in order. The message is of the type of blank_view().
  virtual std::string board(const google::protobuf::Message& view, const Words& words) const = 0;
  // A place number of the title as its map prints it.
  virtual std::string place(std::uint32_t number) const { return std::to_string(number); }
  // Changes when a player should see the board again before he answers; always the same: never by itself.
  virtual std::string occasion(const google::protobuf::Message&) const { return {}; }
};

}  // namespace wardroom::terminal
