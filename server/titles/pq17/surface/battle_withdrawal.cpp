// Step v of a round: getting away [7.5.2 v, 7.5.7, 13.3].
#include <algorithm>

#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/surface/battle_parts.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;

bool cautious(const Operation& op, Side side) {
  return side == kAxis && in_force(op, v1::RandomEvent::HIGH_COMMAND_CAUTION);
}

// Convoy Ships can only make for their own shore [7.5.2, 12.12].
bool may_withdraw(Operation& op, UnitId unit) {
  if (displayed(op, unit).ship().dead_in_water()) return false;
  if (!facts_on_display(op, unit).convoy_ship()) return true;
  return op.truth.battle().hex() == 0 || op.reference.hex(battle_hex(op)).friendly_to(unit_on_display(op, unit).side());
}

std::vector<UnitId> those_who_may(Operation& op, Side side) {
  std::vector<UnitId> found;
  for (UnitId unit : units_on_display(op, side)) {
    if (may_withdraw(op, unit)) found.push_back(unit);
  }
  return found;
}

bool must_try(Operation& op, const Fight& fight, Side side) {
  if (side != kAxis) return false;
  return fight.battle().must_withdraw() || cautious(op, side) || german_step_lost(op, fight);
}

v1::Speed::Kind speed_of(const UnitFacts& unit, const v1::Counter& ship) {
  return unit.merchant() || ship.crippled() ? v1::Speed::SLOW : unit.step(ship.cs()).speed();
}

std::vector<Applied> modifiers_of(Operation& op, UnitId unit) {
  const Battle::Unit& shown = unit_on_display(op, unit);
  const v1::Counter& ship = displayed(op, unit).ship();
  Situation at = situation_in(op, shown.side(), battle_hex(op));
  at.unit = &facts_on_display(op, unit);
  at.in_withdrawal_area = shown.area() == Battle::WITHDRAWAL;
  at.unit_crippled = ship.crippled();
  at.unit_speed = speed_of(*at.unit, ship);
  at.unit_critical_fuel = critical_fuel(op, unit);
  return applied(op, op.reference.box().withdrawal().modifier(), at);
}

bool is_caution(const v1::Modifier& modifier) {
  return std::ranges::any_of(
      modifier.when(), [](const v1::Condition& each) { return each.kind() == v1::Condition::HIGH_COMMAND_CAUTION; });
}

int index_of(const Operation& op, const v1::Modifier& modifier) {
  const auto& all = op.reference.box().withdrawal().modifier();
  int index = 0;
  while (&all.Get(index) != &modifier) ++index;
  return index;
}

// [13.3] Any other modifier is his to use or not.
Task<> choose_modifiers(Operation& op, Side side, std::vector<int>& used) {
  while (true) {
    std::vector<int> open;
    for (UnitId unit : those_who_may(op, side)) {
      for (const Applied& each : modifiers_of(op, unit)) {
        const int index = index_of(op, *each.modifier);
        const bool known = std::ranges::find(open, index) != open.end() || std::ranges::find(used, index) != used.end();
        if (!is_caution(*each.modifier) && !known) open.push_back(index);
      }
    }
    std::ranges::sort(open);
    if (open.empty() && !face_down(op)) co_return;
    Menu menu = op.menu(side, v1::MenuKind::CAUTION, "prompt.caution", asking_of(op, side));
    menu.rule = "13.3";
    for (int index : open) {
      const v1::Modifier& modifier = op.reference.box().withdrawal().modifier(index);
      menu.offer(v1::Verb::USE_MODIFIER, index)
          .says("choice.caution.use")
          .text("modifier", Text(modifier.id() + ".name"));
    }
    menu.offer(v1::Verb::DONE).says("choice.caution.roll");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    used.push_back(answer.at<int>(0));
  }
}

Task<bool> wants_to_withdraw(Operation& op, Side side, bool forced) {
  Menu menu = op.menu(side, v1::MenuKind::WITHDRAWAL, "prompt.withdrawal", asking_of(op, side));
  menu.rule = "7.5.2";
  menu.offer(v1::Verb::WITHDRAW).says("choice.withdrawal.roll");
  if (!forced) menu.offer(v1::Verb::DONE).says("choice.withdrawal.stay");
  head_of_step(op, menu, true);
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.verb == v1::Verb::WITHDRAW;
}

// Units with the same modifiers, told together.
struct Group {
  std::vector<Applied> drms;
  std::vector<UnitId> units;
};

bool same(const std::vector<Applied>& a, const std::vector<Applied>& b) {
  return std::ranges::equal(
      a, b, [](const Applied& x, const Applied& y) { return x.modifier == y.modifier && x.value == y.value; });
}

