// Step i of a round: other Task Forces look for the battle [7.5.2 i], and carriers launch [7.5.6].
#include <algorithm>

#include "server/titles/pq17/air/combat.h"
#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/surface/battle_parts.h"

namespace wardroom::pq17 {
namespace {

// -- finding the battle --

bool may_join(Operation& op, Side side, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::TASK_FORCE ||
      std::ranges::find(op.own(side).engaged(), force.key()) != op.own(side).engaged().end())
    return false;
  return !op.block(block_id(force)).fought() && can_search(op, force);
}

// For all the enemy knows there is one that has not tried.
bool might_join(Operation& op, Side side, const std::vector<BlockId>& tried) {
  return std::ranges::any_of(op.blocks(side, battle_hex(op)), [&](const v1::Block* block) {
    if (std::ranges::find(tried, id_of(*block)) != tried.end()) return false;
    return !block->fought() && (!block->flat() || block->kind() == v1::BlockKind::TASK_FORCE);
  });
}

// Carriers and CAM ships on the display drive off the aircraft of the search [6.2.2, A-07].
struct Cover {
  UnitId carrier;
  UnitId cam;
};
Cover cover_of(Operation& op, Side side, ForceKey key) {
  Cover found;
  for (UnitId unit : units_on_display(op, side)) {
    const v1::Displayed& each = displayed(op, unit);
    if (std::ranges::none_of(each.part(), [&](const auto& part) { return force_key(part) == key; })) continue;
    const UnitFacts& facts = facts_on_display(op, unit);
    if (facts.carrier()) found.carrier = unit;
    if (facts.type == v1::ShipType::MC && !each.ship().used() && battle_weather(op).cam()) found.cam = unit;
  }
  return found;
}

Task<bool> negated(Operation& op, Side owner, ForceKey key) {
  if (op.option("option.ruling.a_07")) co_return false;
  const Cover cover = cover_of(op, owner, key);
  if (!cover.carrier && !cover.cam && !face_down(op)) co_return false;  // all can see that
  const v1::Force& force = op.force(owner, key);
  Menu menu = op.menu(owner, v1::MenuKind::LOCATION_OWNER, "prompt.surface_found", asking_of(op, owner));
  menu.prompt.text("force", op.name(force)).word("hex", op.word(battle_hex(op)));
  menu.rule = "6.2.2";
  if (cover.carrier) menu.offer(v1::Verb::NEGATE_CARRIER, force.block()).says("choice.surface_found.carrier");
  if (cover.cam) menu.offer(v1::Verb::NEGATE_CAM, force.block()).says("choice.surface_found.cam");
  menu.offer(v1::Verb::DONE).says("choice.surface_found.accept");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::DONE) co_return false;
  const bool cam = answer.verb == v1::Verb::NEGATE_CAM;
  if (cam) use_cam_on_display(op, cover.cam);
  op.reveal(Licence::kNegated,
            Text(cam ? "report.negated.cam" : "report.negated.carrier").word("hex", op.word(battle_hex(op))),
            battle_hex(op), "6.2.2");
  co_return true;
}

// One card, for whichever enemy force in the battle it finds first.
Task<bool> finds_the_battle(Operation& op, const Fight& fight, Side side, ForceKey key) {
  const v1::Card& card = draw_card(op, side);
  const Searchers by = seeking(op, op.force(side, key));
  const Side enemy = enemy_of(side);
  bool told = false;
  for (ForceKey other : fight.of(enemy)) {
    const BlockId block = block_id(op.force(enemy, other));
    Sighting sighting = read_card(op, op.block(block), battle_hex(op), card, by, SearchKind::kSegment);
    sighting.level = 0;  // nothing is said of it here
    if (!told) tell_searcher(op, sighting, "7.5.2");
    told = true;
    if (!sighting.success) continue;
    show_card(op, sighting);
    const bool aircraft = sighting.result == v1::SearchResult::AIRCRAFT;
    bool shaken_off = false;
    if (aircraft) shaken_off = co_await negated(op, enemy, other);
    if (!shaken_off) co_return true;
  }
  co_return false;
}

