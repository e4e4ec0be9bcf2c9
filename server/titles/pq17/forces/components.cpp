#include "server/titles/pq17/forces/components.h"

#include <algorithm>

#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/searching/statements.h"
#include "server/titles/pq17/sequence/score.h"

namespace wardroom::pq17 {
namespace {

int value_halves(const Operation& op, const UnitFacts& unit, const v1::Force& force, int cs) {
  const auto& victory = op.numbers.victory();
  if (unit.merchant() && unit.side == kAllied) {
    return -(force.loaded() ? victory.loaded_sunk_vp_halves() : victory.ballast_sunk_vp_halves()) * ships_of(unit, cs);
  }
  if (unit.ship) return unit.ship->has_vp_halves() ? unit.ship->vp_halves() : unit.row->vp_halves_per_ship();
  return cs *
         (unit.ship_class->has_vp_halves_per_cs() ? unit.ship_class->vp_halves_per_cs() : unit.row->vp_halves_per_cs());
}

}  // namespace

Text name_of(const Operation& op, const v1::Counter& ship) {
  const UnitFacts& unit = op.reference.unit(ship.unit());
  if (unit.ship) return op.name(unit);
  return Text("choice.unit").text("unit", op.name(unit)).number("cs", ship.cs());
}

std::vector<v1::Force*> dispersed_parts(Operation& op, Side side, const v1::Force& convoy) {
  std::vector<v1::Force*> parts;
  for (v1::Force& force : *op.own(side).mutable_force()) {
    if (ForceKey(force.dispersed_from()) == key_of(convoy) && key_of(force) != key_of(convoy)) parts.push_back(&force);
  }
  return parts;
}

bool is_dispersed_part(Operation& op, Side side, const v1::Force& force) {
  return force.dispersed_from() != 0 && ForceKey(force.dispersed_from()) != key_of(force) &&
         op.find(side, ForceKey(force.dispersed_from())) != nullptr;
}

bool is_dispersed(Operation& op, Side side, const v1::Force& convoy) {
  const bool whole = convoy.dispersed_from() != 0 && !is_dispersed_part(op, side, convoy);
  return whole || !dispersed_parts(op, side, convoy).empty();
}

bool is_scattered(Operation& op, const v1::Force& force) { return op.at_sea(force) && op.block_of(force).scattered(); }

// -- Dummies --

ForceKey make_dummy_in_port(Operation& op, Side side, const PlaceFacts& port) {
  v1::Own& own = op.own(side);
  const auto made = std::ranges::count(own.dummy_made(), port.id);
  if (made >= op.numbers.force().dummies_per_port_and_turn()) return {};
  if (!op.dummy_left(side)) return {};
  v1::Force* dummy = op.form(side, v1::BlockKind::DUMMY);
  op.put_in(*dummy, port);
  own.add_dummy_made(port.id);
  return key_of(*dummy);
}

void tell_gone(Operation& op, const v1::Block& block, std::string_view rule) {
  const Hex hex = as_hex(block.hex());
  Text told = Text("report.force_gone").text("block", op.name(block)).word("hex", Operation::word(hex));
  told.word("moved", block.moved() ? "yes" : "no");  // by this it can be told from others
  op.reveal(Licence::kGone, std::move(told), hex, rule);
}

void eliminate_dummy(Operation& op, Side side, ForceKey key) {
  const v1::Force& dummy = op.force(side, key);
  if (dummy.kind() != v1::BlockKind::DUMMY) throw Broken("pq17: not a Dummy");
  const Hex hex = op.hex_of(dummy);
  if (op.at_sea(dummy)) {
    op.reveal(Licence::kDummyGone, Text("report.dummy.removed").word("hex", Operation::word(hex)), hex, "1.3");
  } else {
    const PlaceFacts& place = op.reference.place(dummy.place());
    op.reveal(Licence::kDummyGone, Text("report.dummy.removed_in_port").text("place", op.name(place)),
              place.box ? std::nullopt : std::optional(hex), "1.3");
  }
  op.erase(side, key);
}

void offer_dummies(Operation& op, Side side, Menu& menu) {
  for (const v1::Force* force : op.all(side)) {
    if (force->kind() != v1::BlockKind::DUMMY) continue;
    Item& item = menu.offer(v1::Verb::ELIMINATE_DUMMY, key_of(*force)).by("1.3");
    if (op.at_sea(*force)) {
      const Hex hex = op.hex_of(*force);
      item.place(number(hex)).says("choice.remove_dummies.remove").word("hex", Operation::word(hex));
    } else {
      item.says("choice.remove_dummies.remove_in_port").text("place", op.name(op.reference.place(force->place())));
    }
  }
}

// -- new forces out of old ones --

void place_beside(Operation& op, Side side, v1::Force& from, v1::Force& part) {
  part.set_fuel_turn(from.fuel_turn());  // [1.2.3] the same Fuel Status
  part.set_fuel(from.fuel());
  part.set_heavy_bonus(from.heavy_bonus());
  part.set_training(from.training());
  part.set_home(from.home());
  part.set_patrol_white(from.patrol_white() && tally(op.reference, part).cruisers > 0);
  part.set_hexes(from.hexes());
  part.set_left_port(from.left_port());
  if (part.kind() == v1::BlockKind::CONVOY) {
    part.set_convoy(from.convoy());
    part.set_loaded(from.loaded());
    part.set_destination(from.destination());
    *part.mutable_visited() = from.visited();
  }
  if (op.at_sea(from)) {
    const v1::Block face = op.block_of(from);
    v1::Block& made = op.put_to_sea(part, as_hex(face.hex()));
    made.set_moved(face.moved());
    made.set_began_shadowed(face.began_shadowed());
    made.set_followed(face.followed());
    if (face.flat()) {
      op.lay_flat(made, face.level());  // [1.2.3] the same ID
      op.reveal_to_others(Licence::kSplit, side,
                          Text("report.split")
                              .text("force", op.name(face))
                              .text("other", op.name(made))
                              .word("hex", Operation::word(as_hex(face.hex()))),
                          as_hex(face.hex()), "1.2.3");
      may_have_changed(op.block_of(from));
    }
  } else {
    op.put_in(part, op.reference.place(from.place()));
  }
  fuel_after_split(op, side, from, part);
}

v1::Force* split_off(Operation& op, Side side, v1::Force& from, std::vector<v1::Counter> ships) {
  v1::Force made;
  for (v1::Counter& ship : ships) add(op.reference, made, std::move(ship));
  v1::Force* part = made.ship().empty()
                        ? nullptr
                        : op.form(side, kind_of(op.reference, made), op.reference.unit(made.ship(0).unit()).nation);
  if (!part) {
    move_all(op.reference, made, from);
    return nullptr;
  }
  move_all(op.reference, made, *part);
  place_beside(op, side, from, *part);
  op.tell(side,
          Text("report.split.own")
              .text("force", op.name(from))
              .text("other", op.name(*part))
              .word("hex", Operation::word(op.hex_of(from))),
          op.hex_of(from), "1.2.3");
  return part;
}

// -- losses --

void note_loss(Operation& op, Side side, const v1::Force& force, const UnitFacts& unit, int cs) {
  if (op.truth.battle().face_down()) {  // what it was is told at the end [7.5.9]
    auto& removed = *op.own(side).add_removed();
    removed.set_unit(unit.id);
    removed.set_cs(unit.ship ? unit.full_cs() : cs);
    removed.set_reason("sunk_at_night");
    const int hidden = value_halves(op, unit, force, cs);
    op.score_hidden(side, unit.merchant() ? "merchants_lost" : "warships_lost", side == kAllied ? -hidden : hidden,
                    unit.id);
    return;
  }
  auto& loss = *op.truth.mutable_standing()->add_loss();
  loss.set_side(side);
  loss.set_unit(unit.id);
  loss.set_cs(unit.ship ? unit.full_cs() : cs);
  const int value = value_halves(op, unit, force, cs);
  const int count = unit.merchant() ? ships_of(unit, cs) : unit.ship ? 0 : cs;
  op.score(unit.merchant() ? "merchants_lost" : "warships_lost", side == kAllied ? -value : value, unit.id, count);
  op.reveal(Licence::kLossScore, points_told(op), {}, "2.1.1");  // the points tell whether a merchant was loaded
}

void lose_ship(Operation& op, Side side, v1::Force& force, int index, int cs) {
  const UnitFacts& unit = op.reference.unit(force.ship(index).unit());
  take(force, index, unit.ship ? force.ship(index).cs() : cs);
  note_loss(op, side, force, unit, cs);
}

}  // namespace wardroom::pq17
