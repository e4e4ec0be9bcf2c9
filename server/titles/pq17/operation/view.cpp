// What each viewer may see. A position is made of what both sides know and what one side knows alone, so a view is the
// first part and the viewer's own.
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {

OwnedView Pq17::view(const Position& position, Viewer viewer) const {
  const auto& truth = static_cast<const Truth&>(position);
  auto view = make_view<v1::View>();
  *view->mutable_clock() = truth.clock();
  *view->mutable_environment() = truth.environment();
  *view->mutable_sea() = truth.sea();
  *view->mutable_air() = truth.air();
  *view->mutable_standing() = truth.standing();
  if (truth.has_battle()) *view->mutable_battle() = truth.battle();
  switch (viewer) {
    case Viewer::kFirst:
      *view->mutable_own() = truth.allied();
      break;
    case Viewer::kSecond:
      *view->mutable_own() = truth.axis();
      break;
    case Viewer::kPublic:
      break;
    case Viewer::kEnded:
      *view->mutable_truth()->mutable_allied() = truth.allied();
      *view->mutable_truth()->mutable_axis() = truth.axis();
      break;
  }
  return view;
}

}  // namespace wardroom::pq17
