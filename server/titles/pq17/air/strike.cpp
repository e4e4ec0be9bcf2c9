// Whole strikes: on a force at sea, on a port, from carriers in battle; what follows them; carrier battles
// [7.2, 7.5.6, 14.1].
#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/combat.h"
#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/special_operations.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/searching/search.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;

// -- groups [7.1.2] --

struct Group {
  std::string from;
  std::vector<AirKey> air_units;
  Located located;
};

// An airbase, or the force their carriers sail in. Those who strike back come from one force [14.1].
std::string origin_of(Operation& op, const Air::Unit& unit, bool strikes_back) {
  if (!op.option("option.coordinated_strikes") || strikes_back) return {};
  const v1::Force* carriers = op.carrier_force(unit);
  return carriers ? std::to_string(carriers->key()) : unit.base();
}

std::vector<Group> grouped(Operation& op, const std::vector<AirKey>& air_units, bool strikes_back) {
  std::vector<Group> groups;
  for (AirKey key : air_units) {
    const std::string from = origin_of(op, op.air(key), strikes_back);
    auto found = std::ranges::find(groups, from, &Group::from);
    if (found == groups.end()) found = groups.insert(groups.end(), Group{from, {}, {}});
    found->air_units.push_back(key);
  }
  return groups;
}

bool strikes_alone(const Operation& op, const Group& group) {
  if (!op.option("option.coordinated_strikes")) return false;
  return group.located.result == v1::SearchResult::U || group.located.result == v1::SearchResult::AIRCRAFT;
}

template <class Keys>
void send_home(Operation& op, const Keys& air_units) {
  for (AirKey key : air_units) {
    if (Air::Unit* unit = op.find_air(key)) return_to_base(op, *unit);
  }
}

// Where they come from; a carrier that is gone by now still has a name.
Text home_of(Operation& op, const Air::Unit& unit) {
  if (const v1::Force* carriers = op.carrier_force(unit)) return op.name(*carriers);
  const PlaceFacts* base = op.reference.find_place(unit.base());
  return base ? op.name(*base) : op.name(op.reference.unit(unit.base()));
}

