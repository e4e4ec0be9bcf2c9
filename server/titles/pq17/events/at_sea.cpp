// Events that befall ships [13]: breakdowns, collisions, groundings, stragglers, decoys, boats that go home.
#include <algorithm>
#include <functional>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/events/parts.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/weather/dispersal.h"

namespace wardroom::pq17 {
namespace {

using v1::BlockKind;
using v1::RandomEvent;

std::optional<Hex> where(const Operation& op, const v1::Force& force) {
  const Hex hex = op.hex_of(force);
  return hex == Hex{} ? std::nullopt : std::optional(hex);
}

bool has_arrived(const Operation& op, const v1::Force& force) {
  return force.kind() == BlockKind::CONVOY && !op.at_sea(force) && force.place() == force.destination();
}

// -- one ship at random --

struct Victim {
  ForceKey key;
  int index;
};

// Ships of an entry that something can befall one by one, and the CS of one.
int ships_in(const UnitFacts& unit, const v1::Counter& ship) {
  if (unit.ship) return 1;
  return unit.convoy_ship() ? ships_of(unit, ship.cs()) : ship.cs();
}

int strength_of_one(const UnitFacts& unit, const v1::Counter& ship) {
  if (unit.ship) return ship.cs();
  return unit.convoy_ship() && !unit.merchant() ? std::min(ship.cs(), unit.step(ship.cs()).cs()) : 1;
}

// Which ship is its owner's secret; so is whether there was one at all.
std::optional<Victim> pick_victim(Operation& op, const RandomEvent& event, std::uint32_t ordinal,
                                  const std::function<bool(const v1::Force&)>& concerns) {
  std::vector<Victim> ships;  // each as often as it stands for ships
  for (const v1::Force* force : op.all(event.affects())) {
    if (!concerns(*force)) continue;
    for (int i = 0; i < force->ship_size(); ++i) {
      const UnitFacts& unit = op.reference.unit(force->ship(i).unit());
      if (std::ranges::find(event.ship_types(), unit.type) == event.ship_types().end() || force->ship(i).inoperative())
        continue;
      ships.insert(ships.end(), static_cast<std::size_t>(ships_in(unit, force->ship(i))), Victim{key_of(*force), i});
    }
  }
  const std::size_t drawn = pick_one(op, Pick::kShip, ships.size(), ordinal);
  if (ships.empty()) return std::nullopt;
  return ships[drawn];
}

void tell_victim(Operation& op, const RandomEvent& event, const v1::Force& force, const UnitFacts& unit) {
  op.tell(event.affects(),
          Text("report.event.victim.own")
              .text("event", Text(event.id() + ".name"))
              .text("ship", op.name(unit))
              .text("force", op.name(force)),
          where(op, force), "13");
}

// Out of the Operation, and scored by nobody [2.1.2, 15.5.3].
void leave_operation(Operation& op, const RandomEvent& event, Victim victim) {
  const Side side = event.affects();
  v1::Force& force = op.force(side, victim.key);
  const UnitFacts& unit = op.reference.unit(force.ship(victim.index).unit());
  tell_victim(op, event, force, unit);
  const v1::Counter ship = take(force, victim.index, strength_of_one(unit, force.ship(victim.index)));
  auto& removed = *op.own(side).add_removed();
  removed.set_unit(unit.id);
  removed.set_cs(ship.cs());  // a hit is for the campaign
  if (unit.convoy_ship()) removed.set_convoy(force.convoy());
  removed.set_reason(lower(RandomEvent::Kind_Name(event.kind())));
  close_losses(op, side, victim.key);
  if (unit.carrier() || unit.cruiser()) end_impossible_shadowing(op);
}

// She lies in port and may not leave it [5.1.3].
void lie_idle(Operation& op, const RandomEvent& event, Victim victim) {
  v1::Force& force = op.force(event.affects(), victim.key);
  const UnitFacts& unit = op.reference.unit(force.ship(victim.index).unit());
  tell_victim(op, event, force, unit);
  v1::Counter ship = take(force, victim.index, strength_of_one(unit, force.ship(victim.index)));
  ship.set_inoperative(true);
  add(op.reference, force, std::move(ship));
  op.tell(event.affects(), Text("report.event.idle.own").text("ship", op.name(unit)), where(op, force), "5.1.3");
}

// -- stragglers --

bool whole_convoy(Operation& op, const v1::Force& force) {
  return force.kind() == BlockKind::CONVOY && op.at_sea(force) && op.hex_of(force) != Hex{} &&
         !is_scattered(op, force) && force.dispersed_from() == 0;
}

std::vector<ForceKey> keys_of(Operation& op, Side side, const std::function<bool(const v1::Force&)>& test) {
  std::vector<ForceKey> keys;
  for (const v1::Force* force : op.all(side)) {
    if (test(*force)) keys.push_back(key_of(*force));
  }
  return keys;
}

}  // namespace

void break_down(Operation& op, const RandomEvent& event) {
  may_all_have_changed(op, event.affects());
  for (int n = 0; n < event.amount(); ++n) {
    const auto concerns = [&](const v1::Force& force) {
      return (op.at_sea(force) || op.in_port(force)) && !has_arrived(op, force);
    };
    const auto victim = pick_victim(op, event, static_cast<std::uint32_t>(n), concerns);
    if (!victim) return tell_no_effect(op, event.affects(), event);
    const v1::Force& force = op.force(event.affects(), victim->key);
    const bool idle = op.in_port(force) && op.reference.unit(force.ship(victim->index).unit()).warship();
    if (idle) {
      lie_idle(op, event, *victim);
    } else {  // no merchant stays behind in a convoy that sails [1.2.3]
      leave_operation(op, event, *victim);
    }
  }
}

void run_aground_or_collide(Operation& op, const RandomEvent& event) {
  may_all_have_changed(op, event.affects());
  const std::vector<Hex> hexes = hexes_of(op, event);
  for (int n = 0; n < event.amount(); ++n) {
    const auto concerns = [&](const v1::Force& force) {
      return op.at_sea(force) && std::ranges::find(hexes, op.hex_of(force)) != hexes.end();
    };
    const auto victim = pick_victim(op, event, static_cast<std::uint32_t>(n), concerns);
    if (!victim) return tell_no_effect(op, event.affects(), event);
    leave_operation(op, event, *victim);
  }
}

void fall_astern(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  const int amount = amount_of(op, event);
  may_all_have_changed(op, side);
  const std::vector<ForceKey> convoys =
      keys_of(op, side, [&](const v1::Force& force) { return whole_convoy(op, force); });
  const std::size_t drawn = pick_one(op, Pick::kSubject, convoys.size());
  if (convoys.empty()) return tell_no_effect(op, side, event);
  const ForceKey key = convoys[drawn];
  const int most = tally(op.reference, op.force(side, key)).merchants - 1;  // somebody keeps his station
  const int gone = fall_behind(op, side, key, std::min(amount, most));
  op.tell(side, Text("report.dispersal.own").number("count", gone).text("force", op.name(op.force(side, key))), {},
          "9.3.2");
}

void catch_up(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  const int amount = amount_of(op, event);
  may_all_have_changed(op, side);
  const std::vector<ForceKey> convoys = keys_of(op, side, [&](const v1::Force& force) {
    return whole_convoy(op, force) && std::ranges::any_of(dispersed_parts(op, side, force), [&](const v1::Force* part) {
             return op.at_sea(*part) && op.hex_of(*part) == op.hex_of(force);
           });
  });
  const std::size_t drawn = pick_one(op, Pick::kSubject, convoys.size());
  if (convoys.empty()) return tell_no_effect(op, side, event);
  come_back(op, side, op.force(side, convoys[drawn]), amount);
}

Task<> place_decoys(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  std::vector<Hex> hexes;
  for (Hex hex : hexes_of(op, event)) {
    const MapHex& at = op.reference.hex(hex);
    if (at.data->terrain() != v1::Hex::LAND && at.in_play) hexes.push_back(hex);
  }
  for (int n = 0; n < event.amount(); ++n) {
    Menu menu = event_menu(op, side, "prompt.event_decoy");
    const bool none_left = !op.dummy_left(side);  // [1.3, A-83]; nobody else knows
    if (none_left) menu.offer(v1::Verb::DONE).says("choice.done");
    for (Hex hex : none_left ? std::vector<Hex>() : hexes) {
      menu.offer(v1::Verb::CHOOSE_STATION, hex)
          .place(number(hex))
          .says("choice.event_decoy.hex")
          .word("hex", op.word(hex));
    }
    const Action answer = co_await op.table.ask(std::move(menu));
    if (none_left) {
      tell_no_effect(op, side, event);
      co_return;
    }
    const Hex hex = answer.at<Hex>(0);
    op.put_to_sea(*op.form(side, BlockKind::DUMMY), hex);
    op.tell(side, Text("report.dummy.created.own").word("hex", op.word(hex)), hex, "13");
    const auto count = static_cast<int>(op.blocks(side, hex).size());
    op.reveal_to_others(Licence::kNewBlock, side,
                        Text("report.new_block").word("hex", op.word(hex)).number("count", count), hex, "13");
  }
}

void send_boats_home(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  may_all_have_changed(op, side);
  const std::vector<ForceKey> packs = keys_of(
      op, side, [&](const v1::Force& force) { return force.kind() == BlockKind::WOLFPACK && op.at_sea(force); });
  const std::size_t drawn = pick_one(op, Pick::kSubject, packs.size());
  if (packs.empty()) return tell_no_effect(op, side, event);
  for (int n = 0; n < event.amount(); ++n) {
    v1::Force* force = op.find(side, packs[drawn]);
    if (!force) return;
    const auto index = static_cast<int>(
        pick_one(op, Pick::kShip, static_cast<std::size_t>(force->ship_size()), static_cast<std::uint32_t>(n)));
    const v1::Counter boat = take(*force, index, 1);
    auto& removed = *op.own(side).add_removed();
    removed.set_unit(boat.unit());
    removed.set_cs(1);
    removed.set_reason(lower(RandomEvent::Kind_Name(event.kind())));
    tell_victim(op, event, *force, op.reference.unit(boat.unit()));
    close_losses(op, side, packs[drawn]);
  }
}

}  // namespace wardroom::pq17
