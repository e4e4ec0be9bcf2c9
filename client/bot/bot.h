// Bot: looks at a view and a menu, answers with one of the menu's actions.
#pragma once

#include <functional>
#include <memory>

#include "server/engine/menu.h"
#include "server/engine/title.h"

namespace wardroom::bot {

// The seat's own view, made when a bot asks for it.
using Look = std::function<std::unique_ptr<View>()>;

class Bot {
 public:
  virtual ~Bot() = default;
  // Deterministic: the same seed, views and menus give the same answers.
  virtual Action choose(const Menu& menu, const Look& look) = 0;
};

}  // namespace wardroom::bot
