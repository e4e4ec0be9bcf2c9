// The captain: is learning to play the war. To take the place of the standard bot once it beats it; until then it is
// for contests.
#pragma once

#include "client/bot/pq17/captain/mind.h"

namespace wardroom::pq17::captain {

class Captain final : public wardroom::bot::Bot {
 public:
  explicit Captain(const Reference& reference, Style style = {}, std::uint64_t seed = 0)
      : reference_(reference), mind_(style, seed) {}

  Choice choose(const Menu& menu, const wardroom::bot::Look& look) override;

 private:
  const Reference& reference_;
  Mind mind_;
  bool chosen_ = false;
};

// None when the title is another.
std::unique_ptr<wardroom::bot::Bot> captain_bot(const Title& title, std::uint64_t seed);
// None when a number is not known.
std::unique_ptr<wardroom::bot::Bot> styled_captain(const Title& title, std::uint64_t seed, std::string_view numbers);

}  // namespace wardroom::pq17::captain
