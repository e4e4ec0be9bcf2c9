#include "server/titles/pq17/components.h"

#include <algorithm>

#include "server/titles/pq17/fuel.h"
#include "server/titles/pq17/movement_parts.h"
#include "server/titles/pq17/reconnaissance.h"
#include "server/titles/pq17/victory.h"

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

// Takes out every counter that passes a test.
template <class Test>
std::vector<v1::Counter> take_all(const Reference& reference, v1::Force& from, const Test& test) {
  std::vector<v1::Counter> taken;
  for (int i = from.ship_size() - 1; i >= 0; --i) {
    if (test(reference.unit(from.ship(i).unit()))) taken.push_back(take(from, i, from.ship(i).cs()));
  }
  std::ranges::reverse(taken);
  return taken;
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
    if (force.dispersed_from() == convoy.key() && force.key() != convoy.key()) parts.push_back(&force);
  }
  return parts;
}

bool is_dispersed_part(Operation& op, Side side, const v1::Force& force) {
  return force.dispersed_from() != 0 && force.dispersed_from() != force.key() &&
         op.find(side, force.dispersed_from()) != nullptr;
}

bool is_dispersed(Operation& op, Side side, const v1::Force& convoy) {
  const bool whole = convoy.dispersed_from() != 0 && !is_dispersed_part(op, side, convoy);
  return whole || !dispersed_parts(op, side, convoy).empty();
}

bool is_scattered(Operation& op, const v1::Force& force) { return op.at_sea(force) && op.block_of(force).scattered(); }

// -- step a --

namespace {

// Beside a force that has become Unidentified. Any other Dummy may be given up for it [1.3].
Task<> offer_new_dummy(Operation& op, Side side, int key) {
  while (op.dummy_limit(side) > 0) {
    const v1::Force& force = op.force(side, key);
    const Hex hex = op.hex_of(force);
    Menu menu = op.menu(side, v1::MenuKind::STAND_UP, {});
    menu.prompt = Text("prompt.dp_35").text("force", op.name(force)).word("hex", Operation::word(hex));
    menu.rule = "1.3";
    if (op.dummy_left(side)) {
      menu.offer(v1::Verb::ADD_DUMMY, key).place(number(hex)).says("choice.dp_35.add");
    } else {
      offer_dummies(op, side, menu);
    }
    menu.offer(v1::Verb::NO).says("choice.dp_35.none");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::NO) co_return;
    if (answer.verb == v1::Verb::ELIMINATE_DUMMY) {
      eliminate_dummy(op, side, answer.at<int>(0));
      continue;
    }
    op.put_to_sea(*op.form(side, v1::BlockKind::DUMMY), hex);
    op.tell_apart(side, Text("report.dummy.created.own").word("hex", Operation::word(hex)),
                  Text("report.new_block")
                      .word("hex", Operation::word(hex))
                      .number("count", static_cast<int>(op.blocks(side, hex).size())),
                  hex, "1.3");
    co_return;
  }
}

}  // namespace

Task<> stand_up_forces(Operation& op) {
  const Side side = op.active();
  std::vector<std::uint32_t> vanishing;
  for (const v1::Block* block : op.blocks(side)) {
    if (block->flat() && block->level() == 0 && !op.shadowed(*block)) vanishing.push_back(block->id());  // [6.6, A-13]
  }
  std::vector<int> makers;
  for (std::uint32_t id : vanishing) {
    v1::Block& block = op.block(id);
    const v1::Force& force = op.force_behind(block);
    const Hex hex = as_hex(block.hex());
    op.tell_apart(side, Text("report.stood_up.own").text("force", op.name(force)).word("hex", Operation::word(hex)),
                  Text("report.stood_up").word("hex", Operation::word(hex)), hex, "6.6");
    op.stand_up(block);
    const bool maker = force.kind() == v1::BlockKind::CONVOY || force.kind() == v1::BlockKind::TASK_FORCE;
    if (maker || op.is(Mutant::kWolfpackMakesDummy)) makers.push_back(force.key());  // [1.3] Wolfpacks never
  }
  op.table.barrier();  // seen by all, whether or not there is something to choose
  for (int key : makers) co_await offer_new_dummy(op, side, key);
}

