// The engagement that is going on, and the Kara Sea, as they may be behind what is seen [7, 12.12].
#include <algorithm>

#include "server/titles/pq17/imagine/imagination.h"

namespace wardroom::pq17 {

// -- the engagement that is going on --

bool Imagination::in_battle(BlockId block) const {
  const auto in = [&](const v1::Battle& battle) { return takes_part(block, battle); };
  return in(view_.battle()) || std::ranges::any_of(view_.sea().waiting(), in);
}

bool Imagination::on_display(BlockId block) const {
  const auto on = [&](const v1::Battle& battle) { return deployed(battle) && takes_part(block, battle); };
  return on(view_.battle()) || std::ranges::any_of(view_.sea().waiting(), on);
}

// Everybody sees which ships lie there, and from which force each has come.
void Imagination::display(const v1::Battle& battle, Display& display) {
  if (attacked_in_port(battle)) return in_port(battle, display);
  if (!deployed(battle)) return;
  for (const bool flat : {true, false}) {
    for (const v1::Block& block : view_.sea().block()) {
      if (block.side() != enemy_ || block.flat() != flat || !takes_part(id_of(block), battle)) continue;
      const auto kind = flat ? block.kind() : v1::BlockKind::TASK_FORCE;  // only these attack or join unseen
      v1::Force& force = make(kind, flat ? block.number() : std::max(free_number(kind, v1::Nation::UNSPECIFIED), 1));
      stand(force, block);
      if (kind == v1::BlockKind::CONVOY) sail_as_convoy(force, block.hex());
    }
  }
  if (battle.face_down()) return face_down(battle, display);
  for (const v1::Battle::Away& away : battle.away()) {
    if (away.side() != enemy_) continue;
    if (away.id() != 0) {
      v1::Displayed& gone = lay(display, away.id(), away.ship(), away.driven_off());
      gone.add_part()->set_force(key_behind(block_id(away)).value);
    } else if (v1::Force* force = force_of(block_id(away))) {
      deal(away.ship());
      add(reference_, *force, v1::Counter(away.ship()));
    }
  }
  for (const v1::Battle::Unit& unit : battle.unit()) {
    if (unit.side() != enemy_) continue;
    v1::Displayed& shown = lay(display, unit.id(), unit.ship(), unit.driven_off());
    const auto came = [&](ForceKey key, int cs) {
      auto& part = *shown.add_part();
      part.set_force(key.value);
      part.set_cs(cs);
    };
    for (const v1::Battle::Part& from : unit.part()) came(key_behind(block_id(from)), from.cs());
    if (unit.part().empty()) came(in_box_, unit.ship().cs());
  }
  std::ranges::sort(display, {}, [](const v1::Displayed& each) { return each.id(); });
}

v1::Displayed& Imagination::lay(Display& display, int id, const v1::Counter& ship, int driven_off) {
  deal(ship);
  v1::Displayed& made = *display.Add();
  made.set_id(id);
  *made.mutable_ship() = ship;
  made.set_driven_off(driven_off);
  v1::Units units;
  units.set_unit(ship.unit());
  units.set_cs(std::max(ship.cs(), 1));
  if (!ship.used()) made.mutable_ship()->set_oiler_fuel(fresh(reference_, units).oiler_fuel());
  return made;
}

v1::Force* Imagination::force_of(BlockId block) {
  for (v1::Force& force : *own_->mutable_force()) {
    if (block ? block_id(force) == block : key_of(force) == in_box_) return &force;
  }
  return nullptr;
}

ForceKey Imagination::key_behind(BlockId block) {
  const v1::Force* force = force_of(block);
  return force ? key_of(*force) : ForceKey();
}

void Imagination::sail_as_convoy(v1::Force& force, std::uint32_t hex) {
  std::vector<const v1::Convoy*> at_sea;
  for (const v1::Convoy* convoy : convoys_) {
    if (!arrived(*convoy)) at_sea.push_back(convoy);
  }
  force.add_visited(hex);
  if (at_sea.empty()) return;
  const v1::Convoy* convoy = take_one(at_sea);
  convoys_.erase(std::ranges::find(convoys_, convoy));
  force.set_convoy(convoy->id());
  force.set_loaded(convoy->loaded());
  force.set_destination(
      convoy->destination(static_cast<int>(pick(static_cast<std::size_t>(convoy->destination_size())))));
}

// The boats of a fight with submarines: everybody knows how many they are [7.4.3].
bool Imagination::is_wolfpack(BlockId block) const {
  const auto& battle = view_.battle();
  return battle.submarines().side() == enemy_ && battle.block_size() > 0 && battle.block(0) == block.value;
}

void Imagination::wolfpack() {
  const auto& fight = view_.battle().submarines();
  for (const v1::Block& block : view_.sea().block()) {
    if (block.side() != enemy_ || !is_wolfpack(id_of(block))) continue;
    v1::Force& force = make(v1::BlockKind::WOLFPACK, block.number());  // upright it has none: of any nation
    stand(force, block);
    if (block.told().binding()) told_of_wolfpack(force, block, fight.cs());
    boats_of(force);
    if (!block.flat()) force.set_number(std::max(free_number(v1::BlockKind::WOLFPACK, nation_of(force)), 1));
  }
}

void Imagination::boats_of(v1::Force& force) {
  const auto& fight = view_.battle().submarines();
  for (const bool at_hand : {true, false}) {
    const Pool before = pool_;
    if (!at_hand) pool_ = everything_;
    for (int counters = 1; counters <= fight.cs() && force.ship().empty(); ++counters)
      boats(force, counters, fight.cs());
    if (!at_hand) pool_ = before;
  }
  if (force.ship().empty()) give(force, enemy_ == kAxis ? "class.type_viic" : "class.british_submarine", fight.cs());
  const int most = reference_.box().submarine_combat(fight.total()).before_asw();
  own_->set_boats_with_torpedoes(fight.first() < most ? fight.first() : std::max(fight.cs(), fight.attacked()));
}

void Imagination::told_of_wolfpack(v1::Force& force, const v1::Block& block, int cs) {
  const Pool before = pool_;
  for (int attempt = 0; attempt < 20; ++attempt) {
    if (seen(block))
      as_seen(force, block.told());
    else
      warships(force, block.told());
    if (tally(reference_, force).submarine_cs == cs) return;
    force.clear_ship();
    pool_ = before;
  }
}

// His forces in it, in the order in which they came.
void Imagination::engaged(const v1::Battle& battle, Keys& keys) {
  for (BlockId block : as_ids<BlockId>(battle.block())) {
    if (const ForceKey key = key_behind(block)) keys.Add(key.value);
  }
  if (battle.hex() == 0 && in_box_) keys.Add(in_box_.value);
  for (const v1::Force& force : own_->force()) {
    if (attacked_in_port(battle) && force.place() == battle.place()) keys.Add(force.key());
  }
}

// -- in port --

bool Imagination::attacked_in_port(const v1::Battle& battle) const {
  return battle.kind() == v1::Battle::AIR_STRIKE && battle.attacker() != enemy_ && !battle.place().empty();
}

bool Imagination::shown_in_port(const std::string& place) const {
  const v1::Battle& battle = view_.battle();
  return attacked_in_port(battle) && battle.strike().deployed() && battle.place() == place;
}

// One of the forces whose ships were shown; they may all be sunk by now.
v1::Force& Imagination::moor(const v1::Battle& battle, int number) {
  v1::Force ships;
  for (const v1::Battle::Unit& unit : battle.unit()) {
    if (std::ranges::find(unit.part(), number, &v1::Battle::Part::force) != unit.part().end())
      *ships.add_ship() = unit.ship();
  }
  const auto kind = ships.ship().empty() ? v1::BlockKind::TASK_FORCE : kind_of(reference_, ships);
  v1::Force& force = make(kind, std::max(free_number(kind, v1::Nation::UNSPECIFIED), 1));
  force.set_place(battle.place());
  if (const auto slot = std::ranges::find(in_port_, battle.place()); slot != in_port_.end()) in_port_.erase(slot);
  if (kind != v1::BlockKind::CONVOY) return force;
  for (const v1::Convoy* convoy : convoys_) {
    const auto& places = arrived(*convoy) ? convoy->destination() : convoy->departure();
    if (std::ranges::find(places, battle.place()) == places.end()) continue;
    force.set_convoy(convoy->id());
    force.set_loaded(convoy->loaded());
    force.set_destination(arrived(*convoy) ? battle.place() : convoy->destination(0));
    convoys_.erase(std::ranges::find(convoys_, convoy));
    break;
  }
  return force;
}

// Whether the dive bombers have come shows [12.7].
void Imagination::raids_after_operation() {
  if (enemy_ != kAxis || view_.battle().strike().raid() == 0) return;
  const v1::SpecialCondition* raids = reference_.box().condition(own_->condition());
  if (!raids || raids->kind() != v1::SpecialCondition::HARBOR_RAIDS) return;
  const bool came = std::ranges::any_of(
      view_.air().unit(), [&](const v1::Air::Unit& unit) { return unit.unit() == raids->unit(0).unit(); });
  own_->mutable_operation()->set_declared(came);
}

void Imagination::in_port(const v1::Battle& battle, Display& display) {
  if (!battle.strike().deployed()) return;
  std::vector<ForceKey> keys;
  for (int number = 1; number <= battle.strike().forces(); ++number) keys.push_back(key_of(moor(battle, number)));
  for (const v1::Battle::Unit& unit : battle.unit()) {
    v1::Displayed& shown = lay(display, unit.id(), unit.ship(), 0);
    for (const v1::Battle::Part& from : unit.part()) {
      auto& part = *shown.add_part();
      part.set_force(keys.at(static_cast<std::size_t>(from.force() - 1)).value);
      part.set_cs(from.cs());
    }
  }
}

// Where its move began, only a report to its owner will tell [6.6.1].
void Imagination::on_its_way() {
  const BlockId block(view_.sea().in_transit());
  if (!block || view_.clock().active() != enemy_) return;
  v1::Own::Moving& moving = *own_->mutable_moving();
  moving.set_key(key_behind(block).value);
  moving.set_from(view_.battle().hex());
}

// -- the Kara Sea [12.12] --

bool Imagination::raiders_have_come() const {
  return std::ranges::any_of(view_.standing().shown(),
                             [&](const auto& chit) { return is(chit.condition(), v1::SpecialCondition::WUNDERLAND); });
}

v1::Force& Imagination::in_kara_sea(v1::BlockKind::Kind kind) {
  v1::Force& force = make(kind, std::max(free_number(kind, v1::Nation::UNSPECIFIED), 1));
  force.set_place(kKaraSea);
  return force;
}

void Imagination::soviet_convoy() {
  v1::Force& convoy = in_kara_sea(v1::BlockKind::CONVOY);
  convoy.set_destination(kKaraSea);
  convoy.set_loaded(true);
  own_->mutable_operation()->set_convoy(convoy.key());
  if (fought_in_box()) in_box_ = key_of(convoy);
  if (fought_in_box() && deployed(view_.battle())) return;  // its ships lie on the display
  for (const auto& condition : reference_.box().conditions().condition()) {
    if (condition.kind() != v1::SpecialCondition::WUNDERLAND) continue;
    for (const v1::Units& units : condition.unit()) give(convoy, units.unit(), units.cs());
  }
}

// One Panzerschiff and one Wolfpack at most. She scores in the turn she comes, so a block without that is taken for the
// other.
void Imagination::raiders(int blocks) {
  const auto& score = view_.standing().score();
  const auto scored = std::ranges::find_if(
      score, [&](const auto& line) { return is(line.subject(), v1::SpecialCondition::WUNDERLAND); });
  v1::SpecialOperation& operation = *own_->mutable_operation();
  operation.set_done(scored != score.end());
  const auto& battle = view_.battle();
  const bool fights = fought_in_box() && battle.kind() == v1::Battle::SURFACE;
  const bool submarines = fought_in_box() && battle.kind() == v1::Battle::SUBMARINE;
  const bool ship = blocks > 1 || (fought_in_box() ? fights : scored != score.end());
  if (ship) {
    v1::Force& force = in_kara_sea(v1::BlockKind::TASK_FORCE);
    force.set_fuel_turn(view_.clock().turn() + 1);
    if (fights) in_box_ = key_of(force);
    const auto panzerschiff = [](const UnitFacts& unit) { return unit.type == v1::ShipType::CB; };
    if (!fights && !named(force, 1, {}, panzerschiff)) give(force, "ship.admiral_scheer", 0);
    operation.set_raider(scored != score.end() ? scored->ship() : fights ? "" : force.ship(0).unit());
  }
  if (!ship || blocks > 1) {
    v1::Force& force = in_kara_sea(v1::BlockKind::WOLFPACK);
    operation.set_wolfpack(force.key());
    if (submarines) {
      in_box_ = key_of(force);
      boats_of(force);
    } else {
      anything(force);
    }
  }
}

}  // namespace wardroom::pq17
