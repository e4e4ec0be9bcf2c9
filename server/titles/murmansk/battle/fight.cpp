#include "server/titles/murmansk/battle/fight.h"

#include <algorithm>
#include <cstdlib>

#include "server/titles/murmansk/combat/harm.h"

namespace wardroom::murmansk {

namespace {
using Verb = v1::Verb;
}

Fight::Fight(Campaign& campaign, Key allied, Key axis)
    : c(campaign), keys_{allied, axis}, place_(campaign.group(kAllied, allied).place()) {}

std::vector<ShipNumber> Fight::ships(Side side) const { return c.ships_in(side, key(side)); }

bool Fight::freighters() const {
  const v1::Group* group = c.find(kAllied, key(kAllied));
  return group && group->kind() == v1::GroupKind::CONVOY && c.board().freighters() > 0;
}

v1::BattleBoard::Ship* Fight::on_board(ShipNumber ship, Side side) {
  for (v1::BattleBoard::Ship& each : *board().mutable_ship()) {
    if (each.side() == side && each.id() == (ship == kFreighters ? "" : c.box.ship(ship).id())) return &each;
  }
  return nullptr;
}

std::uint32_t Fight::area(ShipNumber ship, Side side) const {
  const auto* found = const_cast<Fight*>(this)->on_board(ship, side);
  return found ? found->area() : 0;
}

bool Fight::holds(Side side, std::uint32_t area) const {
  return std::ranges::any_of(c.board().battle().ship(), [&](const v1::BattleBoard::Ship& each) {
    return each.side() == side && each.area() == area;
  });
}

// Destroyers and light cruisers screen the others; freighters are Screened [M-23].
void Fight::set_up() {
  board().Clear();
  board().set_place(place_);
  const auto add = [&](const std::string& id, Side side, std::uint32_t area) {
    v1::BattleBoard::Ship& ship = *board().add_ship();
    ship.set_id(id);
    ship.set_side(side);
    ship.set_area(area);
  };
  for (Side side : kSides) {
    for (ShipNumber ship : ships(side)) {
      const bool light = c.destroyers(ship) || c.is(ship, v1::Class::CL);
      add(c.box.ship(ship).id(), side, light ? screening(side) : screened(side));
    }
  }
  if (freighters()) add("", kAllied, screened(kAllied));
}

// Own areas; an empty Screening area of the enemy may be crossed into. One area at a time [M-32].
std::vector<std::uint32_t> Fight::may_shift_to(Side side, ShipNumber ship) const {
  const std::uint32_t here = area(ship, side);
  const Side enemy = enemy_of(side);
  std::vector<std::uint32_t> found;
  for (std::uint32_t to : {screened(side), screening(side), screening(enemy)}) {
    if (std::abs(static_cast<int>(to) - static_cast<int>(here)) != 1 || holds(enemy, to)) continue;
    found.push_back(to);
  }
  return found;
}

Task<> Fight::arrange(Side side) {
  std::vector<ShipNumber> left = ships(side);
  while (!left.empty()) {
    Menu menu = c.menu_in_battle(side, v1::MenuKind::AREAS, "murmansk.prompt.areas");
    menu.offer(Verb::ENOUGH).by("Battle").says("murmansk.item.areas_done");
    for (ShipNumber ship : left) {
      const std::uint32_t to = area(ship, side) == screened(side) ? screening(side) : screened(side);
      menu.offer(Verb::SHIFT, ship, to)
          .place(area_place(to))
          .by("Battle")
          .says("murmansk.item.shift")
          .text("ship", c.name(ship))
          .number("area", to);
    }
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::ENOUGH) co_return;
    const ShipNumber ship = answer.at<ShipNumber>(0);
    on_board(ship, side)->set_area(answer.at<std::uint32_t>(1));
    std::erase(left, ship);
  }
}

// Whose Screening area is empty may fill it before an enemy enters; only ships that Screen can enter [Battle, M-32].
Side Fight::first_to_relocate() const {
  return holds(kAllied, screening(kAllied)) && !holds(kAxis, screening(kAxis)) ? kAxis : kAllied;
}

