// The Combine Forces Segment [1.2.4, 1.2.5, 1.3, 5.1.1, 9.3.3, 9.4, 11.1.1].
#include <algorithm>
#include <set>

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/forces/regrouping.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/searching/statements.h"
#include "server/titles/pq17/sequence/sequence.h"
#include "server/titles/pq17/weather/dispersal.h"
#include "server/titles/pq17/weather/weather.h"

namespace wardroom::pq17 {
namespace {

bool together(Operation& op, const v1::Force& a, const v1::Force& b) {
  if (key_of(a) == key_of(b) || op.at_sea(a) != op.at_sea(b)) return false;
  return op.at_sea(a) ? op.hex_of(a) == op.hex_of(b) : a.place() == b.place();
}

bool free_to_combine(Operation& op, const v1::Force& force) {
  if (force.kind() == v1::BlockKind::DUMMY || force.dispersed_from() != 0 || is_scattered(op, force)) return false;
  return !op.at_sea(force) || !op.shadows_someone(op.block_of(force));
}

// Storms and Gales hide forces from their own side [9.4].
bool must_find(const Operation& op, const v1::Force& force) {
  if (!op.option("option.combining_forces") || !op.at_sea(force)) return false;
  const auto weather = op.weather(op.hex_of(force));
  return weather == v1::Weather::STORMS || weather == v1::Weather::GALES;
}

// Two convoys stay two; but what was left behind comes back to its own.
bool of_one_convoy(Operation& op, Side side, const v1::Force& from, const v1::Force& into) {
  return into.kind() == v1::BlockKind::CONVOY && from.convoy() == into.convoy() && from.loaded() == into.loaded() &&
         from.destination() == into.destination() && dispersed_parts(op, side, from).empty();
}

// `from` may go over into `into` [1.2.1, 1.2.2, 1.2.4]. The block that stays must be of the kind the ships need.
bool can_combine(Operation& op, Side side, const v1::Force& from, const v1::Force& into) {
  if (!together(op, from, into) || !free_to_combine(op, from) || !free_to_combine(op, into)) return false;
  if (from.kind() == v1::BlockKind::CONVOY && !of_one_convoy(op, side, from, into)) return false;
  if (from.training() != into.training()) return false;
  if (must_find(op, from) && from.sought()) return false;
  v1::Force both = into;
  v1::Force other = from;
  move_all(op.reference, other, both);
  const bool escort = into.kind() == v1::BlockKind::CONVOY && !dispersed_parts(op, side, into).empty();
  return (kind_of(op.reference, both) == into.kind() || escort) && within_limits(op.reference, both);
}

// Whoever followed the one follows both.
void hand_over_shadows(Operation& op, v1::Block& from, v1::Block& into) {
  for (const v1::Shadow& shadow : from.shadow()) *into.add_shadow() = shadow;
  from.clear_shadow();
  for (v1::Block* enemy : op.blocks(enemy_of(into.side()))) {
    if (enemy->under() == from.id()) enemy->set_under(into.id());
  }
}

// [1.2.4] The highest ID of the two.
void combine_faces(Operation& op, const v1::Force& from, const v1::Force& into) {
  v1::Block& a = op.block_of(from);
  v1::Block& b = op.block_of(into);
  hand_over_shadows(op, a, b);
  const int level_a = a.flat() ? a.level() : -1;
  const int level_b = b.flat() ? b.level() : -1;
  const int level = std::max(level_a, level_b);
  if (level < 0) {
    if (b.flat()) op.stand_up(b);
    return;
  }
  if (level_a > level_b) *b.mutable_told() = a.told();
  hand_over_carriers_told(op, id_of(a), id_of(b));
  op.lay_flat(b, level);
  op.reveal_to_others(
      Licence::kCombines, b.side(),
      Text("report.combined_as").text("force", op.name(b)).word("hex", Operation::word(as_hex(b.hex()))),
      as_hex(b.hex()), "1.2.4");
  may_have_changed(b);
}

void combine(Operation& op, Side side, ForceKey from_key, ForceKey into_key) {
  v1::Force& from = op.force(side, from_key);
  v1::Force& into = op.force(side, into_key);
  const Hex hex = op.hex_of(from);
  const bool sea = op.at_sea(from);
  const bool sought = must_find(op, from);
  if (sought) {
    from.set_sought(true);
    if (!find_each_other(op, side, from, into)) {
      op.tell(side,
              Text("report.combine_failed.own")
                  .text("force", op.name(from))
                  .text("other", op.name(into))
                  .word("hex", Operation::word(hex)),
              hex, "9.4");
      return;
    }
  }
  op.tell(side,
          Text("report.combined.own")
              .text("force", op.name(from))
              .text("other", op.name(into))
              .word("hex", Operation::word(hex)),
          hex, "1.2.4");
  if (sought) {  // that they found each other shows
    op.reveal_to_others(Licence::kCombines, side, Text("report.combined").word("hex", Operation::word(hex)), hex,
                        "9.4");
  } else {
    op.tell_others(side, Text("report.combined").word("hex", Operation::word(hex)), hex, "1.2.4");
  }
  fuel_on_combining(op, side, into, from);
  move_all(op.reference, from, into);
  into.set_patrol_white(into.patrol_white() || from.patrol_white());
  if (sea) combine_faces(op, from, into);
  op.erase(side, from_key);
  if (sea) op.regroup(side, hex);
  op.table.barrier();
}

// -- swapping [1.2.5, 11.1.1] --

bool burns_fuel(const Operation& op, const v1::Counter& ship) { return op.reference.unit(ship.unit()).needs_fuel(); }

void swap_ships(const Operation& op, v1::Force& a, v1::Force& b) {
  v1::Force for_a;
  v1::Force for_b;
  const auto empty = [&](v1::Force& from, v1::Force& into) {
    for (int i = from.ship_size() - 1; i >= 0; --i) {
      if (burns_fuel(op, from.ship(i))) add(op.reference, into, take(from, i, from.ship(i).cs()));
    }
  };
  empty(a, for_b);
  empty(b, for_a);
  move_all(op.reference, for_a, a);
  move_all(op.reference, for_b, b);
}

bool can_swap(Operation& op, const v1::Force& a, const v1::Force& b) {
  if (!together(op, a, b) || !op.at_sea(a) || !free_to_combine(op, a) || !free_to_combine(op, b)) return false;
  if (a.kind() == b.kind() ? key_of(a) > key_of(b) : b.kind() != v1::BlockKind::CONVOY) return false;  // each pair once
  if (has_dead_or_towing(a) || has_dead_or_towing(b) || a.patrol_white() || b.patrol_white()) return false;
  const auto burns = [&](const v1::Counter& ship) { return burns_fuel(op, ship); };
  const auto any_burns = [&](const v1::Force& force) { return std::ranges::any_of(force.ship(), burns); };
  const auto all_burn = [&](const v1::Force& force) { return std::ranges::all_of(force.ship(), burns); };
  if (!any_burns(a) || !any_burns(b) || (all_burn(a) && all_burn(b)))
    return false;  // nothing would be left to swap between
  const auto bound = [&](const v1::Counter& ship) { return burns(ship) && bound_to_convoy(op, b, ship.unit()); };
  if (std::ranges::any_of(b.ship(), bound)) return false;
  v1::Force after_a = a;
  v1::Force after_b = b;
  swap_ships(op, after_a, after_b);
  const auto lawful = [&](const v1::Force& after, const v1::Force& before) {
    return kind_of(op.reference, after) == before.kind() && within_limits(op.reference, after);
  };
  return lawful(after_a, a) && lawful(after_b, b);
}

void swap(Operation& op, Side side, v1::Force& a, v1::Force& b) {
  swap_ships(op, a, b);
  swap_fuel(a, b);
  op.tell(side, Text("report.swapped.own").text("force", op.name(a)).text("other", op.name(b)), op.hex_of(a), "1.2.5");
}

// -- towing [5.1.1] --

// CS of a counter that can still take a tow.
bool can_tow(const Operation& op, const v1::Force& force, const v1::Counter& dead, const v1::Counter& tug) {
  if (tug.dead_in_water() || !tug.towed_by().empty()) return false;
  const UnitFacts& ship = op.reference.unit(dead.unit());
  const UnitFacts& puller = op.reference.unit(tug.unit());
  const auto tows = static_cast<int>(std::ranges::count(force.ship(), tug.unit(), &v1::Counter::towed_by));
  if (puller.heavy()) return tows == 0;
  if (ship.capital()) return false;  // a cruiser or larger
  if (puller.type != v1::ShipType::DD) return false;
  return tug.cs() >= (tows + 1) * op.numbers.movement().towing_dd_cs();
}

void tow(Operation& op, Side side, v1::Force& force, int index, int tug_index) {
  const std::string tug = force.ship(tug_index).unit();
  const UnitFacts& unit = op.reference.unit(force.ship(index).unit());
  v1::Counter ship = take(force, index, unit.ship ? force.ship(index).cs() : 1);
  op.tell(side,
          Text("report.towing.own").text("ship", op.name(op.reference.unit(tug))).text("other", name_of(op, ship)),
          op.hex_of(force), "5.1.1");
  ship.set_dead_in_water(false);
  ship.set_towed_by(tug);
  add(op.reference, force, std::move(ship));
}

// [5.1.1, A-43] What nobody tows goes down at the end of the segment.
void scuttle(Operation& op, Side side) {
  for (ForceKey key : [&] {
         std::vector<ForceKey> keys;
         for (const v1::Force* force : op.all(side)) {
           if (op.at_sea(*force)) keys.push_back(key_of(*force));
         }
         return keys;
       }()) {
    v1::Force& force = op.force(side, key);
    const Hex hex = op.hex_of(force);
    for (int i = force.ship_size() - 1; i >= 0; --i) {
      if (!force.ship(i).dead_in_water()) continue;
      const Text name = name_of(op, force.ship(i));
      op.reveal(Licence::kLosses,
                {Text("report.scuttled").text("ship", name),
                 told::Loss{told::Loss::kLost, name, static_cast<std::uint32_t>(force.ship(i).cs()), seat_of(side),
                            force.ship(i).unit()}},
                hex, "5.1.1");
      lose_ship(op, side, force, i, force.ship(i).cs());
    }
    needs_other_block(op, side, key);
    if (!force.ship().empty() || force.kind() == v1::BlockKind::DUMMY) continue;
    const ForceKey parent(force.dispersed_from());
    tell_gone(op, op.block_of(force), "5.1.1");
    op.erase(side, key);
    op.regroup(side, hex);  // nobody learns which of several it was
    needs_other_block(op, side, parent);
  }
}

// [1.3] One Dummy to a hex; the others go, unless they cannot find each other [9.4].
void merge_dummies(Operation& op, Side side) {
  std::set<Hex> seen;
  for (const v1::Block* block : op.blocks(side)) seen.insert(as_hex(block->hex()));
  for (Hex hex : seen) {
    ForceKey stays;
    std::vector<ForceKey> others;
    for (const v1::Force* force : op.at_sea(side, hex)) {
      if (force->kind() != v1::BlockKind::DUMMY) continue;
      if (!stays) {
        stays = key_of(*force);
      } else {
        others.push_back(key_of(*force));
      }
    }
    for (ForceKey key : others) {
      v1::Force& dummy = op.force(side, key);
      if (must_find(op, dummy)) {
        dummy.set_sought(true);
        if (!find_each_other(op, side, dummy, op.force(side, stays))) continue;
      }
      eliminate_dummy(op, side, key);
      op.regroup(side, hex);  // nobody learns which of several it was
      for (v1::Block* left : op.blocks(side, hex)) left->clear_moved();
    }
  }
}

// They need not look for each other there, nor for one that lies outside in the same hex.
void merge_dummies_in_port(Operation& op, Side side) {
  std::set<Hex> seen;
  std::vector<ForceKey> in_port;
  for (const v1::Force* force : op.all(side)) {
    if (force->kind() != v1::BlockKind::DUMMY) continue;
    if (op.in_port(*force)) in_port.push_back(key_of(*force));
    if (op.at_sea(*force)) seen.insert(op.hex_of(*force));
  }
  for (ForceKey key : in_port) {
    if (!seen.insert(op.hex_of(op.force(side, key))).second) eliminate_dummy(op, side, key);
  }
}

// What was told of a force that lay beside another of its side need not be true any longer: they may have swapped.
void loosen_statements(Operation& op, Side side) {
  for (v1::Block* block : op.blocks(side)) {
    if (block->flat() && op.blocks(side, as_hex(block->hex())).size() > 1) may_have_changed(*block);
  }
}

bool can_rejoin(Operation& op, Side side, const v1::Force& convoy) {
  if (!op.at_sea(convoy) || convoy.rejoin_rolled() || is_scattered(op, convoy)) return false;
  const auto weather = op.weather(op.hex_of(convoy));
  if (weather == v1::Weather::STORMS || weather == v1::Weather::GALES) return false;  // [9.3.3]
  return is_dispersed(op, side, convoy);
}

// [11.1.1] Both then have the fuel of the one that has less: what the other loses by it.
Text fuel_together(const Operation& op, const v1::Force& from, const v1::Force& into) {
  const auto burns = [](const v1::Force& force) { return force.fuel_turn() != 0 || force.fuel() != v1::Force::FULL; };
  if (!burns(from) || !burns(into)) return {};
  if (from.fuel() == into.fuel() && from.fuel_turn() == into.fuel_turn()) return {};
  const bool from_is_worse =
      from.fuel() > into.fuel() || (from.fuel() == into.fuel() && from.fuel_turn() < into.fuel_turn());
  const v1::Force& worse = from_is_worse ? from : into;
  const v1::Force& better = from_is_worse ? into : from;
  return Text("would.fuel_together")
      .text("force", op.name(better))
      .text("fuel", Text("fuelstatus." + lower(v1::Force::FuelStatus_Name(worse.fuel())) + ".name"))
      .word("until", worse.fuel_turn() == 0 ? "no" : "yes")
      .text("turn", op.turn_name(std::max(1, worse.fuel_turn())));
}

void offer_pairs(Operation& op, Side side, Menu& menu) {
  struct At {
    const v1::Force* force;
    Hex hex;
  };
  std::vector<At> forces;
  for (const v1::Force* force : op.all(side)) forces.push_back({force, op.hex_of(*force)});
  for (const auto& [from, from_hex] : forces) {
    const auto hex = number(from_hex);
    for (const auto& [into, into_hex] : forces) {
      if (from_hex != into_hex || !together(op, *from, *into)) continue;
      if (can_combine(op, side, *from, *into)) {
        Item& item = menu.offer(v1::Verb::COMBINE, key_of(*from), key_of(*into));
        if (const Text fuel = fuel_together(op, *from, *into); !fuel.empty()) item.would(fuel);
        item.place(hex)
            .by("1.2.4")
            .says("choice.combine.combine")
            .text("force", op.name(*from))
            .text("other", op.name(*into));
      }
      if (can_swap(op, *from, *into)) {
        menu.offer(v1::Verb::SWAP, key_of(*from), key_of(*into))
            .place(hex)
            .by("1.2.5")
            .says("choice.swap.swap")
            .text("force", op.name(*from))
            .text("other", op.name(*into));
      }
    }
  }
}

void offer_help(Operation& op, Side side, Menu& menu) {
  for (const v1::Force* force : op.all(side)) {
    const auto hex = number(op.hex_of(*force));
    if (can_rejoin(op, side, *force)) {
      menu.offer(v1::Verb::REJOIN, key_of(*force))
          .place(hex)
          .by("9.3.3")
          .says("choice.stragglers.gather")
          .text("force", op.name(*force));
    }
    for (int i = 0; op.at_sea(*force) && i < force->ship_size(); ++i) {
      if (!force->ship(i).dead_in_water()) continue;
      for (int tug = 0; tug < force->ship_size(); ++tug) {
        if (!can_tow(op, *force, force->ship(i), force->ship(tug))) continue;
        menu.offer(v1::Verb::TOW, key_of(*force), i, tug)
            .place(hex)
            .by("5.1.1")
            .says("choice.dead_in_water.tow_ship")
            .text("ship", name_of(op, force->ship(i)))
            .text("other", op.name(op.reference.unit(force->ship(tug).unit())));
      }
    }
  }
}

}  // namespace

// As much as the enemy can see: there may be ships to tow in any block at sea, and forces to combine where several lie
// in port.
static bool might_combine(Operation& op, Side side) {
  return !op.blocks(side).empty() || std::ranges::any_of(op.truth.sea().stack(), [&](const auto& stack) {
    return stack.side() == side && stack.blocks() > 1;
  });
}

Task<> combine_forces(Operation& op) {
  const Side side = op.active();
  while (true) {
    Menu menu = op.menu(side, v1::MenuKind::COMBINE, "prompt.combine.step");
    menu.checkpoint = true;
    menu.rule = "1.2.4";
    offer_pairs(op, side, menu);
    offer_help(op, side, menu);
    if (menu.items.empty() && !might_combine(op, side)) break;  // whoever could combine is asked, whether or not he can
    offer_dummies(op, side, menu);
    Item& done = menu.offer(v1::Verb::DONE);
    if (const Text end = end_foreseen(op, side); !end.empty()) done.would(end).by("3.4");
    done.says("choice.combine.finish");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) break;
    switch (answer.verb) {
      case v1::Verb::COMBINE:
        combine(op, side, answer.at<ForceKey>(0), answer.at<ForceKey>(1));
        break;
      case v1::Verb::SWAP:
        swap(op, side, op.force(side, answer.at<ForceKey>(0)), op.force(side, answer.at<ForceKey>(1)));
        break;
      case v1::Verb::TOW:
        tow(op, side, op.force(side, answer.at<ForceKey>(0)), answer.at<int>(1), answer.at<int>(2));
        break;
      case v1::Verb::ELIMINATE_DUMMY:
        eliminate_dummy(op, side, answer.at<ForceKey>(0));
        break;
      case v1::Verb::REJOIN: {
        v1::Force& convoy = op.force(side, answer.at<ForceKey>(0));
        convoy.set_rejoin_rolled(true);
        rejoin(op, side, convoy);
        break;
      }
      default:
        throw Broken("pq17: no such answer");
    }
  }
  scuttle(op, side);
  merge_dummies(op, side);
  merge_dummies_in_port(op, side);
  loosen_statements(op, side);
}

}  // namespace wardroom::pq17