std::vector<Group> grouped(Operation& op, Side side, const std::vector<int>* used) {
  std::vector<Group> groups;
  for (UnitId unit : those_who_may(op, side)) {
    std::vector<Applied> drms = modifiers_of(op, unit);
    if (used) {
      std::erase_if(drms, [&](const Applied& each) {
        return !is_caution(*each.modifier) && std::ranges::find(*used, index_of(op, *each.modifier)) == used->end();
      });
    }
    auto found = std::ranges::find_if(groups, [&](const Group& group) { return same(group.drms, drms); });
    if (found == groups.end()) found = groups.insert(groups.end(), {std::move(drms), {}});
    found->units.push_back(unit);
  }
  return groups;
}

// Everybody has seen which ship she is, unless she lay face down.
void note_withdrawn(Operation& op, UnitId unit) {
  if (face_down(op)) return note_away(op, unit, false);
  const Battle::Unit shown = unit_on_display(op, unit);
  int left = shown.ship().cs();
  const auto note = [&](std::uint32_t block, int cs) {
    Battle::Away& away = *op.truth.mutable_battle()->add_away();
    away.set_side(shown.side());
    away.set_block(block);
    *away.mutable_ship() = shown.ship();
    away.mutable_ship()->set_cs(cs);
    away.mutable_ship()->set_hits(0);
    left -= cs;
  };
  for (const Battle::Part& part : shown.part()) note(part.block(), part.cs() == 0 ? left : std::min(part.cs(), left));
  if (op.truth.battle().hex() == 0) note(0, left);  // in a box each side has one force
}

void leave(Operation& op, Fight& fight, Side side, UnitId unit) {
  op.reveal(Licence::kBattle, Text("report.battle.withdrew").text("ship", name_on_display(op, unit)), battle_place(op),
            "7.5.2");
  const auto of_convoy = [&](ForceKey key) { return op.force(side, key).kind() == v1::BlockKind::CONVOY; };
  const bool escort =
      std::ranges::none_of(fight.of(side), of_convoy) ||
      std::ranges::any_of(displayed(op, unit).part(), [&](const auto& part) { return of_convoy(force_key(part)); });
  if (escort && facts_on_display(op, unit).warship()) fight.party(side).set_withdrew(true);
  note_withdrawn(op, unit);
  undeploy(op, unit);
  show_display(op);
}

// One die for all, with each unit's own modifiers.
Task<> roll(Operation& op, Fight& fight, Side side, const std::vector<int>* used) {
  const int needed = op.reference.box().withdrawal().success_on();
  const int die = roll_die(op);
  std::vector<UnitId> leaving;
  for (const Group& group : grouped(op, side, used)) {
    const int modified = die + sum(group.drms);
    const bool away = modified >= needed;
    std::vector<Text> names;
    for (UnitId unit : group.units) names.push_back(name_on_display(op, unit));
    tell_roll(op, "table.withdrawal", listed(std::move(names)), group.drms,
              {{die, modified, away ? "roll.success" : "roll.failure"}}, battle_place(op), "7.5.2", needed);
    if (away) leaving.insert(leaving.end(), group.units.begin(), group.units.end());
  }
  std::ranges::sort(leaving);
  for (UnitId unit : leaving) {
    co_await share_losses(op, unit);
    leave(op, fight, side, unit);
  }
}

}  // namespace

Task<> share_losses(Operation& op, UnitId unit) {
  const Side side = unit_on_display(op, unit).side();
  while (losses_to_share(op, unit) > 0) {
    Menu menu = op.menu(side, v1::MenuKind::LOSSES_SHARED, "prompt.losses_shared", asking_of(op, side));
    menu.prompt.text("ship", op.name(facts_on_display(op, unit))).number("count", losses_to_share(op, unit));
    menu.rule = "1.4";
    for (const auto& part : displayed(op, unit).part()) {
      if (part.cs() == 0 || menu.find(make_action(v1::Verb::TAKE_LOSS, part.force()))) continue;
      menu.offer(v1::Verb::TAKE_LOSS, part.force())
          .says("choice.losses_shared")
          .text("force", op.name(op.force(side, force_key(part))));
    }
    if (menu.items.size() < 2) co_return;  // all that is left is of one force
    const Action answer = co_await op.table.ask(std::move(menu));
    lose_from(op, unit, answer.at<ForceKey>(0));
  }
}

Task<> withdrawal(Operation& op, Fight& fight, Side side) {
  const bool anyone = !those_who_may(op, side).empty();
  if (!anyone && (!face_down(op) || !afloat(op, side))) co_return;
  const bool forced = must_try(op, fight, side);
  if (!forced || face_down(op)) {  // what was lost does not show in whether he is asked [7.5.9]
    const bool wants = co_await wants_to_withdraw(op, side, forced);
    if (!wants) co_return;
  }
  if (!anyone) co_return;  // it was only for show
  std::vector<int> used;
  const bool choice = cautious(op, side);
  if (choice) co_await choose_modifiers(op, side, used);
  co_await roll(op, fight, side, choice ? &used : nullptr);
}

}  // namespace wardroom::pq17
