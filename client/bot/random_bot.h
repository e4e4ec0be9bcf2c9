// RandomBot: any action of the menu, each as likely as the next.
#pragma once

#include <cstdint>

#include "client/bot/bot.h"

namespace wardroom::bot {

// Small fast numbers (SplitMix64), the same on every machine. For choices only: chance is the title's own.
class Whim {
 public:
  explicit Whim(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::size_t below(std::size_t bound);  // uniform in [0, bound)

 private:
  std::uint64_t state_;
};

class RandomBot final : public Bot {
 public:
  explicit RandomBot(std::uint64_t seed) : whim_(seed) {}
  const Action& choose(const Menu& menu) { return menu.items[whim_.below(menu.items.size())].action; }
  Choice choose(const Menu& menu, const Look&) override { return {choose(menu), "bot.reason.random"}; }

 private:
  Whim whim_;
};

}  // namespace wardroom::bot
