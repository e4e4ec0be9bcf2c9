// Watch: how the enemy's blocks have moved, as far as a bot has looked on. A convoy keeps going, one hex a turn.
#pragma once

#include <map>

#include "server/titles/pq17/reference.h"
#include "wardroom/v1/pq17_view.pb.h"

namespace wardroom::pq17::bot {

class Watch {
 public:
  void look(const Reference& reference, const v1::View& view, Side side);
  // What its moves make of the chance that this block is a convoy; 1 when nothing was seen.
  double like_a_convoy(std::uint32_t block) const;

 private:
  struct Habit {
    int turn = 0;
    Hex at{};
    int stayed = 0;
    int hurried = 0;
    int plodded = 0;
  };
  std::map<std::uint32_t, Habit> habits_;
  int turn_ = 0;
};

}  // namespace wardroom::pq17::bot
