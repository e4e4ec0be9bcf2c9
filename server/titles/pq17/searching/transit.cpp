// An enemy block passes through a hex with blocks of the other side: one card may be drawn against it [6.6.1].
#include <algorithm>

#include "server/titles/pq17/air/patrols.h"
#include "server/titles/pq17/combat/transit_combat.h"
#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {
namespace {

bool anyone_to_look(Operation& op, Side side, Hex hex) {
  return std::ranges::any_of(op.blocks(side, hex), [&](const v1::Block* block) { return !op.shadows_someone(*block); });
}

// Null: nobody draws; with a carrier's aircraft only if she is announced now [5.3.1, 6.4.1, A-18].
Task<std::optional<Searchers>> who_draws(Operation& op, Side side, Hex hex) {
  Menu menu = op.menu(side, v1::MenuKind::TRANSIT_DRAW, "prompt.transit", Asking::kReaction);
  menu.prompt.word("hex", op.word(hex));
  menu.rule = "6.6.1";
  menu.offer(v1::Verb::DRAW).place(number(hex)).says("choice.transit.draw");
  if (const v1::Force* carrier = carrier_on_patrol(op, side, hex)) {
    menu.offer(v1::Verb::ANNOUNCE_CARRIER, hex)
        .place(number(hex))
        .by("5.3.1")
        .would("would.reveal_carrier")
        .says("choice.transit.announce")
        .text("force", op.name(*carrier));
  }
  menu.offer(v1::Verb::NO).place(number(hex)).says("choice.transit.let_pass");
  const Action answer = co_await op.table.ask(std::move(menu));
  std::optional<Searchers> by;
  if (answer.verb == v1::Verb::NO) co_return by;
  op.tell(Text("report.transit").word("hex", op.word(hex)), hex, "6.6.1");
  by = searchers_in(op, side, hex);
  if (answer.verb == v1::Verb::ANNOUNCE_CARRIER) {
    announce_carrier(op, side, hex);
    by->air = true;
    by->other_than_soviet = true;
  }
  co_return by;
}

Task<> mover_answers(Operation& op, Side mover, std::vector<Sighting>& sightings) {
  while (true) {
    const v1::Block& block = op.block(sightings[0].block);
    Menu menu = op.menu(mover, v1::MenuKind::TRANSIT_OWNER, "prompt.seen_in_transit");
    menu.prompt.text("force", op.name(op.force_behind(block))).word("hex", op.word(as_hex(block.hex())));
    menu.rule = "6.2.2";
    offer_answers(op, menu, sightings[0]);
    menu.offer(v1::Verb::DONE).says("choice.seen_in_transit.accept");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    note_answer(answer, sightings);
  }
}

// Some block there might be what may shadow this target, for all its owner knows.
bool might_shadow(Operation& op, const v1::Block& target) {
  if (!may_be_shadowed(target) || op.port_in_play(as_hex(target.hex()))) return false;
  const Side side = enemy_of(target.side());
  const bool convoy = target.kind() == v1::BlockKind::CONVOY;
  if (convoy != (side == kAxis) || shadowed_by(target, v1::Shadow::WOLFPACK)) return false;
  return std::ranges::any_of(op.blocks(side, as_hex(target.hex())), [&](const v1::Block* block) {
    if (op.shadows_someone(*block)) return false;
    return !block->flat() || (block->kind() == v1::BlockKind::WOLFPACK) == convoy;
  });
}

// One force takes it up; cruisers that split off to do so may be several [6.3.3].
Task<> finder_shadows(Operation& op, BlockId id) {
  const Side side = enemy_of(op.block(id).side());
  if (!might_shadow(op, op.block(id)) || op.force_behind(op.block(id)).dispersed_from() != 0) co_return;
  Detachments detached;
  while (true) {
    const v1::Block& target = op.block(id);
    Menu menu = op.menu(side, v1::MenuKind::TRANSIT_SHADOW, "prompt.shadow_transit", Asking::kReaction);
    menu.prompt.text("force", op.name(target)).word("hex", op.word(as_hex(target.hex())));
    menu.rule = "6.6.1";
    offer_shadowing_forces(op, menu, target, detached);
    if (!detached.empty()) {
      std::erase_if(menu.items, [](const Item& item) {
        return item.action.verb != static_cast<std::uint32_t>(v1::Verb::DETACH_TOO);
      });
    }
    menu.offer(v1::Verb::NO).says(detached.empty() ? "choice.shadow_transit.no" : "choice.shadowing_cruisers.no_more");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::NO) co_return;
    take_up_shadowing(op, answer, side, detached);
    if (detached.empty()) co_return;
  }
}

}  // namespace

Task<bool> transit(Operation& op, Side mover, ForceKey key) {
  const BlockId id = block_id(op.force(mover, key));
  const Hex hex = as_hex(op.block(id).hex());
  const Side side = enemy_of(mover);
  if (!anyone_to_look(op, side, hex) || op.block(id).scattered()) co_return true;
  const std::optional<Searchers> by = co_await who_draws(op, side, hex);
  if (!by) co_return true;
  const v1::Card& card = op.card(side, Draw::kTransit, id.value, number(hex));  // a block passes a hex once in a turn
  std::vector<Sighting> sightings{read_card(op, op.block(id), hex, card, *by, SearchKind::kTransit)};
  tell_searcher(op, sightings[0], "6.6.1");
  if (!sightings[0].success) {
    op.tell("report.transit.unseen", hex, "6.6.1");
    co_return true;
  }
  show_card(op, sightings[0]);
  if (may_be_answered(op, sightings[0])) co_await mover_answers(op, mover, sightings);
  carry_out(op, sightings[0]);
  if (!op.find(mover, key)) co_return false;  // it was a Dummy
  if (!sightings[0].found()) co_return true;
  co_await finder_shadows(op, block_id(op.force(mover, key)));
  const bool fought = co_await combat_in_transit(op, mover, key);
  co_return !fought;
}

}  // namespace wardroom::pq17
