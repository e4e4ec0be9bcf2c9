#include "client/bot/pq17/old/sight.h"

#include <algorithm>

namespace wardroom::pq17::old {

Sight::Sight(const Reference& the_reference, const v1::View& the_view, const Menu& the_menu, const Watch& the_watch)
    : reference(the_reference),
      view(the_view),
      menu(the_menu),
      watch(the_watch),
      me(side_of(the_menu.seat)),
      foe(enemy_of(me)),
      scenario(*the_reference.box().scenario(the_view.standing().scenario())) {
  for (const Block& each : view.sea().block()) {
    if (each.hex() != 0) (each.side() == kAllied ? allied_ : axis_).push_back(&each);
  }
}

bool Sight::night(int turn) const {
  const int on_track = (turn - 1) % reference.numbers().weather().turns_per_operation() + 1;
  for (const auto& change : scenario.light().change()) {
    if (number_of(change.turn()) == on_track) return change.light() == v1::Light::NIGHT;
  }
  return (turn % 2 == 0 ? scenario.light().pm() : scenario.light().am()) == v1::Light::NIGHT;
}

v1::Weather::Kind Sight::weather(Hex hex) const {
  const auto& environment = view.environment();
  for (int i = environment.local_size() - 1; i >= 0; --i) {  // the latest goes before
    const auto& local = environment.local(i);
    if (std::ranges::find(local.hex(), static_cast<std::uint32_t>(hex)) != local.hex().end()) return local.weather();
  }
  return environment.weather();
}

v1::Ice::Condition Sight::ice(Hex hex) const {
  const MapHex& at = reference.hex(hex);
  if (at.has(v1::Hex::PACK)) return v1::Ice::SOLID_PACK;
  v1::Ice::Condition worst = v1::Ice::CLEAR;
  for (const v1::IceArea& area : at.data->ice()) {
    for (const auto& marker : view.environment().ice()) {
      if (marker.area().sector() == area.sector() && marker.area().zone() == area.zone())
        worst = std::max(worst, marker.condition());
    }
  }
  return worst;
}

const Force* Sight::force(ForceKey key) const {
  const auto& forces = view.own().force();
  const auto found = std::ranges::find(forces, key.value, &Force::key);
  return found == forces.end() ? nullptr : &*found;
}

Hex Sight::hex_of(const Force& force) const {
  if (force.block() != 0) {
    const Block* own = block(block_id(force));
    return own ? hex(*own) : Hex{};
  }
  if (const PlaceFacts* place = reference.find_place(force.place())) return place->hex;
  return pq17::hex_of(force.place()).value_or(Hex{});
}

int Sight::fuel_left(const Force& force) const {
  constexpr int kPlenty = 100;
  switch (force.fuel()) {
    case Force::CRITICAL:
      return -1;
    case Force::LOW:
      return 0;
    default:
      return force.fuel_turn() == 0 ? kPlenty : force.fuel_turn() - turn();
  }
}

const Block* Sight::block(BlockId id) const {
  const auto& all = view.sea().block();
  const auto found = std::ranges::find(all, id.value, &Block::id);
  return found == all.end() ? nullptr : &*found;
}

std::vector<const Block*> Sight::blocks(Side side, Hex at) const {
  std::vector<const Block*> found;
  for (const Block* each : blocks(side)) {
    if (hex(*each) == at) found.push_back(each);
  }
  return found;
}

const v1::Air::Unit* Sight::air(AirKey key) const {
  for (const v1::Air::Unit& unit : view.air().unit()) {
    if (key_of(unit) == key) return &unit;
  }
  for (const v1::Air::Unit& unit : view.own().aboard()) {
    if (key_of(unit) == key) return &unit;
  }
  return nullptr;
}

bool Sight::in_play(const PlaceFacts& place) const {
  if (!place.port || !place.port->temporary()) return true;
  if (std::ranges::find(scenario.temporary_port(), place.id) != scenario.temporary_port().end()) return true;
  return std::ranges::any_of(scenario.special_rule(), [&](const v1::SpecialRule& rule) {
    return rule.kind() == v1::SpecialRule::PORT_AS_TEMPORARY && turn() >= number_of(rule.from()) &&
           std::ranges::find(rule.place(), place.id) != rule.place().end();
  });
}

const PlaceFacts* Sight::port_in_play(Hex hex) const {
  const PlaceFacts* port = reference.port_at(hex);
  return port && in_play(*port) ? port : nullptr;
}

const Item* Sight::find(v1::Verb::Kind verb) const {
  for (const Item& item : menu.items) {
    if (item.action.verb == static_cast<std::uint32_t>(verb)) return &item;
  }
  return nullptr;
}

const Item* Sight::find(v1::Verb::Kind verb, std::int64_t first) const {
  for (const Item& item : menu.items) {
    const bool same = item.action.verb == static_cast<std::uint32_t>(verb) && !item.action.arguments.empty();
    if (same && item.action.arguments[0] == first) return &item;
  }
  return nullptr;
}

std::vector<const Item*> Sight::all(v1::Verb::Kind verb) const {
  std::vector<const Item*> found;
  for (const Item& item : menu.items) {
    if (item.action.verb == static_cast<std::uint32_t>(verb)) found.push_back(&item);
  }
  return found;
}

const Item& Sight::last_resort() const {
  using v1::Verb;
  for (Verb::Kind verb : {Verb::DONE, Verb::NO, Verb::STOP, Verb::PLOT_END, Verb::REMOVE}) {
    if (const Item* item = find(verb)) return *item;
  }
  return menu.items.front();
}

}  // namespace wardroom::pq17::old
