// Mind: what the standard bot keeps between two answers. Nothing but its watch outlives a segment; a bot that has lost
// it plays on.
#pragma once

#include <optional>
#include <set>

#include "client/bot/pq17/old/chart.h"
#include "client/bot/pq17/old/packs.h"
#include "client/bot/pq17/old/style.h"

namespace wardroom::pq17::old {

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
    if (moving_ == key_of(force) && force.hexes() == 0) stuck_.insert(key_of(force));
    moving_ = key_of(force);
  }
  void stays(ForceKey key) { stuck_.insert(key); }
  bool stuck(const Sight& sight, ForceKey key) {
    forget(sight);
    return stuck_.contains(key);
  }
  ForceKey moving() const { return moving_; }
  // -- aircraft that found nothing to do where they may go --
  void ground(const Sight& sight, AirKey air_unit) {
    forget(sight);
    grounded_.insert(air_unit);
  }
  bool grounded(const Sight& sight, AirKey air_unit) {
    forget(sight);
    return grounded_.contains(air_unit);
  }

 private:
  void forget(const Sight& sight) {
    const int now = sight.turn() * 4 + static_cast<int>(sight.view.clock().active());
    if (now == when_) return;
    when_ = now;
    moving_ = {};
    stuck_.clear();
    grounded_.clear();
  }

  std::optional<Chart> chart_;
  std::optional<Packs> packs_;
  int when_ = 0;
  ForceKey moving_;
  std::set<ForceKey> stuck_;
  std::set<AirKey> grounded_;
};

}  // namespace wardroom::pq17::old
