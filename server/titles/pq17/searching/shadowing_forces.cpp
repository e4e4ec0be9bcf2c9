// Wolfpacks and cruisers take up shadowing: in the Reconnaissance Segment, in transit, after a battle [6.3.2, 6.3.3].
#include <algorithm>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

using v1::BlockKind;

const Detachment* detachment_of(const Detachments& detached, const v1::Block& target, const v1::Force& from) {
  const auto found = std::ranges::find_if(
      detached, [&](const Detachment& each) { return each.target == id_of(target) && each.from == key_of(from); });
  return found == detached.end() ? nullptr : &*found;
}

// One cruiser as a new Task Force, or to those that have just left the same force [6.3.3].
void offer_detaching(Operation& op, Menu& menu, const v1::Block& target, const v1::Force& force,
                     const Detachments& detached) {
  const Detachment* others = detachment_of(detached, target, force);
  const auto offer = [&](v1::Verb::Kind verb, int index, const char* label) -> Text& {
    return menu.offer(verb, target.id(), key_of(force), index)
        .place(target.hex())
        .by("6.3.3")
        .says(label)
        .text("target", op.name(target))
        .text("ship", op.name(op.reference.unit(force.ship(index).unit())));
  };
  for (int index : unhit_cruisers(op, force)) {
    if (others && force.ship_size() > 1)
      offer(v1::Verb::DETACH_TOO, index, "choice.shadowing_cruisers.too")
          .text("force", op.name(op.force(kAllied, others->cruisers)));
    if (op.block_left(kAllied, BlockKind::TASK_FORCE) && force.ship_size() > 1)
      offer(v1::Verb::DETACH, index, "choice.shadowing_cruisers.ship");
  }
}

// She joins the cruisers as if she had left with them.
void detach_too(Operation& op, const Action& choice, const Detachments& detached) {
  v1::Force& from = op.force(kAllied, choice.at<ForceKey>(1));
  const Detachment* others = detachment_of(detached, op.block(choice.at<BlockId>(0)), from);
  v1::Force& cruisers = op.force(kAllied, others->cruisers);
  const int index = choice.at<int>(2);
  op.tell(kAllied,
          Text("report.detached_too.own")
              .text("ship", op.name(op.reference.unit(from.ship(index).unit())))
              .text("force", op.name(cruisers)),
          op.hex_of(from), "6.3.3");
  add(op.reference, cruisers, take(from, index, from.ship(index).cs()));
  fuel_is_needed(op, from);
  for (const v1::Force* each : {&from, &cruisers}) may_have_changed(op.block_of(*each));
}

}  // namespace

void offer_shadowing_forces(Operation& op, Menu& menu, const v1::Block& target, const Detachments& detached) {
  const Hex hex = as_hex(target.hex());
  const Side side = enemy_of(target.side());
  for (v1::Force* force : op.at_sea(side, hex)) {
    if (op.shadows_someone(op.block_of(*force)) || has_dead_or_towing(*force)) continue;
    if (side == kAxis && target.kind() == BlockKind::CONVOY && force->kind() == BlockKind::WOLFPACK) {  // [6.3.2]
      if (shadowed_by(target, v1::Shadow::WOLFPACK)) continue;
      menu.offer(v1::Verb::SHADOW, target.id(), v1::Shadow::WOLFPACK, key_of(*force))
          .place(target.hex())
          .by("6.3.2")
          .says("choice.shadow.wolfpack")
          .text("target", op.name(target))
          .text("force", op.name(*force));
    }
    if (side != kAllied || target.kind() != BlockKind::TASK_FORCE) continue;
    if (only_unhit_cruisers(op, *force)) {  // [6.3.3]
      menu.offer(v1::Verb::SHADOW, target.id(), v1::Shadow::CRUISERS, key_of(*force))
          .place(target.hex())
          .by("6.3.3")
          .says("choice.shadow.cruisers")
          .text("target", op.name(target))
          .text("force", op.name(*force));
    }
    offer_detaching(op, menu, target, *force, detached);
  }
}

