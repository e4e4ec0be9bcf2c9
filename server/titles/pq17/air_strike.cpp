// Whole strikes: on a force at sea, on a port, from carriers in battle; what follows them; carrier battles
// [7.2, 7.5.6, 14.1].
#include <algorithm>
#include <map>

#include "server/titles/pq17/air_conditions.h"
#include "server/titles/pq17/air_movement.h"
#include "server/titles/pq17/air_strike_parts.h"
#include "server/titles/pq17/damage.h"
#include "server/titles/pq17/display.h"
#include "server/titles/pq17/engagement.h"
#include "server/titles/pq17/fuel.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;

// -- groups [7.1.2] --

struct Group {
  std::string from;
  std::vector<int> air_units;
  Located located;
};

// An airbase, or the force their carriers sail in. Those who strike back come from one force [14.1].
std::string origin_of(Operation& op, const Air::Unit& unit, bool strikes_back) {
  if (!op.option("option.coordinated_strikes") || strikes_back) return {};
  const v1::Force* carriers = op.is(Mutant::kGroupsByCarrier) ? nullptr : op.carrier_force(unit);
  return carriers ? std::to_string(carriers->key()) : unit.base();
}

std::vector<Group> grouped(Operation& op, const std::vector<int>& air_units, bool strikes_back) {
  std::vector<Group> groups;
  for (int key : air_units) {
    const std::string from = origin_of(op, op.air(key), strikes_back);
    auto found = std::ranges::find(groups, from, &Group::from);
    if (found == groups.end()) found = groups.insert(groups.end(), Group{from, {}, {}});
    found->air_units.push_back(key);
  }
  return groups;
}

bool strikes_alone(const Operation& op, const Group& group) {
  if (!op.option("option.coordinated_strikes") || op.is(Mutant::kGroupsStrikeTogether)) return false;
  return group.located.result == v1::SearchResult::U || group.located.result == v1::SearchResult::AIRCRAFT;
}

void send_home(Operation& op, const std::vector<int>& air_units) {
  for (int key : air_units) {
    if (Air::Unit* unit = op.find_air(key)) return_to_base(op, *unit);
  }
}

