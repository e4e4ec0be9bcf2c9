// The Air Combat Segment: what is attacked, by whom [7.1, 7.1.3, 7.4.2].
#include "server/titles/pq17/air/combat.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/submarine/asw.h"
#include "server/titles/pq17/submarine/hunted.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;
using v1::Verb;

// Aircraft on a mission to a hex, by key.
template <class Test>
std::vector<AirKey> flying_to(Operation& op, Hex hex, const Test& test) {
  std::vector<AirKey> found;
  for (const Air::Unit* unit : op.aircraft(op.active())) {
    const bool there = unit->mission() == Air::FLYING && unit->hex() == number(hex) && able_cs(op, *unit) > 0;
    if (there && test(*unit)) found.push_back(key_of(*unit));
  }
  return found;
}

std::vector<AirKey> against_ships(Operation& op, Hex hex) {
  return flying_to(op, hex, [&](const Air::Unit& unit) { return may_attack_at_sea(op, unit); });
}

std::vector<AirKey> against_places(Operation& op, Hex hex) {
  if (!may_be_bombed(op, hex)) return {};
  return flying_to(op, hex, [&](const Air::Unit& unit) { return may_attack_places(op, unit); });
}

std::vector<AirKey> against_submarines(Operation& op, Hex hex) {
  if (!op.effect(hex).asw_and_torpedoes()) return {};  // [9.2.5]
  return flying_to(op, hex, [&](const Air::Unit& unit) { return op.facts(unit).model->asw(); });
}

std::vector<Hex> hexes_with_missions(Operation& op) {
  std::vector<Hex> hexes;
  for (const Air::Unit* unit : op.aircraft(op.active())) {
    if (unit->mission() == Air::FLYING) hexes.push_back(as_hex(unit->hex()));
  }
  std::ranges::sort(hexes);
  hexes.erase(std::unique(hexes.begin(), hexes.end()), hexes.end());
  return hexes;
}

// A force is attacked from the air once in a segment, and only while it is Identified [7.1, 7.1.1].
bool may_be_struck(const v1::Block& block) { return block.flat() && !block.struck(); }

void offer_blocks(Operation& op, Menu& menu, Hex hex) {
  for (const v1::Block* block : op.blocks(op.passive(), hex)) {
    if (!may_be_struck(*block)) continue;
    const bool wolfpack = block->kind() == v1::BlockKind::WOLFPACK;
    if ((wolfpack ? against_submarines(op, hex) : against_ships(op, hex)).empty()) continue;
    menu.offer(wolfpack ? Verb::HUNT_WOLFPACK : Verb::STRIKE_FORCE, block->id())
        .place(number(hex))
        .by(wolfpack ? "7.4.2" : "7.1")
        .says(wolfpack ? "choice.air_attack.wolfpack" : "choice.air_attack.attack")
        .text("target", op.name(*block))
        .word("hex", op.word(hex));
  }
}

// Blocks in port are counted by everybody; they are all attacked at once.
bool port_may_be_struck(Operation& op, const PlaceFacts& port) {
  const v1::Sea::Stack& stack = op.stack(port.id, port.side);
  return stack.blocks() > 0 && !stack.struck();
}

void offer_places(Operation& op, Menu& menu, Hex hex) {
  if (against_places(op, hex).empty()) return;
  const PlaceFacts* port = op.port_in_play(hex);
  if (port && port->side == op.passive() && port_may_be_struck(op, *port)) {
    menu.offer(Verb::STRIKE_PORT, port->number)
        .place(number(hex))
        .by("7.1.3")
        .says("choice.air_attack.port")
        .text("place", op.name(*port));
  }
  for (const PlaceFacts* base : op.reference.airbases_at(hex)) {
    if (base->side != op.passive()) continue;
    menu.offer(Verb::STRIKE_AIRBASE, base->number)
        .place(number(hex))
        .by("7.1.3")
        .says("choice.air_attack.airbase")
        .text("place", op.name(*base));
  }
}

