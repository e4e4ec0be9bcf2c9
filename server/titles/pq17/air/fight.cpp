// Scramble and air-to-air combat [7.2.1, 7.2.2, 7.2.3].
#include <algorithm>
#include <map>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/events/in_force.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;
using v1::AirResult;

bool fighter(const v1::AirModel& model) { return model.type() == v1::AirType::FIGHTER; }

// -- who may rise --

bool may_rise(Operation& op, const Air::Unit& unit) {
  if (!fighter(*op.facts(unit).model) || unit.mission() != Air::AT_BASE || able_cs(op, unit) <= 0) return false;
  return op.night() ? can_fly_in_weather(op, unit)
                    : can_take_off(op, unit);  // raids after the Operation choose their hour [12.7]
}

std::vector<AirKey> fighters_in(Operation& op, Side side, Hex hex) {
  std::vector<AirKey> found;
  for (const Air::Unit* unit : op.aircraft(side)) {
    if (may_rise(op, *unit) && op.base_hex(*unit) == hex) found.push_back(key_of(*unit));
  }
  return found;
}

// They rise over their own base only and fly no missions [1.5.3].
std::vector<const PlaceFacts*> interceptors_in(Operation& op, Side side, Hex hex) {
  std::vector<const PlaceFacts*> found;
  if (!op.effect(hex).land_take_off() || airbase_closed(op, side, hex)) return found;
  for (const Air::Interceptor& each : op.truth.air().interceptor()) {
    const PlaceFacts& base = op.reference.place(each.airbase());
    const auto& raids = op.truth.battle().raid();
    const bool up = std::ranges::any_of(raids, [&](const Raid& raid) { return raid.airbase() == each.airbase(); });
    if (base.side == side && base.hex == hex && each.cs() - each.aborted() > 0 && !up) found.push_back(&base);
  }
  return found;
}

}  // namespace

bool may_hold_carrier(const Operation& op, const v1::Block& block) {
  if (!block.flat()) return true;
  const v1::Statement& told = block.told();
  if (block.kind() == v1::BlockKind::WOLFPACK || block.scattered()) return false;
  if (!told.binding()) return true;
  if (told.seen()) {
    return std::ranges::any_of(told.named(),
                               [&](const auto& each) { return op.reference.unit(each.unit()).carrier(); });
  }
  if (told.level() < 2) return true;
  return told.carrier() || std::ranges::any_of(told.category(), [](const auto& each) {
           return each.category() == v1::ShipCategory::CARRIER;
         });
}

namespace {

// As far as the attacker can see: open fighters, or a carrier with aircraft that may be there.
bool somebody_may_rise(Operation& op, Side side, Hex hex) {
  if (!interceptors_in(op, side, hex).empty()) return true;
  const bool open = std::ranges::any_of(op.truth.air().unit(), [&](const Air::Unit& unit) {
    return unit.side() == side && op.reference.find_place(unit.base()) && may_rise(op, unit) &&
           op.base_hex(unit) == hex;
  });
  if (open) return true;
  if (!might_have_carrier_aircraft(op, side) || !op.effect(hex).carrier_launch()) return false;
  return std::ranges::any_of(op.blocks(side, hex),
                             [&](const v1::Block* block) { return may_hold_carrier(op, *block); });
}

std::vector<Hex> next_to(const Operation& op, Hex hex) {
  std::vector<Hex> found;
  for (const MapHex& each : op.reference.box().hexes()) {
    if (op.reference.air_distance(hex, each.hex) == 1) found.push_back(each.hex);
  }
  return found;
}

// How many more may rise [7.2.1].
struct ScrambleRoom {
  int here;
  int near;
  bool interceptors_first;
};

ScrambleRoom room_at_first(const Operation& op) {
  constexpr int kAll = 1000;
  const auto& numbers = op.numbers.combat();
  if (!op.option("option.air_surprise")) return {kAll, 0, false};
  if (op.truth.battle().surprise()) return {numbers.surprise_scramble_units(), 0, true};
  return {kAll, numbers.adjacent_scramble_units(), false};
}

}  // namespace

