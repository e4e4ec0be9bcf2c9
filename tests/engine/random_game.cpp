// Games by players who answer at random.
#include <algorithm>

#include "tests/engine/leak.h"

namespace wardroom::testing {

std::vector<OptionValue> all_options(const Title& title) {
  std::vector<OptionValue> chosen;
  for (const OptionInfo& option : title.options()) {
    const auto goes_before = [&](const OptionValue& other) { return other.id < option.id; };
    if (std::ranges::none_of(option.excludes, goes_before)) chosen.push_back({option.id, option.values.back()});
  }
  return chosen;
}

RandomGame play_random(const Title& title, std::unique_ptr<Position> opening, Chance& chance, Random& random,
                       const std::function<void(const Game&)>& at_checkpoint, std::size_t limit) {
  RandomGame played;
  Game game(title, std::move(opening), chance);
  while (!game.over()) {
    if (played.actions.size() > limit) throw Broken("a random game that does not end");
    if (at_checkpoint && game.at_checkpoint()) at_checkpoint(game);
    const bool first = game.menu(Seat::kFirst) != nullptr;
    const bool second = game.menu(Seat::kSecond) != nullptr;
    const Seat seat = first && second ? (pick(random, 2) == 0 ? Seat::kFirst : Seat::kSecond)
                      : first         ? Seat::kFirst
                                      : Seat::kSecond;
    const Menu& menu = *game.menu(seat);
    played.actions.push_back(menu.items[pick(random, menu.items.size())].action);
    game.answer(seat, played.actions.back());
    game.take();
  }
  played.final_position = save(game.position());
  return played;
}

}  // namespace wardroom::testing