// Those that found it by luck strike by themselves, in the order the attacker likes; then all others together.
Task<std::size_t> next_alone(Operation& op, Side attacker, const std::vector<Group>& alone) {
  if (alone.size() == 1) co_return 0;
  Menu menu = op.menu(attacker, v1::MenuKind::STRIKE_UNITS, "prompt.dp_74", turn_of(op, attacker));
  menu.rule = "7.1.2";
  for (const Group& group : alone) {
    const Air::Unit& first = op.air(group.air_units[0]);
    const v1::Force* carriers = op.carrier_force(first);
    menu.offer(v1::Verb::CHOOSE_AIR, first.key())
        .says("choice.dp_74.group")
        .text("place", carriers ? op.name(*carriers) : op.name(op.reference.place(first.base())));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  std::size_t index = 0;
  while (alone[index].air_units[0] != answer.at<int>(0)) ++index;
  co_return index;
}

Task<std::vector<Group>> find_target(Operation& op, Side attacker, std::uint32_t block, std::vector<Group> groups) {
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
  return !strike.deployed || !units_on_display(op, strike.defender()).empty();
}

Task<> strike_by_groups(Operation& op, Strike& strike, std::vector<Group> groups) {
  std::vector<Group> alone;
  std::vector<int> others;
  for (Group& group : groups) {
    if (strikes_alone(op, group)) {
      alone.push_back(std::move(group));
    } else {
      others.insert(others.end(), group.air_units.begin(), group.air_units.end());
    }
  }
  while (!alone.empty()) {
    const std::size_t index = co_await next_alone(op, strike.attacker, alone);
    const std::vector<int> now = alone[index].air_units;
    alone.erase(alone.begin() + static_cast<std::ptrdiff_t>(index));
    if (still_afloat(op, strike)) co_await resolve_strike(op, strike, now);
    send_home(op, now);
  }
  std::ranges::sort(others);
  if (!others.empty() && still_afloat(op, strike)) co_await resolve_strike(op, strike, others);
  send_home(op, others);
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
std::vector<std::uint32_t> attacking_carriers(Operation& op) {
  std::vector<std::uint32_t> blocks;
  for (int index : raiders(op)) {
    const v1::Force* carrier = op.carrier_force(op.air(raid(op, index).air_unit()));
    if (!carrier || !op.at_sea(*carrier) || !op.block_of(*carrier).flat()) continue;
    if (std::ranges::find(blocks, carrier->block()) == blocks.end()) blocks.push_back(carrier->block());
  }
  return blocks;
}

bool from_carriers(Operation& op, const std::string& carrier) {
  const std::vector<int> all = raiders(op);
  return std::ranges::any_of(all, [&](int index) {
    const std::string& base = op.air(raid(op, index).air_unit()).base();
    return carrier.empty() ? op.reference.find_place(base) == nullptr : base == carrier;
  });
}

bool on_display(Operation& op, Side side, const std::string& ship) {
  const std::vector<int> units = units_on_display(op, side);
  return std::ranges::any_of(units, [&](int unit) { return facts_on_display(op, unit).id == ship; });
}

bool is_carrier_battle(Operation& op, const Strike& strike) {
  if (!op.option("option.carrier_battles") || strike.night || strike.strikes_back || strike.place) return false;
  if (op.truth.battle().surprise() && !op.is(Mutant::kCounterStrikeAfterSurprise)) return false;
  return from_carriers(op, kGrafZeppelin) ||
         (on_display(op, strike.defender(), kGrafZeppelin) && from_carriers(op, ""));
}

// Aircraft still aboard the defender's working carriers on the display that can reach a hex.
std::vector<int> aboard_within_reach(Operation& op, Side side, Hex hex) {
  std::vector<int> found;
  for (const Air::Unit* unit : op.aircraft(side)) {
    if (unit->mission() != Air::AT_BASE || able_cs(op, *unit) <= 0 || !on_display(op, side, unit->base())) continue;
    if (!op.reference.box().chart_row(op.facts(*unit).model->type()).bombs() || !can_take_off(op, *unit)) continue;
    const auto base = op.base_hex(*unit);
    if (base && op.reference.air_distance(*base, hex) <= op.facts(*unit).model->range()) found.push_back(unit->key());
  }
  return found;
}

void launch_from_deck(Operation& op, const std::vector<int>& air_units, Hex hex) {
  for (int key : air_units) {
    Air::Unit& unit = op.show_air(key);
    unit.set_mission(Air::FLYING);
    unit.set_hex(number(hex));
    op.reveal(Licence::kAircraftFly,
              Text("report.air.mission").text("unit", name_with_strength(op, unit)).word("hex", op.word(hex)), hex,
              "14.1");
  }
}

// The engagement that is going on waits while another is fought.
struct Interrupted {
  explicit Interrupted(Operation& op)
      : battle(op.truth.battle()), allied(op.own(kAllied).display()), axis(op.own(kAxis).display()) {
    op.truth.clear_battle();
    for (Side side : kSides) op.own(side).clear_display();
  }
  void resume(Operation& op) const {
    *op.truth.mutable_battle() = battle;
    *op.own(kAllied).mutable_display() = allied;
    *op.own(kAxis).mutable_display() = axis;
  }
  v1::Battle battle;
  google::protobuf::RepeatedPtrField<v1::Displayed> allied;
  google::protobuf::RepeatedPtrField<v1::Displayed> axis;
};

}  // namespace

Task<> strike_back(Operation& op, const Strike& strike) {
  if (!is_carrier_battle(op, strike)) co_return;
  const Side side = strike.defender();
  Menu menu = op.menu(side, v1::MenuKind::STRIKE_BACK, "prompt.dp_87", turn_of(op, side));
  menu.rule = "14.1";
  for (std::uint32_t block : attacking_carriers(op)) {
    const Hex hex = as_hex(op.block(block).hex());
    if (aboard_within_reach(op, side, hex).empty()) continue;
    menu.offer(v1::Verb::STRIKE_BACK, block).place(number(hex)).says("choice.dp_87.strike");
  }
  if (menu.items.empty()) co_return;
  menu.offer(v1::Verb::DONE).says("choice.dp_87.hold");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::DONE) co_return;
  const auto block = answer.at<std::uint32_t>(0);
  const Hex hex = as_hex(op.block(block).hex());
  const std::vector<int> air_units = aboard_within_reach(op, side, hex);
  launch_from_deck(op, air_units, hex);
  const Interrupted interrupted(op);
  co_await strike_at_sea(op, side, block, air_units, true);
  interrupted.resume(op);
}

Task<> resolve_strike(Operation& op, Strike& strike, std::vector<int> air_units) {
  put_raids(op, air_units);
  co_await scramble(op, strike);
  co_await fight_in_the_air(op, strike);
  if (!raiders(op).empty()) {
    co_await form_line(op, strike);
    co_await assign_targets(op, strike);
    co_await elude(op, strike);
    look_for_ice(op, strike);
    co_await strike_back(op, strike);
    co_await resolve_waves(op, strike);
  }
  all_home(op, strike);
}