std::vector<Fighters> fighters_against(Operation& op, const Strike& strike) {
  std::vector<Fighters> found;
  if (strike.night) return found;
  const Side side = strike.defender();
  const auto add = [&](Hex hex) {
    for (const PlaceFacts* base : interceptors_in(op, side, hex)) {
      Raid as_raid;
      as_raid.set_airbase(base->id);
      found.push_back({&model_of(op, as_raid), able_cs(op, as_raid)});
    }
    for (AirKey key : fighters_in(op, side, hex))
      found.push_back({op.facts(op.air(key)).model, able_cs(op, op.air(key))});
  };
  add(strike.hex);
  const auto here = static_cast<std::ptrdiff_t>(found.size());
  const ScrambleRoom room = room_at_first(op);
  if (room.near <= 0) return found;
  for (Hex hex : next_to(op, strike.hex)) add(hex);
  std::ranges::sort(found.begin() + here, found.end(), std::greater<>(), &Fighters::cs);
  found.resize(std::min(found.size(), static_cast<std::size_t>(here + room.near)));
  return found;
}

namespace {

bool question_is_open(Operation& op, const Strike& strike, const ScrambleRoom& room) {
  if (room.here > 0 && somebody_may_rise(op, strike.defender(), strike.hex)) return true;
  if (room.near <= 0) return false;
  return std::ranges::any_of(next_to(op, strike.hex),
                             [&](Hex hex) { return somebody_may_rise(op, strike.defender(), hex); });
}

void offer_interceptors(Operation& op, Menu& menu, Side side, Hex hex) {
  for (const PlaceFacts* base : interceptors_in(op, side, hex)) {
    Raid as_raid;
    as_raid.set_airbase(base->id);
    menu.offer(v1::Verb::SCRAMBLE_INTERCEPTORS, base->number)
        .place(number(hex))
        .by("1.1.2")
        .says("choice.scramble.scramble")
        .text("unit", name_of(op, as_raid));
  }
}

void offer_fighters(Operation& op, Menu& menu, Side side, Hex hex) {
  for (AirKey key : fighters_in(op, side, hex)) {
    menu.offer(v1::Verb::SCRAMBLE, key)
        .place(number(hex))
        .by("7.2.1")
        .says("choice.scramble.scramble")
        .text("unit", op.name(op.air(key)));
  }
}

Hex rise(Operation& op, const Strike& strike, const Action& answer) {
  Raid& raid = *op.truth.mutable_battle()->add_raid();
  raid.set_scrambled(true);
  Hex from;
  if (answer.verb == v1::Verb::SCRAMBLE_INTERCEPTORS) {
    const PlaceFacts& base = op.reference.place(answer.at<int>(0));
    raid.set_airbase(base.id);
    from = base.hex;
  } else {
    const auto key = answer.at<AirKey>(0);
    from = op.base_hex(op.air(key)).value_or(strike.hex);
    Air::Unit& unit = op.show_air(key);
    unit.set_mission(Air::FLYING);
    unit.set_hex(number(strike.hex));
    unit.set_flown(true);
    raid.set_air_unit(key.value);
  }
  const Text name = raid.air_unit() != 0 ? name_with_strength(op, op.air(air_key(raid))) : name_of(op, raid);
  op.reveal(Licence::kScramble, Text("report.air.scramble").text("unit", name), strike.hex, "7.2.1");
  return from;
}

// -- fire --

struct Shot {
  int firer;  // raids by index
  int target;
  int cs;
};

int fighter_cs(Operation& op) {
  int sum = 0;
  for (int index : raiders(op)) {
    if (fighter(model_of(op, raid(op, index)))) sum += able_cs(op, raid(op, index));
  }
  return sum;
}

int aimed_at_fighters(Operation& op, const std::vector<Shot>& shots) {
  int sum = 0;
  for (const Shot& shot : shots) {
    if (fighter(model_of(op, raid(op, shot.target)))) sum += shot.cs;
  }
  return sum;
}

void offer_shots(Operation& op, Menu& menu, int firer, const std::vector<int>& targets, int left, const char* label) {
  for (int target : targets) {
    for (int cs = left; cs > 0; --cs) {
      menu.offer(v1::Verb::FIRE_AT, firer, target, cs)
          .says(label)
          .number("cs", cs)
          .text("target", name_of(op, raid(op, target)));
    }
  }
}

// Attacking Fighters are matched CS for CS before others are fired at [7.2.2].
std::vector<int> open_targets(Operation& op, const std::vector<Shot>& shots) {
  const bool unmatched = fighter_cs(op) > aimed_at_fighters(op, shots);
  std::vector<int> open;
  for (int index : raiders(op)) {
    if (!unmatched || fighter(model_of(op, raid(op, index)))) open.push_back(index);
  }
  return open;
}

Task<> defenders_aim(Operation& op, const Strike& strike, std::vector<Shot>& shots) {
  for (int firer : scrambled(op)) {
    int left = able_cs(op, raid(op, firer));
    while (left > 0) {
      if (raiders(op).size() == 1) {
        shots.push_back({firer, raiders(op)[0], left});
        break;
      }
      Menu menu =
          op.menu(strike.defender(), v1::MenuKind::AIR_FIRE, "prompt.air_fire", asking_of(op, strike.defender()));
      menu.prompt.text("unit", name_of(op, raid(op, firer)));
      menu.rule = "7.2.2";
      offer_shots(op, menu, firer, open_targets(op, shots), left, "choice.air_fire.fire");
      const Action answer = co_await op.table.ask(std::move(menu));
      shots.push_back({firer, answer.at<int>(1), answer.at<int>(2)});
      left -= answer.at<int>(2);
    }
  }
}

// A circled number fires only when fired upon [7.2.3].
bool may_fire_back(Operation& op, int index, const std::vector<Shot>& at_them) {
  if (!model_of(op, raid(op, index)).circled()) return true;
  return std::ranges::any_of(at_them, [&](const Shot& shot) { return shot.target == index; });
}

Task<> attackers_aim(Operation& op, const Strike& strike, const std::vector<Shot>& at_them, std::vector<Shot>& shots) {
  for (int firer : raiders(op)) {
    if (!may_fire_back(op, firer, at_them)) continue;
    int left = able_cs(op, raid(op, firer));
    while (left > 0) {
      Menu menu = op.menu(strike.attacker, v1::MenuKind::AIR_RETURN_FIRE, "prompt.air_return_fire",
                          asking_of(op, strike.attacker));
      menu.prompt.text("unit", name_of(op, raid(op, firer)));
      menu.rule = "7.2.3";
      offer_shots(op, menu, firer, scrambled(op), left, "choice.air_return_fire.fire");
      menu.offer(v1::Verb::DONE).says("choice.air_return_fire.hold");
      const Action answer = co_await op.table.ask(std::move(menu));
      if (answer.verb == v1::Verb::DONE) break;
      shots.push_back({firer, answer.at<int>(1), answer.at<int>(2)});
      left -= answer.at<int>(2);
    }
  }
}

}  // namespace

