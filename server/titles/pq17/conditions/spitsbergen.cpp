#include "server/titles/pq17/conditions/spitsbergen.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;
using Need = v1::SpecialCondition::TypeCount;

Hex barentsburg(const Operation& op) { return op.reference.place(data_of(op, Kind::SIZILIEN).place(0)).hex; }

}  // namespace

const v1::SpecialCondition& gearbox(const Operation& op) { return data_of(op, Kind::GEARBOX); }

const v1::SpecialCondition::Variant& letter_drawn(const Operation& op) {
  return gearbox(op).variant(op.own(kAllied).condition_variant());
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
                              ? asks_for(need, score.type())
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