// Those that found it by luck strike by themselves, in the order the attacker likes; then all others together.
Task<int> next_group(Operation& op, Side attacker) {
  const auto& later = op.truth.battle().strike().later();
  if (std::ranges::count_if(later, &v1::Battle::Group::alone) < 2) co_return 0;
  Menu menu = op.menu(attacker, v1::MenuKind::STRIKE_UNITS, "prompt.strike_order", asking_of(op, attacker));
  menu.rule = "7.1.2";
  for (const v1::Battle::Group& group : later) {
    if (!group.alone()) continue;
    const Air::Unit& first = op.air(AirKey(group.air_unit(0)));
    menu.offer(v1::Verb::CHOOSE_AIR, key_of(first)).says("choice.strike_order.group").text("place", home_of(op, first));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  int index = 0;
  while (op.truth.battle().strike().later(index).air_unit(0) != answer.at<int>(0)) ++index;
  co_return index;
}

Task<std::vector<Group>> find_target(Operation& op, Side attacker, BlockId block, std::vector<Group> groups) {
  for (Group& group : groups) {
    const Searchers by = seeking(op, group.air_units);
    group.located = co_await locate(op, attacker, Seeker::kAircraft, block, by);
    const v1::Block& target = op.block(block);
    const char* told = group.located.found ? "report.air.found" : "report.air.not_found";
    op.reveal(Licence::kFinds, Text(told).text("force", op.name(target)), as_hex(target.hex()), "7.1.1");
    if (!group.located.found) send_home(op, group.air_units);
  }
  std::erase_if(groups, [](const Group& group) { return !group.located.found; });
  co_return groups;
}

bool still_afloat(Operation& op, const Strike& strike) {
  return !op.truth.battle().strike().deployed() || !units_on_display(op, strike.defender()).empty();
}

template <class Keys>
void begin_steps(Operation& op, const Keys& air_units, v1::Battle::Step first = v1::Battle::SCRAMBLE) {
  put_raids(op, air_units);
  op.truth.mutable_battle()->set_step(first);
}

void add_units(v1::Battle::Group& group, const std::vector<AirKey>& air_units) {
  for (AirKey key : air_units) group.add_air_unit(key.value);
}

void put_groups(Operation& op, std::vector<Group> groups) {
  v1::Battle::Strike& facts = facts_of_strike(op);
  std::vector<AirKey> others;
  for (const Group& group : groups) {
    if (!strikes_alone(op, group)) {
      others.insert(others.end(), group.air_units.begin(), group.air_units.end());
      continue;
    }
    v1::Battle::Group& alone = *facts.add_later();
    alone.set_alone(true);
    add_units(alone, group.air_units);
  }
  std::ranges::sort(others);
  if (!others.empty()) add_units(*facts.add_later(), others);
}

// The group that flies now, then all that have yet to.
Task<> strike_by_groups(Operation& op, const Strike& strike) {
  const auto facts = [&]() -> const v1::Battle::Strike& { return op.truth.battle().strike(); };
  while (!facts().now().empty() || !facts().later().empty()) {
    if (facts().now().empty()) {
      const int index = co_await next_group(op, strike.attacker);
      *facts_of_strike(op).mutable_now() = facts_of_strike(op).later(index).air_unit();
      facts_of_strike(op).mutable_later()->DeleteSubrange(index, 1);
      if (still_afloat(op, strike)) begin_steps(op, as_ids<AirKey>(facts().now()));
    }
    if (op.truth.battle().step() != v1::Battle::BEGINNING) co_await resolve_strike(op, strike);
    send_home(op, as_ids<AirKey>(facts().now()));
    facts_of_strike(op).clear_now();
  }
}

// -- afterwards --

void spend_after_attack(Operation& op, Side side, v1::Force& force) {
  if (force.kind() == v1::BlockKind::TASK_FORCE)
    expend_fuel(op, force, op.numbers.fuel().air_attack_cost());  // [11.1.3]
  if (force.task() != v1::Force::REFUELLING || !op.at_sea(force)) return;
  force.set_task(v1::Force::NO_TASK);
  op.tell(side, Text("report.refuelling_broken.own").text("force", op.name(force)), {}, "11.3.2");
}

bool scattered_or_dispersed(Operation& op, const v1::Block& block) {
  return block.scattered() || op.force_behind(block).dispersed_from() != 0;
}

// -- carrier battles [14.1] --

constexpr const char* kGrafZeppelin = "ship.graf_zeppelin";

// Forces of the carriers whose aircraft attack, as far as they are Identified.
std::vector<BlockId> attacking_carriers(Operation& op) {
  std::vector<BlockId> blocks;
  for (int index : raiders(op)) {
    const v1::Force* carrier = op.carrier_force(op.air(air_key(raid(op, index))));
    if (!carrier || !op.at_sea(*carrier) || !op.block_of(*carrier).flat()) continue;
    if (std::ranges::find(blocks, block_id(*carrier)) == blocks.end()) blocks.push_back(block_id(*carrier));
  }
  return blocks;
}

bool from_carriers(Operation& op, const std::string& carrier) {
  const std::vector<int> all = raiders(op);
  return std::ranges::any_of(all, [&](int index) {
    const std::string& base = op.air(air_key(raid(op, index))).base();
    return carrier.empty() ? op.reference.find_place(base) == nullptr : base == carrier;
  });
}

template <class Which>
bool any_on_display(Operation& op, Side side, const Which& which) {
  const std::vector<UnitId> units = units_on_display(op, side);
  return std::ranges::any_of(units, [&](UnitId unit) { return which(facts_on_display(op, unit)); });
}

bool on_display(Operation& op, Side side, const std::string& ship) {
  return any_on_display(op, side, [&](const UnitFacts& unit) { return unit.id == ship; });
}

bool carrier_on_display(Operation& op, Side side) {
  return any_on_display(op, side, [](const UnitFacts& unit) { return unit.carrier(); });
}

bool is_carrier_battle(Operation& op, const Strike& strike) {
  if (!op.option("option.carrier_battles") || strike.night || strike.strikes_back || strike.place) return false;
  if (op.truth.battle().surprise()) return false;
  return from_carriers(op, kGrafZeppelin) ||
         (on_display(op, strike.defender(), kGrafZeppelin) && from_carriers(op, ""));
}

// Aircraft still aboard the defender's working carriers on the display that can reach a hex.
std::vector<AirKey> aboard_within_reach(Operation& op, Side side, Hex hex) {
  std::vector<AirKey> found;
  for (const Air::Unit* unit : op.aircraft(side)) {
    if (unit->mission() != Air::AT_BASE || able_cs(op, *unit) <= 0 || !on_display(op, side, unit->base())) continue;
    if (!op.reference.box().chart_row(op.facts(*unit).model->type()).bombs() || !can_take_off(op, *unit)) continue;
    const auto base = op.base_hex(*unit);
    if (base && op.reference.air_distance(*base, hex) <= op.facts(*unit).model->range()) found.push_back(key_of(*unit));
  }
  return found;
}

void launch_from_deck(Operation& op, const std::vector<AirKey>& air_units, Hex hex) {
  for (AirKey key : air_units) {
    Air::Unit& unit = op.show_air(key);
    unit.set_mission(Air::FLYING);
    unit.set_hex(number(hex));
    unit.set_flown(true);  // an open counter: whether it had flown before stays aboard
    op.reveal(Licence::kAircraftFly,
              {Text("report.air.mission").text("unit", name_with_strength(op, unit)).word("hex", op.word(hex)),
               told::Move{0, 0, number(hex), seat_of(unit.side())}},
              hex, "14.1");
  }
}

// The engagement that is going on waits while another is fought.
void interrupt(Operation& op) {
  op.truth.mutable_sea()->add_waiting()->Swap(op.truth.mutable_battle());
  op.truth.clear_battle();
  for (Side side : kSides) {
    v1::Own& own = op.own(side);
    v1::Own::Interrupted& interrupted = *own.add_interrupted();
    interrupted.mutable_display()->Swap(own.mutable_display());
    interrupted.mutable_engaged()->Swap(own.mutable_engaged());
  }
}

void resume_interrupted(Operation& op) {
  auto& waiting = *op.truth.mutable_sea()->mutable_waiting();
  op.truth.mutable_battle()->Swap(&waiting[waiting.size() - 1]);
  waiting.RemoveLast();
  for (Side side : kSides) {
    v1::Own& own = op.own(side);
    v1::Own::Interrupted& interrupted = *own.mutable_interrupted(own.interrupted_size() - 1);
    own.mutable_display()->Swap(interrupted.mutable_display());
    own.mutable_engaged()->Swap(interrupted.mutable_engaged());
    own.mutable_interrupted()->RemoveLast();
  }
}

}  // namespace