// The lead of one Air Combat number over the other; a Fighter never fires with a negative modifier [7.2.3].
std::vector<Applied> air_combat_modifiers(Operation& op, const Strike& strike, const v1::AirModel& firer,
                                          const v1::AirModel& target) {
  const auto& table = op.reference.box().air_combat();
  Situation at = situation_in(op, strike.attacker, strike.hex);
  at.night = strike.night;
  at.firer_air = &firer;
  at.target_air = &target;
  at.air_combat_lead = firer.air_combat() - target.air_combat();
  std::vector<Applied> found = applied(op, table.modifier(), at);
  const int missing = table.fighter_least_modifier() - sum(found);
  if (!fighter(firer) || missing <= 0) return found;
  at.air_combat_lead += missing;
  return applied(op, table.modifier(), at);
}

namespace {

void shoot(Operation& op, const Strike& strike, const Shot& shot,
           std::map<int, std::vector<AirResult::Kind>>& results) {
  const Raid& firer = raid(op, shot.firer);
  const Raid& target = raid(op, shot.target);
  const std::vector<Applied> drms = air_combat_modifiers(op, strike, model_of(op, firer), model_of(op, target));
  std::vector<Rolled> dice;
  for (int i = 0; i < shot.cs; ++i) {
    const int die = roll_die(op);
    const AirResult::Kind result = op.reference.box().air_combat(die + sum(drms));
    dice.push_back({die, die + sum(drms), result_name(result)});
    results[shot.target].push_back(result);
  }
  const Side side = firer.scrambled() ? strike.defender() : strike.attacker;
  tell_roll(op, "table.air_combat", Against{side, {name_of(op, firer)}, {name_of(op, target)}}, drms, dice, strike.hex,
            "7.2.3");
}

}  // namespace

