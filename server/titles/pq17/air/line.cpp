// Ships in line under air attack, and who attacks whom [7.2.4, 7.3, 13.1].
#include <algorithm>

#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

// -- the line --

bool dead(Operation& op, UnitId unit) { return displayed(op, unit).ship().dead_in_water(); }

int cs_at(Operation& op, const std::vector<UnitId>& units) {
  int sum = 0;
  for (UnitId unit : units) sum += displayed(op, unit).ship().cs();
  return sum;
}

bool all_are(Operation& op, const std::vector<UnitId>& units, bool (UnitFacts::*kind)() const) {
  return std::ranges::all_of(units, [&](UnitId unit) { return (facts_on_display(op, unit).*kind)(); });
}

// [7.2.4]
bool may_stack(Operation& op, const Strike& strike, std::vector<UnitId> units) {
  if (!strike.in_port() && std::ranges::any_of(units, [&](UnitId unit) { return dead(op, unit); })) return false;
  const auto& numbers = op.numbers.combat();
  if (all_are(op, units, &UnitFacts::convoy_ship)) return cs_at(op, units) <= numbers.convoy_stack_cs();
  return all_are(op, units, &UnitFacts::light) && cs_at(op, units) <= numbers.light_stack_cs();
}

bool may_join(Operation& op, const Strike& strike, UnitId unit, int place) {
  if (place == 0) return false;
  std::vector<UnitId> together = units_at(op, strike.defender(), place);
  together.push_back(unit);
  return may_stack(op, strike, std::move(together));
}

void put_in_line(Operation& op, UnitId unit, int place) { unit_on_display(op, unit).set_place(place); }

std::vector<UnitId> out_of_line(Operation& op, Side side) { return units_at(op, side, 0); }

int factor_of(Operation& op, UnitId unit) {
  return anti_aircraft_of(facts_on_display(op, unit), displayed(op, unit).ship()).factor;
}

// Convoy Ships in as few stacks as can be.
std::vector<std::vector<UnitId>> convoy_stacks(Operation& op, const Strike& strike, const std::vector<UnitId>& units) {
  std::vector<std::vector<UnitId>> stacks;
  for (UnitId unit : units) {
    if (!facts_on_display(op, unit).convoy_ship()) continue;
    const auto fits = [&](const std::vector<UnitId>& stack) {
      std::vector<UnitId> together = stack;
      together.push_back(unit);
      return may_stack(op, strike, std::move(together));
    };
    const auto found = std::ranges::find_if(stacks, fits);
    if (found == stacks.end()) {
      stacks.push_back({unit});
    } else {
      found->push_back(unit);
    }
  }
  return stacks;
}

// Warships outside, those with the most guns next to the convoy in the middle.
void form_usual_line(Operation& op, const Strike& strike) {
  const std::vector<UnitId> units = units_on_display(op, strike.defender());
  std::vector<UnitId> warships;
  std::ranges::copy_if(units, std::back_inserter(warships),
                       [&](UnitId unit) { return !facts_on_display(op, unit).convoy_ship(); });
  std::ranges::stable_sort(warships, std::greater<>(), [&](UnitId unit) { return factor_of(op, unit); });
  std::vector<std::vector<UnitId>> line = convoy_stacks(op, strike, units);
  bool ahead = true;
  for (UnitId unit : warships) {
    line.insert(ahead ? line.begin() : line.end(), std::vector<UnitId>{unit});
    ahead = !ahead;
  }
  int place = 0;
  for (const std::vector<UnitId>& stack : line) {
    ++place;
    for (UnitId unit : stack) put_in_line(op, unit, place);
  }
}