// One after the other joins, at least one.
Task<std::vector<AirKey>> choose_units(Operation& op, std::vector<AirKey> able) {
  std::vector<AirKey> chosen;
  while (able.size() > 1 || chosen.empty()) {
    if (able.size() == 1) co_return able;
    Menu menu = op.menu(op.active(), v1::MenuKind::STRIKE_UNITS, "prompt.air_units");
    menu.rule = "7.1";
    for (AirKey key : able) {
      if (std::ranges::find(chosen, key) != chosen.end()) continue;
      menu.offer(Verb::JOIN_STRIKE, key).says("choice.air_attack.with").text("unit", op.name(op.air(key)));
    }
    if (menu.items.empty()) break;
    if (!chosen.empty()) menu.offer(Verb::DONE).says("choice.air_units.finish");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == Verb::DONE) break;
    chosen.push_back(answer.at<AirKey>(0));
  }
  std::ranges::sort(chosen);
  co_return chosen;
}

// [7.4.2, A-53]
Task<> hunt_wolfpack(Operation& op, BlockId block, std::vector<AirKey> air_units) {
  const Side side = op.active();
  const Hex hex = as_hex(op.block(block).hex());
  op.block(block).set_struck(true);
  begin_engagement(op, v1::Battle::SUBMARINE, side, hex);
  const Text name = op.name(op.block(block));
  const auto said = [&](const Text& force) {
    return Telling(Text("report.air.attack").word("side", word_of(side)).text("force", force).word("hex", op.word(hex)),
                   told::Milestone{told::Milestone::kEngagement, v1::Battle::SUBMARINE});
  };
  op.tell_apart(enemy_of(side), said(named(op, op.block(block)).own), said(name), hex, "7.4.2");
  const Searchers by = seeking(op, air_units);
  const Located located = co_await locate(op, side, Seeker::kAircraft, block, by);
  op.reveal(Licence::kFinds, Text(located.found ? "report.air.found" : "report.air.not_found").text("force", name), hex,
            "7.1.1");
  if (located.found) co_await hunt_from_air(op, side, air_units, block);
  if (v1::Block* still = op.find_block(block); still && located.found)
    raise_id_after(op, *still, v1::Battle::SUBMARINE);
  for (AirKey key : air_units) {
    if (Air::Unit* unit = op.find_air(key)) return_to_base(op, *unit);
  }
  close_engagement(op);
}

Task<> attack(Operation& op, Action order) {
  switch (order.verb) {
    case Verb::STRIKE_FORCE: {
      const auto block = order.at<BlockId>(0);
      const std::vector<AirKey> units = co_await choose_units(op, against_ships(op, as_hex(op.block(block).hex())));
      co_await strike_at_sea(op, op.active(), block, units, false);
      co_return;
    }
    case Verb::HUNT_WOLFPACK: {
      const auto block = order.at<BlockId>(0);
      const std::vector<AirKey> units =
          co_await choose_units(op, against_submarines(op, as_hex(op.block(block).hex())));
      co_await hunt_wolfpack(op, block, units);
      co_return;
    }
    case Verb::STRIKE_PORT: {
      const PlaceFacts& port = op.reference.place(order.at<int>(0));
      PortStrike strike{.attacker = op.active(), .place = port.id, .air_units = {}, .night = op.night()};
      strike.air_units = co_await choose_units(op, against_places(op, port.hex));
      co_await strike_port(op, strike);
      co_return;
    }
    case Verb::STRIKE_AIRBASE: {
      const PlaceFacts& base = op.reference.place(order.at<int>(0));
      const std::vector<AirKey> units = co_await choose_units(op, against_places(op, base.hex));
      co_await strike_airbase(op, op.active(), base.id, units);
      co_return;
    }
    default:
      throw Broken("pq17: no such attack");
  }
}

}  // namespace

Task<> air_combat(Operation& op) {
  if (op.truth.battle().resumes()) co_await go_on_with_strikes(op);
  while (true) {
    Menu menu = op.menu(op.active(), v1::MenuKind::STRIKE, "prompt.air_attack");
    menu.rule = "7.1";
    menu.checkpoint = true;
    for (Hex hex : hexes_with_missions(op)) {
      offer_blocks(op, menu, hex);
      offer_places(op, menu, hex);
    }
    if (menu.items.empty()) break;
    menu.offer(Verb::DONE).says("choice.air_attack.finish");
    const Action order = co_await op.table.ask(std::move(menu));
    if (order.verb == Verb::DONE) break;
    co_await attack(op, order);
  }
  return_missions(op, op.active());
}

}  // namespace wardroom::pq17
