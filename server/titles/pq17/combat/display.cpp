#include "server/titles/pq17/combat/display.h"

#include <algorithm>

#include "server/titles/pq17/forces/components.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;
using v1::Displayed;

int largest_counter(const Operation& op, const UnitFacts& unit) {
  if (unit.convoy_ship()) return op.numbers.combat().convoy_stack_cs();  // a stack of them [7.2.4]
  return unit.ship_class->step(0).cs();
}

bool same_state(const v1::Counter& a, const v1::Counter& b) {
  return a.unit() == b.unit() && a.crippled() == b.crippled() && a.dead_in_water() == b.dead_in_water() &&
         a.torpedoes_spent() == b.torpedoes_spent() && a.used() == b.used();
}

Displayed& lay(Operation& op, Side side, v1::Counter ship) {
  Battle& battle = *op.truth.mutable_battle();
  battle.set_next_id(battle.next_id() + 1);
  Displayed& made = *op.own(side).add_display();
  made.set_id(battle.next_id());
  *made.mutable_ship() = std::move(ship);
  Battle::Unit& shown = *battle.add_unit();
  shown.set_id(made.id());
  shown.set_side(side);
  shown.set_newcomer(true);
  return made;
}

void add_part(Displayed& to, ForceKey force, int cs, bool inoperative) {
  auto& part = *to.add_part();
  part.set_force(force.value);
  part.set_cs(cs);
  part.set_inoperative(inoperative);
}

void lay_class(Operation& op, Side side, ForceKey key, const UnitFacts& unit, v1::Counter ship) {
  const std::string& at = op.truth.battle().place();
  const bool in_port = !at.empty() && op.reference.place(at).port;
  const bool helpless = ship.dead_in_water() || !ship.towed_by().empty();
  const int largest = helpless && !in_port ? 1 : largest_counter(op, unit);  // they do not stack at sea [7.2.4]
  int left = ship.cs();
  for (Displayed& each : *op.own(side).mutable_display()) {
    const Battle::Unit* shown = find_unit(op, id_of(each));
    if (!shown || shown->area() == Battle::WITHDRAWAL || op.truth.battle().face_down())
      continue;  // [7.5.9] each force shows its own
    if (unit.type == v1::ShipType::ES && force_key(each.part(0)) != key)
      continue;  // they return to their own force [7.5.5]
    const int room = same_state(each.ship(), ship) ? largest - each.ship().cs() : 0;
    const int joins = std::min(room, left);
    if (joins <= 0) continue;
    each.mutable_ship()->set_cs(each.ship().cs() + joins);
    add_part(each, key, joins, ship.inoperative());
    left -= joins;
  }
  while (left > 0) {
    const int cs = std::min(left, largest);
    ship.set_cs(cs);
    add_part(lay(op, side, ship), key, cs, ship.inoperative());
    left -= cs;
  }
}

int cs_of_parts(const Displayed& each) {
  int sum = 0;
  for (const auto& part : each.part()) sum += part.cs();
  return sum;
}

// From whoever came last, where nobody has said whose they are.
void shrink_parts(Displayed& each, int cs) {
  int have = cs_of_parts(each);
  while (have > cs && each.part_size() > 0) {
    auto& last = *each.mutable_part(each.part_size() - 1);
    const int off = std::min(have - cs, last.cs());
    last.set_cs(last.cs() - off);
    have -= off;
    if (last.cs() == 0 && each.part_size() > 1)
      each.mutable_part()->RemoveLast();
    else if (last.cs() == 0)
      break;
  }
}

void remove_shown(Operation& op, UnitId unit) {
  auto& shown = *op.truth.mutable_battle()->mutable_unit();
  for (int i = 0; i < shown.size(); ++i) {
    if (id_of(shown.Get(i)) != unit) continue;
    shown.DeleteSubrange(i, 1);
    return;
  }
}

void remove_displayed(Operation& op, Side side, UnitId unit) {
  auto& all = *op.own(side).mutable_display();
  for (int i = 0; i < all.size(); ++i) {
    if (id_of(all.Get(i)) != unit) continue;
    all.DeleteSubrange(i, 1);
    return;
  }
}

Side side_of_displayed(const Operation& op, UnitId unit) {
  for (Side side : kSides) {
    if (std::ranges::find(op.own(side).display(), unit.value, &Displayed::id) != op.own(side).display().end())
      return side;
  }
  throw Broken("pq17: no such counter on the display");
}

void give_back(Operation& op, Side side, Displayed& each) {
  const UnitFacts& unit = op.reference.unit(each.ship().unit());
  if (!unit.ship) shrink_parts(each, each.ship().cs());
  for (const auto& part : each.part()) {
    v1::Force* force = op.find(side, force_key(part));
    if (!force) throw Broken("pq17: the force of a displayed counter is gone");
    v1::Counter ship = each.ship();
    if (!unit.ship) ship.set_cs(part.cs());
    ship.set_inoperative(part.inoperative());
    ship.set_hits(0);
    if (unit.ship || part.cs() > 0) add(op.reference, *force, std::move(ship));
  }
}