Task<> place_by_hand(Operation& op, const Strike& strike) {
  const Side side = strike.defender();
  int last = 0;
  while (!out_of_line(op, side).empty()) {
    const std::vector<UnitId> left = out_of_line(op, side);
    if (left.size() == 1 && !may_join(op, strike, left[0], last)) {
      put_in_line(op, left[0], last + 1);
      co_return;
    }
    Menu menu = op.menu(side, v1::MenuKind::STRIKE_LINE, "prompt.strike_line", asking_of(op, side));
    menu.rule = "7.2.4";
    for (UnitId unit : left) {
      menu.offer(v1::Verb::PLACE_IN_LINE, unit, last + 1)
          .says("choice.strike_line.next")
          .text("ship", name_on_display(op, unit));
      if (!may_join(op, strike, unit, last)) continue;
      Text label = Text("choice.strike_line.stack")
                       .text("ship", name_on_display(op, unit))
                       .text("other", name_of_place(op, side, last));
      menu.offer(v1::Verb::PLACE_IN_LINE, unit, last).label = std::move(label);
    }
    if (last == 0) menu.offer(v1::Verb::DONE).says("choice.strike_line.usual");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) {
      form_usual_line(op, strike);
      co_return;
    }
    put_in_line(op, answer.at<UnitId>(0), answer.at<int>(1));
    last = answer.at<int>(1);
  }
}

Text name_of_target(Operation& op, const Strike& strike) {
  if (strike.place) return op.name(*strike.place);
  return op.name(op.block_of(op.force(strike.defender(), ForceKey(op.own(strike.defender()).engaged(0)))));
}

void tell_line(Operation& op, const Strike& strike) {
  std::vector<Text> parts;
  for (int place : places_in_line(op, strike.defender())) {
    parts.push_back(
        Text("strike.line.place").number("place", place).text("ships", name_of_place(op, strike.defender(), place)));
  }
  op.reveal(Licence::kDisplay, Text("report.air.line").text("ships", listed(std::move(parts))), strike.hex, "7.2.4");
}

// -- targets --

bool may_bomb(Operation& op, const Strike& strike, const v1::AirModel& model) {
  const auto& row = op.reference.box().chart_row(model.type());
  const bool carries_torpedoes = model.torpedoes() > 0 && !row.chooses_bombs_or_torpedoes();
  return row.bombs() && (strike.place || !carries_torpedoes);
}

bool may_drop_torpedoes(Operation& op, const Strike& strike, const v1::AirModel& model) {
  return model.torpedoes() > 0 && torpedoes_possible(op, strike);
}

bool may_be_target(Operation& op, const Strike& strike, int place) {
  if (strike.only_unit.empty()) return true;
  return std::ranges::any_of(units_at(op, strike.defender(), place),
                             [&](UnitId unit) { return facts_on_display(op, unit).id == strike.only_unit; });
}

void offer_targets(Operation& op, const Strike& strike, Menu& menu, int index) {
  const Side side = strike.defender();
  const v1::AirModel& model = model_of(op, raid(op, index));
  const bool bombs = may_bomb(op, strike, model);
  const bool torpedoes = may_drop_torpedoes(op, strike, model);
  for (int wave = 1; wave <= last_wave(op) + 1; ++wave) {
    for (int place : places_in_line(op, side)) {
      if (!may_be_target(op, strike, place) || !room_for(op, index, place, wave)) continue;
      const auto offer = [&](int with_torpedoes, const char* label) {
        menu.offer(v1::Verb::TARGET, index, place, with_torpedoes, wave)
            .says(label)
            .number("wave", wave)
            .text("target", name_of_place(op, side, place));
      };
      if (bombs) offer(0, "choice.strike_target.bombs");
      if (torpedoes) offer(1, "choice.strike_target.torpedoes");
    }
  }
}

void tell_assignment(Operation& op, const Strike& strike, int index) {
  const Raid& of = raid(op, index);
  op.tell(Text("report.air.assigned")
              .text("unit", name_of(op, of))
              .text("target", name_of_place(op, strike.defender(), of.target()))
              .text("ordnance", of.torpedoes() ? "ordnance.torpedoes.name" : "ordnance.bombs.name"),
          strike.hex, "7.2.4");
}

// -- Elusive Target --

std::vector<int> attackers_of(Operation& op, int place) {
  std::vector<int> found;
  for (int index : raiders(op)) {
    if (raid(op, index).target() == place) found.push_back(index);
  }
  return found;
}

// Ships with one silhouette that lie alone and are attacked: whoever attacks a stack does not aim at one of its ships.
std::vector<UnitId> elusive_ships(Operation& op, const Strike& strike) {
  std::vector<UnitId> found;
  for (int place : places_in_line(op, strike.defender())) {
    const std::vector<UnitId> units = units_at(op, strike.defender(), place);
    const bool single = units.size() == 1 && facts_on_display(op, units[0]).row->silhouettes() == 1;
    if (single && !attackers_of(op, place).empty()) found.push_back(units[0]);
  }
  return found;
}