Task<> strike_back(Operation& op, const Strike& strike) {
  if (!is_carrier_battle(op, strike)) co_return;
  const Side side = strike.defender();
  const std::vector<BlockId> attackers = attacking_carriers(op);
  if (attackers.empty() || !carrier_on_display(op, side)) co_return;  // all can see that; what is aboard they cannot
  Menu menu = op.menu(side, v1::MenuKind::STRIKE_BACK, "prompt.strike_back", asking_of(op, side));
  menu.rule = "14.1";
  for (BlockId block : attackers) {
    const Hex hex = as_hex(op.block(block).hex());
    op.reveal(Licence::kCarrierBattle,
              Text("report.air.carriers").text("force", op.name(op.block(block))).word("hex", op.word(hex)), hex,
              "14.1");
    if (aboard_within_reach(op, side, hex).empty()) continue;
    menu.offer(v1::Verb::STRIKE_BACK, block).place(number(hex)).says("choice.strike_back.strike");
  }
  menu.offer(v1::Verb::DONE).says("choice.strike_back.hold");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::DONE) co_return;
  const auto block = answer.at<BlockId>(0);
  const Hex hex = as_hex(op.block(block).hex());
  const std::vector<AirKey> air_units = aboard_within_reach(op, side, hex);
  launch_from_deck(op, air_units, hex);
  interrupt(op);
  co_await strike_at_sea(op, side, block, air_units, true);
  resume_interrupted(op);
}

