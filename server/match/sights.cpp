#include "server/match/sights.h"

#include <algorithm>

#include "common/frame.h"
#include "server/engine/outlet.h"

namespace wardroom::match {

Answer read_out(const Title& title, const v1::Update& seen, const v1::AskReach& asked) {
  std::optional<v1::Reach> reach = title.reach(*view_of(title, seen), asked);
  if (!reach) return refuse(RefusalCode::kNotFound, "refusal.nothing_known");
  v1::ServerFrame frame;
  *frame.mutable_reach() = std::move(*reach);
  return frame;
}

Answer read_out(const Title& title, const v1::Update& seen, const v1::AskEstimate& asked) {
  if (!seen.has_menu()) return refuse(RefusalCode::kStale, "refusal.not_asked");
  if (asked.menu_serial() != seen.menu().serial()) return refuse(RefusalCode::kStale, "refusal.stale_menu");
  const Action wanted = from_wire(asked.action());
  const bool offered = std::ranges::any_of(seen.menu().items(),
                                           [&](const v1::Item& item) { return from_wire(item.action()) == wanted; });
  if (!offered) return title.why_not(seen.menu().rule());
  std::optional<v1::Estimate> estimate = title.estimate(*view_of(title, seen), seen.menu(), asked.action());
  if (!estimate) return refuse(RefusalCode::kNotFound, "refusal.nothing_to_reckon");
  v1::ServerFrame frame;
  *frame.mutable_estimate() = std::move(*estimate);
  frame.mutable_estimate()->set_menu_serial(asked.menu_serial());
  *frame.mutable_estimate()->mutable_action() = asked.action();
  return frame;
}

Answer read_out(const Title& title, const v1::Update& seen, const v1::AskPicture& asked, const Catalog& words) {
  const Title::Say say = [&](const Text& text) { return words.format(text, asked.language()); };
  std::optional<v1::Picture> picture = title.picture(*view_of(title, seen), say);
  if (!picture) return refuse(RefusalCode::kNotFound, "refusal.no_picture");
  v1::ServerFrame frame;
  *frame.mutable_picture() = std::move(*picture);
  return frame;
}

}  // namespace wardroom::match
