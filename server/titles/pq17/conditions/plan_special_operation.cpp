#include "server/titles/pq17/conditions/plan_special_operation.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/special_operations.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;
using Need = v1::SpecialCondition::TypeCount;

int last_turn(const Operation& op) {
  const int length = op.numbers.weather().turns_per_operation();
  return op.scenario.has_last_turn() ? std::min(length, number_of(op.scenario.last_turn())) : length;
}

// What they bring of the types it asks for: Heavy Ships by number, others by CS.
int brings(const Operation& op, const v1::Force& force, const Need& need) {
  int count = 0;
  for (const v1::Counter& ship : force.ship()) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    if (!asks_for(need, unit.type) || unit.soviet()) continue;
    count += unit.heavy() ? 1 : ship.cs();
  }
  return count;
}

// The types that the condition itself brings are not asked of the forces in play [12.14.1].
bool brought(const Operation& op, const v1::SpecialCondition& condition, const Need& need) {
  return std::ranges::any_of(
      condition.unit(), [&](const v1::Units& units) { return asks_for(need, op.reference.unit(units.unit()).type); });
}

std::vector<ForceKey> raiders(Operation& op) {
  const v1::SpecialCondition& archery = data_of(op, Kind::ARCHERY);
  std::vector<ForceKey> keys;
  for (const v1::Force* force : op.in_place(kAllied, archery.place(0))) {
    if (force->kind() != v1::BlockKind::TASK_FORCE || force->patrol_white()) continue;
    const bool enough = std::ranges::all_of(archery.need(), [&](const Need& need) {
      return brought(op, archery, need) || brings(op, *force, need) >= need.count();
    });
    if (enough) keys.push_back(key_of(*force));
  }
  return keys;
}

std::vector<ForceKey> minelayers(Operation& op) {
  std::vector<ForceKey> keys;
  for (const v1::Force* force : op.all(kAxis)) {
    const bool in_port =
        force->kind() == v1::BlockKind::TASK_FORCE && force->block() == 0 && op.reference.find_place(force->place());
    if (in_port && halves_for(op, data_of(op, Kind::MINELAYING), *force) != 0) keys.push_back(key_of(*force));
  }
  return keys;
}

std::vector<Hex> objectives(const Operation& op) {
  std::vector<Hex> found;
  for (const MapHex& hex : op.reference.box().hexes()) {
    if (hex.in_play && hex.has(v1::Hex::MINELAYING_OBJECTIVE)) found.push_back(hex.hex);
  }
  return found;
}

std::vector<Hex> norwegian_coast(const Operation& op) {
  std::vector<Hex> found;
  for (const MapHex& hex : op.reference.box().hexes()) {
    const auto& coast = hex.data->coast();
    if (hex.in_play && std::ranges::find(coast, v1::Hex::NORWAY) != coast.end()) found.push_back(hex.hex);
  }
  return found;
}

// Which force; 0: none after all.
Task<ForceKey> choose_force(Operation& op, Side side, const std::vector<ForceKey>& keys, const char* prompt,
                            const char* none) {
  if (keys.empty()) co_return ForceKey();
  Menu menu = op.menu(side, v1::MenuKind::SPECIAL_OPERATION, prompt);
  menu.rule = side == kAxis ? "12.8" : "12.14";
  for (ForceKey key : keys) {
    const v1::Force& force = op.force(side, key);
    menu.offer(v1::Verb::CHOOSE_FORCE, key)
        .place(number(op.hex_of(force)))
        .says("choice.minelaying.force")
        .text("force", op.name(force));
  }
  menu.offer(v1::Verb::NO).says(none);
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.verb == v1::Verb::NO ? ForceKey() : answer.at<ForceKey>(0);
}

Task<Hex> choose_hex(Operation& op, Side side, const std::vector<Hex>& hexes, const char* prompt) {
  Menu menu = op.menu(side, v1::MenuKind::SPECIAL_OPERATION, prompt);
  for (Hex hex : hexes)
    menu.offer(v1::Verb::STEP, hex).place(number(hex)).says("choice.hex").word("hex", Operation::word(hex));
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<Hex>(0);
}

