// Events about aircraft [5.3, 13].
#include <algorithm>

#include "server/titles/pq17/event_parts.h"

namespace wardroom::pq17 {
namespace {

using v1::RandomEvent;

bool lies_in(const Operation& op, const RandomEvent& event, Hex hex) {
  const std::vector<Hex> hexes = hexes_of(op, event);
  return std::ranges::find(hexes, hex) != hexes.end();
}

void repair(Operation& op, int key) {
  v1::Air::Unit& unit = op.air(key);
  unit.set_damaged(unit.damaged() - 1);
  op.reveal(Licence::kEvent, Text("report.event.air_ready").text("unit", op.name(unit)).number("count", unit.damaged()),
            {}, "13");
}

}  // namespace

bool flies_by_event(const Operation& op, const AirFacts& unit) {
  const RandomEvent* event = in_force_for(op, RandomEvent::NIGHT_FLYING, unit.side);
  if (!event || op.is(Mutant::kNightFlyingIgnored)) return false;
  return event->air_types().empty() ||
         std::ranges::find(event->air_types(), unit.model->type()) != event->air_types().end();
}

bool airbase_closed(const Operation& op, Side side, Hex base) {
  const RandomEvent* event = in_force_for(op, RandomEvent::AIRBASE_CLOSED, side);
  return event && lies_in(op, *event, base);
}

std::vector<Hex> covered_hexes(const Operation& op, const RandomEvent& event, Side side) {
  std::vector<Hex> covered;
  for (Hex hex : hexes_of(op, event)) {
    const bool someone = std::ranges::any_of(op.truth.sea().block(), [&](const v1::Block& block) {
      return block.side() == side && block.hex() == number(hex);
    });
    if (someone && (!event.has_amount() || static_cast<int>(covered.size()) < event.amount())) covered.push_back(hex);
  }
  return covered;
}

bool covered_by_event(const Operation& op, Side side, Hex hex) {
  const RandomEvent* event = in_force_for(op, RandomEvent::AIR_COVER, side);
  if (!event || !op.effect(hex).land_air_radius()) return false;
  const std::vector<Hex> covered = covered_hexes(op, *event, side);
  return std::ranges::find(covered, hex) != covered.end();
}

Task<> repair_aircraft(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  const auto damaged = [&] {
    std::vector<int> keys;
    for (const v1::Air::Unit* unit : op.aircraft(side)) {
      if (unit->damaged() > 0) keys.push_back(unit->key());
    }
    return keys;
  };
  if (damaged().empty()) tell_no_effect(op, event);
  for (int left = event.amount(); left > 0; --left) {
    const std::vector<int> keys = damaged();
    if (keys.empty()) co_return;
    int key = keys.front();
    if (keys.size() > 1) {
      Menu menu = event_menu(op, side, "prompt.event_air");
      for (int each : keys) {
        const v1::Air::Unit& unit = op.air(each);
        menu.offer(v1::Verb::CHOOSE_AIR, each)
            .says("choice.event_air.unit")
            .text("unit", op.name(unit))
            .number("count", unit.damaged());
      }
      const Action answer = co_await op.table.ask(std::move(menu));
      key = answer.at<int>(0);
    }
    repair(op, key);
  }
}

}  // namespace wardroom::pq17
