// Step b of the Naval Movement Segment: splitting, scattering, tows dropped, Dummies given up [1.2.3, 1.3, 5.1.1, 5.5].
#include <algorithm>

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/forces/regrouping.h"
#include "server/titles/pq17/searching/following.h"

namespace wardroom::pq17 {
namespace {

// CS of this counter that must stay because it tows.
int towing_cs(const Operation& op, const v1::Force& force, const v1::Counter& ship) {
  const auto tows = std::ranges::count(force.ship(), ship.unit(), &v1::Counter::towed_by);
  if (tows == 0) return 0;
  return op.reference.unit(ship.unit()).ship ? ship.cs()
                                             : static_cast<int>(tows) * op.numbers.movement().towing_dd_cs();
}

// How much of a counter may be split off [1.2.3]: never a merchant, never the last ship.
int free_cs(const Operation& op, const v1::Force& force, int index) {
  const v1::Counter& ship = force.ship(index);
  const UnitFacts& unit = op.reference.unit(ship.unit());
  if (!unit.warship()) return 0;
  if (!ship.towed_by().empty() || bound_to_convoy(op, force, ship.unit())) return 0;
  int most = unit.ship ? std::max(ship.cs(), 1) : ship.cs();
  most -= towing_cs(op, force, ship);
  if (force.ship_size() == 1) most = unit.ship ? 0 : most - 1;
  return most;
}

bool belongs_with(const Operation& op, const v1::Force* part, const UnitFacts& unit) {
  if (!part) return true;
  const UnitFacts& first = op.reference.unit(part->ship(0).unit());
  if (unit.submarine() != first.submarine()) return false;
  return !unit.submarine() || unit.nation == first.nation;  // [1.2.2]
}

v1::BlockKind::Kind block_for(const UnitFacts& unit) {
  return unit.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE;
}

bool can_split(const Operation& op, const v1::Force& force) {
  const Side side = op.active();
  for (int i = 0; i < force.ship_size(); ++i) {
    const UnitFacts& unit = op.reference.unit(force.ship(i).unit());
    if (free_cs(op, force, i) > 0 && op.block_left(side, block_for(unit), unit.nation)) return true;
  }
  return false;
}

// Ships dead in the water can be left behind when something is left to go on [DP-58].
bool can_leave_dead(Operation& op, const v1::Force& force) {
  if (!op.at_sea(force)) return false;
  v1::Force dead;
  for (const v1::Counter& ship : force.ship()) {
    if (ship.dead_in_water()) *dead.add_ship() = ship;
  }
  if (dead.ship_size() == 0 || dead.ship_size() == force.ship_size() || !within_limits(op.reference, dead))
    return false;
  return op.block_left(op.active(), kind_of(op.reference, dead), op.reference.unit(dead.ship(0).unit()).nation);
}

void offer_ships(const Operation& op, const v1::Force& force, const v1::Force* part, Menu& menu) {
  for (int i = 0; i < force.ship_size(); ++i) {
    const UnitFacts& unit = op.reference.unit(force.ship(i).unit());
    const int most = free_cs(op, force, i);
    if (most <= 0 || !belongs_with(op, part, unit)) continue;
    if (!part && !op.block_left(op.active(), block_for(unit), unit.nation)) continue;
    const Text into = part ? op.name(*part) : Text("choice.split.new_force");
    for (int cs = unit.ship ? most : 1; cs <= most; ++cs) {
      v1::Counter shown = force.ship(i);
      shown.set_cs(cs);
      menu.offer(v1::Verb::SPLIT_OFF, i, cs)
          .by("1.2.3")
          .says("choice.split.move")
          .text("ship", name_of(op, shown))
          .text("force", into);
    }
  }
}

Task<> tell_shadower(Operation& op, Side side, ForceKey key, ForceKey part) {
  const v1::Force& rest = op.force(side, key);
  if (!op.at_sea(rest) || !op.shadowed(op.block_of(rest))) co_return;
  std::vector<BlockId> parts{block_id(rest), block_id(op.force(side, part))};
  co_await choose_shadowed_part(op, std::move(parts));  // [6.3.4]
}

void tell_split(Operation& op, Side side, const v1::Force& rest, const v1::Force& part) {
  const Hex hex = op.hex_of(rest);
  op.tell(side,
          Text("report.split.own")
              .text("force", op.name(rest))
              .text("other", op.name(part))
              .word("hex", Operation::word(hex)),
          hex, "1.2.3");
}

Text split_off_so_far(const Operation& op, const v1::Force& part) {
  std::vector<Text> ships;
  for (const v1::Counter& ship : part.ship()) ships.push_back(name_of(op, ship));
  return Text("would.split_off").text("force", op.name(part)).text("list", listed(std::move(ships)));
}

// One new force, built ship by ship.
Task<> split_force(Operation& op, Side side, ForceKey key) {
  ForceKey formed;
  while (true) {
    v1::Force& from = op.force(side, key);
    v1::Force* part = formed ? &op.force(side, formed) : nullptr;
    Menu menu = op.menu(side, v1::MenuKind::SPLIT_FORCE, {});
    menu.prompt = Text("prompt.split").text("force", op.name(from));
    menu.rule = "1.2.3";
    offer_ships(op, from, part, menu);
    if (part) menu.offer(v1::Verb::NEW_FORCE, key).would(split_off_so_far(op, *part)).says("choice.split.split");
    menu.offer(v1::Verb::REMOVE).says("choice.split.stay");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::REMOVE) {
      if (part) {
        move_all(op.reference, *part, from);
        op.erase(side, formed);
      }
      co_return;
    }
    if (answer.verb == v1::Verb::NEW_FORCE) break;
    const int index = answer.at<int>(0);
    const UnitFacts& unit = op.reference.unit(from.ship(index).unit());
    if (!part) part = op.form(side, block_for(unit), unit.nation);
    formed = key_of(*part);
    add(op.reference, *part, take(from, index, unit.ship ? from.ship(index).cs() : answer.at<int>(1)));
  }
  v1::Force& from = op.force(side, key);
  v1::Force& part = op.force(side, formed);
  place_beside(op, side, from, part);
  tell_split(op, side, from, part);
  co_await tell_shadower(op, side, key, formed);
  op.table.barrier();
}

Task<> leave_dead(Operation& op, Side side, ForceKey key) {
  v1::Force& from = op.force(side, key);
  std::vector<v1::Counter> dead;
  for (int i = from.ship_size() - 1; i >= 0; --i) {
    if (from.ship(i).dead_in_water()) dead.push_back(take(from, i, from.ship(i).cs()));
  }
  const ForceKey part = key_of(*split_off(op, side, from, std::move(dead)));
  co_await tell_shadower(op, side, key, part);
  op.table.barrier();
}

}  // namespace

