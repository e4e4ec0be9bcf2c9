// Game: one title's rules running on one position, with a chance. No journal, no viewers: the fast core.
#pragma once

#include <memory>
#include <utility>

#include "server/engine/title.h"

namespace wardroom {

class Game {
 public:
  // Runs to the first question. The title and the chance outlive the game.
  Game(const Title& title, std::unique_ptr<Position> position, Chance& chance);

  const Position& position() const { return *position_; }
  const Menu* menu(Seat seat) const { return table_.pending(seat); }
  bool over() const { return rules_.done(); }
  bool in_together() const { return table_.in_together(); }
  bool at_checkpoint() const { return table_.at_checkpoint(); }  // play(position()) would ask the same again
  const PlayedSeats& played() const { return table_.played(); }

  // The action must be on the seat's menu. Runs to the next question; throws Broken, or Diverged in a replay.
  void answer(Seat seat, const Action& action);
  Happened take() { return table_.take(); }
  // Whether the rules have had the position in their hands since this was last asked.
  bool take_stirred() { return std::exchange(stirred_, false); }

 private:
  void rethrow();

  std::unique_ptr<Position> position_;
  Table table_;
  Task<> rules_;
  bool stirred_ = true;
};

}  // namespace wardroom
