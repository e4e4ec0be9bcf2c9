// Where a block may come to, or what was seen earlier may have come to: by sea, as fast as what is known of it allows,
// whatever ice, weather, fuel and orders would say. Boxes are left by any of their gates.
#include <algorithm>
#include <set>

#include "server/titles/pq17/pq17.h"
#include "server/titles/pq17/sight/sight.h"

namespace wardroom::pq17 {
namespace {

constexpr int kTurnsAhead = 3;

using Hexes = std::set<Hex>;

// What is looked for: where it was, when, and how it moves.
struct Quarry {
  Hex from{};
  int turn = 0;
  std::optional<Side> side{};
  int hexes = 0;         // a turn
  bool follows = false;  // it shadows, and goes along in the other's segment too [6.3]
};

int submarine_hexes(const Reference& reference) {
  v1::Speed::Kind best = v1::Speed::NONE;  // the enum runs from fast to slow
  for (const v1::ShipClass* one : reference.box().classes()) {
    if (one->type() == v1::ShipType::SS) best = std::min(best, one->step(0).speed());
  }
  const auto& hexes = reference.numbers().movement();
  if (best == v1::Speed::HIGH) return hexes.high_hexes();
  return best == v1::Speed::MODERATE ? hexes.moderate_hexes() : hexes.slow_hexes();
}

int hexes_of(const Reference& reference, const v1::Block& block) {
  const auto& hexes = reference.numbers().movement();
  if (!block.flat()) return hexes.high_hexes();
  switch (block.kind()) {
    case v1::BlockKind::CONVOY:
      return hexes.slow_hexes();  // [5.1]
    case v1::BlockKind::WOLFPACK:
      return submarine_hexes(reference);
    default:
      return hexes.high_hexes();
  }
}

bool shadows_someone(const v1::View& view, const v1::Block& block) {
  return block.under() != 0 || std::ranges::any_of(view.sea().block(), [&](const v1::Block& other) {
           return std::ranges::any_of(other.shadow(),
                                      [&](const v1::Shadow& shadow) { return shadow.block() == block.id(); });
         });
}

std::optional<Quarry> quarry_of(const Reference& reference, const v1::View& view, const wardroom::v1::AskReach& asked) {
  const int now = view.clock().turn();
  if (asked.subject() != 0) {
    for (const v1::Block& block : view.sea().block()) {
      if (block.id() != asked.subject() || block.hex() == 0) continue;
      return Quarry{as_hex(block.hex()), now, block.side(), hexes_of(reference, block), shadows_someone(view, block)};
    }
    return {};
  }
  const bool in_range = asked.place() > 0 && asked.place() < 10000 && asked.turn() > 0;
  const MapHex* hex = in_range ? reference.box().hex(as_hex(asked.place())) : nullptr;
  if (!hex || !hex->in_play || static_cast<int>(asked.turn()) > now) return {};
  Quarry quarry{hex->hex, static_cast<int>(asked.turn()), {}, reference.numbers().movement().high_hexes()};
  if (const std::optional<Side> own = viewer_of(view)) quarry.side = enemy_of(*own);
  return quarry;
}

Hexes grown(const Reference& reference, Hexes all, int steps) {
  Hexes edge = all;
  for (int i = 0; i < steps; ++i) {
    Hexes next;
    for (Hex hex : edge) {
      for (Hex to : reference.hex(hex).by_sea) {
        if (reference.hex(to).in_play && all.insert(to).second) next.insert(to);
      }
    }
    edge = std::move(next);
  }
  return all;
}

// In by one gate, out by another in a later turn.
void through_boxes(const Reference& reference, Hexes& all) {
  for (const v1::Box* box : reference.box().boxes()) {
    std::vector<Hex> gates;
    for (const std::string& gate : box->gates()) {
      if (const std::optional<Hex> hex = hex_of(gate); hex && reference.box().hex(*hex)) gates.push_back(*hex);
    }
    if (std::ranges::any_of(gates, [&](Hex gate) { return all.contains(gate); }))
      all.insert(gates.begin(), gates.end());
  }
}

// Whether this turn's Naval Movement Segment of a side is over, as everybody sees.
bool has_moved(const v1::Clock& clock, std::optional<Side> side) {
  if (!side || clock.phase() < v1::Clock::PLAYER) return false;
  if (clock.phase() > v1::Clock::PLAYER) return true;
  if (clock.active() == *side) return clock.segment() > v1::Clock::NAVAL_MOVEMENT;
  return clock.initiative() == *side;
}

}  // namespace

std::optional<wardroom::v1::Reach> Pq17::reach(const View& view, const wardroom::v1::AskReach& asked) const {
  const auto& mine = static_cast<const v1::View&>(view);
  const std::optional<Quarry> quarry = quarry_of(reference_, mine, asked);
  if (!quarry) return {};
  const int now = mine.clock().turn();
  wardroom::v1::Reach reach;
  reach.set_subject(asked.subject());
  reach.set_from(number(quarry->from));
  to_wire(Text("reach.speed").number("hexes", quarry->hexes), *reach.add_because());
  to_wire(quarry->follows ? "reach.follows" : "reach.does_not_follow", *reach.add_because());

  Hexes all{quarry->from};
  for (int turn = quarry->turn; turn <= now + kTurnsAhead; ++turn) {
    const bool this_turn = turn == now && asked.subject() != 0;
    if (turn > quarry->turn) through_boxes(reference_, all);
    if (!this_turn || !has_moved(mine.clock(), quarry->side)) all = grown(reference_, std::move(all), quarry->hexes);
    const bool other_moves =
        !this_turn || !has_moved(mine.clock(), quarry->side ? enemy_of(*quarry->side) : quarry->side);
    if (quarry->follows && other_moves) all = grown(reference_, std::move(all), quarry->hexes);
    if (turn < now) continue;
    auto& stage = *reach.add_stages();
    stage.set_turn(static_cast<std::uint32_t>(turn));
    to_wire(Operation::turn_name(turn), *stage.mutable_time());
    for (Hex hex : all) stage.add_places(number(hex));
  }
  return reach;
}

}  // namespace wardroom::pq17