Task<> join(Operation& op, Fight& fight, Side side, ForceKey key) {
  const bool found = co_await finds_the_battle(op, fight, side, key);
  const v1::Block& block = op.block(block_id(op.force(side, key)));
  op.reveal(Licence::kBattle,
            Text(found ? "report.battle.joined" : "report.battle.not_joined").text("force", op.name(block)),
            battle_place(op), "7.5.2");
  if (!found) co_return;
  come_on(op, fight, side, key);
  judge(op, fight);
  co_await choose_stacks(op, side);
}

}  // namespace

Task<> others_join(Operation& op, Fight& fight, Side side) {
  if (op.truth.battle().hex() == 0) co_return;
  std::vector<BlockId> tried;
  while (might_join(op, side, tried)) {
    Menu menu = op.menu(side, v1::MenuKind::ENGAGEMENT, "prompt.join_battle.round", asking_of(op, side));
    menu.prompt.number("round", op.truth.battle().round());
    menu.rule = "7.5.2";
    for (const v1::Force* force : op.at_sea(side, battle_hex(op))) {
      if (!may_join(op, side, *force) || std::ranges::find(tried, block_id(*force)) != tried.end()) continue;
      menu.offer(v1::Verb::ENGAGE, key_of(*force))
          .place(number(battle_hex(op)))
          .says("choice.join_battle.join_with")
          .text("force", op.name(*force));
    }
    menu.offer(v1::Verb::DONE).says("choice.join_battle.no");
    head_of_step(op, menu, tried.empty());
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const auto key = answer.at<ForceKey>(0);
    tried.push_back(block_id(op.force(side, key)));
    co_await join(op, fight, side, key);
  }
}

namespace {

// -- carriers --

bool carrier_can_launch(Operation& op, Side side) {
  if (op.night() || !battle_weather(op).carrier_aircraft_in_surface_combat() || op.truth.battle().hex() == 0)
    return false;
  return std::ranges::any_of(units_on_display(op, side),
                             [&](UnitId unit) { return facts_on_display(op, unit).carrier() && !helpless(op, unit); });
}

// One by one, or all of them: without a number it means whoever is left.
Task<> choose_aircraft(Operation& op, Side side, std::vector<AirKey>& launched) {
  std::vector<AirKey> aboard = aircraft_in_battle(op, side);
  while (launched.empty() || !aboard.empty()) {
    Menu menu = op.menu(side, v1::MenuKind::CARRIERS_IN_BATTLE, "prompt.carrier_strike", asking_of(op, side));
    menu.rule = "7.5.6";
    menu.offer(v1::Verb::LAUNCH).says("choice.carrier_strike.strike");
    const bool several = aboard.size() + launched.size() > 1;
    for (AirKey key : several ? aboard : std::vector<AirKey>{}) {
      menu.offer(v1::Verb::LAUNCH, key)
          .says("choice.carrier_strike.one")
          .text("unit", op.name(op.facts(*op.find_air(key))));
    }
    menu.offer(v1::Verb::DONE).says(launched.empty() ? "choice.carrier_strike.hold" : "choice.carrier_strike.go");
    head_of_step(op, menu, launched.empty());
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    if (answer.arguments.empty()) {
      launched.insert(launched.end(), aboard.begin(), aboard.end());
      co_return;
    }
    launched.push_back(answer.at<AirKey>(0));
    std::erase(aboard, launched.back());
  }
}

}  // namespace

Task<> carriers_in_battle(Operation& op, const Fight& fight) {
  const Side side = fight.defender();
  std::vector<AirKey> launched;
  if (!op.truth.battle().has_strike()) {  // else play begins again within it
    if (!carrier_can_launch(op, side) || !afloat(op, fight.attacker)) co_return;
    co_await choose_aircraft(op, side, launched);
  }
  co_await strike_from_carriers_in_battle(op, side, std::move(launched));
}

}  // namespace wardroom::pq17