Task<> divert(Operation& op, const Strike& strike, int index, UnitId lost) {
  const Side side = strike.defender();
  const int from = unit_on_display(op, lost).place();
  Menu menu = op.menu(strike.attacker, v1::MenuKind::DIVERT, "prompt.divert", asking_of(op, strike.attacker));
  menu.prompt.text("ship", name_on_display(op, lost)).text("unit", name_of(op, raid(op, index)));
  menu.rule = "13.1";
  for (int place : places_in_line(op, side)) {
    if (place == from || !room_for(op, index, place, raid(op, index).wave())) continue;
    menu.offer(v1::Verb::DIVERT, index, place)
        .says("choice.divert.target")
        .text("target", name_of_place(op, side, place));
  }
  if (menu.items.empty()) {
    forgo(op, strike, index);
    co_return;
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  raid(op, index).set_target(answer.at<int>(1));
  raid(op, index).set_diverted(true);
  tell_assignment(op, strike, index);
}

}  // namespace

std::vector<int> places_in_line(Operation& op, Side side) {
  std::vector<int> places;
  for (UnitId unit : units_on_display(op, side)) {
    const int place = unit_on_display(op, unit).place();
    if (place > 0 && std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  std::ranges::sort(places);
  return places;
}

std::vector<UnitId> units_at(Operation& op, Side side, int place) {
  std::vector<UnitId> units;
  for (UnitId unit : units_on_display(op, side)) {
    if (unit_on_display(op, unit).place() == place) units.push_back(unit);
  }
  return units;
}

// The line closes up where ships are gone. In a surface battle there is none.
std::vector<int> neighbours(Operation& op, const Strike& strike, int place) {
  std::vector<int> found;
  if (strike.in_battle) return found;
  const std::vector<int> places = places_in_line(op, strike.defender());
  const auto after = std::ranges::upper_bound(places, place);
  const auto at = std::ranges::lower_bound(places, place);
  if (at != places.begin()) found.push_back(*std::prev(at));
  if (after != places.end()) found.push_back(*after);
  return found;
}

Text name_of_place(Operation& op, Side side, int place) {
  std::vector<Text> names;
  for (UnitId unit : units_at(op, side, place)) names.push_back(name_on_display(op, unit));
  return names.empty() ? Text("strike.line.gone").number("place", place) : listed(std::move(names));
}

Task<> form_line(Operation& op, const Strike& strike) {
  if (facts_of_strike(op).deployed()) co_return;
  for (ForceKey key : as_ids<ForceKey>(op.own(strike.defender()).engaged())) {
    const v1::Force* force = op.find(strike.defender(), key);
    if (!force) continue;
    if (strike.in_port() && brings_ships(*force)) facts_of_strike(op).set_forces(facts_of_strike(op).forces() + 1);
    deploy(op, strike.defender(), key);
  }
  facts_of_strike(op).set_deployed(true);
  for (UnitId unit : units_on_display(op, strike.defender())) {
    if (facts_on_display(op, unit).id == strike.only_unit)
      facts_of_strike(op).set_only_cs(displayed(op, unit).ship().cs());
  }
  op.reveal(Licence::kDisplay, Text("report.air.deployed").text("force", name_of_target(op, strike)), strike.hex,
            "7.2.4");
  if (units_on_display(op, strike.defender()).empty()) {
    op.reveal(Licence::kDisplay, "report.air.nothing_there", strike.hex, "7.2.4");
    co_return;
  }
  co_await place_by_hand(op, strike);
  tell_line(op, strike);
}

int last_wave(Operation& op) {
  int wave = 0;
  for (int index : raiders(op)) wave = std::max(wave, raid(op, index).wave());
  return wave;
}

void forgo(Operation& op, const Strike& strike, int index) {
  raid(op, index).set_over(true);
  op.tell(Text("report.air.forgoes").text("unit", name_of(op, raid(op, index))), strike.hex, "7.2.6");
}

Task<> switch_target(Operation& op, const Strike& strike, int index, Menu menu) {
  Action answer = make_action(v1::Verb::FORGO, index);
  if (!menu.items.empty()) {
    menu.offer(v1::Verb::FORGO, index).says("choice.target_gone.forgo");
    answer = co_await op.table.ask(std::move(menu));
  }
  if (answer.verb == v1::Verb::SWITCH_TARGET) {
    raid(op, index).set_target(answer.at<int>(1));
  } else {
    forgo(op, strike, index);
  }
}

bool room_for(Operation& op, int index, int place, int wave) {
  int others = 0;
  for (int each : raiders(op)) {
    const Raid& raid = pq17::raid(op, each);
    if (each != index && raid.target() == place && raid.wave() == wave) ++others;
  }
  return others < op.numbers.combat().strike_units_per_target();
}

Task<> assign_targets(Operation& op, const Strike& strike) {
  bool first = true;
  for (int index : raiders(op)) {
    Menu menu =
        op.menu(strike.attacker, v1::MenuKind::STRIKE_TARGETS, "prompt.strike_target", asking_of(op, strike.attacker));
    menu.prompt.text("unit", name_of(op, raid(op, index)));
    menu.rule = "7.2.4";
    offer_targets(op, strike, menu, index);
    if (menu.items.empty()) {
      forgo(op, strike, index);
      continue;
    }
    menu.offer(v1::Verb::FORGO, index).says("choice.target_gone.forgo");
    head_of_step(op, menu, first);
    first = false;
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::FORGO) {
      forgo(op, strike, index);
      continue;
    }
    Raid& of = raid(op, index);
    of.set_target(answer.at<int>(1));
    of.set_torpedoes(answer.at<int>(2) != 0);
    of.set_wave(answer.at<int>(3));
    tell_assignment(op, strike, index);
  }
}

Task<> elude(Operation& op, const Strike& strike) {
  if (strike.place || !in_force_for(op, v1::RandomEvent::ELUSIVE_TARGET, strike.attacker)) co_return;
  const std::vector<UnitId> ships = elusive_ships(op, strike);
  if (ships.empty()) co_return;
  const Side side = strike.defender();
  Menu menu = op.menu(side, v1::MenuKind::ELUSIVE_TARGET, "prompt.elusive_ship", asking_of(op, side));
  menu.rule = "13.1";
  for (UnitId unit : ships)
    menu.offer(v1::Verb::ELUDE, unit).says("choice.elusive_ship.ship").text("ship", name_on_display(op, unit));
  menu.offer(v1::Verb::DONE).says("choice.elusive_ship.none");
  head_of_step(op, menu, true);
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::DONE) co_return;
  const auto lost = answer.at<UnitId>(0);
  use_event(op, v1::RandomEvent::ELUSIVE_TARGET);
  op.reveal(Licence::kDisplay, Text("report.air.eludes").text("ship", name_on_display(op, lost)), strike.hex, "13.1");
  for (int index : attackers_of(op, unit_on_display(op, lost).place())) co_await divert(op, strike, index, lost);
}

