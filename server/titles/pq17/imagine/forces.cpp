// Forces as they may be: convoys, blocks that were told of, and all others [6.2.1].
#include <algorithm>

#include "server/titles/pq17/imagine/imagination.h"

namespace wardroom::pq17 {

// -- making forces --

v1::Force& Imagination::make(v1::BlockKind::Kind kind, int number) {
  v1::Force& force = *own_->add_force();
  own_->set_next_key(own_->next_key() + 1);
  force.set_key(own_->next_key());
  force.set_kind(kind);
  force.set_number(number);
  return force;
}

int Imagination::free_number(v1::BlockKind::Kind kind, v1::Nation::Kind nation) const {
  if (kind == v1::BlockKind::DUMMY) return 0;
  for (const auto& supply : reference_.box().block_supply().supply()) {
    if (supply.side() != enemy_ || supply.kind() != kind) continue;
    if (kind == v1::BlockKind::WOLFPACK && supply.nation() != nation) continue;
    for (const std::string& label : supply.label()) {
      const int number = std::stoi(label.substr(label.find_first_of("0123456789")));
      const bool used = std::ranges::any_of(
                            own_->force(),
                            [&](const v1::Force& force) { return force.kind() == kind && force.number() == number; }) ||
                        std::ranges::any_of(flat_, [&](const v1::Block* block) {
                          return block->kind() == kind && block->number() == number;
                        });
      if (!used) return number;
    }
  }
  return -1;
}

void Imagination::stand(v1::Force& force, const v1::Block& block) {
  force.set_block(block.id());
  if (force.kind() == v1::BlockKind::TASK_FORCE || force.kind() == v1::BlockKind::CONVOY) {
    const auto& fuel = reference_.numbers().fuel();
    force.set_fuel_turn(view_.clock().turn() + 1 + static_cast<int>(pick(static_cast<std::size_t>(fuel.normal()))));
  }
  const bool his_move = view_.clock().phase() == v1::Clock::PLAYER && view_.clock().active() == enemy_;
  if (his_move && block.moved()) force.set_done(true);
}

// -- convoys --

const v1::Convoy* Imagination::arrived(const v1::Convoy& convoy) const {
  const bool home = std::ranges::any_of(view_.standing().arrival(),
                                        [&](const auto& arrival) { return arrival.convoy() == convoy.id(); });
  return home ? &convoy : nullptr;
}

void Imagination::load(v1::Force& force, const v1::Convoy& convoy, const v1::Statement* told) {
  force.set_convoy(convoy.id());
  force.set_loaded(convoy.loaded());
  force.set_destination(
      convoy.destination(static_cast<int>(pick(static_cast<std::size_t>(convoy.destination_size())))));
  for (const auto& ships : convoy.ships()) give(force, ships.unit(), ships.has_cs() ? ships.cs() : 0);
  for (const auto& escort : convoy.escort()) {
    const int cs = pool_.take(escort.unit(), escort.has_cs() ? escort.cs() : reference_.unit(escort.unit()).full_cs());
    if (cs > 0 && (!told || told->level() < 1))
      give(force, escort.unit(), cs);
    else
      pool_.add(escort.unit(), cs);
  }
  if (told && told->binding()) suit(force, *told);
}

// Makes merchants and warships fit what was said of a convoy.
void Imagination::suit(v1::Force& force, const v1::Statement& told) {
  if (told.level() >= 2) {
    const int have = tally(reference_, force).convoy_ships;
    change_merchants(force, told.convoy_ships() - have);
  } else if (told.level() == 1) {
    const int line = reference_.numbers().force().large_convoy_from();
    const int have = tally(reference_, force).convoy_ships;
    if (told.large_convoy() && have < line) change_merchants(force, line - have);
    if (!told.large_convoy() && have >= line) change_merchants(force, line - 1 - have);
  }
  warships(force, told);
}

void Imagination::change_merchants(v1::Force& force, int by) {
  const auto is_class = [&](const UnitFacts& unit) { return unit.merchant() && unit.ship_class; };
  for (int i = 0; i < force.ship_size() && by != 0;) {  // auxiliaries go first: merchants make it a convoy
    v1::Counter& ship = *force.mutable_ship(i);
    const UnitFacts& unit = reference_.unit(ship.unit());
    const int ships = unit.convoy_ship() ? ships_of(unit, ship.cs()) : 0;
    if (by < 0 && ships > 0 && ships <= -by) {
      by += ships;
      force.mutable_ship()->DeleteSubrange(i, 1);
      continue;
    }
    if (is_class(unit)) {
      ship.set_cs(ship.cs() + by);
      by = 0;
    }
    ++i;
  }
  if (by > 0) give(force, merchant_class(), by);
}

// -- the blocks --

v1::Shadow::Kind Imagination::shadowing(const v1::Block& block) const {
  if (block.under() != 0) return v1::Shadow::WOLFPACK;
  for (const v1::Block& target : view_.sea().block()) {
    for (const v1::Shadow& shadow : target.shadow()) {
      if (shadow.block() == block.id()) return shadow.kind();
    }
  }
  return v1::Shadow::UNSPECIFIED;
}

void Imagination::flat_blocks() {
  std::vector<const v1::Convoy*> at_sea;
  for (const v1::Convoy* convoy : convoys_) {
    if (!arrived(*convoy)) at_sea.push_back(convoy);
  }
  for (const v1::Block* block : flat_) {
    v1::Force& force = make(block->kind(), block->number());
    stand(force, *block);
    if (block->kind() == v1::BlockKind::CONVOY) {
      if (!at_sea.empty()) {
        const v1::Convoy* convoy = take_one(at_sea);
        convoys_.erase(std::ranges::find(convoys_, convoy));
        load(force, *convoy, block->has_told() ? &block->told() : nullptr);
      } else {
        stragglers(force, *block);
      }
      force.add_visited(block->hex());
      if (seen(*block)) as_seen(force, block->told());
    } else if (seen(*block)) {
      as_seen(force, block->told());
    } else if (shadowing(*block) == v1::Shadow::CRUISERS) {
      cruisers(force, block->told());
    } else {
      warships(force, block->told());
    }
    if (force.ship().empty()) anything(force);
  }
}

void Imagination::as_seen(v1::Force& force, const v1::Statement& told) {
  for (const v1::Counter& ship : force.ship()) {
    if (reference_.unit(ship.unit()).warship()) pool_.add(ship.unit(), ship.cs());
  }
  force.clear_ship();
  for (const auto& named : told.named()) {
    v1::Units units;
    units.set_unit(named.unit());
    units.set_cs(named.cs());
    v1::Counter ship = fresh(reference_, units);
    ship.set_crippled(named.crippled());
    ship.set_dead_in_water(named.dead_in_water());
    const auto alike = [&](const v1::Counter& other) {
      return other.unit() == ship.unit() && other.crippled() == ship.crippled() &&
             other.dead_in_water() == ship.dead_in_water() && other.torpedoes_spent() == ship.torpedoes_spent();
    };
    while (std::ranges::any_of(force.ship(), alike))
      ship.set_torpedoes_spent(ship.torpedoes_spent() + 1);  // they lay apart
    pool_.take(named.unit(), reference_.unit(named.unit()).ship ? 100 : named.cs());
    add(reference_, force, std::move(ship));
  }
  if (force.kind() == v1::BlockKind::CONVOY) submarines_beside(force, told);
}

// They sail with a convoy and were not seen with its ships; where nothing was told of them, there may be some.
void Imagination::submarines_beside(v1::Force& force, const v1::Statement& told) {
  const int counters = told.has_unseen() ? told.unseen().counters() : static_cast<int>(pick(2));
  std::optional<int> cs;
  if (told.unseen().cs() > 0) cs = told.unseen().cs();
  const Pool before = pool_;
  if (boats(force, counters, cs)) return;
  pool_ = everything_;
  boats(force, counters, cs);
  pool_ = before;
}

// Ships that a gale tore off a convoy in the same hex, or that sail as a second convoy for another destination.
void Imagination::stragglers(v1::Force& force, const v1::Block& block) {
  if (enemy_ == kAxis) force.set_destination("port.kirkenes");  // [12.3]
  give(force, merchant_class(), std::max(1, block.told().level() >= 2 ? block.told().convoy_ships() : 2));
  if (block.told().binding()) suit(force, block.told());
  for (const auto& convoy : scenario_.convoy()) {
    if (convoy.side() != enemy_ || (convoy.destination_size() < 2 && !force.convoy().empty())) continue;
    force.set_convoy(convoy.id());
    force.set_loaded(convoy.loaded());
    force.set_destination(convoy.destination(convoy.destination_size() - 1));
  }
  for (const v1::Block* parent : flat_) {
    if (parent == &block || parent->hex() != block.hex() || parent->kind() != v1::BlockKind::CONVOY) continue;
    for (const v1::Force& other : own_->force()) {
      if (other.block() != parent->id() || other.dispersed_from() != 0) continue;
      force.set_dispersed_from(other.key());
      force.set_convoy(other.convoy());
      force.set_loaded(other.loaded());
      force.set_destination(other.destination());
    }
  }
}

void Imagination::convoys() {
  for (const v1::Convoy* convoy : convoys_) {
    std::vector<const v1::Block*> likely;  // a convoy at sea has moved
    for (const v1::Block* block : upright_) {
      if (shadowing(*block) == v1::Shadow::UNSPECIFIED && block->moved()) likely.push_back(block);
    }
    if (!arrived(*convoy) && !likely.empty()) {
      const v1::Block* block = likely[pick(likely.size())];
      upright_.erase(std::ranges::find(upright_, block));
      const int number = free_number(v1::BlockKind::CONVOY, v1::Nation::UNSPECIFIED);
      v1::Force& force = make(v1::BlockKind::CONVOY, std::max(number, 1));
      stand(force, *block);
      load(force, *convoy, nullptr);
      force.add_visited(block->hex());
      continue;
    }
    const auto& places = arrived(*convoy) ? convoy->destination() : convoy->departure();
    for (const std::string& place : places) {
      const auto slot = std::ranges::find(in_port_, place);
      if (slot == in_port_.end() || shown_in_port(place)) continue;
      in_port_.erase(slot);
      v1::Force& force =
          make(v1::BlockKind::CONVOY, std::max(free_number(v1::BlockKind::CONVOY, v1::Nation::UNSPECIFIED), 1));
      force.set_place(place);
      load(force, *convoy, nullptr);
      if (arrived(*convoy)) force.set_destination(place);
      break;
    }
  }
}

// Unhit cruisers and nothing else, as many as were told of: only these shadow with ships [6.3.3].
void Imagination::cruisers(v1::Force& force, const v1::Statement& told) {
  const bool counted = told.binding() && told.level() >= 2;
  const int ships =
      counted ? std::max(1, told.level() == 2 ? told.heavy_ships() : of(told, v1::ShipCategory::CRUISER, false)) : 1;
  const int sum = counted && told.level() == 3 ? of(told, v1::ShipCategory::CRUISER, true) : 0;
  const auto cruiser = [](const UnitFacts& unit) { return unit.cruiser(); };
  const Pool before = pool_;
  for (const bool at_hand : {true, false}) {
    for (int attempt = 0; attempt < 60; ++attempt) {
      pool_ = at_hand ? before : everything_;
      force.clear_ship();
      if (!named(force, ships, {}, cruiser) || (sum > 0 && tally(reference_, force).cs != sum)) continue;
      if (!at_hand) pool_ = before;
      return;
    }
  }
  pool_ = before;
  force.clear_ship();
}

// One unit more than nothing, whatever is left; else a ship the enemy has not told us of.
void Imagination::anything(v1::Force& force) {
  const bool wolfpack = force.kind() == v1::BlockKind::WOLFPACK;
  std::vector<std::string> choice =
      units_that([&](const UnitFacts& unit) { return unit.submarine() == wolfpack && unit.warship(); });
  if (choice.empty()) {
    give(force,
         wolfpack ? (enemy_ == kAxis ? "class.type_viic" : "class.british_submarine")
                  : (enemy_ == kAxis ? "class.type_34_36" : "class.british_a_i"),
         1);
    return;
  }
  const std::string& id = choice[pick(choice.size())];
  const UnitFacts& unit = reference_.unit(id);
  give(force, id, pool_.take(id, unit.ship ? 100 : 1 + static_cast<int>(pick(3))));
}

v1::Nation::Kind Imagination::nation_of(const v1::Force& force) const {
  return force.ship().empty() ? v1::Nation::UNSPECIFIED : reference_.unit(force.ship(0).unit()).nation;
}

// What may lie in this port: Soviet ships in Soviet ports and nowhere else.
bool Imagination::suits_port(const std::string& unit, const std::string& place) const {
  const PlaceFacts* port = reference_.find_place(place);
  if (!port || !port->port) return true;
  const UnitFacts& facts = reference_.unit(unit);
  return facts.soviet() == (port->port->nation() == v1::Nation::SOVIET) &&
         (!port->port->submarines_only() || facts.submarine());
}

// Task Forces, Wolfpacks and Dummies behind what is left; then all other units join whoever they may.
void Imagination::others() {
  std::vector<Slot> slots;
  for (const v1::Block* block : upright_) slots.push_back({block, {}});
  for (const std::string& place : in_port_) slots.push_back({nullptr, place});
  shuffle(slots);
  std::ranges::stable_partition(slots, [&](const Slot& slot) {  // these can be nothing else
    return slot.block && shadowing(*slot.block) != v1::Shadow::UNSPECIFIED;
  });
  int dummies = reference_.box().blocks(enemy_, v1::BlockKind::DUMMY);
  for (const Slot& slot : slots) fill(slot, dummies);
  spread();
}

void Imagination::fill(const Slot& slot, int& dummies) {
  v1::Force ships;
  const auto follows = slot.block ? shadowing(*slot.block) : v1::Shadow::UNSPECIFIED;
  if (follows == v1::Shadow::WOLFPACK) {
    ships.set_kind(v1::BlockKind::WOLFPACK);
    anything(ships);
  } else if (follows == v1::Shadow::CRUISERS) {
    ships.set_kind(v1::BlockKind::TASK_FORCE);
    cruisers(ships, {});
    if (ships.ship().empty()) anything(ships);
  } else if (dummies == 0 || pick(3) != 0) {
    std::vector<std::string> choice = units_that([&](const UnitFacts& unit) {
      if (no_ships(slot) && !unit.submarine()) return false;
      return unit.warship() && (slot.block ? !unit.soviet() || unit.submarine() : suits_port(unit.id, slot.place));
    });
    if (!choice.empty()) {
      const std::string& id = choice[pick(choice.size())];
      const UnitFacts& unit = reference_.unit(id);
      ships.set_kind(unit.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE);
      give(ships, id,
           pool_.take(id, unit.ship          ? 100
                          : unit.submarine() ? 1 + static_cast<int>(pick(2))
                                             : 1 + static_cast<int>(pick(4))));
    }
  }
  int number = ships.ship().empty() ? -1 : free_number(ships.kind(), nation_of(ships));
  if (number < 0) {  // nothing left to put there, or no block for it
    for (const v1::Counter& ship : ships.ship()) pool_.add(ship.unit(), ship.cs());
    ships.clear_ship();
    if (dummies > 0) {
      --dummies;
      ships.set_kind(v1::BlockKind::DUMMY);
      number = 0;
    } else {
      ships.set_kind(no_ships(slot) ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE);
      anything(ships);
      number = std::max(free_number(ships.kind(), nation_of(ships)), 1);
    }
  }
  v1::Force& force = make(ships.kind(), number);
  *force.mutable_ship() = ships.ship();
  if (slot.block) {
    stand(force, *slot.block);
  } else {
    force.set_place(slot.place);
  }
}

// Every ship that is left joins a force of its kind that nothing was said of; those that find none are not at hand.
void Imagination::spread() {
  std::vector<std::string> units;
  for (const auto& [id, cs] : pool_.all()) units.push_back(id);
  for (const std::string& id : units) {
    const UnitFacts& unit = reference_.unit(id);
    std::vector<v1::Force*> open;
    for (v1::Force& force : *own_->mutable_force()) {
      const auto kind = unit.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE;
      if (force.kind() != kind || said(force)) continue;
      if (force.block() == 0 && !suits_port(id, force.place())) continue;
      if (force.block() != 0 && unit.soviet() && !unit.submarine()) continue;
      v1::Force more = force;
      add(reference_, more, [&] {
        v1::Counter one;
        one.set_unit(id);
        one.set_cs(pool_.left(id));
        return one;
      }());
      if (within_limits(reference_, more)) open.push_back(&force);
    }
    if (open.empty()) continue;
    v1::Force& force = *open[pick(open.size())];
    give(force, id, pool_.take(id, 100));
  }
}

bool Imagination::said(const v1::Force& force) const {
  if (force.place() == kKaraSea || shown_in_port(force.place())) return true;
  return std::ranges::any_of(view_.sea().block(), [&](const v1::Block& block) {
    return block.id() == force.block() &&
           (block.flat() || in_battle(id_of(block)) || shadowing(block) != v1::Shadow::UNSPECIFIED);
  });
}

}  // namespace wardroom::pq17
