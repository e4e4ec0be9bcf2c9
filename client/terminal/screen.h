// Screen: how a title's view is written as text.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "client/terminal/words.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::terminal {

class Screen {
 public:
  virtual ~Screen() = default;
  virtual std::unique_ptr<google::protobuf::Message> blank_view() const = 0;
  // Lines a screen reader can read in order. The message is of the type of blank_view().
  virtual std::string board(const google::protobuf::Message& view, const Words& words) const = 0;
  // The map as a drawing, for whoever asks for it; empty: the lines above say it all.
  virtual std::string map(const google::protobuf::Message&, const Words&) const { return {}; }
  // A place number of the title as its map prints it.
  virtual std::string place(std::uint32_t number) const { return std::to_string(number); }
  // Changes when a player should see the board again before he answers; always the same: never by itself.
  virtual std::string occasion(const google::protobuf::Message&) const { return {}; }

  // -- battles --

  virtual bool fights(const google::protobuf::Message&) const { return false; }  // a battle goes on
  // What the step is called that a report of the battle opened so belongs to; none: of no step.
  virtual Text step(const v1::Report& /*opening*/, const v1::Report&) const { return {}; }
  virtual std::optional<double> chance(const v1::Roll&) const { return std::nullopt; }  // that one die of it succeeds
  virtual Text points(int /*change*/) const { return {}; }                              // a change of the score
};

}  // namespace wardroom::terminal
