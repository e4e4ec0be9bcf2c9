#include "client/bot/bot_player.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>

namespace wardroom::bot {

Menu menu_of(const v1::Menu& from, Seat seat) {
  Menu menu;
  menu.seat = seat;
  menu.kind = from.kind();
  menu.turn = from.reaction() ? Turn::kReaction : Turn::kOwn;
  menu.items.reserve(static_cast<std::size_t>(from.items_size()));
  for (const v1::Item& item : from.items()) {
    Item& made = menu.items.emplace_back();
    made.action = from_wire(item.action());
    made.places.assign(item.places().begin(), item.places().end());
  }
  return menu;
}

std::unique_ptr<View> view_of(const Title& title, const v1::Update& update) {
  namespace io = google::protobuf::io;
  using Wire = google::protobuf::internal::WireFormatLite;
  std::string bytes;
  {
    io::StringOutputStream stream(&bytes);
    io::CodedOutputStream out(&stream);
    for (const v1::Section& section : update.sections()) {
      out.WriteTag(Wire::MakeTag(static_cast<int>(section.number()), Wire::WIRETYPE_LENGTH_DELIMITED));
      out.WriteVarint32(static_cast<std::uint32_t>(section.body().size()));
      out.WriteString(section.body());
    }
  }
  std::unique_ptr<View> view = title.blank_view();
  if (!view->ParseFromString(bytes)) throw Broken("a view that cannot be read");
  return view;
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