void give_back_escorts(Operation& op, Side side, const Displayed& each) {
  if (each.driven_off() == 0) return;
  v1::Counter ship;
  ship.set_unit(each.ship().unit());
  ship.set_cs(each.driven_off());
  if (v1::Force* force = op.find(side, force_key(each.part(0)))) add(op.reference, *force, std::move(ship));
}

}  // namespace

namespace {

// Everything that will be seen of her [7.2.4].
Text as_seen(const Operation& op, const v1::Counter& ship) {
  const bool dead = ship.dead_in_water() || !ship.towed_by().empty();
  return Text("display.ship")
      .text("ship", op.name(op.reference.unit(ship.unit())))
      .number("cs", ship.cs())
      .word("state", dead              ? "dead"
                     : ship.crippled() ? "crippled"
                                       : "sound")
      .number("torpedoes", ship.torpedoes_spent())
      .word("used", ship.used() ? "yes" : "no");
}

// Nobody could know all of that before.
void reveal_ships(Operation& op, Side side, const v1::Force& force) {
  std::vector<Text> ships;
  for (const v1::Counter& ship : force.ship()) {
    if (!op.reference.unit(ship.unit()).submarine()) ships.push_back(as_seen(op, ship));
  }
  if (ships.empty()) return;
  std::optional<Hex> hex;
  if (op.truth.battle().hex() != 0) hex = as_hex(op.truth.battle().hex());
  op.reveal(Licence::kDisplay,
            Text("report.display").word("side", word_of(side)).text("list", listed(std::move(ships))), hex, "7.2.4");
}

}  // namespace

void deploy(Operation& op, Side side, ForceKey key) {
  v1::Force& force = op.force(side, key);
  if (!op.truth.battle().face_down()) reveal_ships(op, side, force);
  google::protobuf::RepeatedPtrField<v1::Counter> ships;
  ships.Swap(force.mutable_ship());
  for (v1::Counter& ship : ships) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    if (unit.submarine()) {
      *force.add_ship() = std::move(ship);
      continue;
    }
    if (!ship.towed_by().empty()) {
      ship.clear_towed_by();
      ship.set_dead_in_water(true);
    }
    if (unit.ship) {
      add_part(lay(op, side, ship), key, ship.cs(), ship.inoperative());
    } else {
      lay_class(op, side, key, unit, ship);
    }
  }
  show_display(op);
}

void undeploy(Operation& op, UnitId unit) {
  const Side side = side_of_displayed(op, unit);
  Displayed& each = displayed(op, unit);
  const int driven_off = each.driven_off();
  if (find_unit(op, unit)) give_back(op, side, each);
  remove_shown(op, unit);
  if (driven_off == 0) remove_displayed(op, side, unit);
}

void undeploy_all(Operation& op) {
  for (Side side : kSides) {
    for (UnitId unit : units_on_display(op, side)) undeploy(op, unit);
    for (const Displayed& each : op.own(side).display()) give_back_escorts(op, side, each);
    op.own(side).clear_display();
  }
}

v1::Battle::Unit* find_unit(Operation& op, UnitId unit) {
  for (Battle::Unit& each : *op.truth.mutable_battle()->mutable_unit()) {
    if (id_of(each) == unit) return &each;
  }
  return nullptr;
}

v1::Battle::Unit& unit_on_display(Operation& op, UnitId unit) {
  Battle::Unit* found = find_unit(op, unit);
  if (!found) throw Broken("pq17: no such unit on the display");
  return *found;
}

v1::Displayed& displayed(Operation& op, UnitId unit) {
  for (Displayed& each : *op.own(side_of_displayed(op, unit)).mutable_display()) {
    if (id_of(each) == unit) return each;
  }
  throw Broken("pq17: no such counter on the display");
}

const UnitFacts& facts_on_display(Operation& op, UnitId unit) {
  return op.reference.unit(displayed(op, unit).ship().unit());
}

std::vector<UnitId> units_on_display(const Operation& op, Side side) {
  std::vector<UnitId> found;
  for (const Battle::Unit& each : op.truth.battle().unit()) {
    if (each.side() == side) found.push_back(id_of(each));
  }
  std::ranges::sort(found);
  return found;
}

Text name_on_display(Operation& op, UnitId unit) {
  if (op.truth.battle().face_down()) return Text("battle.face_down").number("number", unit.value);
  return name_of(op, displayed(op, unit).ship());
}

