#include "server/titles/pq17/searching/search.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

using v1::SearchResult;

bool shadows(const v1::Block& shadower, const v1::Block* target) {
  if (!target) return false;
  return std::ranges::any_of(target->shadow(),
                             [&](const v1::Shadow& shadow) { return shadow.block() == shadower.id(); });
}

// A shadower searches only for its own target [6.3].
bool looks_for(const Operation& op, const v1::Block& searcher, const v1::Block* target) {
  return !op.shadows_someone(searcher) || shadows(searcher, target);
}

void add_air(Searchers& by, v1::Nation::Kind nation) {
  by.air = true;
  if (nation != v1::Nation::SOVIET) by.other_than_soviet = true;
}

v1::Nation::Kind nation_of_unit(const Operation& op, const v1::Air::Unit& unit) {
  return op.facts(unit).model->nation();
}

void add_aircraft(Operation& op, Searchers& by, Side side, Hex hex) {
  const MapHex& at = op.reference.hex(hex);
  if (op.effect(hex).land_air_radius()) {  // [6.4.1]
    if (side == kAxis && at.in(v1::AirRadius::GERMAN)) add_air(by, v1::Nation::GERMAN);
    if (side == kAllied && at.in(v1::AirRadius::BRITISH)) add_air(by, v1::Nation::BRITISH);
    if (side == kAllied && at.in(v1::AirRadius::SOVIET)) add_air(by, v1::Nation::SOVIET);
  }
  bool by_units = false;
  for (const v1::Air::Unit& unit : op.truth.air().unit()) {
    const bool patrol = unit.side() == side && unit.mission() == v1::Air::RADIUS && has(unit.radius(), hex);
    if (patrol) by_units = true;
    if (patrol || searches_over(op, unit, side, hex)) add_air(by, nation_of_unit(op, unit));
  }
  if (!by_units && temporary_radius(op, side, hex)) add_air(by, v1::Nation::BRITISH);  // a carrier that was announced
  for (const auto& search : op.truth.air().search()) {
    if (side_of_sector(search.sector()) != side || !has(search.designated(), hex)) continue;
    add_air(by, search.sector() == v1::SearchSector::SOVIET ? v1::Nation::SOVIET : v1::Nation::BRITISH);
  }
}

Searchers collect(Operation& op, Side side, Hex hex, const v1::Block* target) {
  Searchers by;
  for (const v1::Force* force : op.at_sea(side, hex)) {
    if (!can_search(op, *force) || !looks_for(op, op.block(block_id(*force)), target)) continue;
    by.force = true;
    if (!purely_soviet(op, *force)) by.other_than_soviet = true;
  }
  add_aircraft(op, by, side, hex);
  if (!target) return by;
  for (const v1::Shadow& shadow : target->shadow()) {  // never Soviet [6.3.1]
    if (shadow.block() == 0) add_air(by, v1::Nation::BRITISH);
  }
  return by;
}

const char* line_of(const Searchers& by) { return by.force && by.air ? "both" : by.air ? "air" : "force"; }

bool satisfied(Operation& op, const v1::Block& target, Hex hex, SearchResult::Kind result) {
  switch (result) {
    case SearchResult::U:
      return true;
    case SearchResult::S:  // [1.1.3, A-85]
      return op.reference.hex(hex).friendly_to(enemy_of(target.side())) || op.shadowed(target);
    case SearchResult::AIRCRAFT:
      return !op.near_interceptors(target.side(), hex);
    case SearchResult::ID0:
    case SearchResult::ID1:
    case SearchResult::ID2:
    case SearchResult::ID3:
      return target.flat() && target.level() >= result - SearchResult::ID0;
    default:
      return false;
  }
}

bool carrier_is_known_absent(const v1::Block& target) {
  const v1::Statement& told = target.told();
  if (!target.flat() || !told.binding() || told.level() < 2) return false;
  return !told.carrier() && std::ranges::none_of(told.category(), [](const auto& each) {
    return each.category() == v1::ShipCategory::CARRIER;
  });
}

bool watermark_counts(const Sighting& sighting) {
  return sighting.watermark && sighting.kind == SearchKind::kSegment;  // [6.2.2]
}

