// One battle from its first round to its end.
#pragma once

#include <array>

#include "server/titles/murmansk/battle/battle.h"

namespace wardroom::murmansk {

class Fight {
 public:
  Fight(Campaign& campaign, Key allied, Key axis);
  Task<> run();

 private:
  struct Hit {
    ShipNumber target;
    v1::Harm::Kind harm;
  };
  enum class Shot { kTorpedoes, kGuns };

  v1::BattleBoard& board() { return *c.board().mutable_battle(); }
  Key key(Side side) const { return keys_[side == kAllied ? 0 : 1]; }
  std::vector<ShipNumber> ships(Side side) const;  // that still fight
  bool freighters() const;                         // are in it
  bool side_left(Side side) const { return !ships(side).empty() || (side == kAllied && freighters()); }
  v1::BattleBoard::Ship* on_board(ShipNumber ship, Side side);
  std::uint32_t area(ShipNumber ship, Side side) const;
  bool holds(Side side, std::uint32_t area) const;

  // -- areas --
  void set_up();
  Task<> arrange(Side side);
  Side first_to_relocate() const;
  Task<> relocate(Side side);
  std::vector<std::uint32_t> may_shift_to(Side side, ShipNumber ship) const;

  // -- a round --
  Task<> round();
  Task<> exchange(Shot shot, Side first);
  Task<> shoot(Shot shot, Side side, bool& done);
  bool can_be_hit(Side side, ShipNumber firer, ShipNumber target, Shot shot) const;
  bool has_shot(Shot shot, ShipNumber firer) const;
  void fire(Shot shot, Side side, ShipNumber firer, ShipNumber target);
  void settle();  // what was fired at the same time
  void sweep();   // what is sunk leaves the board

  // -- its end --
  Task<> flights();
  Task<> ask_flight(Side side, v1::Verb::Kind& answer);
  bool may_flee(Side side);
  std::vector<ShipNumber> fit(Side side) const;  // not Damaged
  std::vector<Place> retreats(Side side, Key from);
  Task<> flee(Side side);
  Task<> retreat(Side side, Key who);
  Task<> break_off();

  Campaign& c;
  std::array<Key, 2> keys_;
  Place place_;
  bool simultaneous_ = false;
  bool could_fire_ = false;  // anybody, this round
  bool over_ = false;
  std::array<bool, 2> fled_{false, false};
  std::vector<Hit> pending_;
};

}  // namespace wardroom::murmansk
