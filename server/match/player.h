// Player: a bot in a seat, as a match sees it. It is given what a person in that seat is given, and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/engine/seat.h"
#include "server/engine/title.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::match {

// What it does, and why; the reason is for after the match, or for whoever asks for a hint.
struct Move {
  v1::Action action;
  v1::Text reason;
};

class Player {
 public:
  virtual ~Player() = default;
  // Called on the bots' own threads; `update` is full and holds a menu. Returns one of its actions.
  virtual Move answer(const v1::Update& update) = 0;
};

// Where a bot sits down.
struct Chair {
  std::shared_ptr<const Title> title;
  Seat seat = Seat::kFirst;
  std::uint64_t seed = 0;
};

// Names and makes the bots this server offers. A name counts within a title: two titles may each have a bot of one
// name.
struct PlayerEntry {
  enum class Hints { kNone, kGiven };
  std::string name;
  std::function<std::unique_ptr<Player>(Chair)> make;
  std::string title{};         // the only one it plays; empty: it plays them all
  Hints hints = Hints::kNone;  // whether it is asked what it would do in a person's place

  bool plays(std::string_view id) const { return title.empty() || title == id; }
};

// Who plays a title, of those a server offers, from easy to hard.
const PlayerEntry* find_player(const std::vector<PlayerEntry>& players, std::string_view title, std::string_view name);
const PlayerEntry* find_adviser(const std::vector<PlayerEntry>& players, std::string_view title);  // who gives hints
std::vector<std::string> opponents(const std::vector<PlayerEntry>& players, std::string_view title);

}  // namespace wardroom::match
