// Mind: what the standard bot keeps between two answers. Nothing but its watch outlives a segment; a bot that has lost
// it plays on.
#pragma once

#include <optional>
#include <set>

#include "client/bot/pq17/chart.h"
#include "client/bot/pq17/packs.h"
#include "client/bot/pq17/style.h"
#include "client/bot/random_bot.h"

namespace wardroom::pq17::bot {

// Who of a force goes his own way now: destroyers of a covering force for want of fuel, battleships out of a convoy's
// screen, carriers and cruisers before the others sail into it, those of a convoy's guard whom its port will not let
// in.
enum class Parting { kNone, kLight, kBattleships, kCarriers, kTooMany };

class Mind {
 public:
  explicit Mind(Style the_style = {}, std::uint64_t the_seed = 0) : style(the_style), seed(the_seed) {}

  Style style;
  const std::uint64_t seed;
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
    if (!packs_ || !packs_->is_of(sight)) packs_.emplace(sight, chart(sight), style);
    return *packs_;
  }

  // Free choices: the same for the same bot, turn and matter.
  wardroom::bot::Whim whim(const Sight& sight, std::int64_t matter) const {
    return wardroom::bot::Whim(seed ^ static_cast<std::uint64_t>(sight.turn()) << 32U ^
                               static_cast<std::uint64_t>(matter) << 8U);
  }

  // -- the force that is being moved, and those that cannot be --
  void move(const Sight& sight, const Force& force) {
    forget(sight);
    if (moving_ == key_of(force) && force.hexes() == 0) stuck_.insert(key_of(force));
    moving_ = key_of(force);
  }
  void stays(ForceKey key) { stuck_.insert(key); }
  void splits(const Sight& sight, ForceKey key, Parting who) {
    forget(sight);
    splitting_ = key;
    apart_ = who;
    has_split_.insert(key);
  }
  bool has_split(const Sight& sight, ForceKey key) {
    forget(sight);
    return has_split_.contains(key);
  }
  ForceKey splitting() const { return splitting_; }
  Parting apart() const { return apart_; }
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
    splitting_ = {};
    stuck_.clear();
    has_split_.clear();
    grounded_.clear();
  }

  std::optional<Chart> chart_;
  std::optional<Packs> packs_;
  int when_ = 0;
  ForceKey moving_;
  ForceKey splitting_;
  Parting apart_ = Parting::kNone;
  std::set<ForceKey> stuck_;
  std::set<ForceKey> has_split_;  // or could not
  std::set<AirKey> grounded_;
};

}  // namespace wardroom::pq17::bot
