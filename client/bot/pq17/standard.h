// The standard bot: one sound plan for each side.
#pragma once

#include "client/bot/pq17/mind.h"

namespace wardroom::pq17::bot {

class Standard final : public wardroom::bot::Bot {
 public:
  explicit Standard(const Reference& reference, Style style = {}, std::uint64_t seed = 0)
      : reference_(reference), mind_(style, seed) {}

  Choice choose(const Menu& menu, const wardroom::bot::Look& look) override;
  void play(Style style) { mind_.play(style); }

 private:
  const Reference& reference_;
  Mind mind_;
  bool chosen_ = false;
};

}  // namespace wardroom::pq17::bot
