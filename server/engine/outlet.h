// Outlet: everything one viewer has been sent. The one road outward: an update is made of a view, never of a position.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/engine/press.h"

namespace wardroom {

// What is true for every viewer alike.
struct Common {
  v1::MatchState state = v1::MATCH_STATE_PLAYING;
  std::uint32_t epoch = 0;
  const v1::Ending* ending = nullptr;
};

// What is put to this viewer.
struct Question {
  const Menu* menu = nullptr;  // none: he is asked nothing
  bool anew = false;           // asked since he was last shown anything, even if the menu reads the same
  bool can_undo = false;
  std::vector<std::uint32_t> waiting_for;
};

// An update is made whole and dropped whole, and may be long: it lies in an arena, which goes with the last who has it.
using OwnedUpdate = std::shared_ptr<v1::Update>;
OwnedUpdate make_update();

class Outlet {
 public:
  explicit Outlet(Viewer viewer) : viewer_(viewer) {}

  Viewer viewer() const { return viewer_; }
  std::uint64_t serial() const { return serial_; }
  std::uint64_t menu_serial() const { return menu_serial_; }
  void renumber(std::uint64_t serial, std::uint64_t menu_serial);  // after a restart: numbers go on where they were

  // A report waits here until it may be shown.
  void hold(v1::Report report) { held_.push_back(std::move(report)); }
  void forget_held() { held_.clear(); }

  // Takes in what the viewer may now see; an update when anything differs from what he has, else none.
  // Its menu is to stay as it is.
  OwnedUpdate show(const Sections& sections, const Question& question, const Common& common);

  // Everything he has been shown, for a join or a resync. Changes nothing.
  v1::Update all() const;

 private:
  Viewer viewer_;
  std::uint64_t serial_ = 0;
  Sections sections_;
  std::uint64_t menu_serial_ = 0;  // 0: asked nothing
  OwnedUpdate shown_;              // the newest: of it the menu
  v1::Update last_;                // the parts that are not sections or reports
  std::vector<v1::Report> held_;
};

// The top-level fields of a view, each as its number and bytes; and the view again.
std::vector<v1::Section> sections_of(const View& view);
std::unique_ptr<View> view_of(const Title& title, const v1::Update& full);

}  // namespace wardroom