// Steps a to e, from the one at which it stands.
Task<> resolve_strike(Operation& op, const Strike& strike) {
  using v1::Battle;
  const auto step = [&](Battle::Step next) { op.truth.mutable_battle()->set_step(next); };
  while (op.truth.battle().step() != Battle::BEGINNING) {
    switch (op.truth.battle().step()) {
      case Battle::SCRAMBLE:
        co_await scramble(op, strike);
        step(Battle::IN_THE_AIR);
        break;
      case Battle::IN_THE_AIR:
        co_await fight_in_the_air(op, strike);
        step(raiders(op).empty() ? Battle::BEGINNING : Battle::LINE);
        break;
      case Battle::LINE:
        co_await form_line(op, strike);
        step(Battle::TARGETS);
        break;
      case Battle::TARGETS:
        co_await assign_targets(op, strike);
        step(Battle::ELUSIVE);
        break;
      case Battle::ELUSIVE:
        co_await elude(op, strike);
        look_for_ice(op, strike);
        step(strike.in_battle ? Battle::WAVES : Battle::STRIKE_BACK);
        break;
      case Battle::STRIKE_BACK:
        co_await strike_back(op, strike);
        step(Battle::WAVES);
        break;
      case Battle::WAVES:
        co_await resolve_waves(op, strike);
        step(Battle::BEGINNING);
        break;
      default:
        throw Broken("pq17: no such step of a strike");
    }
  }
  all_home(op, strike);
}

void begin_strike(Operation& op, const Strike& strike) {
  v1::Battle::Strike facts;
  facts.set_attacker(strike.attacker);
  facts.set_night(strike.night);
  facts.set_in_battle(strike.in_battle);
  facts.set_strikes_back(strike.strikes_back);
  facts.set_hits_per_merchant(strike.hits_per_merchant);
  facts.set_only_unit(strike.only_unit);
  facts.set_raid(strike.raid);
  facts_of_strike(op) = std::move(facts);
}

Strike strike_of(const Operation& op) {
  const v1::Battle& battle = op.truth.battle();
  const v1::Battle::Strike& facts = battle.strike();
  Strike strike{.attacker = facts.attacker(), .hex = as_hex(battle.hex()), .night = facts.night()};
  if (!battle.place().empty()) strike.place = &op.reference.place(battle.place());
  strike.in_battle = facts.in_battle();
  strike.strikes_back = facts.strikes_back();
  strike.hits_per_merchant = facts.hits_per_merchant();
  strike.only_unit = facts.only_unit();
  strike.raid = facts.raid();
  return strike;
}

namespace {

// What the one ship has lost does not count, and others may attack the rest of the port [12.4].
void spare(Operation& op, const Strike& strike) {
  const Side side = strike.defender();
  for (const v1::Force* force : op.all(side)) {
    for (const v1::Counter& ship : force->ship()) {
      if (ship.unit() == strike.only_unit)
        spare_damage(op, side, strike.only_unit, op.truth.battle().strike().only_cs() - ship.cs());
    }
  }
  op.stack(strike.place->id, side).clear_struck();
}

}  // namespace

void conclude(Operation& op, const Strike& strike, const std::vector<BlockId>& attacked_blocks) {
  const Side side = strike.defender();
  undeploy_all(op);
  forget_odd_hits(op);
  const auto attacked = op.own(side).engaged();
  for (ForceKey key : as_ids<ForceKey>(attacked)) {
    if (v1::Force* force = op.find(side, key); force && !force->ship().empty()) spend_after_attack(op, side, *force);
    close_losses(op, side, key);
  }
  for (BlockId id : attacked_blocks) {
    v1::Block* block = op.find_block(id);
    if (!block) continue;
    raise_id_after(op, *block, v1::Battle::AIR_STRIKE);
    if (op.truth.battle().strike().deployed()) note_seen(op, *block);
  }
  if (!strike.only_unit.empty()) spare(op, strike);
}

Task<> strike_at_sea(Operation& op, Side attacker, BlockId block, std::vector<AirKey> air_units, bool strikes_back) {
  v1::Block& target = op.block(block);
  const Hex hex = as_hex(target.hex());
  target.set_struck(true);
  begin_engagement(op, v1::Battle::AIR_STRIKE, attacker, hex);
  const Text name = op.name(target);
  const auto said = [&](const Text& force) {
    return Telling(
        Text("report.air.attack").word("side", word_of(attacker)).text("force", force).word("hex", op.word(hex)),
        told::Milestone{told::Milestone::kEngagement, v1::Battle::AIR_STRIKE});
  };
  op.tell_apart(enemy_of(attacker), said(named(op, target).own), said(name), hex, "7.1");
  Strike strike{.attacker = attacker, .hex = hex, .night = op.night(), .strikes_back = strikes_back};
  begin_strike(op, strike);
  op.own(strike.defender()).add_engaged(op.force_behind(target).key());
  op.truth.mutable_battle()->add_block(block.value);
  roll_surprise(op, strike);
  std::vector<Group> all = grouped(op, air_units, strikes_back);
  const std::vector<Group> groups = co_await find_target(op, attacker, block, std::move(all));
  if (groups.empty()) {
    close_engagement(op);
    co_return;
  }
  if (scattered_or_dispersed(op, op.block(block))) {
    std::vector<AirKey> found;
    for (const Group& group : groups) found.insert(found.end(), group.air_units.begin(), group.air_units.end());
    co_await attack_lone_ship(op, strike, block, found);
    co_return;
  }
  put_groups(op, groups);
  op.truth.mutable_battle()->set_resumes(can_resume(op));
  co_await go_on_with_strike(op);
}

