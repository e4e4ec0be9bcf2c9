// Step i of a round: other Task Forces look for the battle [7.5.2 i], and carriers launch [7.5.6].
#include <algorithm>

#include "server/titles/pq17/air_combat.h"
#include "server/titles/pq17/battle_parts.h"
#include "server/titles/pq17/display.h"
#include "server/titles/pq17/identification.h"

namespace wardroom::pq17 {
namespace {

// -- finding the battle --

bool may_join(Operation& op, const Fight& fight, Side side, const v1::Force& force) {
  if (force.kind() != v1::BlockKind::TASK_FORCE ||
      std::ranges::find(fight.of(side), force.key()) != fight.of(side).end())
    return false;
  return !op.block(force.block()).fought() && can_search(op, force);
}

// For all the enemy knows there is one that has not tried.
bool might_join(Operation& op, Side side, const std::vector<std::uint32_t>& tried) {
  return std::ranges::any_of(op.blocks(side, battle_hex(op)), [&](const v1::Block* block) {
    if (std::ranges::find(tried, block->id()) != tried.end()) return false;
    return !block->fought() && (!block->flat() || block->kind() == v1::BlockKind::TASK_FORCE);
  });
}

// Carriers and CAM ships on the display drive off the aircraft of the search [6.2.2, A-07].
struct Cover {
  int carrier = 0;
  int cam = 0;
};
Cover cover_of(Operation& op, Side side, int key) {
  Cover found;
  for (int unit : units_on_display(op, side)) {
    const v1::Displayed& each = displayed(op, unit);
    if (std::ranges::none_of(each.part(), [&](const auto& part) { return part.force() == key; })) continue;
    const UnitFacts& facts = facts_on_display(op, unit);
    if (facts.carrier()) found.carrier = unit;
    if (facts.type == v1::ShipType::MC && !each.ship().used() && battle_weather(op).cam()) found.cam = unit;
  }
  return found;
}

Task<bool> negated(Operation& op, Side owner, int key) {
  if (op.option("option.ruling.a_07")) co_return false;
  const Cover cover = cover_of(op, owner, key);
  if (cover.carrier == 0 && cover.cam == 0 && !face_down(op)) co_return false;  // all can see that
  const v1::Force& force = op.force(owner, key);
  Menu menu = op.menu(owner, v1::MenuKind::LOCATION_OWNER, "prompt.dp_98", turn_of(op, owner));
  menu.prompt.text("force", op.name(force)).word("hex", op.word(battle_hex(op)));
  menu.rule = "6.2.2";
  if (cover.carrier != 0) menu.offer(v1::Verb::NEGATE_CARRIER, force.block()).says("choice.dp_98.carrier");
  if (cover.cam != 0) menu.offer(v1::Verb::NEGATE_CAM, force.block()).says("choice.dp_98.cam");
  menu.offer(v1::Verb::DONE).says("choice.dp_98.accept");
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
Task<bool> finds_the_battle(Operation& op, const Fight& fight, Side side, int key) {
  const v1::Card& card = draw_card(op, side);
  const Searchers by = seeking(op, op.force(side, key));
  const Side enemy = enemy_of(side);
  bool told = false;
  for (int other : fight.of(enemy)) {
    const std::uint32_t block = op.force(enemy, other).block();
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

Task<> join(Operation& op, Fight& fight, Side side, int key) {
  const bool found = co_await finds_the_battle(op, fight, side, key);
  const v1::Block& block = op.block(op.force(side, key).block());
  op.reveal(Licence::kBattle,
            Text(found ? "report.battle.joined" : "report.battle.not_joined").text("force", op.name(block)),
            battle_place(op), "7.5.2");
  if (!found) co_return;
  come_on(op, fight, side, key);
  judge(op, fight);
  co_await choose_stacks(op, side);
}

Task<> others_join(Operation& op, Fight& fight, Side side) {
  std::vector<std::uint32_t> tried;
  while (might_join(op, side, tried)) {
    Menu menu = op.menu(side, v1::MenuKind::ENGAGEMENT, "prompt.dp_104.round", turn_of(op, side));
    menu.prompt.number("round", op.truth.battle().round());
    menu.rule = "7.5.2";
    for (const v1::Force* force : op.at_sea(side, battle_hex(op))) {
      if (!may_join(op, fight, side, *force) || std::ranges::find(tried, force->block()) != tried.end()) continue;
      menu.offer(v1::Verb::ENGAGE, force->key())
          .place(number(battle_hex(op)))
          .says("choice.dp_104.join_with")
          .text("force", op.name(*force));
    }
    menu.offer(v1::Verb::DONE).says("choice.dp_104.no");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const int key = answer.at<int>(0);
    tried.push_back(op.force(side, key).block());
    co_await join(op, fight, side, key);
  }
}

// -- carriers --

bool carrier_can_launch(Operation& op, Side side) {
  const bool day = !op.night() || op.is(Mutant::kCarriersByNight);
  if (!day || !battle_weather(op).carrier_aircraft_in_surface_combat() || op.truth.battle().hex() == 0) return false;
  return std::ranges::any_of(units_on_display(op, side),
                             [&](int unit) { return facts_on_display(op, unit).carrier() && !helpless(op, unit); });
}

// One by one, or all of them: without a number it means whoever is left.
Task<> choose_aircraft(Operation& op, Side side, std::vector<int>& launched) {
  std::vector<int> aboard = aircraft_in_battle(op, side);
  while (launched.empty() || !aboard.empty()) {
    Menu menu = op.menu(side, v1::MenuKind::CARRIERS_IN_BATTLE, "prompt.dp_105", turn_of(op, side));
    menu.rule = "7.5.6";
    menu.offer(v1::Verb::LAUNCH).says("choice.dp_105.strike");
    const bool several = aboard.size() + launched.size() > 1 && !op.is(Mutant::kAllAircraftAtOnce);
    for (int key : several ? aboard : std::vector<int>{}) {
      menu.offer(v1::Verb::LAUNCH, key).says("choice.dp_105.one").text("unit", op.name(op.facts(*op.find_air(key))));
    }
    menu.offer(v1::Verb::DONE).says(launched.empty() ? "choice.dp_105.hold" : "choice.dp_105.go");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    if (answer.arguments.empty()) {
      launched.insert(launched.end(), aboard.begin(), aboard.end());
      co_return;
    }
    launched.push_back(answer.at<int>(0));
    std::erase(aboard, launched.back());
  }
}

}  // namespace

Task<> engagement(Operation& op, Fight& fight) {
  if (op.truth.battle().hex() == 0) co_return;
  co_await others_join(op, fight, op.active());
  co_await others_join(op, fight, op.passive());
}

Task<> carriers_in_battle(Operation& op, const Fight& fight) {
  const Side side = fight.defender();
  if (!carrier_can_launch(op, side) || !afloat(op, fight.attacker)) co_return;
  std::vector<int> launched;
  co_await choose_aircraft(op, side, launched);
  co_await strike_from_carriers_in_battle(op, side, std::move(launched));
}

}  // namespace wardroom::pq17
