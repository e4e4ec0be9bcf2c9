#include "client/bot/pq17/old/watch.h"

#include <cmath>

#include "server/titles/pq17/operation/sides.h"

namespace wardroom::pq17::old {
namespace {

constexpr double kStays = 0.4;  // ice and Gales stop convoys, too
constexpr double kHurries = 0.15;
constexpr double kPlods = 1.25;
constexpr double kMostLike = 1.6;

}  // namespace

void Watch::look(const Reference& reference, const v1::View& view, Side side) {
  if (view.clock().active() != side || view.clock().turn() == turn_) return;
  turn_ = view.clock().turn();
  for (const v1::Block& block : view.sea().block()) {
    if (block.side() == side || block.hex() == 0) continue;
    Habit& habit = habits_[id_of(block)];
    const Hex at = static_cast<Hex>(block.hex());
    if (habit.turn == turn_ - 1) {
      const int moved = reference.sea_distance(block.side(), habit.at, at);
      ++(moved == 0 ? habit.stayed : moved == 1 ? habit.plodded : habit.hurried);
    }
    habit.turn = turn_;
    habit.at = at;
  }
}

double Watch::like_a_convoy(BlockId block) const {
  const auto found = habits_.find(block);
  if (found == habits_.end()) return 1.0;
  const Habit& habit = found->second;
  return std::min(kMostLike,
                  std::pow(kStays, habit.stayed) * std::pow(kHurries, habit.hurried) * std::pow(kPlods, habit.plodded));
}

}  // namespace wardroom::pq17::old
