// The Reconnaissance Segment: sector hexes and carriers, the cards, the owner's answers, shadowing [6.2 - 6.5].
#include "server/titles/pq17/searching/reconnaissance.h"

#include <algorithm>

#include "server/titles/pq17/combat/contacts.h"
#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/scattered.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;

void forget_searches(Operation& op) {
  for (auto& search : *op.truth.mutable_air()->mutable_search()) search.clear_designated();
  op.truth.mutable_air()->clear_announced();
  op.truth.mutable_sea()->clear_contact();
}

// -- before the cards [6.4.2, 5.3.1] --

int searches_left(const Operation& op, const v1::Air::Search& search) {
  const int markers = shadow_markers(op, search.sector());
  return search.hexes() - markers - search.designated_size();
}

bool designated(const Operation& op, Hex hex) {
  return std::ranges::any_of(op.truth.air().search(),
                             [&](const v1::Air::Search& search) { return has(search.designated(), hex); });
}

// Where something of a side could be found.
std::vector<Hex> hexes_of(Operation& op, Side side) {
  std::vector<Hex> hexes;
  for (const v1::Block* block : op.blocks(side)) {
    if (block->hex() == 0) continue;
    hexes.push_back(as_hex(block->hex()));
    if (block->scattered()) std::ranges::copy(hexes_around(op, *block), std::back_inserter(hexes));  // [6.8.1]
  }
  std::ranges::sort(hexes);
  hexes.erase(std::unique(hexes.begin(), hexes.end()), hexes.end());
  return hexes;
}

// In Gales nothing flies over a sector, unless local weather lets it somewhere [9.2.5, 9.5].
bool sector_can_fly(Operation& op, v1::SearchSector::Kind sector) {
  return std::ranges::any_of(op.reference.box().hexes(),
                             [&](const MapHex& at) { return at.in(sector) && op.effect(at.hex).search_sectors(); });
}

// Hexes without an enemy block may be searched too, but nothing could be found there.
int offer_sector_hexes(Operation& op, Menu& menu) {
  int left = 0;
  for (const auto& search : op.truth.air().search()) {
    if (side_of_sector(search.sector()) != op.active() || searches_left(op, search) <= 0) continue;
    if (!sector_can_fly(op, search.sector())) continue;
    left += searches_left(op, search);
    const Text sector("sector." + lower(v1::SearchSector::Kind_Name(search.sector())) + ".name");
    for (Hex hex : hexes_of(op, op.passive())) {
      if (!op.reference.hex(hex).in(search.sector()) || !op.effect(hex).search_sectors() || designated(op, hex))
        continue;
      menu.offer(v1::Verb::DESIGNATE, search.sector(), hex)
          .place(number(hex))
          .by("6.4.2")
          .says("choice.search.hex")
          .word("hex", op.word(hex))
          .text("sector", sector);
    }
  }
  return left;
}

// What is left, by hex number, as far as the searches go: everybody sees these blocks.
void designate_rest(Operation& op) {
  for (auto& search : *op.truth.mutable_air()->mutable_search()) {
    if (side_of_sector(search.sector()) != op.active()) continue;
    for (Hex hex : hexes_of(op, op.passive())) {
      if (searches_left(op, search) <= 0) break;
      if (op.reference.hex(hex).in(search.sector()) && op.effect(hex).search_sectors() && !designated(op, hex))
        search.add_designated(number(hex));
    }
  }
}

// Graf Zeppelin has an Air Radius by Day only [6.4.1].
void offer_carriers(Operation& op, Menu& menu) {
  if (op.active() == kAxis && op.night()) return;
  for (Hex hex : hexes_of(op, op.passive())) {
    if (!op.effect(hex).carrier_air_radius() || has(op.truth.air().announced(), hex)) continue;
    const auto forces = op.at_sea(op.active(), hex);
    const auto carrier =
        std::ranges::find_if(forces, [&](const v1::Force* force) { return has_working_carrier(op.reference, *force); });
    if (carrier == forces.end()) continue;
    Item& item =
        menu.offer(v1::Verb::ANNOUNCE_CARRIER, hex).place(number(hex)).by("5.3.1").would("would.reveal_carrier");
    item.says("choice.announce_carrier").text("force", op.name(**carrier)).word("hex", op.word(hex));
  }
}

