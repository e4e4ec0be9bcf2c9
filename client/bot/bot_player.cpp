#include "client/bot/bot_player.h"

#include "server/engine/outlet.h"

namespace wardroom::bot {

Menu menu_of(const v1::Menu& from, Seat seat) {
  Menu menu;
  menu.seat = seat;
  menu.kind = from.kind();
  menu.asking = from.reaction() ? Asking::kReaction : Asking::kOwn;
  menu.items.reserve(static_cast<std::size_t>(from.items_size()));
  for (const v1::Item& item : from.items()) {
    Item& made = menu.items.emplace_back();
    made.action = from_wire(item.action());
    made.places.assign(item.places().begin(), item.places().end());
  }
  return menu;
}

match::Move BotPlayer::answer(const v1::Update& update) {
  const Menu menu = menu_of(update.menu(), chair_.seat);
  const Choice choice = bot_->choose(menu, [&] { return view_of(*chair_.title, update); });
  match::Move move;
  to_wire(choice.action, move.action);
  to_wire(choice.reason, move.reason);
  return move;
}

}  // namespace wardroom::bot