int unused_cams(const Operation& op, const v1::Force& force) {
  int cams = 0;
  for (const v1::Counter& ship : force.ship()) {
    if (op.reference.unit(ship.unit()).type == v1::ShipType::MC && !ship.used()) cams += ship.cs();
  }
  return cams;
}

void use_cam(Operation& op, v1::Force& force) {
  for (int i = 0; i < force.ship_size(); ++i) {
    if (op.reference.unit(force.ship(i).unit()).type != v1::ShipType::MC || force.ship(i).used()) continue;
    v1::Counter cam = take(force, i, 1);
    cam.set_used(true);
    add(op.reference, force, std::move(cam));
    return;
  }
}

}  // namespace

bool purely_soviet(const Operation& op, const v1::Force& force) {
  return !force.ship().empty() && std::ranges::all_of(force.ship(), [&](const v1::Counter& ship) {
    const UnitFacts& unit = op.reference.unit(ship.unit());
    return unit.nation == v1::Nation::SOVIET;
  });
}

bool can_search(const Operation& op, const v1::Force& force) {
  if (force.kind() == v1::BlockKind::DUMMY) return false;                 // [6.5]
  return has_warship(op.reference, force) && !has_dead_or_towing(force);  // [6.8, 7]
}

bool searches_over(const Operation& op, const v1::Air::Unit& unit, Side side, Hex hex) {
  const bool there = unit.side() == side && unit.mission() == v1::Air::FLYING && unit.hex() == number(hex);
  return there && op.facts(unit).model->recon();
}

bool has(const google::protobuf::RepeatedField<std::uint32_t>& hexes, Hex hex) {
  return std::ranges::find(hexes, number(hex)) != hexes.end();
}

Side side_of_sector(v1::SearchSector::Kind sector) {
  return sector == v1::SearchSector::BRITISH || sector == v1::SearchSector::SOVIET ? kAllied : kAxis;
}

bool within_search(Operation& op, const v1::Block& target) {
  if (target.scattered()) return false;  // every asset looks for its ships by itself [6.8.1]
  if (target.hex() == 0) return false;
  if (op.shadowed(target)) return true;
  const Hex hex = as_hex(target.hex());
  const Side side = enemy_of(target.side());
  if (op.permanent_radius(side, hex) && op.effect(hex).land_air_radius()) return true;
  if (temporary_radius(op, side, hex)) return true;
  for (const auto& search : op.truth.air().search()) {
    if (side_of_sector(search.sector()) == side && has(search.designated(), hex)) return true;
  }
  for (const v1::Air::Unit& unit : op.truth.air().unit()) {
    if (searches_over(op, unit, side, hex)) return true;
  }
  return std::ranges::any_of(op.blocks(side, hex),
                             [&](const v1::Block* block) { return looks_for(op, *block, &target); });
}

Searchers searchers_of(Operation& op, const v1::Block& target) {
  return collect(op, enemy_of(target.side()), as_hex(target.hex()), &target);
}

Searchers searchers_in(Operation& op, Side side, Hex hex) { return collect(op, side, hex, nullptr); }

namespace {

const google::protobuf::RepeatedField<int>& line_read(const Operation& op, const v1::Card& card,
                                                      const v1::Card::Section& section, Searchers by) {
  if (!by.air) return section.force();
  const bool as_printed = card.lines_exchanged() && op.option("option.ruling.a_76");
  return by.force != as_printed ? section.both() : section.air();
}

}  // namespace

Sighting read_card(Operation& op, const v1::Block& target, Hex hex, const v1::Card& card, Searchers by,
                   SearchKind kind) {
  Sighting made;
  made.block = id_of(target);
  made.hex = hex;
  made.kind = kind;
  made.card = &card;
  made.by = by;
  const auto& section = op.night() ? card.night() : card.day();
  const int column = op.effect(hex).card_column() - 1;
  const auto& line = line_read(op, card, section, by);
  made.result = static_cast<SearchResult::Kind>(line.Get(column));
  made.watermark = section.submarine_watermark();
  made.level =
      std::min((target.flat() ? target.level() : 0) + section.id_gain(column), op.numbers.recon().most_id_at_sea());
  const bool flagged = section.soviet_flag() && !by.other_than_soviet;
  const bool goes_through = by.any() && satisfied(op, target, hex, made.result);
  made.success = goes_through && !flagged;
  made.soviet_mark = goes_through && flagged;
  return made;
}

