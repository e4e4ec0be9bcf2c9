// What each viewer may see. A position is made of what both sides know and what one side knows alone, so a view is the
// first part and the viewer's own.
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {

std::span<const ShowsParts::Part> Pq17::parts(Viewer viewer) const {
  static constexpr Part kParts[] = {{v1::View::kOwnFieldNumber, Truth::kAlliedFieldNumber},
                                    {v1::View::kClockFieldNumber, Truth::kClockFieldNumber},
                                    {v1::View::kEnvironmentFieldNumber, Truth::kEnvironmentFieldNumber},
                                    {v1::View::kSeaFieldNumber, Truth::kSeaFieldNumber},
                                    {v1::View::kAirFieldNumber, Truth::kAirFieldNumber},
                                    {v1::View::kStandingFieldNumber, Truth::kStandingFieldNumber},
                                    {v1::View::kBattleFieldNumber, Truth::kBattleFieldNumber},
                                    {v1::View::kOwnFieldNumber, Truth::kAxisFieldNumber}};
  constexpr std::span<const Part> kAll(kParts);
  switch (viewer) {
    case Viewer::kFirst:
      return kAll.first(kAll.size() - 1);
    case Viewer::kSecond:
      return kAll.last(kAll.size() - 1);
    case Viewer::kPublic:
    case Viewer::kEnded:
      return kAll.subspan(1, kAll.size() - 2);
  }
  throw Broken("pq17: no such viewer");
}

OwnedView Pq17::view(const Position& position, Viewer viewer) const {
  const auto& truth = static_cast<const Truth&>(position);
  auto view = make_view<v1::View>();
  copy_parts(parts(viewer), position, *view);
  if (!truth.has_battle()) view->clear_battle();
  if (viewer == Viewer::kEnded) {
    *view->mutable_truth()->mutable_allied() = truth.allied();
    *view->mutable_truth()->mutable_axis() = truth.axis();
  }
  return view;
}

}  // namespace wardroom::pq17
