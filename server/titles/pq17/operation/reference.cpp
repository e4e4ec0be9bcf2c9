#include "server/titles/pq17/operation/reference.h"

#include <algorithm>

#include "server/engine/chance.h"

namespace wardroom::pq17 {

int UnitFacts::full_cs() const { return ship ? ship->step(0).cs() : 0; }

const v1::Step& UnitFacts::step(int cs) const {
  const auto& steps = ship ? ship->step() : ship_class->step();
  for (const v1::Step& step : steps) {
    if (step.cs() <= cs) return step;
  }
  return steps.Get(steps.size() - 1);
}

int UnitFacts::counters(int cs) const {
  if (ship) return 1;
  int count = 0;
  const int largest = ship_class->step(0).cs();
  for (; cs > 0; cs -= largest) ++count;
  return count;
}

Reference::Reference(std::shared_ptr<const GameBox> box) : box_(std::move(box)) {
  const auto add_unit = [&](UnitFacts facts) {
    facts.row = &box_->chart_row(facts.type);
    for (int category : facts.row->category()) facts.categories |= 1u << category;
    for (const v1::Step& step : facts.ship ? facts.ship->step() : facts.ship_class->step()) {
      if (step.cs() > 0)
        slowest_printed_ = std::max(slowest_printed_, step.speed());  // the enum runs from fast to slow
    }
    facts.side = facts.nation == v1::Nation::GERMAN ? kAxis : kAllied;
    facts.name = facts.id + ".name";
    facts.order = static_cast<int>(facts.type) * 1000 + static_cast<int>(units_.size());
    if (!units_.emplace(fingerprint(facts.id), &unit_facts_.emplace_back(facts)).second)
      throw Broken("pq17: ids look alike");
  };
  for (const v1::Ship* ship : box_->ships())
    add_unit({.id = ship->id(), .type = ship->type(), .nation = ship->nation(), .ship = ship});
  for (const v1::ShipClass* one : box_->classes()) {
    add_unit({.id = one->id(), .type = one->type(), .nation = one->nation(), .ship_class = one});
  }
  for (const v1::AirUnit* unit : box_->air_units()) {
    const v1::AirModel* model = box_->model(unit->model());
    air_facts_.push_back(
        {unit->id(), unit, model, model->nation() == v1::Nation::GERMAN ? kAxis : kAllied, unit->id() + ".name"});
    if (!air_units_.emplace(fingerprint(unit->id()), &air_facts_.back()).second) throw Broken("pq17: ids look alike");
  }
  for (const v1::Port* port : box_->ports()) {
    places_.push_back({.id = port->id(), .number = 0, .hex = *hex_of(port->hex()), .port = port, .side = port->side()});
  }
  for (const v1::Airbase* base : box_->airbases()) {
    places_.push_back(
        {.id = base->id(), .number = 0, .hex = *hex_of(base->hex()), .airbase = base, .side = base->side()});
  }
  for (const v1::Box* one : box_->boxes()) {
    places_.push_back(
        {.id = one->id(), .number = 0, .box = one, .side = one->axis_use() == v1::Box::FREE ? kAxis : kAllied});
  }
  for (std::size_t i = 0; i < places_.size(); ++i) {
    places_[i].number = static_cast<int>(i) + 1;
    places_[i].name = places_[i].id + ".name";
    if (!place_numbers_.emplace(fingerprint(places_[i].id), places_[i].number).second)
      throw Broken("pq17: ids look alike");
    if (places_[i].port) ports_[static_cast<std::size_t>(places_[i].hex)] = places_[i].number;
    if (places_[i].airbase) airbases_[static_cast<int>(places_[i].hex)].push_back(&places_[i]);
  }
  measure();
}

void Reference::measure() {
  const auto& hexes = box_->hexes();
  size_ = hexes.size();
  hexes_ = hexes.data();
  numbers_.assign(10000, 0);
  for (std::size_t i = 0; i < size_; ++i) numbers_[static_cast<std::size_t>(hexes[i].hex)] = i;

  air_ = sea::Distances(size_, [&](std::size_t here, const auto& reach) {
    for (const auto& neighbour : hexes[here].neighbours) {
      if (neighbour) reach(at(*neighbour));
    }
  });
  for (Side side : kSides) {
    sea_[side == kAllied ? 0 : 1] = sea::Distances(size_, [&](std::size_t here, const auto& reach) {
      for (Hex to : hexes[here].by_sea) {
        const PlaceFacts* port = port_at(to);
        if (port && port->side != side && !port->port->temporary()) continue;  // [5.1.4]
        reach(at(to));
      }
    });
  }
}

std::vector<Hex> Reference::within(Hex from, int distance) const {
  std::vector<Hex> found;
  found.reserve(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    if (air_(at(from), i) <= distance) found.push_back(hexes_[i].hex);
  }
  return found;
}

const PlaceFacts& Reference::place(std::string_view id) const {
  const PlaceFacts* found = find_place(id);
  if (!found) throw Broken("pq17: no such place");
  return *found;
}

const PlaceFacts& Reference::place(int number) const { return places_.at(static_cast<std::size_t>(number - 1)); }

const PlaceFacts* Reference::port_at(Hex hex) const {
  const int number = ports_[static_cast<std::size_t>(hex)];
  return number == 0 ? nullptr : &place(number);
}

v1::Light::Kind light_of(const Reference& reference, const v1::Scenario& scenario, int turn) {
  const int on_track = (turn - 1) % reference.numbers().weather().turns_per_operation() + 1;  // [8.1] it wraps around
  for (const auto& change : scenario.light().change()) {
    if (number_of(change.turn()) == on_track) return change.light();
  }
  return turn % 2 == 0 ? scenario.light().pm() : scenario.light().am();
}

const std::vector<const PlaceFacts*>& Reference::airbases_at(Hex hex) const {
  static const std::vector<const PlaceFacts*> kNone;
  const auto found = airbases_.find(static_cast<int>(hex));
  return found == airbases_.end() ? kNone : found->second;
}

}  // namespace wardroom::pq17
