// Step ii of a round: areas of the display, Evasion, screens [7.5.2 ii, 7.5.4].
#include <algorithm>

#include "server/titles/pq17/surface/battle_parts.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

const char* label_of(Battle::Area area) {
  switch (area) {
    case Battle::TORPEDO_ATTACK:
      return "choice.manoeuvre.torpedo_attack";
    case Battle::SCREENING:
      return "choice.manoeuvre.screen";
    case Battle::WITHDRAWAL:
      return "choice.manoeuvre.withdraw";
    default:
      return "choice.manoeuvre.stay";
  }
}

Text name_of_area(Battle::Area area) { return Text("battle.area." + lower(Battle::Area_Name(area)) + ".name"); }

bool may_move(Operation& op, UnitId unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  return !shown.evading() && shown.area() == Battle::DEPLOYMENT && !helpless(op, unit);
}

// A ship that turned away in an earlier round does not move again, but she can zigzag.
bool may_evade(Operation& op, UnitId unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const bool turned_away = shown.area() == Battle::WITHDRAWAL;
  if (turned_away) return !shown.evading() && !helpless(op, unit) && !shown.moved();
  return may_move(op, unit);
}

// Those of its stack that can act go together; whoever cannot stays behind.
std::vector<UnitId> movers_with(Operation& op, UnitId unit) {
  std::vector<UnitId> movers = stack_of(op, unit);
  std::erase_if(movers, [&](UnitId each) { return !may_evade(op, each); });
  return movers;
}

Text name_of_movers(Operation& op, const std::vector<UnitId>& movers) {
  std::vector<Text> names;
  for (UnitId each : movers) names.push_back(own_name(op, each));
  return listed(std::move(names));
}

// Nobody closes in his first round, but for those who came as a surprise.
bool may_close(const Operation& op, const Fight& fight, const Battle::Unit& shown) {
  const Battle& battle = op.truth.battle();
  const bool unseen = battle.surprise() && battle.round() == 1 && shown.side() == fight.attacker;
  return !shown.newcomer() || unseen;
}

// Those that have moved in this round, by whoever ordered it, do not evade in it.
void move(Operation& op, UnitId unit, Battle::Area area) {
  unit_on_display(op, unit).set_area(area);
  unit_on_display(op, unit).set_moved(true);
  op.tell(Text("report.battle.moves").text("ship", name_on_display(op, unit)).text("area", name_of_area(area)),
          battle_place(op), "7.5.2");
}

void evade(Operation& op, UnitId unit) {
  unit_on_display(op, unit).set_evading(true);
  op.tell(Text("report.battle.evades").text("ship", name_on_display(op, unit)), battle_place(op), "7.5.2");
}

// [7.5.7] They turn away, all that can.
void turn_away(Operation& op, Side side) {
  for (UnitId unit : units_on_display(op, side)) {
    if (may_move(op, unit) && !unit_on_display(op, unit).moved()) move(op, unit, Battle::WITHDRAWAL);
  }
}

// As much as the enemy sees of counters that lie face down.
bool anyone_might_move(const Operation& op, Side side) {
  return std::ranges::any_of(op.truth.battle().unit(), [&](const Battle::Unit& unit) {
    const bool moves = unit.area() == Battle::DEPLOYMENT || unit.area() == Battle::WITHDRAWAL;
    return unit.side() == side && moves && !unit.evading() && !unit.moved();
  });
}

void offer_positions(Operation& op, const Fight& fight, Menu& menu, Side side) {
  for (UnitId unit : units_on_display(op, side)) {
    const std::vector<UnitId> movers = movers_with(op, unit);
    if (movers.empty() || movers.front() != unit) continue;
    const bool may_all_close =
        std::ranges::all_of(movers, [&](UnitId each) { return may_close(op, fight, unit_on_display(op, each)); });
    for (Battle::Area area : {Battle::TORPEDO_ATTACK, Battle::SCREENING, Battle::WITHDRAWAL}) {
      if (!may_move(op, unit) || area == unit_on_display(op, unit).area()) continue;
      if (area == Battle::TORPEDO_ATTACK && !may_all_close) continue;
      menu.offer(v1::Verb::MANOEUVRE, unit, area).says(label_of(area)).text("ship", name_of_movers(op, movers));
    }
    menu.offer(v1::Verb::EVADE, unit).says("choice.manoeuvre.evade").text("ship", name_of_movers(op, movers));
  }
}

