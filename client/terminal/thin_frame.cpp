#include "client/terminal/thin_frame.h"

#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {
namespace {

// Walks the fields of one message in wire format.
class Walk {
 public:
  explicit Walk(std::string_view message) : rest_(message) {}

  bool next() {
    if (rest_.empty() || broken_) return false;
    const std::uint64_t tag = varint();
    number = static_cast<int>(tag >> 3);
    value = 0;
    bytes = {};
    switch (tag & 7) {
      case 0:
        value = varint();
        break;
      case 1:
        skip(8);
        break;
      case 2: {
        const std::uint64_t size = varint();
        bytes = rest_.substr(0, size);
        skip(size);
        break;
      }
      case 5:
        skip(4);
        break;
      default:
        broken_ = true;
    }
    return !broken_;
  }
  bool whole() const { return !broken_ && rest_.empty(); }

  int number = 0;
  std::uint64_t value = 0;
  std::string_view bytes;

 private:
  std::uint64_t varint() {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < rest_.size() && i < 10; ++i) {
      const auto byte = static_cast<unsigned char>(rest_[i]);
      result |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
      if (byte < 0x80) {
        rest_.remove_prefix(i + 1);
        return result;
      }
    }
    broken_ = true;
    return 0;
  }
  void skip(std::uint64_t size) {
    if (size > rest_.size()) {
      broken_ = true;
    } else {
      rest_.remove_prefix(size);
    }
  }

  std::string_view rest_;
  bool broken_ = false;
};

}  // namespace

ThinFrame thin_frame(std::string_view message) {
  ThinFrame frame;
  Walk walk(message);
  while (walk.next()) {
    if (walk.number == v1::ServerFrame::kRequestFieldNumber) {
      frame.request = walk.value;
    } else if (walk.number != v1::ServerFrame::kPaddingFieldNumber) {
      frame.body = walk.number;
      frame.payload = walk.bytes;
    }
  }
  frame.whole = walk.whole();
  return frame;
}

ThinUpdate thin_update(std::string_view update, ToldMenus& menus, bot::Whim& whim) {
  ThinUpdate thin;
  std::string_view menu;
  v1::MenuDelta delta;
  for (Walk walk(update); walk.next();) {
    if (walk.number == v1::Update::kSerialFieldNumber) thin.serial = walk.value;
    if (walk.number == v1::Update::kFullFieldNumber && walk.value != 0) menus = {};
    if (walk.number == v1::Update::kMenuFieldNumber) menu = walk.bytes;
    if (walk.number == v1::Update::kMenuDeltaFieldNumber)
      delta.ParseFromArray(walk.bytes.data(), static_cast<int>(walk.bytes.size()));
    if (walk.number == v1::Update::kStateFieldNumber) thin.over = walk.value == v1::MATCH_STATE_OVER;
  }
  if (!delta.delta().empty()) {
    const std::string* told = menus.menu(delta);
    thin.fits = told != nullptr;
    if (told) menu = *told;
  }
  std::size_t items = 0;
  for (Walk walk(menu); walk.next();) {
    if (walk.number == v1::Menu::kSerialFieldNumber) thin.menu_serial = walk.value;
    if (walk.number == v1::Menu::kItemsFieldNumber) ++items;
  }
  if (items == 0) return thin;
  std::size_t skip = whim.below(items);
  for (Walk walk(menu); walk.next();) {
    if (walk.number != v1::Menu::kItemsFieldNumber || skip-- > 0) continue;
    thin.action = thin_field(walk.bytes, v1::Item::kActionFieldNumber);
    break;
  }
  return thin;
}

std::string_view thin_field(std::string_view message, int number) {
  std::string_view found;
  for (Walk walk(message); walk.next();) {
    if (walk.number == number) found = walk.bytes;
  }
  return found;
}

}  // namespace wardroom::terminal
