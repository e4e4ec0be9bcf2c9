#include "server/titles/pq17/combat/location.h"

#include <algorithm>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {
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
  Menu menu = op.menu(block.side(), v1::MenuKind::LOCATION_OWNER, "prompt.submarine_found",
                      block.side() == op.active() ? Asking::kOwn : Asking::kReaction);
  menu.prompt.text("force", op.name(op.force_behind(block))).word("hex", op.word(as_hex(block.hex())));
  menu.rule = "6.2.2";
  offer_answers(op, menu, sightings[0]);
  menu.offer(v1::Verb::DONE).says("choice.submarine_found.accept");
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

Searchers seeking(Operation& op, const std::vector<AirKey>& air_units) {
  Searchers by;
  by.air = true;
  by.other_than_soviet = std::ranges::any_of(
      air_units, [&](AirKey key) { return op.facts(op.air(key)).model->nation() != v1::Nation::SOVIET; });
  return by;
}

Task<Located> draw_to_find(Operation& op, Side side, BlockId target, Searchers by, int cards) {
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

Task<Located> locate(Operation& op, Side side, Seeker seeker, BlockId target, Searchers by) {
  const auto& numbers = op.numbers.recon();
  const v1::Block& block = op.block(target);
  const bool second = second_card(op, side, seeker, block);
  Located located = co_await draw_to_find(op, side, target, by,
                                          second ? numbers.location_cards_shadowed() : numbers.location_cards());
  if (located.found || second || op.force_behind(op.block(target)).dispersed_from() == 0) co_return located;
  const Hex hex = as_hex(op.block(target).hex());
  op.reveal(Licence::kDispersedHere, Text("report.shadowing.dispersed").word("hex", op.word(hex)), hex, "7.1.1");
  located = co_await draw_to_find(op, side, target, by, numbers.location_cards_shadowed() - numbers.location_cards());
  co_return located;
}

}  // namespace wardroom::pq17
