// Player: a bot in a seat, as a match sees it. It is given what a person in that seat is given, and nothing else.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "wardroom/v1/play.pb.h"

namespace wardroom::match {

class Player {
 public:
  virtual ~Player() = default;
  // Called on the bots' own threads; `update` is full and holds a menu. Returns one of its actions.
  virtual v1::Action answer(const v1::Update& update) = 0;
};

// Names and makes the bots this server offers.
struct PlayerEntry {
  std::string name;
  std::function<std::unique_ptr<Player>(std::uint64_t seed)> make;
};

}  // namespace wardroom::match
