// Events about aircraft [5.3, 13].
#include <algorithm>

#include "server/titles/pq17/events/parts.h"

namespace wardroom::pq17 {
namespace {

using v1::RandomEvent;

void repair(Operation& op, AirKey key) {
  v1::Air::Unit& unit = op.air(key);
  unit.set_damaged(unit.damaged() - 1);
  op.reveal(Licence::kEvent, Text("report.event.air_ready").text("unit", op.name(unit)).number("count", unit.damaged()),
            {}, "13");
}

}  // namespace

Task<> repair_aircraft(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  const auto damaged = [&] {
    std::vector<AirKey> keys;
    for (const v1::Air::Unit* unit : op.aircraft(side)) {
      if (unit->damaged() > 0) keys.push_back(key_of(*unit));
    }
    return keys;
  };
  if (damaged().empty()) tell_no_effect(op, event);
  for (int left = event.amount(); left > 0; --left) {
    const std::vector<AirKey> keys = damaged();
    if (keys.empty()) co_return;
    AirKey key = keys.front();
    if (keys.size() > 1) {
      Menu menu = event_menu(op, side, "prompt.event_air");
      for (AirKey each : keys) {
        const v1::Air::Unit& unit = op.air(each);
        menu.offer(v1::Verb::CHOOSE_AIR, each)
            .says("choice.event_air.unit")
            .text("unit", op.name(unit))
            .number("count", unit.damaged());
      }
      const Action answer = co_await op.table.ask(std::move(menu));
      key = answer.at<AirKey>(0);
    }
    repair(op, key);
  }
}

}  // namespace wardroom::pq17
