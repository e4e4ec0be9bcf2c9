#include "server/titles/pq17/conditions/spitsbergen.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;
using Need = v1::SpecialCondition::TypeCount;

const v1::SpecialCondition& gearbox(const Operation& op) { return data_of(op, Kind::GEARBOX); }

const v1::SpecialCondition::Variant& letter_drawn(const Operation& op) {
  return gearbox(op).variant(op.own(kAllied).condition_variant());
}

// -- GEARBOX: its ships come out of Task Forces that begin in port --

struct Candidate {
  ForceKey force;
  int index;
};

bool wanted(const Need& need, v1::ShipType::Kind type) {
  return std::ranges::find(need.type(), type) != need.type().end();
}

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
      if (wanted(need, unit.type) && !unit.soviet() && force->ship(i).cs() >= (unit.heavy() ? 1 : need.count()))
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

// -- SIZILIEN --

Hex barentsburg(const Operation& op) { return op.reference.place(data_of(op, Kind::SIZILIEN).place(0)).hex; }

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

std::optional<int> gearbox_halves(Operation& op) {
  const auto& ships = op.own(kAllied).operation().ship();
  if (ships.empty()) return std::nullopt;
  const auto here = op.in_place(kAllied, gearbox(op).place(0));
  int halves = 0;
  for (const v1::Units& wanted : ships) {
    const UnitFacts& unit = op.reference.unit(wanted.unit());
    int cs = 0;
    for (const v1::Force* force : here) {
      for (const v1::Counter& ship : force->ship()) {
        if (ship.unit() == unit.id) cs += unit.ship ? wanted.cs() : ship.cs();
      }
    }
    if (cs < wanted.cs()) return std::nullopt;
    halves += halves_for(gearbox(op), unit, wanted.cs());
  }
  return halves;
}

int gearbox_worth(const Operation& op) {
  int halves = 0;
  for (const Need& need : letter_drawn(op).need()) {
    for (const auto& score : gearbox(op).score()) {
      const auto& row = op.reference.box().chart_row(need.type(0));
      const bool counts = score.type() != v1::ShipType::UNSPECIFIED
                              ? wanted(need, score.type())
                              : std::ranges::find(row.category(), score.category()) != row.category().end();
      if (counts) halves += score.vp_halves() * need.count();
    }
  }
  return halves;
}

bool gearbox_might_be_there(Operation& op) {
  const PlaceFacts& port = op.reference.place(gearbox(op).place(0));
  if (!op.in_play(port)) return false;
  return std::ranges::any_of(op.truth.sea().stack(), [&](const v1::Sea::Stack& stack) {
    return stack.place() == port.id && stack.side() == kAllied && stack.blocks() > 0;
  });
}

bool may_bombard(Operation& op, Side side, const v1::Force& force, Hex hex) {
  if (side != kAxis || hex != barentsburg(op) || force.kind() != v1::BlockKind::TASK_FORCE) return false;
  if (!holds(op, kAxis, Kind::SIZILIEN) || op.own(kAxis).operation().done()) return false;
  return std::ranges::none_of(op.at_sea(kAxis, hex),
                              [&](const v1::Force* other) { return key_of(*other) != key_of(force); });
}

void note_bombardment(Operation& op, Side side, Hex hex) {
  if (side == kAxis && hex == barentsburg(op) && op.port_in_play(hex) && holds(op, kAxis, Kind::SIZILIEN))
    show_chit(op, kAxis);
}

std::optional<int> sizilien_halves(Operation& op) {
  const Hex hex = barentsburg(op);
  const v1::SpecialOperation& operation = op.own(kAxis).operation();
  if (op.night()) return std::nullopt;
  const bool attacked = operation.attacked_turn() == op.turn() && operation.attacked_hex() == number(hex);
  if (attacked) return std::nullopt;
  std::optional<int> best;  // one Task Force
  for (const v1::Force* force : op.at_sea(kAxis, hex)) {
    if (force->kind() != v1::BlockKind::TASK_FORCE || force->hexes() > 0) continue;  // the whole turn
    const int halves = halves_for(op, data_of(op, Kind::SIZILIEN), *force);
    if (halves != 0 && (!best || halves < *best)) best = halves;
  }
  return best;
}

bool sizilien_might_be_there(Operation& op) {
  if (op.night()) return false;
  return std::ranges::any_of(op.blocks(kAxis, barentsburg(op)), [](const v1::Block* block) { return !block->moved(); });
}

}  // namespace wardroom::pq17
