// The cadet: knows the rules and the plan of the standard bot, and makes a newcomer's mistakes. He never cheats.
#pragma once

#include "client/bot/pq17/standard.h"

namespace wardroom::pq17::bot {

class Cadet final : public wardroom::bot::Bot {
 public:
  Cadet(const Reference& reference, std::uint64_t seed);

  Choice choose(const Menu& menu, const wardroom::bot::Look& look) override;

 private:
  Standard standard_;
  wardroom::bot::Whim whim_;
};

// None when the title is another.
std::unique_ptr<wardroom::bot::Bot> cadet_bot(const Title& title, std::uint64_t seed);

}  // namespace wardroom::pq17::bot