Task<> Fight::relocate(Side side) {
  std::vector<ShipNumber> left = ships(side);
  for (;;) {
    Menu menu = c.menu_in_battle(side, v1::MenuKind::RELOCATE, "murmansk.prompt.relocate");
    menu.offer(Verb::ENOUGH).by("Battle").says("murmansk.item.areas_done");
    for (ShipNumber ship : left) {
      for (std::uint32_t to : may_shift_to(side, ship))
        menu.offer(Verb::SHIFT, ship, to)
            .place(area_place(to))
            .by("Battle")
            .says("murmansk.item.shift")
            .text("ship", c.name(ship))
            .number("area", to);
    }
    if (menu.items.size() == 1) co_return;
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::ENOUGH) co_return;
    const ShipNumber ship = answer.at<ShipNumber>(0);
    on_board(ship, side)->set_area(answer.at<std::uint32_t>(1));
    std::erase(left, ship);
  }
}

// -- a round --

bool Fight::has_shot(Shot shot, ShipNumber firer) const {
  const auto* ship = const_cast<Fight*>(this)->on_board(firer, c.box.side_of(firer));
  if (!ship) return false;
  if (shot == Shot::kGuns) return !ship->fired();
  const v1::Torpedoes::Kind torpedoes = c.box.ship(firer).torpedoes();
  const std::uint32_t salvoes = torpedoes == v1::Torpedoes::TWICE ? 2 : torpedoes == v1::Torpedoes::UNSPECIFIED ? 0 : 1;
  return c.face(firer).torpedoes() < salvoes;  // [M-44]
}

// Ranges in areas; Screened ships are safe while their Screening area is held [M-31].
bool Fight::can_be_hit(Side side, ShipNumber firer, ShipNumber target, Shot shot) const {
  const Side enemy = enemy_of(side);
  const std::uint32_t there = area(target, enemy);
  if (there == 0 || (there == screened(enemy) && holds(enemy, screening(enemy)))) return false;
  const int away = std::abs(static_cast<int>(area(firer, side)) - static_cast<int>(there));
  if (shot == Shot::kTorpedoes)
    return away <= c.numbers.battle().torpedo_range() && torpedo_column(c, firer, target).has_value();
  return away <= gun_range(c, firer) && gun_column(c, firer, target).has_value();
}

void Fight::fire(Shot shot, Side side, ShipNumber firer, ShipNumber target) {
  if (shot == Shot::kTorpedoes) c.face(firer).set_torpedoes(c.face(firer).torpedoes() + 1);
  if (shot == Shot::kGuns) on_board(firer, side)->set_fired(true);
  if (shot == Shot::kGuns && c.box.ship(firer).misfires() &&
      static_cast<int>(board().round()) >= c.numbers.battle().misfire_from()) {
    const int die = c.die();
    const bool fails = die <= c.numbers.battle().misfire();
    c.tell({Text(fails ? "murmansk.report.misfire" : "murmansk.report.no_misfire")
                .text("ship", c.name(firer))
                .number("die", die),
            told::Roll{Text("murmansk.dice.misfire")}},
           place_, "Battle");
    if (fails) return;
  }
  const auto number = shot == Shot::kTorpedoes ? torpedo_column(c, firer, target) : gun_column(c, firer, target);
  const auto column = column_at(c, *number);
  const Text by =
      Text(shot == Shot::kTorpedoes ? "murmansk.torpedoes_of" : "murmansk.guns_of").text("ship", c.name(firer));
  const v1::Harm::Kind harm = roll(c, {by, target, *column, 0, place_, "Battle"});
  pending_.push_back({target, harm});
  if (!simultaneous_) settle();
}

void Fight::settle() {
  for (const Hit& hit : pending_) suffer(c, hit.target, hit.harm, place_);
  pending_.clear();
  sweep();
}