void designate(Operation& op, v1::SearchSector::Kind sector, Hex hex) {
  for (auto& search : *op.truth.mutable_air()->mutable_search()) {
    if (search.sector() == sector) search.add_designated(number(hex));
  }
}

// A block of the active side shares a hex with an enemy block: as much as the enemy can see.
bool blocks_face_each_other(Operation& op) {
  const auto hexes = hexes_of(op, op.passive());
  return std::ranges::any_of(op.blocks(op.active()), [&](const v1::Block* block) {
    return std::ranges::binary_search(hexes, as_hex(block->hex()));
  });
}

Task<> choose_hexes(Operation& op) {
  while (true) {
    Menu menu = op.menu(op.active(), v1::MenuKind::DESIGNATE, "prompt.designate");
    menu.rule = "6.4.2";
    menu.checkpoint = true;
    menu.prompt.number("count", offer_sector_hexes(op, menu));
    if (menu.items.size() > 1) menu.offer(v1::Verb::DESIGNATE_REST).by("6.4.2").says("choice.search.rest");
    offer_carriers(op, menu);
    if (menu.items.empty() && !blocks_face_each_other(op)) co_return;  // a carrier would be asked
    menu.offer(v1::Verb::DONE).says("choice.search.begin");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    if (answer.verb == v1::Verb::DESIGNATE_REST) {
      designate_rest(op);
    } else if (answer.verb == v1::Verb::DESIGNATE) {
      designate(op, answer.at<v1::SearchSector::Kind>(0), answer.at<Hex>(1));
    } else {
      const Hex hex = answer.at<Hex>(0);
      op.truth.mutable_air()->add_announced(number(hex));
      op.reveal(Licence::kCarrierAnnounced,
                Text("report.carrier_announced").word("side", word_of(op.active())).word("hex", op.word(hex)), hex,
                "5.3.1");
    }
  }
}

// -- the cards --

std::vector<Sighting> draw_cards(Operation& op) {
  std::vector<v1::Block*> targets;
  for (v1::Block* block : op.blocks(op.passive())) {
    if (within_search(op, *block)) targets.push_back(block);
  }
  std::ranges::stable_sort(targets, {}, [](const v1::Block* block) { return block->hex(); });
  std::vector<Sighting> sightings;
  for (const v1::Block* target : targets) {
    const v1::Card& card = op.card(op.active(), Draw::kSearch, target->id());
    sightings.push_back(
        read_card(op, *target, as_hex(target->hex()), card, searchers_of(op, *target), SearchKind::kSegment));
    tell_searcher(op, sightings.back(), "6.2");
  }
  for (const v1::Block* block : op.blocks(op.passive())) {
    if (block->scattered()) look_for_scattered(op, *block, sightings);
  }
  return sightings;
}

// All sightings at once. Asked whenever the searcher must think that there could be an answer.
Task<> owner_answers(Operation& op, std::vector<Sighting>& sightings) {
  const auto asked =
      std::ranges::count_if(sightings, [&](const Sighting& each) { return each.success && may_be_answered(op, each); });
  if (asked == 0) co_return;
  while (true) {
    Menu menu = op.menu(op.passive(), v1::MenuKind::RECON_OWNER, "prompt.recon_owner", Asking::kReaction);
    menu.prompt.number("count", asked);
    menu.rule = "6.2.2";
    for (const Sighting& each : sightings) {
      if (each.success) offer_answers(op, menu, each, cams_launched(sightings, each.block));
    }
    menu.offer(v1::Verb::DONE).says("choice.recon.done");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    note_answer(answer, sightings);
    if (std::ranges::all_of(sightings, [&](const Sighting& each) { return !each.success || is_answered(op, each); }))
      co_return;
  }
}

// The same words whoever searched [6.5].
void tell_failure(Operation& op, const Sighting& sighting) {
  v1::Block& target = op.block(sighting.block);
  const Hex hex = sighting.hex;
  if (!sighting.success) op.tell(Text("report.search.nothing").word("hex", op.word(hex)), hex, "6.2");
  if (op.shadowed(target)) end_shadowing(op, target);  // [6.3.5]
}

// -- shadowing [6.3] --

void offer_shadow(Operation& op, Menu& menu, const v1::Block& target, const v1::Shadow& shadow, int which, Text label) {
  if (!can_follow(op, target, shadow)) return;
  menu.offer(v1::Verb::SHADOW, target.id(), shadow.kind(), which).place(target.hex()).by("6.3.1").label =
      std::move(label.text("target", op.name(target)));
}