void offer_tows(Operation& op, const v1::Force& force, Menu& menu) {
  for (int i = 0; i < force.ship_size(); ++i) {
    if (force.ship(i).towed_by().empty()) continue;
    menu.offer(v1::Verb::DROP_TOW, key_of(force), i)
        .place(number(op.hex_of(force)))
        .by("5.1.1")
        .says("choice.tow.drop_ship")
        .text("ship", name_of(op, force.ship(i)));
  }
}

void drop_tow(Operation& op, Side side, v1::Force& force, int index) {
  v1::Counter ship = take(force, index, force.ship(index).cs());
  op.tell(side,
          Text("report.tow_dropped.own")
              .text("ship", op.name(op.reference.unit(ship.towed_by())))
              .text("other", name_of(op, ship)),
          op.hex_of(force), "5.1.1");
  ship.clear_towed_by();
  ship.set_dead_in_water(true);
  add(op.reference, force, std::move(ship));
}

bool bound_to_convoy(const Operation& op, const v1::Force& force, const std::string& unit) {
  return std::ranges::any_of(op.scenario.special_rule(), [&](const v1::SpecialRule& rule) {
    return rule.kind() == v1::SpecialRule::STAYS_WITH_CONVOY && op.turn() < number_of(rule.until()) &&
           std::ranges::find(rule.place(), force.convoy()) != rule.place().end() &&
           std::ranges::find(rule.unit(), unit) != rule.unit().end();
  });
}

Task<> split_forces(Operation& op) {
  const Side side = op.active();
  while (true) {
    Menu menu = op.menu(side, v1::MenuKind::SPLIT, "prompt.split.step");
    menu.checkpoint = true;
    menu.rule = "1.2.3";
    for (const v1::Force* force : op.all(side)) {
      const auto hex = number(op.hex_of(*force));
      if (can_split(op, *force)) {
        menu.offer(v1::Verb::CHOOSE_FORCE, key_of(*force))
            .place(hex)
            .by("1.2.3")
            .says("choice.split.select")
            .text("force", op.name(*force));
      }
      if (can_leave_dead(op, *force)) {
        menu.offer(v1::Verb::LEAVE_DEAD, key_of(*force))
            .place(hex)
            .by("5.1.1")
            .says("choice.leave_behind.leave_of")
            .text("force", op.name(*force));
      }
      if (can_scatter(op, side, *force)) {
        menu.offer(v1::Verb::SCATTER, key_of(*force))
            .place(hex)
            .by("5.5")
            .says("choice.scatter.scatter_force")
            .text("force", op.name(*force));
      }
      offer_tows(op, *force, menu);
    }
    if (menu.items.empty()) co_return;
    offer_dummies(op, side, menu);
    menu.offer(v1::Verb::DONE).says("choice.done");
    const Action answer = co_await op.table.ask(std::move(menu));
    switch (answer.verb) {
      case v1::Verb::CHOOSE_FORCE:
        co_await split_force(op, side, answer.at<ForceKey>(0));
        break;
      case v1::Verb::LEAVE_DEAD:
        co_await leave_dead(op, side, answer.at<ForceKey>(0));
        break;
      case v1::Verb::SCATTER:
        co_await scatter_by_order(op, side, answer.at<ForceKey>(0));
        break;
      case v1::Verb::DROP_TOW:
        drop_tow(op, side, op.force(side, answer.at<ForceKey>(0)), answer.at<int>(1));
        break;
      case v1::Verb::ELIMINATE_DUMMY:
        eliminate_dummy(op, side, answer.at<ForceKey>(0));
        break;
      default:
        co_return;
    }
  }
}

}  // namespace wardroom::pq17