Text result_said(v1::SearchResult::Kind result) {
  if (result == v1::SearchResult::DASH) return "searchresult.dash.said";
  return Text("searchresult." + lower(v1::SearchResult::Kind_Name(result)) + ".name");
}

Text deck_of(Side side) { return Text("deck." + std::string(word_of(side)) + ".name"); }

void tell_searcher(Operation& op, const Sighting& sighting, std::string_view rule) {
  const v1::Block& target = op.block(sighting.block);
  const Text deck = deck_of(enemy_of(target.side()));
  const auto index = static_cast<std::uint32_t>(sighting.card->index());
  op.tell(
      enemy_of(target.side()),
      {Text(sighting.soviet_mark ? "report.search.card.soviet.own" : "report.search.card.own")
           .number("index", sighting.card->index())
           .text("block", op.name(target))
           .word("hex", op.word(sighting.hex))
           .text("result", result_said(sighting.result)),
       told::Card{deck, index, {}, result_said(sighting.result), target.id(), op.name(target), sighting.soviet_mark}},
      sighting.hex, rule);
}

void show_card(Operation& op, const Sighting& sighting) {
  const Hex hex = sighting.hex;
  const auto column = lower(v1::WeatherEffect::CardColumn_Name(op.effect(hex).card_column()));
  told::Card card{
      deck_of(enemy_of(op.block(sighting.block).side())),
      static_cast<std::uint32_t>(sighting.card->index()),
      {op.night() ? "cardsection.night.name" : "cardsection.day.name",
       Text(std::string("cardline.") + line_of(sighting.by) + ".name"), Text("cardcolumn." + column + ".name")},
      Text("searchresult." + lower(SearchResult::Kind_Name(sighting.result)) + ".name")};
  op.reveal(Licence::kSearchCard,
            {Text("report.search.card")
                 .number("index", sighting.card->index())
                 .text("section", card.where[0])
                 .text("line", card.where[1])
                 .text("column", card.where[2])
                 .text("result", card.result),
             std::move(card)},
            hex, "6.2");
}

namespace {

bool may_be_negated(Operation& op, const Sighting& sighting) {
  const v1::Block& target = op.block(sighting.block);
  const bool upright = !target.flat();
  if (watermark_counts(sighting) && (upright || target.kind() == v1::BlockKind::WOLFPACK)) return true;
  if (sighting.result != SearchResult::AIRCRAFT) return false;
  const bool cam = op.effect(sighting.hex).cam() && (upright || target.kind() == v1::BlockKind::CONVOY);
  const bool carrier = upright || (target.kind() != v1::BlockKind::WOLFPACK && !carrier_is_known_absent(target));
  return cam || carrier;
}

}  // namespace

bool may_be_answered(Operation& op, const Sighting& sighting) {
  return sighting.level == 1 || may_be_negated(op, sighting);
}

bool is_answered(Operation& op, const Sighting& sighting) {
  if (sighting.answer != Sighting::Answer::kNone) return true;
  return !may_be_negated(op, sighting) && (sighting.level != 1 || sighting.said);
}

int cams_launched(const std::vector<Sighting>& sightings, BlockId block) {
  return static_cast<int>(std::ranges::count_if(
      sightings, [&](const Sighting& each) { return each.block == block && each.answer == Sighting::Answer::kCam; }));
}

