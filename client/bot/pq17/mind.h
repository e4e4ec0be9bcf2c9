// Mind: what the standard bot keeps between two answers. Nothing but its watch outlives a segment; a bot that has lost
// it plays on.
#pragma once

#include <optional>
#include <set>

#include "client/bot/pq17/chart.h"
#include "client/bot/pq17/packs.h"
#include "client/bot/pq17/style.h"

namespace wardroom::pq17::bot {

class Mind {
 public:
  explicit Mind(Style the_style = {}) : style(the_style) {}

  Style style;
  Watch watch;

  void play(Style another) {
    style = another;
    chart_.reset();
    packs_.reset();
  }

  Chart& chart(const Sight& sight) {
    if (!chart_ || !chart_->is_of(sight)) chart_.emplace(sight, style);
    return *chart_;
  }
  const Packs& packs(const Sight& sight) {
    if (!packs_ || !packs_->is_of(sight)) packs_.emplace(sight, chart(sight));
    return *packs_;
  }

  // -- the force that is being moved, and those that cannot be --
  void move(const Sight& sight, const Force& force) {
    forget(sight);
    if (moving_ == force.key() && force.hexes() == 0) stuck_.insert(force.key());
    moving_ = force.key();
  }
  void stays(int key) { stuck_.insert(key); }
  bool stuck(const Sight& sight, int key) {
    forget(sight);
    return stuck_.contains(key);
  }
  int moving() const { return moving_; }
  // -- aircraft that found nothing to do where they may go --
  void ground(const Sight& sight, int air_unit) {
    forget(sight);
    grounded_.insert(air_unit);
  }
  bool grounded(const Sight& sight, int air_unit) {
    forget(sight);
    return grounded_.contains(air_unit);
  }

 private:
  void forget(const Sight& sight) {
    const int now = sight.turn() * 4 + static_cast<int>(sight.view.clock().active());
    if (now == when_) return;
    when_ = now;
    moving_ = 0;
    stuck_.clear();
    grounded_.clear();
  }

  std::optional<Chart> chart_;
  std::optional<Packs> packs_;
  int when_ = 0;
  int moving_ = 0;
  std::set<int> stuck_;
  std::set<int> grounded_;
};

}  // namespace wardroom::pq17::bot
