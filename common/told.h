// Told: what one end has told the other of a match, so that the rest is told by what differs from it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "wardroom/v1/wire.pb.h"

namespace wardroom {

// The menus that were told last, as bytes.
class ToldMenus {
 public:
  static constexpr std::size_t kKept = 4;

  v1::MenuDelta delta(const v1::Menu& menu);
  // The menu's bytes, until the next; none: it does not fit what was told before.
  const std::string* menu(const v1::MenuDelta& delta);

 private:
  struct Kept {
    std::uint32_t kind;
    std::string bytes;
  };
  void keep(Kept menu);

  std::deque<Kept> kept_;  // the last is the first
};

// What one viewer has been told. It follows from that alone what a delta says.
class Told {
 public:
  void begin(const v1::Update& full);
  // A whole update, as whoever was told all before it needs it. A full one stays whole, and begins anew.
  v1::Update shortened(const v1::Update& whole);
  // Whole again. False: it does not fit what was told before; only a full one helps.
  bool restore(v1::Update& update);

 private:
  std::map<std::uint32_t, std::string> sections_;
  ToldMenus menus_;
};

// All that a connection brings which takes deltas.
class Hearing {
 public:
  // Frames as one brings them that takes none: what came of an action stands before its answer. Empty: they do not fit
  // what was told before, and the match must be attached to again.
  std::vector<v1::ServerFrame> whole(v1::ServerFrame frame);

 private:
  std::map<std::string, Told> told_;  // by match
};

}  // namespace wardroom
