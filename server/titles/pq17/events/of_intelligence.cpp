// Events that tell something of the enemy, or hide something from him [13, 13.8].
#include <algorithm>
#include <functional>

#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/events/parts.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {
namespace {

using v1::BlockKind;
using v1::RandomEvent;

bool lists(const RandomEvent& event, BlockKind::Kind kind) {
  return std::ranges::find(event.block_kinds(), kind) != event.block_kinds().end();
}

bool knows_less(const v1::Block& block, int level) { return !block.flat() || block.level() < level; }

// Forces of these kinds at sea, by block.
std::vector<BlockId> forces_at_sea(Operation& op, Side side, const std::function<bool(const v1::Force&)>& test) {
  std::vector<BlockId> found;
  for (const v1::Block* block : op.blocks(side)) {
    if (block->hex() != 0 && test(op.force_behind(*block))) found.push_back(id_of(*block));
  }
  return found;
}

// For all the roller knows, such a force is behind it.
bool may_be_meant(const v1::Block& block, const RandomEvent& event) {
  if (block.hex() == 0 || !knows_less(block, event.id_level())) return false;
  return block.flat() ? lists(event, block.kind()) : block.under() == 0;
}

Task<BlockId> chosen_block(Operation& op, std::vector<BlockId> blocks) {
  if (blocks.size() == 1) co_return blocks[0];
  Menu menu = event_menu(op, op.active(), "prompt.event_located");
  for (BlockId id : blocks) {
    const v1::Block& block = op.block(id);
    menu.offer(v1::Verb::CHOOSE_BLOCK, id)
        .place(block.hex())
        .says("choice.event_located.block")
        .text("force", op.name(block))
        .word("hex", op.word(as_hex(block.hex())));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<BlockId>(0);
}

Task<> locate_chosen(Operation& op, const RandomEvent& event) {
  std::vector<BlockId> blocks;
  for (const v1::Block* block : op.blocks(event.affects())) {
    if (may_be_meant(*block, event)) blocks.push_back(id_of(*block));
  }
  if (blocks.empty()) {
    tell_no_effect(op, event);
    co_return;
  }
  const BlockId id = co_await chosen_block(op, std::move(blocks));
  v1::Block& block = op.block(id);
  if (lists(event, op.force_behind(block).kind())) {
    raise_id(op, block, event.id_level(), {});
    co_return;
  }
  const Hex hex = as_hex(block.hex());
  op.reveal(Licence::kEventLocates,
            Text("report.event.not_there").text("event", Text(event.id() + ".name")).word("hex", op.word(hex)), hex,
            "13");
}

void locate_at_random(Operation& op, const RandomEvent& event) {
  if (op.blocks(event.affects()).empty()) return tell_no_effect(op, event);
  const auto blocks =
      forces_at_sea(op, event.affects(), [&](const v1::Force& force) { return lists(event, force.kind()); });
  const std::size_t drawn = pick_one(op, Pick::kSubject, blocks.size());
  if (blocks.empty() || !knows_less(op.block(blocks[drawn]), event.id_level())) return reveal_no_effect(op, event);
  const ForceKey key = key_of(op.force_behind(op.block(blocks[drawn])));
  raise_id(op, step_forward(op, event.affects(), key), event.id_level(), {});
}

// -- B-Dienst --

// Convoys that have not arrived; what is Dispersed belongs to its convoy.
bool convoy_in_play(Operation& op, Side side, const v1::Force& force) {
  return force.kind() == BlockKind::CONVOY && !is_dispersed_part(op, side, force) &&
         (op.at_sea(force) || force.place() != force.destination());
}

// -- ports --

std::vector<const PlaceFacts*> ports_of(const Operation& op, const RandomEvent& event) {
  const std::vector<Hex> hexes = hexes_of(op, event);
  std::vector<const PlaceFacts*> found;
  for (const PlaceFacts& place : op.reference.places()) {
    if (!place.port || place.side != event.affects() || !op.in_play(place)) continue;
    if (std::ranges::find(hexes, place.hex) != hexes.end()) found.push_back(&place);
  }
  return found;
}

}  // namespace

void read_signals(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  int in_play = 0;
  for (const v1::Force* force : op.all(side)) in_play += convoy_in_play(op, side, *force) ? 1 : 0;
  if (in_play == 0) return reveal_no_effect(op, event);
  const bool rolled = in_play > 1;  // [13.8]
  const bool heard = !rolled || amount_of(op, event) > 0;
  const auto at_sea = forces_at_sea(op, side, [&](const v1::Force& force) { return convoy_in_play(op, side, force); });
  const std::size_t drawn = pick_one(op, Pick::kSubject, at_sea.size());
  if (!heard || at_sea.empty()) return reveal_no_effect(op, event);
  v1::Block& block = op.block(at_sea[drawn]);
  const Hex hex = as_hex(block.hex());
  op.reveal(Licence::kEventLocates, Text("report.event.b_dienst").word("hex", op.word(hex)), hex, "13.8");
  if (!knows_less(block, event.id_level())) return;
  raise_id(op, step_forward(op, side, key_of(op.force_behind(block))), event.id_level(), {});
}

Task<> locate_enemy(Operation& op, const RandomEvent& event) {
  if (event.chosen_by_roller()) {
    co_await locate_chosen(op, event);
  } else {
    locate_at_random(op, event);
  }
}

Task<> lose_contact(Operation& op, const RandomEvent& event) {
  const Side side = event.affects();
  Menu menu = event_menu(op, side, "prompt.event_shadow");
  for (const v1::Block* block : op.blocks(side)) {
    for (int i = 0; i < block->shadow_size(); ++i) {
      menu.offer(v1::Verb::CEASE_SHADOWING, block->id(), i)
          .place(block->hex())
          .says("choice.event_shadow.ends")
          .text("force", op.name(*block))
          .word("hex", op.word(as_hex(block->hex())))
          .text("shadower", Text("shadower." + lower(v1::Shadow::Kind_Name(block->shadow(i).kind())) + ".name"));
    }
  }
  if (menu.items.empty()) {
    tell_no_effect(op, event);
    co_return;
  }
  Action answer = menu.items.front().action;
  if (menu.items.size() > 1) answer = co_await op.table.ask(std::move(menu));
  end_one_shadow(op, op.block(answer.at<BlockId>(0)), answer.at<int>(1));
}

Task<> report_on_port(Operation& op, const RandomEvent& event) {
  const std::vector<const PlaceFacts*> ports = ports_of(op, event);
  if (ports.empty()) {
    tell_no_effect(op, event);
    co_return;
  }
  const PlaceFacts* port = ports.front();
  if (!event.chosen_by_roller()) {
    port = ports[pick_one(op, Pick::kSubject, ports.size())];
  } else if (ports.size() > 1) {
    Menu menu = event_menu(op, op.active(), "prompt.event_port");
    for (const PlaceFacts* each : ports) {
      menu.offer(v1::Verb::CHOOSE_PLACE, each->number)
          .place(number(each->hex))
          .says("choice.event_port.place")
          .text("place", op.name(*each));
    }
    const Action answer = co_await op.table.ask(std::move(menu));
    port = &op.reference.place(answer.at<int>(0));
  }
  co_await port_answers(op, *port, event.id_level(), 0);
}

}  // namespace wardroom::pq17
