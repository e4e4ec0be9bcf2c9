// The standard bot: one sound plan for each side, in one style.
#pragma once

#include "client/bot/pq17/old/mind.h"

namespace wardroom::pq17::old {

class Standard final : public wardroom::bot::Bot {
 public:
  explicit Standard(const Reference& reference, Style style = {}) : reference_(reference), mind_(style) {}

  Choice choose(const Menu& menu, const wardroom::bot::Look& look) override;
  void play(Style style) { mind_.play(style); }

 private:
  const Reference& reference_;
  Mind mind_;
};

}  // namespace wardroom::pq17::old
