#include "server/titles/pq17/weather/ice.h"

#include <algorithm>

#include "server/titles/pq17/operation/rolls.h"

namespace wardroom::pq17 {
namespace {

using v1::Ice;
using v1::IceEffect;

IceEffect::Entry entry(const Operation& op, Side side, Ice::Condition ice) {
  const IceEffect& effect = effect_of(op, ice);
  return side == kAllied ? effect.allied_entry() : effect.axis_entry();
}

// The marker that counts for a hex: the worst, where a border cuts it. None: no zone.
const v1::Environment::IceMarker* marker_of(const Operation& op, Hex hex) {
  const v1::Environment::IceMarker* worst = nullptr;
  for (const v1::IceArea& area : op.reference.hex(hex).data->ice()) {
    for (const auto& marker : op.truth.environment().ice()) {
      if (marker.area().sector() != area.sector() || marker.area().zone() != area.zone()) continue;
      if (!worst || marker.condition() > worst->condition()) worst = &marker;
    }
  }
  return worst;
}

}  // namespace

v1::Ice::Condition broken_open(const Operation& op, Side side, Hex hex, v1::Ice::Condition ice) {
  const bool channel = side == kAllied && op.reference.hex(hex).has(v1::Hex::ICEBREAKING_CHANNEL);
  return channel ? effect_of(op, ice).in_channel() : ice;
}

v1::Ice::Condition predicted_ice(const Operation& op, Hex hex) {
  if (op.reference.hex(hex).has(v1::Hex::PACK)) return Ice::SOLID_PACK;
  const auto* marker = marker_of(op, hex);
  return marker ? marker->condition() : Ice::CLEAR;
}

std::optional<v1::Ice::Condition> known_ice(const Operation& op, Side side, Hex, Hex to) {
  if (op.reference.hex(to).has(v1::Hex::PACK)) return Ice::SOLID_PACK;
  const auto* marker = marker_of(op, to);
  if (!marker) return Ice::CLEAR;
  if (!marker->certain()) return std::nullopt;
  return broken_open(op, side, to, marker->condition());
}

bool may_cross(const Operation& op, Side side, v1::Ice::Condition ice) {
  return entry(op, side, ice) != IceEffect::NEVER;
}

v1::Ice::Condition ice_for_torpedoes(Operation& op, Hex hex, std::uint32_t ordinal) {
  const auto* marker = marker_of(op, hex);
  if (!marker || marker->certain() || op.reference.hex(hex).has(v1::Hex::PACK)) return predicted_ice(op, hex);
  const int die = op.die(Draw::kIce, number(hex), ordinal);
  const Ice::Condition actual = op.reference.box().ice(marker->condition(), die);
  op.tell(
      {Text("report.ice.torpedoes").word("hex", Operation::word(hex)).number("die", die).text("ice", op.name(actual)),
       plain_roll("table.ice.name", {die}, op.name(actual))},
      hex, "7.3");
  return actual;
}

bool clear_of_ice(const Operation& op, Hex hex) {
  const MapHex& at = op.reference.hex(hex);
  if (at.has(v1::Hex::PACK)) return false;
  if (at.data->ice().empty()) return true;
  return std::ranges::any_of(at.data->ice(), [&](const v1::IceArea& area) {
    return std::ranges::any_of(op.truth.environment().ice(), [&](const auto& marker) {
      return marker.area().sector() == area.sector() && marker.area().zone() == area.zone() &&
             marker.condition() == Ice::CLEAR && marker.certain();
    });
  });
}

}  // namespace wardroom::pq17