// -- Dummies --

int make_dummy_in_port(Operation& op, Side side, const PlaceFacts& port) {
  v1::Own& own = op.own(side);
  const auto made = std::ranges::count(own.dummy_made(), port.id);
  if (made >= op.numbers.force().dummies_per_port_and_turn() && !op.is(Mutant::kManyDummiesInPort)) return 0;
  if (!op.dummy_left(side)) return 0;
  v1::Force* dummy = op.form(side, v1::BlockKind::DUMMY);
  op.put_in(*dummy, port);
  own.add_dummy_made(port.id);
  return dummy->key();
}

void tell_gone(Operation& op, const v1::Block& block, std::string_view rule) {
  const Hex hex = as_hex(block.hex());
  Text told = Text("report.force_gone").text("block", op.name(block)).word("hex", Operation::word(hex));
  told.word("moved", block.moved() ? "yes" : "no");  // by this it can be told from others
  op.reveal(Licence::kGone, std::move(told), hex, rule);
}

void eliminate_dummy(Operation& op, Side side, int key) {
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
    Item& item = menu.offer(v1::Verb::ELIMINATE_DUMMY, force->key()).by("1.3");
    if (op.at_sea(*force)) {
      const Hex hex = op.hex_of(*force);
      item.place(number(hex)).says("choice.dp_56.remove").word("hex", Operation::word(hex));
    } else {
      item.says("choice.dp_56.remove_in_port").text("place", op.name(op.reference.place(force->place())));
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
    if (face.flat() && !op.is(Mutant::kSplitHides)) {
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

// -- scattering [5.5] --

bool can_scatter(Operation& op, Side side, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::CONVOY || !op.at_sea(force) || force.done() || force.hexes() > 0) return false;
  if (is_scattered(op, force) || is_dispersed_part(op, side, force)) return false;
  const Tally sum = tally(op.reference, force);
  return sum.warship_counters == 0 || op.block_left(side, v1::BlockKind::TASK_FORCE);
}

void scatter(Operation& op, Side side, v1::Force& convoy) {
  const int key = convoy.key();
  const Hex hex = op.hex_of(convoy);
  const v1::Force* escort = nullptr;
  auto surface =
      take_all(op.reference, convoy, [](const UnitFacts& unit) { return unit.warship() && !unit.submarine(); });
  if (!surface.empty()) escort = split_off(op, side, convoy, std::move(surface));
  auto boats = take_all(op.reference, convoy, [](const UnitFacts& unit) { return unit.submarine(); });
  if (!boats.empty()) split_off(op, side, convoy, std::move(boats));
  op.reveal_to_others(Licence::kScatters, side,
                      Text("report.new_block")
                          .word("hex", Operation::word(hex))
                          .number("count", static_cast<int>(op.blocks(side, hex).size())),
                      hex, "5.5");

  Text own = escort ? Text("report.scattered.own").text("other", op.name(*escort)) : Text("report.scattered.alone.own");
  own.text("force", op.name(convoy)).word("hex", Operation::word(hex));
  op.tell(side, std::move(own), hex, "5.5");
  op.reveal(Licence::kScatters, Text("report.scattered").word("hex", Operation::word(hex)), hex, "5.5");
  const std::uint32_t id = convoy.block();
  if (op.shadowed(op.block(id))) end_shadowing(op, op.block(id));  // [6.3.1]
  const int level = op.numbers.recon().id_of_scattered();          // [6.8.1]
  v1::Force& after = op.force(side, key);
  if (op.block_of(after).level() < level || !op.block_of(after).flat())
    raise_id(op, op.block_of(after), level, std::nullopt);
  v1::Block& block = op.block_of(after);
  if (!block.flat() || block.level() != level) op.lay_flat(block, level);
  block.set_scattered(true);
  after.clear_dispersed_from();
  forget_route(after);
}

Task<> scatter_by_order(Operation& op, Side side, int key) {
  v1::Force& convoy = op.force(side, key);
  if (op.shadowed(op.block_of(convoy))) {
    auto surface =
        take_all(op.reference, convoy, [](const UnitFacts& unit) { return unit.warship() && !unit.submarine(); });
    if (!surface.empty()) {
      if (const v1::Force* part = split_off(op, side, convoy, std::move(surface))) {
        std::vector<std::uint32_t> parts{convoy.block(), part->block()};
        co_await choose_shadowed_part(op, std::move(parts));  // [6.3.4]
      }
    }
  }
  scatter(op, side, op.force(side, key));
  if (!op.is(Mutant::kScatterAndMove)) op.force(side, key).set_done(true);  // in lieu of movement
  op.table.barrier();
}

// -- losses --

namespace {

// An escort whose merchants are all Dispersed is still their convoy [9.3.3, A-111].
bool lost_its_merchants(Operation& op, Side side, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::CONVOY || force.ship().empty() || is_scattered(op, force)) return false;
  if (!dispersed_parts(op, side, force).empty() && !op.is(Mutant::kTotalDispersalCancels)) return false;
  return tally(op.reference, force).merchants == 0 && !op.is(Mutant::kConvoyWithoutMerchants);
}

// Another block from the box, in the place of its own.
bool take_other_block(Operation& op, Side side, v1::Force& force) {
  const v1::Force* spare = op.form(side, kind_of(op.reference, force), op.reference.unit(force.ship(0).unit()).nation);
  if (!spare) return false;
  force.set_kind(spare->kind());
  force.set_number(spare->number());
  op.erase(side, spare->key());
  force.clear_convoy();
  force.clear_loaded();
  force.clear_destination();
  force.clear_visited();
  force.clear_may_disperse();
  return true;
}

}  // namespace

void needs_other_block(Operation& op, Side side, int key) {
  v1::Force* force = op.find(side, key);
  if (!force || !lost_its_merchants(op, side, *force)) return;
  if (op.at_sea(*force) && !within_limits(op.reference, *force)) {  // no Task Force has submarines [1.2.2]
    auto boats = take_all(op.reference, *force, [](const UnitFacts& unit) { return unit.submarine(); });
    if (split_off(op, side, *force, std::move(boats))) {
      const Hex hex = op.hex_of(*force);
      const auto count = static_cast<int>(op.blocks(side, hex).size());
      op.reveal_to_others(Licence::kNoLongerConvoy, side,
                          Text("report.new_block").word("hex", Operation::word(hex)).number("count", count), hex,
                          "1.2.3");
    }
  }
  if (!within_limits(op.reference, *force)) return;
  const Text before = op.name(*force);
  if (!take_other_block(op, side, *force)) return;
  std::optional<Hex> where;
  if (op.at_sea(*force)) where = op.hex_of(*force);
  op.tell(side, Text("report.no_longer_convoy").text("force", before).text("other", op.name(*force)), where, "1.2.1");
  if (!where || !op.block_of(*force).flat()) return;
  v1::Block& block = op.block_of(*force);
  const Text face = op.name(block);
  op.lay_flat(block, block.level());
  may_have_changed(block);
  op.reveal_to_others(Licence::kNoLongerConvoy, side,
                      Text("report.no_longer_convoy").text("force", face).text("other", op.name(block)), where,
                      "1.2.1");
  end_impossible_shadowing(op);  // [6.3.2]
}

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
  const auto& line = *op.truth.standing().score().rbegin();  // the points tell whether a merchant was loaded
  op.reveal(
      Licence::kLossScore,
      Text("report.points").text("reason", line_text(op.reference, line)).text("points", points_text(line.vp_halves())),
      {}, "2.1.1");
}

void lose_ship(Operation& op, Side side, v1::Force& force, int index, int cs) {
  const UnitFacts& unit = op.reference.unit(force.ship(index).unit());
  take(force, index, unit.ship ? force.ship(index).cs() : cs);
  note_loss(op, side, force, unit, cs);
}

}  // namespace wardroom::pq17