void offer_answers(Operation& op, Menu& menu, const Sighting& sighting, int cams_launched) {
  if (sighting.answer != Sighting::Answer::kNone) return;
  const v1::Block& target = op.block(sighting.block);
  const v1::Force& force = op.force_behind(target);
  if (force.kind() == v1::BlockKind::DUMMY) return;
  const Hex hex = sighting.hex;
  const auto label = [&](const char* id) { return Text(id).text("force", op.name(force)).word("hex", op.word(hex)); };
  const auto negate = [&](v1::Verb::Kind verb, const char* id, const char* would) {
    Item& item = (sighting.ordinal ? menu.offer(verb, target.id(), sighting.ordinal) : menu.offer(verb, target.id()))
                     .place(number(hex))
                     .by("6.2.2")
                     .would(would);
    item.label = label(id);
  };
  if (watermark_counts(sighting) && force.kind() == v1::BlockKind::WOLFPACK) {
    negate(v1::Verb::NEGATE_WOLFPACK, "choice.recon.wolfpack", "would.reveal_wolfpack");
  }
  if (sighting.result == SearchResult::AIRCRAFT) {
    if (has_carrier(op.reference, force))
      negate(v1::Verb::NEGATE_CARRIER, "choice.recon.carrier", "would.reveal_carrier");
    if (unused_cams(op, force) > cams_launched && op.effect(hex).cam()) {
      negate(v1::Verb::NEGATE_CAM, "choice.recon.cam", "would.reveal_convoy");
    }
  }
  if (sighting.level != 1 || sighting.said) return;
  const Range range = shaded(op.reference, tally(op.reference, force).warship_counters);
  for (int count = range.from; count <= range.to; ++count) {
    Item& item = menu.offer(v1::Verb::SAY_COUNTERS, target.id(), count).place(target.hex()).by("6.2.1");
    item.label = label("choice.recon.number").number("count", count);
  }
}

void note_answer(const Action& answer, std::vector<Sighting>& sightings) {
  for (Sighting& sighting : sightings) {
    if (sighting.block != answer.at<BlockId>(0) || !sighting.success) continue;
    if (sighting.ordinal != 0 && sighting.ordinal != answer.at<std::uint32_t>(1)) continue;
    switch (answer.verb) {
      case v1::Verb::NEGATE_WOLFPACK:
        sighting.answer = Sighting::Answer::kWolfpack;
        break;
      case v1::Verb::NEGATE_CARRIER:
        sighting.answer = Sighting::Answer::kCarrier;
        break;
      case v1::Verb::NEGATE_CAM:
        sighting.answer = Sighting::Answer::kCam;
        break;
      case v1::Verb::SAY_COUNTERS:
        sighting.said = answer.at<int>(1);
        break;
      default:
        throw Broken("pq17: not an answer to a search");
    }
  }
}

bool announce_answer(Operation& op, const Sighting& sighting) {
  const Hex hex = sighting.hex;
  const auto announced = [&](const char* id) {
    op.reveal(Licence::kNegated, Text(id).word("hex", op.word(hex)), hex, "6.2.2");
  };
  switch (sighting.answer) {
    case Sighting::Answer::kWolfpack:
      announced("report.negated.wolfpack");
      return true;
    case Sighting::Answer::kCarrier:
      announced("report.negated.carrier");
      return true;
    case Sighting::Answer::kCam:
      use_cam(op, op.force_behind(op.block(sighting.block)));
      announced("report.negated.cam");
      return true;
    case Sighting::Answer::kNone:
      break;
  }
  return false;
}

namespace {

Text name_of_asset(Operation& op, const v1::Contact& asset) {
  if (asset.block() != 0) return op.name(op.block(block_id(asset)));
  if (asset.air_unit() != 0) return op.name(op.air(air_key(asset)));
  return asset.sector() != v1::SearchSector::UNSPECIFIED ? Text("shadower.sector.name")
                                                         : Text("shadower.air_radius.name");
}

}  // namespace

void make_contact(Operation& op, const Sighting& sighting) {
  *op.truth.mutable_sea()->add_contact() = sighting.contact;
  op.reveal(Licence::kScatteredContact,
            {Text("report.scattered_contact")
                 .text("attacker", name_of_asset(op, sighting.contact))
                 .word("hex", op.word(sighting.hex)),
             seen(op, op.block(sighting.block), name_of_asset(op, sighting.contact))},
            sighting.hex, "6.8.1");
}

void carry_out(Operation& op, const Sighting& sighting) {
  if (announce_answer(op, sighting)) return;
  v1::Block& target = op.block(sighting.block);
  const Hex hex = sighting.hex;
  if (target.scattered()) {
    make_contact(op, sighting);
    return;
  }
  if (op.force_behind(target).dispersed_from() != 0) {
    op.reveal(Licence::kDispersedHere, Text("report.shadowing.dispersed").word("hex", op.word(hex)), hex, "6.3.1");
  }
  raise_id(op, target, sighting.level, sighting.said);
}

}  // namespace wardroom::pq17
