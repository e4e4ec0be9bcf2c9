// Step ii of a round: areas of the display, Evasion, screens [7.5.2 ii, 7.5.4].
#include <algorithm>

#include "server/titles/pq17/battle_parts.h"
#include "server/titles/pq17/identification.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

const char* label_of(Battle::Area area) {
  switch (area) {
    case Battle::TORPEDO_ATTACK:
      return "choice.dp_106.torpedo_attack";
    case Battle::SCREENING:
      return "choice.dp_106.screen";
    case Battle::WITHDRAWAL:
      return "choice.dp_106.withdraw";
    default:
      return "choice.dp_106.stay";
  }
}

Text name_of_area(Battle::Area area) { return Text("battle.area." + lower(Battle::Area_Name(area)) + ".name"); }

bool may_move(Operation& op, int unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const bool again = shown.area() == Battle::WITHDRAWAL && op.is(Mutant::kWithdrawnMoveAgain);
  if (shown.evading() || (shown.area() != Battle::DEPLOYMENT && !again)) return false;
  return !helpless(op, unit) || op.is(Mutant::kCrippledManoeuvre);
}

bool contains(const std::vector<int>& units, int unit) { return std::ranges::find(units, unit) != units.end(); }

// A ship that turned away in an earlier round does not move again, but she can zigzag.
bool may_evade(Operation& op, int unit, const std::vector<int>& moved) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const bool turned_away = shown.area() == Battle::WITHDRAWAL && !op.is(Mutant::kWithdrawnNeverEvade);
  if (turned_away) return !shown.evading() && !helpless(op, unit) && !contains(moved, unit);
  return may_move(op, unit);
}

// Those of its stack that can act go together; whoever cannot stays behind.
std::vector<int> movers_with(Operation& op, int unit, const std::vector<int>& moved) {
  std::vector<int> movers = stack_of(op, unit);
  std::erase_if(movers, [&](int each) { return !may_evade(op, each, moved); });
  return movers;
}

Text name_of_movers(Operation& op, const std::vector<int>& movers) {
  std::vector<Text> names;
  for (int each : movers) names.push_back(own_name(op, each));
  return listed(std::move(names));
}

// Nobody closes in his first round, but for those who came as a surprise.
bool may_close(const Operation& op, const Fight& fight, const Battle::Unit& shown) {
  const Battle& battle = op.truth.battle();
  const bool unseen = battle.surprise() && battle.round() == 1 && shown.side() == fight.attacker;
  return !shown.newcomer() || unseen || op.is(Mutant::kTorpedoesInFirstRound);
}

void move(Operation& op, int unit, Battle::Area area) {
  unit_on_display(op, unit).set_area(area);
  op.tell(Text("report.battle.moves").text("ship", name_on_display(op, unit)).text("area", name_of_area(area)),
          battle_place(op), "7.5.2");
}

void evade(Operation& op, int unit) {
  unit_on_display(op, unit).set_evading(true);
  op.tell(Text("report.battle.evades").text("ship", name_on_display(op, unit)), battle_place(op), "7.5.2");
}

// [7.5.7] They turn away, all that can.
std::vector<int> turn_away(Operation& op, Side side) {
  std::vector<int> moved;
  for (int unit : units_on_display(op, side)) {
    if (!may_move(op, unit)) continue;
    move(op, unit, Battle::WITHDRAWAL);
    moved.push_back(unit);
  }
  return moved;
}

// As much as the enemy sees of counters that lie face down.
bool anyone_might_move(const Operation& op, Side side, const std::vector<int>& moved) {
  return std::ranges::any_of(op.truth.battle().unit(), [&](const Battle::Unit& unit) {
    const bool moves = unit.area() == Battle::DEPLOYMENT || unit.area() == Battle::WITHDRAWAL;
    return unit.side() == side && moves && !unit.evading() && !contains(moved, unit.id());
  });
}

void offer_positions(Operation& op, const Fight& fight, Menu& menu, Side side, const std::vector<int>& moved) {
  for (int unit : units_on_display(op, side)) {
    const std::vector<int> movers = movers_with(op, unit, moved);
    if (movers.empty() || movers.front() != unit) continue;
    const bool may_all_close =
        std::ranges::all_of(movers, [&](int each) { return may_close(op, fight, unit_on_display(op, each)); });
    for (Battle::Area area : {Battle::TORPEDO_ATTACK, Battle::SCREENING, Battle::WITHDRAWAL}) {
      if (!may_move(op, unit) || area == unit_on_display(op, unit).area()) continue;
      if (area == Battle::TORPEDO_ATTACK && !may_all_close) continue;
      menu.offer(v1::Verb::MANOEUVRE, unit, area).says(label_of(area)).text("ship", name_of_movers(op, movers));
    }
    menu.offer(v1::Verb::EVADE, unit).says("choice.dp_106.evade").text("ship", name_of_movers(op, movers));
  }
}