bool torpedoes_possible(Operation& op, const Strike& strike) {
  if (strike.place) return false;                                // [7.1.3]
  if (!op.effect(strike.hex).asw_and_torpedoes()) return false;  // [9.2.5]
  if (op.truth.battle().strike().ice_known()) return op.truth.battle().strike().clear();
  const auto known = known_ice(op, kAxis, strike.hex, strike.hex);  // [10.1]
  return !known || op.reference.box().effect_of(*known).torpedo_aircraft_attack();
}

void look_for_ice(Operation& op, const Strike& strike) {
  const auto with_torpedoes = [&](int index) { return raid(op, index).torpedoes(); };
  const std::vector<int> all = raiders(op);
  if (std::ranges::none_of(all, with_torpedoes) || strike.place) return;
  v1::Battle::Strike& facts = facts_of_strike(op);
  if (!facts.ice_known()) {
    const auto ice = ice_for_torpedoes(op, strike.hex, static_cast<std::uint32_t>(op.truth.battle().number()));
    facts.set_ice_known(true);
    facts.set_clear(op.reference.box().effect_of(ice).torpedo_aircraft_attack());
  }
  if (facts.clear()) return;
  for (int index : all) {
    if (with_torpedoes(index)) forgo(op, strike, index);
  }
}

}  // namespace wardroom::pq17
