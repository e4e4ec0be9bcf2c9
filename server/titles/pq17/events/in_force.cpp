#include "server/titles/pq17/events/in_force.h"

#include <algorithm>

namespace wardroom::pq17 {
namespace {

using v1::RandomEvent;

bool has_coast(const MapHex& hex, v1::Hex::Coast coast) {
  return std::ranges::find(hex.data->coast(), coast) != hex.data->coast().end();
}

bool near(const Operation& op, Hex hex, std::string_view place) {
  const Hex centre = op.reference.place(place).hex;
  return op.reference.air_distance(centre, hex) <= 1;
}

bool in_area(const Operation& op, const MapHex& hex, const RandomEvent& event) {
  switch (event.area()) {
    case RandomEvent::NORTH_NORWAY:
      return hex.has(v1::Hex::NORTH_NORWAY);
    case RandomEvent::SOUTH_NORWAY:
      return hex.has(v1::Hex::SOUTH_NORWAY);
    case RandomEvent::NORWAY:
      return has_coast(hex, v1::Hex::NORWAY);
    case RandomEvent::KOLA:
      return near(op, hex.hex, "port.murmansk");
    case RandomEvent::WHITE_SEA:
      return hex.has(v1::Hex::ICEBREAKING_CHANNEL) || hex.hex == op.reference.place("port.arkhangelsk").hex;
    case RandomEvent::ICELAND:
      return has_coast(hex, v1::Hex::ICELAND);
    case RandomEvent::SCOTLAND:
      return has_coast(hex, v1::Hex::UNITED_KINGDOM);
    case RandomEvent::BRITISH_AIR_RADIUS:
      return hex.in(v1::AirRadius::BRITISH);
    case RandomEvent::SOVIET_AIR_RADIUS:
      return hex.in(v1::AirRadius::SOVIET);
    case RandomEvent::GERMAN_AIR_RADIUS:
      return hex.in(v1::AirRadius::GERMAN);
    case RandomEvent::PLACES:
      return std::ranges::any_of(event.place(),
                                 [&](const std::string& place) { return op.reference.place(place).hex == hex.hex; });
    default:
      return true;
  }
}

bool lies_in(const Operation& op, const RandomEvent& event, Hex hex) {
  const std::vector<Hex> hexes = hexes_of(op, event);
  return std::ranges::find(hexes, hex) != hexes.end();
}

}  // namespace

const v1::RandomEvent* in_force(const Operation& op, v1::RandomEvent::Kind kind) {
  for (const auto& each : op.truth.standing().event()) {
    const v1::RandomEvent* event = op.reference.box().event(each.event());
    if (event && event->kind() == kind) return event;
  }
  return nullptr;
}

const RandomEvent* in_force_for(const Operation& op, RandomEvent::Kind kind, Side side) {
  for (const auto& each : op.truth.standing().event()) {
    const RandomEvent* event = op.reference.box().event(each.event());
    if (!event || event->kind() != kind) continue;
    if (event->affects() == wardroom::v1::Side::UNSPECIFIED || event->affects() == side) return event;
  }
  return nullptr;
}

void take_out(Operation& op, int index, const char* why) {
  auto& events = *op.truth.mutable_standing()->mutable_event();
  op.tell(Text(why).text("event", Text(events.Get(index).event() + ".name")), {}, "13");
  events.DeleteSubrange(index, 1);
}

void use_event(Operation& op, RandomEvent::Kind kind) {
  for (int i = 0; i < op.truth.standing().event_size(); ++i) {
    v1::Standing::Event& each = *op.truth.mutable_standing()->mutable_event(i);
    const RandomEvent* event = op.reference.box().event(each.event());
    if (!event || event->kind() != kind) continue;
    each.set_uses(each.uses() - 1);
    if (each.uses() <= 0) take_out(op, i, "report.event.used");
    return;
  }
}

std::vector<Hex> hexes_of(const Operation& op, const v1::RandomEvent& event) {
  std::vector<Hex> found;
  for (const MapHex& hex : op.reference.box().hexes()) {
    if (in_area(op, hex, event)) found.push_back(hex.hex);
  }
  return found;
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

Until lasts_until(const Operation& op, const v1::RandomEvent& event) {
  const Side by = op.active();
  switch (event.lasts()) {
    case RandomEvent::THIS_TURN:
      return {op.turn(), kAxis};
    case RandomEvent::THROUGH_NEXT_ENEMY_PHASE:
      return {by == kAllied ? op.turn() : op.turn() + 1, enemy_of(by)};
    case RandomEvent::THROUGH_NEXT_OWN_PHASE:
      return {op.turn() + 1, by};
    case RandomEvent::UNTIL_USED:
    case RandomEvent::REST_OF_OPERATION:
      return {2 * op.numbers.weather().turns_per_operation(), kAxis};
    default:
      return {op.turn(), by};
  }
}

bool flies_by_event(const Operation& op, const AirFacts& unit) {
  const RandomEvent* event = in_force_for(op, RandomEvent::NIGHT_FLYING, unit.side);
  if (!event) return false;
  return event->air_types().empty() ||
         std::ranges::find(event->air_types(), unit.model->type()) != event->air_types().end();
}

bool airbase_closed(const Operation& op, Side side, Hex base) {
  const RandomEvent* event = in_force_for(op, RandomEvent::AIRBASE_CLOSED, side);
  return event && lies_in(op, *event, base);
}

bool held_by_event(const Operation& op, Side side, const v1::Force& force) {
  const RandomEvent* event = in_force_for(op, RandomEvent::HOLD_IN_PORT, side);
  return event && op.in_port(force) && std::ranges::any_of(force.ship(), [&](const v1::Counter& ship) {
           return std::ranges::find(event->ship_types(), op.reference.unit(ship.unit()).type) !=
                  event->ship_types().end();
         });
}

bool may_sail_by_event(const Operation& op, Side side) {
  return in_force_for(op, RandomEvent::MAY_SAIL, side) != nullptr;
}

bool covered_by_event(const Operation& op, Side side, Hex hex) {
  const RandomEvent* event = in_force_for(op, RandomEvent::AIR_COVER, side);
  if (!event || !op.effect(hex).land_air_radius()) return false;
  const std::vector<Hex> covered = covered_hexes(op, *event, side);
  return std::ranges::find(covered, hex) != covered.end();
}

}  // namespace wardroom::pq17