void take_up_shadowing(Operation& op, const Action& choice, Side side, Detachments& detached) {
  if (choice.verb == v1::Verb::DETACH_TOO) return detach_too(op, choice, detached);
  const auto target = choice.at<BlockId>(0);
  v1::Shadow shadow;
  if (choice.verb == v1::Verb::DETACH) {
    v1::Force& from = op.force(side, choice.at<ForceKey>(1));
    std::vector<v1::Counter> ships;
    ships.push_back(take(from, choice.at<int>(2), from.ship(choice.at<int>(2)).cs()));
    const v1::Force* cruisers = split_off(op, side, from, std::move(ships));
    if (!cruisers) return;
    detached.push_back({target, choice.at<ForceKey>(1), key_of(*cruisers)});
    shadow.set_kind(v1::Shadow::CRUISERS);
    shadow.set_block(cruisers->block());
  } else {
    shadow.set_kind(choice.at<v1::Shadow::Kind>(1));
    switch (shadow.kind()) {
      case v1::Shadow::AIR_UNIT:
        shadow.set_air_unit(choice.at<int>(2));
        break;
      case v1::Shadow::SECTOR:
        shadow.set_sector(choice.at<v1::SearchSector::Kind>(2));
        break;
      case v1::Shadow::AIR_RADIUS:
        break;
      default:
        shadow.set_block(op.force(side, choice.at<ForceKey>(2)).block());
    }
  }
  begin_shadowing(op, op.block(target), shadow);
}

// -- after a battle [6.3.3, A-87] --

namespace {

bool known_capital(const Operation& op, const v1::Block& block) {
  const v1::Statement& told = block.told();
  return std::ranges::any_of(told.named(),
                             [&](const auto& each) { return op.reference.unit(each.unit()).capital(); }) ||
         std::ranges::any_of(told.category(),
                             [](const auto& each) { return each.category() == v1::ShipCategory::CAPITAL; });
}

std::vector<BlockId> capital_ships_that_fought(Operation& op) {
  std::vector<BlockId> found;
  for (const v1::Block* block : op.blocks(kAxis)) {
    const bool open_sea = block->hex() != 0 && !op.port_in_play(as_hex(block->hex()));
    if (block->fought() && may_be_shadowed(*block) && block->kind() == BlockKind::TASK_FORCE && open_sea &&
        known_capital(op, *block))
      found.push_back(id_of(*block));
  }
  return found;
}

// Who has fought there, and whether all their ships were seen.
struct Fought {
  bool someone = false;
  bool seen = true;
};

Fought fought_beside(Operation& op, const v1::Block& target) {
  Fought fought;
  for (const v1::Block* block : op.blocks(kAllied, as_hex(target.hex()))) {
    if (!block->fought() || op.shadows_someone(*block)) continue;
    fought.someone = true;
    if (!block->told().binding() || !block->told().seen()) fought.seen = false;
  }
  return fought;
}

// A cruiser that all have seen could leave her force, as far as they know: whether a block is left for her they do not.
bool might_leave(Operation& op, const v1::Block& target) {
  return std::ranges::any_of(op.at_sea(kAllied, as_hex(target.hex())), [&](const v1::Force* force) {
    const v1::Block& block = op.block_of(*force);
    return block.fought() && !op.shadows_someone(block) && !has_dead_or_towing(*force) && force->ship_size() > 1 &&
           !unhit_cruisers(op, *force).empty();
  });
}

}  // namespace

Task<> cruisers_keep_in_touch(Operation& op) {
  for (BlockId id : capital_ships_that_fought(op)) {
    Detachments detached;
    const Fought fought = fought_beside(op, op.block(id));
    while (fought.someone) {
      const v1::Block& target = op.block(id);
      Menu menu = op.menu(kAllied, v1::MenuKind::AFTER_BATTLE, "prompt.battle_shadow", asking_of(op, kAllied));
      menu.prompt.text("target", op.name(target));
      menu.rule = "6.3.3";
      offer_shadowing_forces(op, menu, target, detached);
      std::erase_if(menu.items, [&](const Item& item) {  // only those who fought
        const auto own = item.action.at<ForceKey>(item.action.verb == v1::Verb::SHADOW ? 2 : 1);
        return !op.block_of(op.force(kAllied, own)).fought();
      });
      if (menu.items.empty() && fought.seen && !might_leave(op, target)) break;
      menu.offer(v1::Verb::NO).says("choice.battle_shadow.no");
      const Action answer = co_await op.table.ask(std::move(menu));
      if (answer.verb == v1::Verb::NO) break;
      take_up_shadowing(op, answer, kAllied, detached);
    }
  }
}

}  // namespace wardroom::pq17