void Fight::sweep() {
  auto& all = *board().mutable_ship();
  for (int i = all.size(); i-- > 0;) {
    const v1::BattleBoard::Ship& each = all[i];
    bool there = freighters();
    if (!each.id().empty()) {
      const ShipNumber ship = c.box.ship_number(each.id());
      there = c.unit(ship).where() == v1::Unit::GROUP && c.unit(ship).group() == key(each.side());
    }
    if (!there) all.DeleteSubrange(i, 1);
  }
}

Task<> Fight::shoot(Shot shot, Side side, bool& done) {
  if (done) co_return;
  std::vector<ShipNumber> targets = ships(enemy_of(side));
  if (side == kAxis && freighters()) targets.push_back(kFreighters);
  Menu menu = shot == Shot::kTorpedoes ? c.menu_in_battle(side, v1::MenuKind::TORPEDOES, "murmansk.prompt.torpedoes")
                                       : c.menu_in_battle(side, v1::MenuKind::GUNS, "murmansk.prompt.guns");
  for (ShipNumber firer : ships(side)) {
    if (!has_shot(shot, firer)) continue;
    for (ShipNumber target : targets) {
      if (!can_be_hit(side, firer, target, shot)) continue;
      Item& item = menu.offer(Verb::FIRE, firer, target).place(area_place(area(target, enemy_of(side)))).by("Battle");
      item.says("murmansk.item.fire")
          .text("ship", c.name(firer))
          .text("target", target == kFreighters ? Text("murmansk.freighters") : c.name(target));
    }
  }
  done = menu.items.empty();
  if (done) co_return;
  could_fire_ = true;  // whether he does or not [M-38]
  menu.offer(Verb::HOLD_FIRE).by("Battle").says("murmansk.item.hold_fire");
  const Action answer = co_await c.table.ask(std::move(menu));
  done = answer.verb == Verb::HOLD_FIRE;
  if (!done) fire(shot, side, answer.at<ShipNumber>(0), answer.at<ShipNumber>(1));
}

// Ships alternate, from the side that has the initiative [Battle].
Task<> Fight::exchange(Shot shot, Side first) {
  bool first_done = false, second_done = false;
  while (!first_done || !second_done) {
    co_await shoot(shot, first, first_done);
    co_await shoot(shot, enemy_of(first), second_done);
    if (!side_left(kAllied) || !side_left(kAxis)) co_return;
  }
}

Task<> Fight::round() {
  board().set_round(board().round() + 1);
  for (v1::BattleBoard::Ship& ship : *board().mutable_ship()) ship.set_fired(false);
  could_fire_ = false;
  const int allied = c.die();
  const int axis = c.die();
  simultaneous_ = allied == axis;
  told::Milestone mark;
  mark.level = told::Milestone::kRound;
  mark.number = board().round();
  c.tell({number_text("murmansk.report.round", "round", board().round()).number("allied", allied).number("axis", axis),
          mark},
         place_, "Battle");
  const Side first = axis > allied ? kAxis : kAllied;
  co_await exchange(Shot::kTorpedoes, first);
  if (side_left(kAllied) && side_left(kAxis)) co_await exchange(Shot::kGuns, first);
  settle();
}

Task<> Fight::run() {
  c.topic = Topic::kBattle;
  set_up();
  told::Milestone mark;
  mark.level = told::Milestone::kEngagement;
  c.reveal(Licence::kBattle, {Text("murmansk.report.battle").text("place", c.place_name(place_)), mark}, place_,
           "Battle");
  co_await arrange(kAllied);
  co_await arrange(kAxis);
  while (!over_) {
    co_await round();
    if (!side_left(kAllied) || !side_left(kAxis)) break;
    if (static_cast<int>(board().round()) >= c.numbers.battle().rounds() || !could_fire_) {  // [M-38]
      co_await break_off();
      break;
    }
    co_await flights();
    if (over_ || !side_left(kAllied) || !side_left(kAxis)) break;
    const Side first = first_to_relocate();
    co_await relocate(first);
    co_await relocate(enemy_of(first));
  }
  c.board().clear_battle();
  told::Milestone end;
  end.level = told::Milestone::kEndOfEngagement;
  c.tell({Text("murmansk.report.battle_over"), end}, place_, "Battle");
}

}  // namespace wardroom::murmansk
