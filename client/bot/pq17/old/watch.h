// Watch: how the enemy's blocks have moved, as far as a bot has looked on. A convoy keeps going, one hex a turn.
#pragma once

#include <map>

#include "server/titles/pq17/operation/ids.h"
#include "server/titles/pq17/operation/reference.h"
#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::pq17::old {

class Watch {
 public:
  void look(const Reference& reference, const v1::View& view, Side side);
  // What its moves make of the chance that this block is a convoy; 1 when nothing was seen.
  double like_a_convoy(BlockId block) const;

 private:
  struct Habit {
    int turn = 0;
    Hex at{};
    int stayed = 0;
    int hurried = 0;
    int plodded = 0;
  };
  std::map<BlockId, Habit> habits_;
  int turn_ = 0;
};

}  // namespace wardroom::pq17::old
