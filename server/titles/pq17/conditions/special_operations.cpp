#include "server/titles/pq17/conditions/special_operations.h"

#include <algorithm>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/operation/rolls.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;
using Need = v1::SpecialCondition::TypeCount;

int last_turn(const Operation& op) {
  const int length = op.numbers.weather().turns_per_operation();
  return op.scenario.has_last_turn() ? std::min(length, number_of(op.scenario.last_turn())) : length;
}

Text name_of(const v1::SpecialCondition& condition) { return Text(condition.id() + ".name"); }

// What they bring of the types it asks for: Heavy Ships by number, others by CS.
int brings(const Operation& op, const v1::Force& force, const Need& need) {
  int count = 0;
  for (const v1::Counter& ship : force.ship()) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    if (std::ranges::find(need.type(), unit.type) == need.type().end() || unit.soviet()) continue;
    count += unit.heavy() ? 1 : ship.cs();
  }
  return count;
}

// -- planning --

// The types that the condition itself brings are not asked of the forces in play [12.14.1].
bool brought(const Operation& op, const v1::SpecialCondition& condition, const Need& need) {
  return std::ranges::any_of(condition.unit(), [&](const v1::Units& units) {
    return std::ranges::find(need.type(), op.reference.unit(units.unit()).type) != need.type().end();
  });
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

// -- carrying it out --

bool special_attack_planned(const Operation& op) {
  const v1::SpecialOperation& plan = op.own(kAllied).operation();
  const bool attack = holds(op, kAllied, Kind::ARCHERY) || holds(op, kAllied, Kind::TITLE);
  return attack && plan.turn() != 0 && !plan.done();
}

const v1::SpecialCondition& attack_of(const Operation& op) {
  return data_of(op, holds(op, kAllied, Kind::ARCHERY) ? Kind::ARCHERY : Kind::TITLE);
}

Hex target_of(const Operation& op) {
  const v1::SpecialOperation& plan = op.own(kAllied).operation();
  return plan.hex() != 0 ? as_hex(plan.hex()) : op.reference.place(plan.place()).hex;
}

// Landing ships in the hex with no more than one hex moved [12.14.1].
bool raid_succeeds(Operation& op) {
  const v1::SpecialCondition& archery = data_of(op, Kind::ARCHERY);
  const v1::Force* force = op.find(kAllied, force_key(op.own(kAllied).operation()));
  if (!force || !op.at_sea(*force) || op.hex_of(*force) != target_of(op) || force->hexes() > archery.moves_at_most())
    return false;
  return std::ranges::any_of(force->ship(), [&](const v1::Counter& ship) {
    return op.reference.unit(ship.unit()).type == v1::ShipType::AL && ship.cs() > 0;
  });
}

void raid(Operation& op) {
  const v1::SpecialCondition& archery = data_of(op, Kind::ARCHERY);
  if (raid_succeeds(op)) {
    score_condition(op, archery, archery.vp_halves());
  } else {
    op.reveal(Licence::kCondition, Text("report.special_attack.failed").text("condition", name_of(archery)),
              target_of(op), "12.14.1");
  }
}

int hits_on(const v1::SpecialCondition& title, int die) {
  for (const v1::DieHits& row : title.hits()) {
    if (die >= row.on().from() && die <= row.on().to()) return row.hits();
  }
  return 0;
}

struct InPort {
  ForceKey force;
  int index;
};

std::optional<InPort> tirpitz_in(Operation& op, const std::string& port) {
  for (const v1::Force* force : op.in_place(kAxis, port)) {
    for (int i = 0; i < force->ship_size(); ++i) {
      if (force->ship(i).unit() == kTirpitzId) return InPort{key_of(*force), i};
    }
  }
  return std::nullopt;
}

// Human torpedoes [12.14.2]; what they do does not count for 2.4.
void attack_tirpitz(Operation& op) {
  const v1::SpecialCondition& title = data_of(op, Kind::TITLE);
  const PlaceFacts& port = op.reference.place(op.own(kAllied).operation().place());
  const auto target = tirpitz_in(op, port.id);
  if (!target) {
    op.reveal(Licence::kCondition,
              Text("report.special_attack.not_there").text("condition", name_of(title)).text("place", op.name(port)),
              port.hex, "12.14.2");
    return;
  }
  begin_engagement(op, v1::Battle::OTHER, kAllied, port.hex).set_place(port.id);
  const int die = roll_die(op);
  const int hits = hits_on(title, die);
  op.reveal(
      Licence::kCondition,
      {Text("report.special_attack.result").text("condition", name_of(title)).number("die", die).number("count", hits),
       plain_roll({}, {die})},
      port.hex, "12.14.2");
  const int before = op.force(kAxis, target->force).ship(target->index).cs();
  inflict_hits(op, hull_in(kAxis, target->force, target->index), hits);
  forget_odd_hits(op);
  if (const auto left = tirpitz_in(op, port.id)) {
    spare_damage(op, kAxis, std::string(kTirpitzId), before - op.force(kAxis, left->force).ship(left->index).cs());
  }
  end_engagement(op);
  close_losses(op, kAxis, target->force);
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

void spare_damage(Operation& op, Side side, const std::string& unit, int cs) {
  if (cs <= 0) return;
  auto& spared = *op.truth.mutable_standing()->add_unscored_damage();
  spared.set_side(side);
  spared.set_unit(unit);
  spared.set_cs(cs);
}

bool may_let_lapse(const Operation& op, Side side) {
  const v1::SpecialOperation& plan = op.own(side).operation();
  if (plan.turn() == 0 || plan.done() || plan.declared()) return false;
  return side == kAllied ? special_attack_planned(op) : holds(op, kAxis, Kind::MINELAYING);
}

void let_lapse(Operation& op, Side side) { operation_of(op, side).set_done(true); }

void score_minelaying(Operation& op) {
  const v1::SpecialOperation& plan = op.own(kAxis).operation();
  if (!holds(op, kAxis, Kind::MINELAYING) || plan.done() || plan.turn() != op.turn()) return;
  operation_of(op, kAxis).set_done(true);
  const v1::SpecialCondition& mines = data_of(op, Kind::MINELAYING);
  const v1::Force* force = op.find(kAxis, force_key(plan));
  const Hex hex = as_hex(plan.hex());
  if (!force || !op.at_sea(*force) || op.hex_of(*force) != hex || force->hexes() > mines.moves_at_most() ||
      storms_or_gales(op, hex))
    return;
  int halves = halves_for(op, mines, *force);
  if (halves == 0) return;
  halves = std::max(halves, mines.least_vp_halves());
  show_chit(op, kAxis);
  score_condition(op, mines, halves);
}

void declare_special_attack(Operation& op) {
  v1::SpecialOperation& plan = operation_of(op, kAllied);
  if (!special_attack_planned(op) || plan.declared()) return;
  if (plan.turn() <= op.turn()) return plan.set_done(true);  // the time for it has passed
  if (plan.turn() != op.turn() + 1) return;
  plan.set_declared(true);
  show_chit(op, kAllied);
  const v1::SpecialCondition& attack = attack_of(op);
  const Hex hex = target_of(op);
  const Text where = plan.hex() != 0 ? Text("choice.hex").word("hex", Operation::word(hex))
                                     : op.name(op.reference.place(plan.place()));
  op.reveal(Licence::kCondition,
            {Text("report.special_attack.declared")
                 .text("condition", name_of(attack))
                 .text("turn", op.turn_name(plan.turn())),
             told::Milestone{told::Milestone::kEngagement, v1::Battle::OTHER}},
            hex, "12.14");
  op.reveal(Licence::kCondition,
            Text("report.special_attack.target").text("condition", name_of(attack)).text("place", where), hex, "12.14");
}

void carry_out_special_attack(Operation& op) {
  v1::SpecialOperation& plan = operation_of(op, kAllied);
  if (!special_attack_planned(op) || !plan.declared() || plan.turn() != op.turn()) return;
  plan.set_done(true);
  const v1::SpecialCondition& attack = attack_of(op);
  if (storms_or_gales(op, target_of(op))) {
    op.reveal(Licence::kCondition, Text("report.special_attack.weather").text("condition", name_of(attack)),
              target_of(op), "12.14");
  } else if (holds(op, kAllied, Kind::ARCHERY)) {
    raid(op);
  } else {
    attack_tirpitz(op);
  }
}

}  // namespace wardroom::pq17
