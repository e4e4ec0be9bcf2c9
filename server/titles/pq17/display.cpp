#include "server/titles/pq17/display.h"

#include <algorithm>

#include "server/titles/pq17/components.h"
#include "server/titles/pq17/identification.h"

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

void add_part(Displayed& to, int force, int cs, bool inoperative) {
  auto& part = *to.add_part();
  part.set_force(force);
  part.set_cs(cs);
  part.set_inoperative(inoperative);
}

void lay_class(Operation& op, Side side, int key, const UnitFacts& unit, v1::Counter ship) {
  const std::string& at = op.truth.battle().place();
  const bool in_port = !at.empty() && op.reference.place(at).port;
  const bool helpless = ship.dead_in_water() || !ship.towed_by().empty();
  const int largest = helpless && !in_port ? 1 : largest_counter(op, unit);  // they do not stack at sea [7.2.4]
  int left = ship.cs();
  for (Displayed& each : *op.own(side).mutable_display()) {
    const Battle::Unit* shown = find_unit(op, each.id());
    if (!shown || shown->area() == Battle::WITHDRAWAL || op.truth.battle().face_down())
      continue;  // [7.5.9] each force shows its own
    if (unit.type == v1::ShipType::ES && each.part(0).force() != key)
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

void remove_shown(Operation& op, int unit) {
  auto& shown = *op.truth.mutable_battle()->mutable_unit();
  for (int i = 0; i < shown.size(); ++i) {
    if (shown.Get(i).id() != unit) continue;
    shown.DeleteSubrange(i, 1);
    return;
  }
}

void remove_displayed(Operation& op, Side side, int unit) {
  auto& all = *op.own(side).mutable_display();
  for (int i = 0; i < all.size(); ++i) {
    if (all.Get(i).id() != unit) continue;
    all.DeleteSubrange(i, 1);
    return;
  }
}

Side side_of_displayed(const Operation& op, int unit) {
  for (Side side : kSides) {
    if (std::ranges::find(op.own(side).display(), unit, &Displayed::id) != op.own(side).display().end()) return side;
  }
  throw Broken("pq17: no such counter on the display");
}

void give_back(Operation& op, Side side, Displayed& each) {
  const UnitFacts& unit = op.reference.unit(each.ship().unit());
  if (!unit.ship) shrink_parts(each, each.ship().cs());
  for (const auto& part : each.part()) {
    v1::Force* force = op.find(side, part.force());
    if (!force) throw Broken("pq17: the force of a displayed counter is gone");
    v1::Counter ship = each.ship();
    if (!unit.ship) ship.set_cs(part.cs());
    ship.set_inoperative(part.inoperative());
    ship.set_hits(0);
    if (unit.ship || part.cs() > 0) add(op.reference, *force, std::move(ship));
  }
}

void give_back_escorts(Operation& op, Side side, const Displayed& each) {
  if (each.driven_off() == 0 || op.is(Mutant::kEscortsStaySunk)) return;
  v1::Counter ship;
  ship.set_unit(each.ship().unit());
  ship.set_cs(each.driven_off());
  if (v1::Force* force = op.find(side, each.part(0).force())) add(op.reference, *force, std::move(ship));
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

void deploy(Operation& op, Side side, int key) {
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

void undeploy(Operation& op, int unit) {
  const Side side = side_of_displayed(op, unit);
  Displayed& each = displayed(op, unit);
  const int driven_off = each.driven_off();
  if (find_unit(op, unit)) give_back(op, side, each);
  remove_shown(op, unit);
  if (driven_off == 0) remove_displayed(op, side, unit);
}

void undeploy_all(Operation& op) {
  for (Side side : kSides) {
    for (int unit : units_on_display(op, side)) undeploy(op, unit);
    for (const Displayed& each : op.own(side).display()) give_back_escorts(op, side, each);
    op.own(side).clear_display();
  }
}

v1::Battle::Unit* find_unit(Operation& op, int unit) {
  for (Battle::Unit& each : *op.truth.mutable_battle()->mutable_unit()) {
    if (each.id() == unit) return &each;
  }
  return nullptr;
}

v1::Battle::Unit& unit_on_display(Operation& op, int unit) {
  Battle::Unit* found = find_unit(op, unit);
  if (!found) throw Broken("pq17: no such unit on the display");
  return *found;
}

v1::Displayed& displayed(Operation& op, int unit) {
  for (Displayed& each : *op.own(side_of_displayed(op, unit)).mutable_display()) {
    if (each.id() == unit) return each;
  }
  throw Broken("pq17: no such counter on the display");
}

const UnitFacts& facts_on_display(Operation& op, int unit) {
  return op.reference.unit(displayed(op, unit).ship().unit());
}

std::vector<int> units_on_display(const Operation& op, Side side) {
  std::vector<int> found;
  for (const Battle::Unit& each : op.truth.battle().unit()) {
    if (each.side() == side) found.push_back(each.id());
  }
  std::ranges::sort(found);
  return found;
}

Text name_on_display(Operation& op, int unit) {
  if (op.truth.battle().face_down()) return Text("battle.face_down").number("number", unit);
  return name_of(op, displayed(op, unit).ship());
}

void change_displayed(Operation& op, int unit, const std::optional<v1::Counter>& left,
                      const std::vector<v1::Counter>& apart, int driven_off) {
  const Side side = side_of_displayed(op, unit);
  const Battle::Unit place = unit_on_display(op, unit);
  const auto& parts = displayed(op, unit).part();
  const int force = parts.Get(parts.size() - 1).force();  // of whoever came last
  const bool inoperative = parts.Get(parts.size() - 1).inoperative();
  for (const v1::Counter& part : apart) {
    Displayed& made = lay(op, side, part);
    add_part(made, force, part.cs(), inoperative);
    Battle::Unit& shown = unit_on_display(op, made.id());
    shown.set_area(place.area());
    shown.set_place(place.place());
    shown.set_newcomer(place.newcomer());
  }
  Displayed& each = displayed(op, unit);
  each.set_driven_off(each.driven_off() + driven_off);
  if (left) {
    *each.mutable_ship() = *left;
    int beside = 0;
    for (const v1::Counter& part : apart) beside += part.cs();
    if (!op.reference.unit(left->unit()).ship) shrink_parts(each, cs_of_parts(each) - beside);
  } else {
    remove_shown(op, unit);
    if (each.driven_off() == 0) remove_displayed(op, side, unit);
  }
  show_display(op);
}

int losses_to_share(Operation& op, int unit) {
  const Displayed& each = displayed(op, unit);
  if (each.part_size() < 2 || facts_on_display(op, unit).ship) return 0;
  return std::max(0, cs_of_parts(each) - each.ship().cs());
}

void lose_from(Operation& op, int unit, int force) {
  for (auto& part : *displayed(op, unit).mutable_part()) {
    if (part.force() != force || part.cs() == 0) continue;
    part.set_cs(part.cs() - 1);
    return;
  }
  throw Broken("pq17: that force has nothing left in the counter");
}

void use_cam_on_display(Operation& op, int unit) {
  if (op.is(Mutant::kCamTwice)) return;
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

void show_display(Operation& op) {
  for (Battle::Unit& shown : *op.truth.mutable_battle()->mutable_unit()) {
    if (op.truth.battle().face_down()) {
      shown.clear_ship();
    } else {
      *shown.mutable_ship() = displayed(op, shown.id()).ship();
      shown.mutable_ship()->clear_oiler_fuel();   // nobody sees into her tanks
      shown.mutable_ship()->clear_inoperative();  // nor whether she could sail
    }
  }
}

}  // namespace wardroom::pq17