Task<int> choose_turn(Operation& op, Side side, const char* prompt, const Text& label, int first, int where) {
  Menu menu = op.menu(side, v1::MenuKind::SPECIAL_OPERATION, prompt);
  for (int turn = first; turn <= last_turn(op); ++turn) {
    menu.offer(v1::Verb::PLAN_OPERATION, turn, where).label = Text(label).text("turn", op.turn_name(turn));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<int>(0);
}

// [12.8]
Task<> plan_minelaying(Operation& op) {
  if (!ice_allows(op, data_of(op, Kind::MINELAYING)) || op.clock().starting_turn() > last_turn(op)) co_return;
  const std::vector<ForceKey> keys = minelayers(op);
  const ForceKey key = co_await choose_force(op, kAxis, keys, "prompt.minelaying", "choice.minelaying.none");
  if (!key) co_return;
  const std::vector<Hex> hexes = objectives(op);
  const Hex hex = co_await choose_hex(op, kAxis, hexes, "prompt.minelaying");
  Text label =
      Text("choice.minelaying.plan").text("force", op.name(op.force(kAxis, key))).word("hex", Operation::word(hex));
  const int turn =
      co_await choose_turn(op, kAxis, "prompt.minelaying", label, op.clock().starting_turn(), static_cast<int>(hex));
  v1::SpecialOperation& plan = operation_of(op, kAxis);
  plan.set_force(key.value);
  plan.set_hex(number(hex));
  plan.set_turn(turn);
}

// [12.14.1] Landing ships, an oiler and an escort join the Task Force.
bool in_play(Operation& op, const std::string& ship) {
  return std::ranges::any_of(op.all(kAllied), [&](const v1::Force* force) {
    return std::ranges::find(force->ship(), ship, &v1::Counter::unit) != force->ship().end();
  });
}

// A named ship that is in play already sends another of her type.
std::string or_her_sister(Operation& op, const std::string& ship) {
  const UnitFacts& unit = op.reference.unit(ship);
  if (!unit.ship || !in_play(op, ship)) return ship;
  for (const v1::Ship* other : op.reference.box().ships()) {
    if (other->type() == unit.type && other->nation() == unit.nation && !in_play(op, other->id())) return other->id();
  }
  return ship;
}

Task<> plan_archery(Operation& op) {
  const std::vector<ForceKey> keys = raiders(op);
  const ForceKey key = co_await choose_force(op, kAllied, keys, "prompt.special_attack", "choice.special_attack.none");
  if (!key) co_return;
  const std::vector<Hex> hexes = norwegian_coast(op);
  const Hex hex = co_await choose_hex(op, kAllied, hexes, "prompt.special_attack");
  Text label = Text("choice.special_attack.archery")
                   .text("force", op.name(op.force(kAllied, key)))
                   .word("hex", Operation::word(hex));
  const int turn = co_await choose_turn(op, kAllied, "prompt.special_attack", label, op.clock().starting_turn() + 1,
                                        static_cast<int>(hex));
  v1::SpecialOperation& plan = operation_of(op, kAllied);
  plan.set_kind(Kind::ARCHERY);
  plan.set_force(key.value);
  plan.set_hex(number(hex));
  plan.set_turn(turn);
  for (const v1::Units& units : data_of(op, Kind::ARCHERY).unit()) {
    v1::Units come = units;
    come.set_unit(or_her_sister(op, units.unit()));
    add(op.reference, op.force(kAllied, key), fresh(op.reference, come));
  }
}

bool tirpitz_in_scenario(const Operation& op) {
  return std::ranges::any_of(op.scenario.force(), [](const v1::ForcePool& pool) {
    return std::ranges::any_of(pool.unit(), [](const v1::Units& units) { return units.unit() == kTirpitzId; });
  });
}

// [12.14.2]
Task<> plan_title(Operation& op) {
  if (!tirpitz_in_scenario(op)) co_return;
  Menu menu = op.menu(kAllied, v1::MenuKind::SPECIAL_OPERATION, "prompt.special_attack");
  menu.rule = "12.14.2";
  for (const std::string& id : data_of(op, Kind::TITLE).place()) {
    const PlaceFacts& port = op.reference.place(id);
    if (!op.in_play(port)) continue;
    menu.offer(v1::Verb::CHOOSE_PLACE, port.number)
        .place(number(port.hex))
        .says("choice.special_attack.port")
        .text("place", op.name(port));
  }
  menu.offer(v1::Verb::NO).says("choice.special_attack.none");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::NO) co_return;
  const int place = answer.at<int>(0);
  const Text label("choice.special_attack.title");
  const int turn =
      co_await choose_turn(op, kAllied, "prompt.special_attack", label, op.clock().starting_turn() + 1, place);
  v1::SpecialOperation& plan = operation_of(op, kAllied);
  plan.set_kind(Kind::TITLE);
  plan.set_place(op.reference.place(place).id);
  plan.set_turn(turn);
}

// The chit leaves it open which.
Task<> choose_attack(Operation& op) {
  Menu menu = op.menu(kAllied, v1::MenuKind::SPECIAL_OPERATION, "prompt.special_attack");
  menu.rule = "12.14";
  const auto offer = [&](Kind::Kind kind) {
    menu.offer(v1::Verb::CHOOSE_CONDITION, kind)
        .says("choice.special_attack.kind")
        .text("condition", name_of(data_of(op, kind)));
  };
  if (!raiders(op).empty()) offer(Kind::ARCHERY);
  if (tirpitz_in_scenario(op)) offer(Kind::TITLE);
  if (menu.items.empty()) co_return;
  menu.offer(v1::Verb::NO).says("choice.special_attack.none");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::NO) co_return;
  if (answer.at<Kind::Kind>(0) == Kind::ARCHERY) {
    co_await plan_archery(op);
  } else {
    co_await plan_title(op);
  }
}

}  // namespace

Task<> plan_special_operation(Operation& op, Side side) {
  if (side == kAxis && holds(op, side, Kind::MINELAYING)) co_await plan_minelaying(op);
  if (side != kAllied || op.clock().starting_turn() >= last_turn(op)) co_return;
  if (holds(op, side, Kind::ARCHERY))
    co_await plan_archery(op);
  else if (holds(op, side, Kind::TITLE))
    co_await plan_title(op);
  else if (holds(op, side, Kind::SPECIAL_ATTACK_CHOICE))
    co_await choose_attack(op);
}

}  // namespace wardroom::pq17
