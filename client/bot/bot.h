// Bot: looks at a view and a menu, answers with one of the menu's actions and says why.
#pragma once

#include <functional>
#include <memory>

#include "server/engine/menu.h"
#include "server/engine/title.h"

namespace wardroom::bot {

// The seat's own view, made when a bot asks for it.
using Look = std::function<OwnedView()>;

// The reason is kept with the match and shown when it is over; to the other seat it would tell too much.
struct Choice {
  Action action;
  Text reason;
};

class Bot {
 public:
  virtual ~Bot() = default;
  // Deterministic: the same seed, views and menus give the same answers.
  virtual Choice choose(const Menu& menu, const Look& look) = 0;
  // Imagined matches it has played to their end or part of the way, in all its answers so far.
  virtual std::uint64_t playouts() const { return 0; }
};

}  // namespace wardroom::bot