// Soviet aircraft never shadow [6.3.1].
void offer_shadowing_aircraft(Operation& op, Menu& menu, const v1::Block& target) {
  const Hex hex = as_hex(target.hex());
  v1::Shadow shadow;
  shadow.set_kind(v1::Shadow::AIR_UNIT);
  for (const v1::Air::Unit& unit : op.truth.air().unit()) {
    if (unit.side() != op.active() || unit.mission() != v1::Air::FLYING || unit.hex() != number(hex)) continue;
    const AirFacts& facts = op.facts(unit);
    if (!facts.model->recon() || facts.model->nation() == v1::Nation::SOVIET) continue;
    shadow.set_air_unit(unit.key());
    offer_shadow(op, menu, target, shadow, unit.key(), Text("choice.shadow.air_unit").text("unit", op.name(unit)));
  }
  shadow.Clear();
  shadow.set_kind(v1::Shadow::AIR_RADIUS);
  if (!shadowed_by(target, v1::Shadow::AIR_RADIUS))
    offer_shadow(op, menu, target, shadow, 0, "choice.shadow.air_radius");
  if (shadowed_by(target, v1::Shadow::SECTOR)) return;
  shadow.set_kind(v1::Shadow::SECTOR);
  for (const auto& search : op.truth.air().search()) {
    if (side_of_sector(search.sector()) != op.active() || search.sector() == v1::SearchSector::SOVIET) continue;
    if (!has(search.designated(), hex) || shadow_markers(op, search.sector()) >= search.hexes()) continue;
    shadow.set_sector(search.sector());
    const auto sector = lower(v1::SearchSector::Kind_Name(search.sector()));
    offer_shadow(op, menu, target, shadow, search.sector(),
                 Text("choice.shadow.sector").text("sector", Text("sector." + sector + ".name")));
  }
}

bool may_take_up(Operation& op, const Sighting& sighting) {
  if (!sighting.found()) return false;
  const v1::Block* target = op.find_block(sighting.block);
  if (!target || !may_be_shadowed(*target) || op.port_in_play(as_hex(target->hex()))) return false;
  return op.force_behind(*target).dispersed_from() == 0;
}

// An aircraft over the target whose carrier is hidden: whether it can follow depends on where she is.
bool carrier_aircraft_over(const Operation& op, const v1::Block& target) {
  return std::ranges::any_of(op.truth.air().unit(), [&](const v1::Air::Unit& unit) {
    return searches_over(op, unit, op.active(), as_hex(target.hex())) && !op.reference.find_place(unit.base());
  });
}

Task<> searcher_chooses(Operation& op, const std::vector<Sighting>& sightings) {
  Detachments detached;
  while (true) {
    Menu menu = op.menu(op.active(), v1::MenuKind::RECON_SEARCHER, "prompt.recon_searcher");
    menu.rule = "6.3";
    bool hidden = false;  // ships, or a carrier's aircraft: asked whether or not they are such as can
    for (const Sighting& each : sightings) {
      if (!may_take_up(op, each)) continue;
      const v1::Block& target = op.block(each.block);
      hidden |= each.by.force || carrier_aircraft_over(op, target);
      if (each.by.air) offer_shadowing_aircraft(op, menu, target);
      if (each.by.force) offer_shadowing_forces(op, menu, target, detached);
    }
    if (menu.items.empty() && !hidden) co_return;
    menu.offer(v1::Verb::DONE).says("choice.recon.done");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    take_up_shadowing(op, answer, op.active(), detached);
  }
}

Task<> search(Operation& op) {
  std::vector<Sighting> sightings = draw_cards(op);
  for (const Sighting& each : sightings) {
    if (each.success) show_card(op, each);
  }
  co_await owner_answers(op, sightings);
  for (const Sighting& each : sightings) {
    if (each.success) carry_out(op, each);
    if (!each.found()) tell_failure(op, each);
  }
  co_await searcher_chooses(op, sightings);
  co_await attack_contacts(op);  // [6.8.1]
}

}  // namespace

Task<> reconnaissance(Operation& op) {
  if (op.step() == Clock::STEP_UNSPECIFIED) {
    forget_searches(op);
    op.set_step(Clock::DESIGNATE);
  }
  co_await choose_hexes(op);
  op.set_step(Clock::SEARCH);
  co_await search(op);
  forget_searches(op);
}

}  // namespace wardroom::pq17