void roll_surprise(Operation& op, const Strike& strike) {
  if (!op.option("option.air_surprise") || strike.night) return;
  const auto& table = op.reference.box().surprise();
  Situation at = situation_in(op, strike.attacker, strike.hex);
  at.air_attack = true;
  const std::vector<Applied> drms = applied(op, table.modifier(), at);
  const int die = roll_die(op);
  const bool success = die + sum(drms) >= table.success_on();
  tell_roll(op, "table.surprise", "roll.row.air_attack", drms,
            {{die, die + sum(drms), success ? "roll.success" : "roll.failure"}}, strike.hex, "7.2.1",
            table.success_on());
  op.truth.mutable_battle()->set_surprise(success);
}

Task<> scramble(Operation& op, const Strike& strike) {
  if (strike.night) co_return;
  const Side side = strike.defender();
  ScrambleRoom room = room_at_first(op);
  for (bool first = true; question_is_open(op, strike, room); first = false) {
    Menu menu = op.menu(side, v1::MenuKind::SCRAMBLE, "prompt.scramble", asking_of(op, side));
    menu.prompt.word("hex", op.word(strike.hex));
    menu.rule = "7.2.1";
    if (room.here > 0) {
      offer_interceptors(op, menu, side, strike.hex);
      if (!room.interceptors_first || menu.items.empty()) offer_fighters(op, menu, side, strike.hex);
    }
    if (room.near > 0) {
      for (Hex hex : next_to(op, strike.hex)) {
        offer_interceptors(op, menu, side, hex);
        offer_fighters(op, menu, side, hex);
      }
    }
    menu.offer(v1::Verb::DONE).says("choice.scramble.finish");
    head_of_step(op, menu, first);
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) break;
    (rise(op, strike, answer) == strike.hex ? room.here : room.near) -= 1;
  }
  if (scrambled(op).empty()) op.tell("report.air.no_scramble", strike.hex, "7.2.1");
}

Task<> fight_in_the_air(Operation& op, const Strike& strike) {
  if (scrambled(op).empty() || raiders(op).empty()) co_return;
  std::vector<Shot> defence;
  std::vector<Shot> attack;
  co_await defenders_aim(op, strike, defence);
  co_await attackers_aim(op, strike, defence, attack);
  std::map<int, std::vector<AirResult::Kind>> results;  // fire is simultaneous
  for (const Shot& shot : defence) shoot(op, strike, shot, results);
  for (const Shot& shot : attack) shoot(op, strike, shot, results);
  for (auto& [index, suffered] : results) suffer(op, index, std::move(suffered));
  for (int index : raiders(op)) {  // [7.2.2]
    if (fighter(model_of(op, raid(op, index)))) raid(op, index).set_over(true);
  }
}

}  // namespace wardroom::pq17
