// A truth that a seat cannot tell from the real one.
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {

std::unique_ptr<Position> Pq17::imagine(const View& any_view, Seat seat, Chance&) const {
  const auto& view = static_cast<const v1::View&>(any_view);
  auto truth = std::make_unique<Truth>();
  *truth->mutable_clock() = view.clock();
  *truth->mutable_environment() = view.environment();
  *truth->mutable_sea() = view.sea();
  *truth->mutable_air() = view.air();
  *truth->mutable_standing() = view.standing();
  (seat == Seat::kFirst ? *truth->mutable_allied() : *truth->mutable_axis()) = view.own();
  return truth;
}

}  // namespace wardroom::pq17
