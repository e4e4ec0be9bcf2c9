#include "server/titles/pq17/searching/scattered.h"

#include <algorithm>

#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

using v1::Contact;

Contact in_hex(const v1::Block& convoy, Hex hex) {
  Contact contact;
  contact.set_convoy(convoy.id());
  contact.set_hex(number(hex));
  return contact;
}

void add_forces(Operation& op, const v1::Block& convoy, Hex hex, std::vector<Contact>& assets) {
  for (const v1::Block* block : op.blocks(enemy_of(convoy.side()), hex)) {
    if (op.shadows_someone(*block)) continue;  // it searches only for its own target [6.3]
    Contact& asset = assets.emplace_back(in_hex(convoy, hex));
    asset.set_block(block->id());
  }
}

void add_aircraft(Operation& op, const v1::Block& convoy, Hex hex, std::vector<Contact>& assets) {
  const Side side = enemy_of(convoy.side());
  for (const v1::Air::Unit& unit : op.truth.air().unit()) {
    const bool patrols = unit.side() == side && unit.mission() == v1::Air::RADIUS && has(unit.radius(), hex);
    if (!patrols && !searches_over(op, unit, side, hex)) continue;
    Contact& asset = assets.emplace_back(in_hex(convoy, hex));
    asset.set_air_unit(unit.key());
  }
  for (const auto& search : op.truth.air().search()) {
    if (side_of_sector(search.sector()) != side || !has(search.designated(), hex)) continue;
    Contact& asset = assets.emplace_back(in_hex(convoy, hex));
    asset.set_sector(search.sector());
  }
  if (has(op.truth.air().announced(), hex)) assets.push_back(in_hex(convoy, hex));
}

// Patrols from land are one asset however many of the hexes they cover [DP-63]: they look where they see best, in the
// convoy's own hex if that is as good as another.
void add_permanent_radius(Operation& op, const v1::Block& convoy, const std::vector<Hex>& around,
                          std::vector<Contact>& assets) {
  const Side side = enemy_of(convoy.side());
  std::vector<Hex> covered;
  std::ranges::copy_if(around, std::back_inserter(covered),
                       [&](Hex hex) { return op.permanent_radius(side, hex) && op.effect(hex).land_air_radius(); });
  const auto best = std::ranges::min_element(covered, {}, [&](Hex hex) { return op.effect(hex).card_column(); });
  if (best != covered.end()) assets.push_back(in_hex(convoy, *best));
}

std::vector<Contact> assets_around(Operation& op, const v1::Block& convoy) {
  std::vector<Contact> assets;
  const auto around = hexes_around(op, convoy);
  for (Hex hex : around) {
    add_forces(op, convoy, hex, assets);
    add_aircraft(op, convoy, hex, assets);
  }
  add_permanent_radius(op, convoy, around, assets);
  return assets;
}

// Whatever else looks in its hex helps to read the card [6.2], but a Dummy or an unarmed force finds nothing
// [6.5, 6.8].
Searchers searchers_with(Operation& op, const Contact& asset, Side side) {
  if (asset.block() != 0 && !can_search(op, op.force_behind(op.block(block_id(asset))))) return {};
  return searchers_in(op, side, as_hex(asset.hex()));
}

}  // namespace

std::vector<Hex> hexes_around(const Operation& op, const v1::Block& convoy) {
  std::vector<Hex> hexes{as_hex(convoy.hex())};
  for (Hex to : op.reference.hex(hexes[0]).by_sea) {
    const PlaceFacts* port = op.port_in_play(to);
    if (port && port->side != convoy.side()) continue;  // [5.1.4]
    const auto ice = known_ice(op, convoy.side(), hexes[0], to);
    if (!ice || may_cross(op, convoy.side(), *ice)) hexes.push_back(to);  // [5.1.7]
  }
  return hexes;
}

void look_for_scattered(Operation& op, const v1::Block& convoy, std::vector<Sighting>& sightings) {
  std::uint32_t ordinal = 0;
  for (Contact& asset : assets_around(op, convoy)) {
    const Side side = enemy_of(convoy.side());
    const v1::Card& card = op.card(side, Draw::kScattered, convoy.id(), ++ordinal);
    Sighting sighting =
        read_card(op, convoy, as_hex(asset.hex()), card, searchers_with(op, asset, side), SearchKind::kSegment);
    sighting.ordinal = ordinal;
    sighting.contact = std::move(asset);
    tell_searcher(op, sighting, "6.8.1");
    sightings.push_back(std::move(sighting));
  }
}

}  // namespace wardroom::pq17
