#include "server/titles/pq17/engagement.h"

#include <algorithm>
#include <numeric>

#include "server/titles/pq17/identification.h"
#include "server/titles/pq17/reconnaissance.h"
#include "server/titles/pq17/shadowing.h"
#include "server/titles/pq17/special_conditions.h"

namespace wardroom::pq17 {

// -- dice and cards --

v1::Battle& begin_engagement(Operation& op, v1::Battle::Kind kind, Side attacker, Hex hex) {
  if (op.truth.has_battle()) throw Broken("pq17: an engagement is still going on");
  v1::Sea& sea = *op.truth.mutable_sea();
  sea.set_engagements(sea.engagements() + 1);
  v1::Battle& battle = *op.truth.mutable_battle();
  battle.set_kind(kind);
  battle.set_attacker(attacker);
  battle.set_hex(number(hex));
  battle.set_number(sea.engagements());
  const bool at_once = kind == v1::Battle::OTHER || op.is(Mutant::kSizilienSpoiledUnfound);
  if (at_once) note_attack(op, enemy_of(attacker), hex);  // [12.11]
  op.table.barrier();                                     // it is announced
  return battle;
}

void end_engagement(Operation& op) {
  for (Side side : kSides) op.own(side).clear_display();
  op.truth.clear_battle();
  end_impossible_shadowing(op);  // of carriers and cruisers that were hit [6.3.3, 7.8]
  op.table.barrier();
}

std::uint32_t pick(Operation& op, std::uint32_t sides) {
  v1::Battle& battle = *op.truth.mutable_battle();
  const auto ordinal = static_cast<std::uint32_t>(battle.rolls());
  battle.set_rolls(battle.rolls() + 1);
  return op.draw(Draw::kEngagement, static_cast<std::uint64_t>(battle.number()), ordinal, sides);
}

int roll_die(Operation& op) { return static_cast<int>(pick(op, 10)); }

std::size_t pick_by_weight(Operation& op, const std::vector<int>& weights) {
  const int sum = std::accumulate(weights.begin(), weights.end(), 0);
  if (sum <= 0) throw Broken("pq17: nothing to pick from");
  int drawn = static_cast<int>(pick(op, static_cast<std::uint32_t>(sum)));
  std::size_t index = 0;
  while (drawn >= weights[index]) drawn -= weights[index++];
  return index;
}

const v1::Card& draw_card(Operation& op, Side side) {
  v1::Battle& battle = *op.truth.mutable_battle();
  const auto ordinal = static_cast<std::uint32_t>(battle.rolls());
  battle.set_rolls(battle.rolls() + 1);
  return op.card(side, Draw::kEngagementCard, static_cast<std::uint64_t>(battle.number()), ordinal);
}

// -- target location --

namespace {

bool by_aircraft(const v1::Shadow& shadow) {
  return shadow.kind() == v1::Shadow::AIR_UNIT || shadow.kind() == v1::Shadow::SECTOR ||
         shadow.kind() == v1::Shadow::AIR_RADIUS;
}

// The optional list of 7.1.1.
bool helped(const Operation& op, Side side, Seeker seeker, const v1::Block& target) {
  const auto any = [&](const auto& test) { return std::ranges::any_of(target.shadow(), test); };
  switch (seeker) {
    case Seeker::kAircraft:
      return op.weather(as_hex(target.hex())) == v1::Weather::FAIR || any(by_aircraft);
    case Seeker::kWolfpack:
      return shadowed_by(target, v1::Shadow::WOLFPACK);
    case Seeker::kTaskForce:
      return side == kAllied &&
             any([](const v1::Shadow& shadow) { return by_aircraft(shadow) || shadow.kind() == v1::Shadow::CRUISERS; });
  }
  return false;
}

Task<> owner_answers(Operation& op, std::vector<Sighting>& sightings) {
  const v1::Block& block = op.block(sightings[0].block);
  Menu menu = op.menu(block.side(), v1::MenuKind::LOCATION_OWNER, "prompt.dp_91",
                      block.side() == op.active() ? Turn::kOwn : Turn::kReaction);
  menu.prompt.text("force", op.name(op.force_behind(block))).word("hex", op.word(as_hex(block.hex())));
  menu.rule = "6.2.2";
  offer_answers(op, menu, sightings[0]);
  menu.offer(v1::Verb::DONE).says("choice.dp_91.accept");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb != v1::Verb::DONE) note_answer(answer, sightings);
}

}  // namespace