Task<> go_on_with_strike(Operation& op) {
  const Strike strike = strike_of(op);
  std::vector<BlockId> blocks;  // in port none
  for (BlockId block : as_ids<BlockId>(op.truth.battle().block())) blocks.push_back(block);
  const Text name = strike.place ? op.name(*strike.place) : op.name(op.block(blocks[0]));
  if (strike.place) {
    co_await resolve_strike(op, strike);
  } else {
    co_await strike_by_groups(op, strike);
  }
  conclude(op, strike, blocks);
  op.tell({Text("report.air.over").text("force", name), strike_over()}, strike.hex, "7.2");
  end_engagement(op);
}

Task<> go_on_with_strikes(Operation& op) {
  co_await go_on_with_strike(op);
  while (!op.truth.sea().waiting().empty()) {
    resume_interrupted(op);
    op.truth.mutable_battle()->set_step(v1::Battle::WAVES);  // after the strike back
    co_await go_on_with_strike(op);
  }
}

Task<> strike_port(Operation& op, PortStrike order) {
  const PlaceFacts& place = op.reference.place(order.place);
  Strike strike{.attacker = order.attacker, .hex = place.hex, .place = &place, .night = order.night};
  strike.hits_per_merchant = order.hits_per_merchant;
  strike.only_unit = order.only_unit;
  strike.raid = order.raid;
  begin_engagement(op, v1::Battle::AIR_STRIKE, order.attacker, place.hex).set_place(place.id);
  note_carrier_strike(op, order.attacker, order.air_units, place.hex);  // [12.5]
  op.tell({Text("report.air.attack_port").word("side", word_of(order.attacker)).text("place", op.name(place)),
           told::Milestone{told::Milestone::kEngagement, v1::Battle::AIR_STRIKE}},
          place.hex, "7.1.3");
  op.stack(place.id, strike.defender()).set_struck(true);  // once in a segment [7.1]
  begin_strike(op, strike);
  for (const v1::Force* force : op.in_place(strike.defender(), place.id))
    op.own(strike.defender()).add_engaged(force->key());
  roll_surprise(op, strike);
  begin_steps(op, order.air_units);
  op.truth.mutable_battle()->set_resumes(can_resume(op) || order.raid > 0);
  co_await go_on_with_strike(op);
}

std::vector<AirKey> aircraft_in_battle(Operation& op, Side defender) {
  return aboard_within_reach(op, defender, as_hex(op.truth.battle().hex()));
}

Task<> strike_from_carriers_in_battle(Operation& op, Side defender, std::vector<AirKey> air_units) {
  using v1::Battle;
  if (!op.truth.battle().has_strike()) {
    if (air_units.empty()) co_return;
    const Hex hex = as_hex(op.truth.battle().hex());
    begin_strike(op, {.attacker = defender, .hex = hex, .night = op.night(), .in_battle = true});
    facts_of_strike(op).set_deployed(true);
    launch_from_deck(op, air_units, hex);
    int place = 0;
    for (UnitId unit : units_on_display(op, enemy_of(defender))) {
      Battle::Unit& shown = unit_on_display(op, unit);
      shown.set_stack(shown.place());
      shown.set_place(++place);
    }
    begin_steps(op, air_units, Battle::TARGETS);
  }
  const Strike strike = strike_of(op);
  co_await resolve_strike(op, strike);
  for (UnitId unit : units_on_display(op, strike.defender())) {
    Battle::Unit& shown = unit_on_display(op, unit);
    shown.set_place(shown.stack());
    shown.clear_stack();
  }
  op.truth.mutable_battle()->clear_strike();
}

}  // namespace wardroom::pq17