void conclude(Operation& op, const Strike& strike, const std::vector<std::uint32_t>& attacked_blocks) {
  const Side side = strike.defender();
  undeploy_all(op);
  forget_odd_hits(op);
  for (int key : strike.forces) {
    if (v1::Force* force = op.find(side, key); force && !force->ship().empty()) spend_after_attack(op, side, *force);
    close_losses(op, side, key);
  }
  for (std::uint32_t id : attacked_blocks) {
    v1::Block* block = op.find_block(id);
    if (!block) continue;
    raise_id_after(op, *block, v1::Battle::AIR_STRIKE);
    if (strike.deployed) note_seen(op, *block);
  }
}

Task<> strike_at_sea(Operation& op, Side attacker, std::uint32_t block, std::vector<int> air_units, bool strikes_back) {
  v1::Block& target = op.block(block);
  const Hex hex = as_hex(target.hex());
  target.set_struck(true);
  begin_engagement(op, v1::Battle::AIR_STRIKE, attacker, hex);
  const Text name = op.name(target);
  op.tell(Text("report.air.attack").word("side", word_of(attacker)).text("force", name).word("hex", op.word(hex)), hex,
          "7.1");
  Strike strike{.attacker = attacker,
                .hex = hex,
                .night = op.night(),
                .forces = {op.force_behind(target).key()},
                .strikes_back = strikes_back};
  roll_surprise(op, strike);
  std::vector<Group> all = grouped(op, air_units, strikes_back);
  const std::vector<Group> groups = co_await find_target(op, attacker, block, std::move(all));
  if (groups.empty()) {
    end_engagement(op);
    co_return;
  }
  if (scattered_or_dispersed(op, op.block(block))) {
    std::vector<int> found;
    for (const Group& group : groups) found.insert(found.end(), group.air_units.begin(), group.air_units.end());
    co_await attack_lone_ship(op, strike, block, found);
    co_return;
  }
  co_await strike_by_groups(op, strike, groups);
  conclude(op, strike, {block});
  op.tell(Text("report.air.over").text("force", name), hex, "7.2");
  end_engagement(op);
}

Task<> strike_port(Operation& op, PortStrike order) {
  const PlaceFacts& place = op.reference.place(order.place);
  Strike strike{.attacker = order.attacker, .hex = place.hex, .place = &place, .night = order.night};
  strike.hits_per_merchant = order.hits_per_merchant;
  strike.only_unit = order.only_unit;
  begin_engagement(op, v1::Battle::AIR_STRIKE, order.attacker, place.hex).set_place(place.id);
  note_carrier_strike(op, order.attacker, order.air_units, place.hex);  // [12.5]
  op.tell(Text("report.air.attack_port").word("side", word_of(order.attacker)).text("place", op.name(place)), place.hex,
          "7.1.3");
  op.stack(place.id, strike.defender()).set_struck(true);  // once in a segment [7.1]
  for (const v1::Force* force : op.in_place(strike.defender(), place.id)) strike.forces.push_back(force->key());
  roll_surprise(op, strike);
  co_await resolve_strike(op, strike, order.air_units);
  conclude(op, strike, {});
  op.tell(Text("report.air.over").text("force", op.name(place)), place.hex, "7.2");
  end_engagement(op);
}

std::vector<int> aircraft_in_battle(Operation& op, Side defender) {
  return aboard_within_reach(op, defender, as_hex(op.truth.battle().hex()));
}

Task<> strike_from_carriers_in_battle(Operation& op, Side defender, std::vector<int> air_units) {
  const Hex hex = as_hex(op.truth.battle().hex());
  Strike strike{.attacker = defender, .hex = hex, .night = op.night(), .in_battle = true, .deployed = true};
  if (air_units.empty()) co_return;
  launch_from_deck(op, air_units, hex);
  std::map<int, int> stacks;
  for (int unit : units_on_display(op, strike.defender())) {
    stacks[unit] = unit_on_display(op, unit).place();
    unit_on_display(op, unit).set_place(static_cast<int>(stacks.size()));
  }
  put_raids(op, air_units);
  co_await assign_targets(op, strike);
  co_await elude(op, strike);
  look_for_ice(op, strike);
  co_await resolve_waves(op, strike);
  all_home(op, strike);
  for (int unit : units_on_display(op, strike.defender())) unit_on_display(op, unit).set_place(stacks[unit]);
}

}  // namespace wardroom::pq17