Task<> take_positions(Operation& op, const Fight& fight, Side side) {
  for (bool first = true;; first = false) {
    Menu menu = op.menu(side, v1::MenuKind::MANOEUVRE, "prompt.manoeuvre", asking_of(op, side));
    menu.prompt.number("round", op.truth.battle().round());
    menu.rule = "7.5.2";
    offer_positions(op, fight, menu, side);
    const bool for_show = face_down(op) && anyone_might_move(op, side);
    if (menu.items.empty() && !for_show) co_return;
    menu.offer(v1::Verb::DONE).says("choice.manoeuvre.finish");
    head_of_step(op, menu, first);
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    for (UnitId unit : movers_with(op, answer.at<UnitId>(0))) {
      if (answer.verb == v1::Verb::EVADE) {
        evade(op, unit);
      } else {
        move(op, unit, answer.at<Battle::Area>(1));
      }
    }
  }
}

// -- screens --

std::vector<UnitId> own_in(const Operation& op, Side side, Battle::Area area) {
  std::vector<UnitId> found;
  for (const Battle::Unit& unit : op.truth.battle().unit()) {
    if (unit.side() == side && unit.area() == area) found.push_back(id_of(unit));
  }
  std::ranges::sort(found);
  return found;
}

bool can_screen(Operation& op, UnitId unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  if (helpless(op, unit) && !face_down(op)) return false;  // face down it is asked all the same
  if (shown.area() == Battle::SCREENING) return true;
  if (shown.area() != Battle::TORPEDO_ATTACK) return false;
  return !own_in(op, shown.side(), Battle::DEPLOYMENT).empty() || !own_in(op, shown.side(), Battle::WITHDRAWAL).empty();
}

// It has as many as it can keep off.
bool busy(const Operation& op, const Battle::Unit& shown) {
  const auto& numbers = op.numbers.combat();
  return shown.blocks_size() >=
         (shown.covers() != 0 ? numbers.screens_off_deployed() : numbers.screens_off_withdrawal());
}

void offer_screens(Operation& op, Menu& menu, UnitId unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const std::vector<UnitId> enemies = units_on_display(op, enemy_of(shown.side()));
  for (UnitId enemy : enemies) {
    if (std::ranges::find(shown.blocks(), enemy.value) != shown.blocks().end()) continue;
    menu.offer(v1::Verb::SCREEN, unit, enemy)
        .by("7.5.4")
        .says("choice.screen.one_withdrawing")
        .text("enemy", name_on_display(op, enemy));
  }
  if (shown.blocks_size() > 0) return;
  for (UnitId mate : own_in(op, shown.side(), Battle::DEPLOYMENT)) {
    if (!leads_stack(op, mate)) continue;
    for (UnitId enemy : enemies) {
      menu.offer(v1::Verb::COVER, unit, mate, enemy)
          .by("7.5.4")
          .says("choice.screen.deployed")
          .text("enemy", name_on_display(op, enemy))
          .text("friend", own_name(op, mate));
    }
  }
}

Task<> place_screen(Operation& op, Side side, UnitId unit) {
  while (!busy(op, unit_on_display(op, unit))) {
    Menu menu = op.menu(side, v1::MenuKind::SCREENS, "prompt.screen", asking_of(op, side));
    menu.prompt.text("ship", own_name(op, unit));
    menu.rule = "7.5.4";
    if (!helpless(op, unit)) offer_screens(op, menu, unit);
    if (menu.items.empty() && !face_down(op)) co_return;
    const bool some = unit_on_display(op, unit).blocks_size() > 0;
    menu.offer(v1::Verb::DONE).says(some ? "choice.screen.nobody_else" : "choice.screen.nobody");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const bool covers = answer.verb == v1::Verb::COVER;
    const auto enemy = answer.at<UnitId>(covers ? 2 : 1);
    Battle::Unit& shown = unit_on_display(op, unit);
    if (covers) shown.set_covers(answer.at<int>(1));
    shown.add_blocks(enemy.value);
    op.tell(
        Text("report.battle.screens").text("ship", name_on_display(op, unit)).text("enemy", name_on_display(op, enemy)),
        battle_place(op), "7.5.4");
  }
}

}  // namespace

Task<> manoeuvre(Operation& op, Fight& fight, Side side) {
  const bool turns_away = side == kAxis && fight.battle().must_withdraw();
  if (turns_away) turn_away(op, side);
  co_await take_positions(op, fight, side);
  if (turns_away) co_return;
  for (UnitId unit : units_on_display(op, side)) {
    if (can_screen(op, unit)) co_await place_screen(op, side, unit);
  }
}

}  // namespace wardroom::pq17