// Those that have moved in this round, by whoever ordered it, do not evade in it.
Task<> take_positions(Operation& op, const Fight& fight, Side side, std::vector<int> moved) {
  while (true) {
    Menu menu = op.menu(side, v1::MenuKind::MANOEUVRE, "prompt.dp_106", turn_of(op, side));
    menu.prompt.number("round", op.truth.battle().round());
    menu.rule = "7.5.2";
    offer_positions(op, fight, menu, side, moved);
    const bool for_show = face_down(op) && anyone_might_move(op, side, moved);
    if (menu.items.empty() && !for_show) co_return;
    menu.offer(v1::Verb::DONE).says("choice.dp_106.finish");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    for (int unit : movers_with(op, answer.at<int>(0), moved)) {
      if (answer.verb == v1::Verb::EVADE) {
        evade(op, unit);
      } else {
        move(op, unit, answer.at<Battle::Area>(1));
        moved.push_back(unit);
      }
    }
  }
}

// -- screens --

std::vector<int> own_in(const Operation& op, Side side, Battle::Area area) {
  std::vector<int> found;
  for (const Battle::Unit& unit : op.truth.battle().unit()) {
    if (unit.side() == side && unit.area() == area) found.push_back(unit.id());
  }
  std::ranges::sort(found);
  return found;
}

bool can_screen(Operation& op, int unit) {
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

void offer_screens(Operation& op, Menu& menu, int unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const std::vector<int> enemies = units_on_display(op, enemy_of(shown.side()));
  for (int enemy : enemies) {
    if (std::ranges::find(shown.blocks(), enemy) != shown.blocks().end()) continue;
    menu.offer(v1::Verb::SCREEN, unit, enemy)
        .by("7.5.4")
        .says("choice.dp_107.one_withdrawing")
        .text("enemy", name_on_display(op, enemy));
  }
  if (shown.blocks_size() > 0) return;
  for (int mate : own_in(op, shown.side(), Battle::DEPLOYMENT)) {
    if (!leads_stack(op, mate)) continue;
    for (int enemy : enemies) {
      menu.offer(v1::Verb::COVER, unit, mate, enemy)
          .by("7.5.4")
          .says("choice.dp_107.deployed")
          .text("enemy", name_on_display(op, enemy))
          .text("friend", own_name(op, mate));
    }
  }
}

Task<> place_screen(Operation& op, Side side, int unit) {
  while (!busy(op, unit_on_display(op, unit))) {
    Menu menu = op.menu(side, v1::MenuKind::SCREENS, "prompt.dp_107", turn_of(op, side));
    menu.prompt.text("ship", own_name(op, unit));
    menu.rule = "7.5.4";
    if (!helpless(op, unit)) offer_screens(op, menu, unit);
    if (menu.items.empty() && !face_down(op)) co_return;
    const bool some = unit_on_display(op, unit).blocks_size() > 0;
    menu.offer(v1::Verb::DONE).says(some ? "choice.dp_107.nobody_else" : "choice.dp_107.nobody");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const bool covers = answer.verb == v1::Verb::COVER;
    const int enemy = answer.at<int>(covers ? 2 : 1);
    Battle::Unit& shown = unit_on_display(op, unit);
    if (covers) shown.set_covers(answer.at<int>(1));
    shown.add_blocks(enemy);
    op.tell(
        Text("report.battle.screens").text("ship", name_on_display(op, unit)).text("enemy", name_on_display(op, enemy)),
        battle_place(op), "7.5.4");
  }
}

}  // namespace

Task<> manoeuvre(Operation& op, Fight& fight, Side side) {
  if (side == kAxis && fight.not_weaker) {
    std::vector<int> moved = turn_away(op, side);
    co_await take_positions(op, fight, side, std::move(moved));
    co_return;
  }
  std::vector<int> nobody_yet;
  co_await take_positions(op, fight, side, std::move(nobody_yet));
  for (int unit : units_on_display(op, side)) {
    if (can_screen(op, unit)) co_await place_screen(op, side, unit);
  }
}

}  // namespace wardroom::pq17
