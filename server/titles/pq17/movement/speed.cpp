#include "server/titles/pq17/movement/speed.h"

#include <algorithm>

#include "server/titles/pq17/forces/components.h"

namespace wardroom::pq17 {
bool like_task_force(const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE || force.kind() == v1::BlockKind::DUMMY;
}

v1::Speed::Kind best_speed(const Operation& op, const v1::Force& force) {
  v1::Speed::Kind speed = counter_speed(op.reference, force);
  const auto at_most = [&](v1::Speed::Kind most) { speed = std::max(speed, most); };  // the enum runs from fast to slow
  const v1::WeatherEffect& effect = op.effect(op.hex_of(force));
  const auto light = [&](const v1::Counter& ship) { return op.reference.unit(ship.unit()).light(); };
  if (effect.high_speed() == v1::WeatherEffect::NOBODY) at_most(v1::Speed::MODERATE);  // [9.2.5]
  if (effect.high_speed() == v1::WeatherEffect::HEAVY_SHIPS_ONLY && std::ranges::any_of(force.ship(), light)) {
    at_most(v1::Speed::MODERATE);  // [9.2.4]
  }
  if (force.kind() == v1::BlockKind::WOLFPACK) at_most(effect.submarine_speed());
  if (force.kind() == v1::BlockKind::CONVOY) at_most(v1::Speed::SLOW);  // [5.1] its escort alone, too
  if (force.kind() == v1::BlockKind::TASK_FORCE && (force.fuel() == v1::Force::LOW || force.training())) {
    at_most(v1::Speed::MODERATE);  // [11.2.2]
  }
  if (force.fuel() == v1::Force::CRITICAL) at_most(v1::Speed::SLOW);                        // [11.2.3]
  if (force.task() == v1::Force::REFUELLING && op.at_sea(force)) at_most(v1::Speed::SLOW);  // [11.3.2]
  return speed;
}

int hexes_at(const Operation& op, v1::Speed::Kind speed) {
  const auto& hexes = op.numbers.movement();
  switch (speed) {
    case v1::Speed::HIGH:
      return hexes.high_hexes();
    case v1::Speed::MODERATE:
      return hexes.moderate_hexes();
    case v1::Speed::SLOW:
      return hexes.slow_hexes();
    case v1::Speed::CRAWL:
      return Operation::is_pm(op.turn()) ? hexes.crawl_pm_hexes() : hexes.crawl_am_hexes();
    default:
      return 0;
  }
}

int hexes_left(const Operation& op, const v1::Force& force) {
  auto speed = best_speed(op, force);
  const bool port = force.left_port();                            // [5.1.3]
  const bool leads = force.in_leads() && like_task_force(force);  // [5.1.6]
  if (speed == v1::Speed::HIGH && (port || leads)) speed = v1::Speed::MODERATE;
  return hexes_at(op, speed) - force.hexes();
}

bool moves_by_itself(Operation& op, Side side, const v1::Force& force) {
  if (force.done()) return false;
  if (is_dispersed_part(op, side, force)) return false;                          // [5.6]
  if (op.at_sea(force) && op.shadows_someone(op.block_of(force))) return false;  // [5.4]
  const bool parts_held = force.kind() == v1::BlockKind::CONVOY &&
                          std::ranges::any_of(dispersed_parts(op, side, force), &v1::Force::held_by_gales);
  const bool held = force.held_by_gales() || parts_held;
  return !held;  // [9.2.5]
}

}  // namespace wardroom::pq17
