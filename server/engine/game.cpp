#include "server/engine/game.h"

namespace wardroom {

Game::Game(const Title& title, std::unique_ptr<Position> position, Chance& chance)
    : position_(std::move(position)), table_(chance, title.played(*position_)), rules_(title.play(*position_, table_)) {
  rules_.handle().resume();
  rethrow();
}

void Game::answer(Seat seat, const Action& action) {
  stirred_ = true;
  table_.answer(seat, action);
  rethrow();
}

void Game::rethrow() {
  if (rules_.done()) {
    rules_.take();
  } else if (!table_.pending(Seat::kFirst) && !table_.pending(Seat::kSecond)) {
    throw Broken("the rules stopped without a question");
  }
}

}  // namespace wardroom
