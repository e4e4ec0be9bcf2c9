#include "server/titles/pq17/conditions/form_gearbox.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/spitsbergen.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;
using Need = v1::SpecialCondition::TypeCount;

struct Candidate {
  ForceKey force;
  int index;
};

std::vector<Candidate> candidates(Operation& op, const Need& need) {
  std::vector<Candidate> found;
  const ForceKey gathering = force_key(op.own(kAllied).operation());
  for (const v1::Force* force : op.all(kAllied)) {
    const bool begins_in_port = force->block() == 0 && op.reference.find_place(force->place());
    if (force->kind() != v1::BlockKind::TASK_FORCE || force->patrol_white() || !begins_in_port ||
        key_of(*force) == gathering)
      continue;
    for (int i = 0; i < force->ship_size(); ++i) {
      const UnitFacts& unit = op.reference.unit(force->ship(i).unit());
      if (asks_for(need, unit.type) && !unit.soviet() && force->ship(i).cs() >= (unit.heavy() ? 1 : need.count()))
        found.push_back({key_of(*force), i});
    }
  }
  return found;
}

bool can_be_formed(Operation& op) {
  if (!op.block_left(kAllied, v1::BlockKind::TASK_FORCE)) return false;
  return std::ranges::all_of(letter_drawn(op).need(), [&](const Need& need) { return !candidates(op, need).empty(); });
}

// Its blocks are not yet counted: nobody has seen them.
void drop_if_empty(Operation& op, ForceKey key) {
  auto& forces = *op.own(kAllied).mutable_force();
  for (int i = 0; i < forces.size(); ++i) {
    if (key_of(forces.Get(i)) != key || !forces.Get(i).ship().empty()) continue;
    forces.DeleteSubrange(i, 1);
    return;
  }
}

void take_ship(Operation& op, const Need& need, Candidate from) {
  v1::Force& source = op.force(kAllied, from.force);
  const UnitFacts& unit = op.reference.unit(source.ship(from.index).unit());
  const int cs = unit.ship ? source.ship(from.index).cs() : need.count();
  v1::Units& noted = *operation_of(op, kAllied).add_ship();
  noted.set_unit(unit.id);
  noted.set_cs(cs);
  add(op.reference, op.force(kAllied, force_key(op.own(kAllied).operation())), take(source, from.index, cs));
  drop_if_empty(op, from.force);
}

Task<> choose_ship(Operation& op, const Need& need) {
  const std::vector<Candidate> found = candidates(op, need);
  Candidate chosen = found.front();
  if (found.size() > 1) {
    Menu menu = op.menu(kAllied, v1::MenuKind::SPECIAL_OPERATION, "prompt.gearbox");
    menu.rule = "12.10";
    for (const Candidate& each : found) {
      const v1::Force& force = op.force(kAllied, each.force);
      Item& item = menu.offer(v1::Verb::CHOOSE_SHIP, each.force, each.index).place(number(op.hex_of(force)));
      item.says("choice.gearbox.ship").text("ship", op.name(op.reference.unit(force.ship(each.index).unit())));
    }
    const Action answer = co_await op.table.ask(std::move(menu));
    chosen = {answer.at<ForceKey>(0), answer.at<int>(1)};
  }
  take_ship(op, need, chosen);
}

}  // namespace

Task<> form_gearbox(Operation& op) {
  if (!holds(op, kAllied, Kind::GEARBOX)) co_return;
  const bool open = ice_allows(op, gearbox(op));
  if (!open || !can_be_formed(op)) {  // as if nothing had been drawn
    operation_of(op, kAllied).set_done(true);
    op.tell(kAllied, "report.gearbox.void.own", {}, "12.10");
    co_return;
  }
  Menu menu = op.menu(kAllied, v1::MenuKind::SPECIAL_OPERATION, "prompt.gearbox");
  menu.rule = "12.10";
  for (int i = 1; i < gearbox(op).place_size(); ++i) {
    const PlaceFacts& place = op.reference.place(gearbox(op).place(i));
    menu.offer(v1::Verb::CHOOSE_PLACE, place.number)
        .place(number(place.hex))
        .says("choice.gearbox.base")
        .text("place", op.name(place));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  v1::Force& force = *op.form(kAllied, v1::BlockKind::TASK_FORCE);
  force.set_place(op.reference.place(answer.at<int>(0)).id);
  operation_of(op, kAllied).set_place(force.place());
  operation_of(op, kAllied).set_force(force.key());
  for (const Need& need : letter_drawn(op).need()) co_await choose_ship(op, need);
}

}  // namespace wardroom::pq17