bool second_card(Operation& op, Side side, Seeker seeker, const v1::Block& target) {
  return op.option("option.second_draw") ? helped(op, side, seeker, target) : op.shadowed(target);
}

Searchers seeking(const Operation& op, const v1::Force& force) {
  Searchers by;
  by.force = can_search(op, force);
  by.other_than_soviet = !purely_soviet(op, force);
  return by;
}

Searchers seeking(Operation& op, const std::vector<int>& air_units) {
  Searchers by;
  by.air = true;
  by.other_than_soviet = std::ranges::any_of(
      air_units, [&](int key) { return op.facts(op.air(key)).model->nation() != v1::Nation::SOVIET; });
  return by;
}

Task<Located> draw_to_find(Operation& op, Side side, std::uint32_t target, Searchers by, int cards) {
  Located located;
  for (int i = 0; i < cards && !located.found; ++i) {
    const v1::Block& block = op.block(target);
    const Hex hex = as_hex(block.hex());
    const v1::Card& card = draw_card(op, side);
    std::vector<Sighting> sightings{read_card(op, block, hex, card, by, SearchKind::kSegment)};
    sightings[0].level = 0;  // nothing is said of it here
    tell_searcher(op, sightings[0], "7.1.1");
    if (!sightings[0].success) continue;
    show_card(op, sightings[0]);
    const bool final_card = op.option("option.ruling.a_07");
    if (!final_card && may_be_answered(op, sightings[0])) co_await owner_answers(op, sightings);
    located.found = !announce_answer(op, sightings[0]);
    located.result = sightings[0].result;
  }
  if (located.found) note_attack(op, enemy_of(side), as_hex(op.block(target).hex()));  // [12.11, A-110]
  co_return located;
}

Task<Located> locate(Operation& op, Side side, Seeker seeker, std::uint32_t target, Searchers by) {
  const auto& numbers = op.numbers.recon();
  const v1::Block& block = op.block(target);
  const bool second = second_card(op, side, seeker, block) || op.is(Mutant::kSecondCardForAll);
  Located located = co_await draw_to_find(op, side, target, by,
                                          second ? numbers.location_cards_shadowed() : numbers.location_cards());
  if (located.found || second || op.force_behind(op.block(target)).dispersed_from() == 0) co_return located;
  const Hex hex = as_hex(op.block(target).hex());
  op.reveal(Licence::kDispersedHere, Text("report.shadowing.dispersed").word("hex", op.word(hex)), hex, "7.1.1");
  located = co_await draw_to_find(op, side, target, by, numbers.location_cards_shadowed() - numbers.location_cards());
  co_return located;
}

// -- afterwards --

void note_seen(Operation& op, v1::Block& block) {
  const v1::Force& force = op.force_behind(block);
  v1::Statement told = statement(op.reference, {&force}, block.level(), op.turn());
  for (const v1::Counter& ship : force.ship()) {
    auto& named = *told.add_named();
    named.set_unit(ship.unit());
    named.set_cs(ship.cs());
    named.set_crippled(ship.crippled());
    named.set_dead_in_water(ship.dead_in_water());
  }
  told.set_seen(true);
  *block.mutable_told() = told;
  note_told(op, block);
}

namespace {

// Its owner says what the new level asks for, unless only reconnaissance brings statements.
void raise_by_combat(Operation& op, v1::Block& block, int level) {
  if (op.option("option.ruling.a_11")) return raise_id_silently(op, block, level);
  raise_id(op, block, level, {});
}

}  // namespace

void raise_id_after(Operation& op, v1::Block& block, v1::Battle::Kind kind) {
  const auto& numbers = op.numbers.recon();
  switch (kind) {
    case v1::Battle::SURFACE:
      raise_by_combat(op, block, op.night() ? numbers.id_after_surface_night() : numbers.id_after_surface_day());
      return;
    case v1::Battle::AIR_STRIKE: {
      const bool less = op.night() && !op.option("option.ruling.a_01");
      raise_by_combat(op, block, less ? numbers.id_after_air_night() : numbers.id_after_air_day());
      return;
    }
    default:
      raise_id_silently(op, block, numbers.id_after_submarine());
      return;  // [7.4.3]
  }
}

}  // namespace wardroom::pq17