void change_displayed(Operation& op, UnitId unit, const std::optional<v1::Counter>& left,
                      const std::vector<v1::Counter>& apart, int driven_off) {
  const Side side = side_of_displayed(op, unit);
  const Battle::Unit place = unit_on_display(op, unit);
  const auto& parts = displayed(op, unit).part();
  const ForceKey force = force_key(parts.Get(parts.size() - 1));  // of whoever came last
  const bool inoperative = parts.Get(parts.size() - 1).inoperative();
  for (const v1::Counter& part : apart) {
    Displayed& made = lay(op, side, part);
    add_part(made, force, part.cs(), inoperative);
    Battle::Unit& shown = unit_on_display(op, id_of(made));
    shown.set_area(place.area());
    shown.set_place(place.place());
    shown.set_newcomer(place.newcomer());
    if (!op.truth.battle().face_down()) continue;
    shown.mutable_seen()->set_from(unit.value);
    shown.mutable_seen()->set_crippled(part.crippled());
    shown.mutable_seen()->set_stopped(part.dead_in_water());
  }
  Displayed& each = displayed(op, unit);
  each.set_driven_off(each.driven_off() + driven_off);
  if (left) {
    *each.mutable_ship() = *left;
    int beside = 0;
    for (const v1::Counter& part : apart) beside += part.cs();
    if (!op.reference.unit(left->unit()).ship) shrink_parts(each, cs_of_parts(each) - beside);
  } else {
    if (op.truth.battle().face_down()) note_away(op, unit, true);
    remove_shown(op, unit);
    if (each.driven_off() == 0) remove_displayed(op, side, unit);
  }
  show_display(op);
}

void note_away(Operation& op, UnitId unit, bool gone) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  Battle::Away& away = *op.truth.mutable_battle()->add_away();
  away.set_side(shown.side());
  away.set_id(shown.id());
  if (!shown.part().empty()) away.set_block(shown.part(0).block());
  away.set_gone(gone);
  *away.mutable_seen() = shown.seen();
}

int losses_to_share(Operation& op, UnitId unit) {
  const Displayed& each = displayed(op, unit);
  if (each.part_size() < 2 || facts_on_display(op, unit).ship) return 0;
  return std::max(0, cs_of_parts(each) - each.ship().cs());
}

void lose_from(Operation& op, UnitId unit, ForceKey force) {
  for (auto& part : *displayed(op, unit).mutable_part()) {
    if (force_key(part) != force || part.cs() == 0) continue;
    part.set_cs(part.cs() - 1);
    return;
  }
  throw Broken("pq17: that force has nothing left in the counter");
}

void use_cam_on_display(Operation& op, UnitId unit) {
  const v1::Counter ship = displayed(op, unit).ship();
  v1::Counter used = ship;
  used.set_used(true);
  if (ship.cs() <= 1) {
    *displayed(op, unit).mutable_ship() = used;
    show_display(op);
    return;
  }
  v1::Counter left = ship;
  left.set_cs(ship.cs() - 1);
  used.set_cs(1);
  const std::vector<v1::Counter> apart{used};
  change_displayed(op, unit, left, apart, 0);
}

namespace {

// Which of those in port it was, as they were shown one after another.
int order_in_port(Operation& op, Side side, ForceKey key) {
  int order = 0;
  for (ForceKey each : as_ids<ForceKey>(op.own(side).engaged())) {
    const v1::Force* force = op.find(side, each);
    if (force && brings_ships(*force)) ++order;
    if (each == key) break;
  }
  return order;
}

// Everybody sees which ships each force has brought, and face down how many counters; in a box each side has one force.
void show_parts(Operation& op, const Displayed& each, Battle::Unit& shown) {
  shown.clear_part();
  if (op.truth.battle().hex() == 0) return;
  for (const auto& part : each.part()) {
    const v1::Force& force = op.force(shown.side(), force_key(part));
    Battle::Part& told = *shown.add_part();
    if (op.at_sea(force)) {
      told.set_block(force.block());
    } else {
      told.set_force(order_in_port(op, shown.side(), force_key(part)));
    }
    if (!op.truth.battle().face_down()) told.set_cs(part.cs());
  }
}

// Escorts that are on no counter any more.
void show_driven_off(Operation& op) {
  Battle& battle = *op.truth.mutable_battle();
  if (battle.face_down()) return;
  for (int i = battle.away_size() - 1; i >= 0; --i) {
    if (battle.away(i).id() != 0) battle.mutable_away()->DeleteSubrange(i, 1);
  }
  for (Side side : kSides) {
    for (const Displayed& each : op.own(side).display()) {
      if (each.driven_off() == 0 || find_unit(op, id_of(each))) continue;
      const v1::Force& force = op.force(side, force_key(each.part(0)));
      Battle::Away& away = *battle.add_away();
      away.set_side(side);
      away.set_block(force.block());
      *away.mutable_ship() = each.ship();
      away.mutable_ship()->clear_oiler_fuel();
      away.mutable_ship()->clear_inoperative();
      away.set_id(each.id());
      away.set_driven_off(each.driven_off());
    }
  }
}

}  // namespace

bool brings_ships(const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE || force.kind() == v1::BlockKind::CONVOY;
}

void show_display(Operation& op) {
  for (Battle::Unit& shown : *op.truth.mutable_battle()->mutable_unit()) {
    const Displayed& each = displayed(op, id_of(shown));
    show_parts(op, each, shown);
    if (op.truth.battle().face_down()) {
      shown.clear_ship();
    } else {
      *shown.mutable_ship() = each.ship();
      shown.mutable_ship()->clear_oiler_fuel();   // nobody sees into her tanks
      shown.mutable_ship()->clear_inoperative();  // nor whether she could sail
      shown.set_driven_off(each.driven_off());
    }
  }
  show_driven_off(op);
}

}  // namespace wardroom::pq17
