#include "server/titles/pq17/searching/following.h"

#include <algorithm>

#include "server/titles/pq17/air/pass_patrols.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {
namespace {

// Ships and submarines pay for the hex as if they moved by themselves. False: they stay where they are.
Task<bool> goes_along(Operation& op, BlockId id, Hex to) {
  const Side side = op.block(id).side();
  const ForceKey key = key_of(op.force_behind(op.block(id)));
  if (op.block(id).flat() && !op.night()) {
    const bool passed = co_await pass_air_patrols(op, side, key, to, 1);  // [7.4.5]
    if (!passed) co_return false;
  }
  v1::Block& block = op.block(id);
  v1::Force& force = op.force(side, key);
  block.set_hex(number(to));
  block.set_followed(block.followed() + 1);
  leave_patrol_white(op, force, to);  // [5.1.9]
  const bool high_speed = block.followed() == op.numbers.movement().moderate_hexes() + 1;
  if (high_speed) {
    expend_fuel(op, force, op.numbers.fuel().high_speed_cost());  // [11.1.3]
  }
  co_await shadowers_follow(op, id);  // those of the cruisers
  co_return true;
}

Task<> offer_to_cease(Operation& op, BlockId id, bool idle) {
  while (true) {
    v1::Block* target = op.find_block(id);
    if (!target || !op.shadowed(*target)) co_return;
    const Side side = enemy_of(target->side());
    const TextId prompt = idle ? "prompt.go_on_shadowing.idle" : "prompt.go_on_shadowing";
    Menu menu = op.menu(side, v1::MenuKind::KEEP_SHADOWING, prompt, Asking::kReaction);
    menu.prompt.text("force", op.name(*target)).word("hex", op.word(as_hex(target->hex())));
    menu.rule = "6.3.5";
    menu.offer(v1::Verb::KEEP_SHADOW, id).place(target->hex()).says("choice.go_on_shadowing.follow");
    for (int i = 0; i < target->shadow_size(); ++i) {
      Item& item = menu.offer(v1::Verb::CEASE_SHADOWING, id, i).place(target->hex());
      if (target->shadow_size() == 1) {
        item.says("choice.go_on_shadowing.stop");
      } else {
        item.says("choice.shadower_stops").text("shadower", shadower_name(target->shadow(i).kind()));
      }
    }
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::KEEP_SHADOW) co_return;
    end_one_shadow(op, op.block(id), answer.at<int>(1));
  }
}

}  // namespace

Task<> shadowers_follow(Operation& op, BlockId id) {
  v1::Block& target = op.block(id);
  const Hex to = as_hex(target.hex());
  lose_those_left_behind(op, id);
  std::vector<BlockId> blocks;
  for (const v1::Shadow& shadow : target.shadow()) {
    if (shadow.kind() == v1::Shadow::AIR_UNIT) op.air(air_key(shadow)).set_hex(target.hex());
    if (block_id(shadow)) blocks.push_back(block_id(shadow));
  }
  for (BlockId block : blocks) {
    const bool follows = co_await goes_along(op, block, to);
    if (!follows) lose_contact(op, block);
  }
}

Task<> offer_to_cease_shadowing(Operation& op, BlockId id) { co_await offer_to_cease(op, id, false); }

Task<> offer_to_leave_idle_targets(Operation& op) {
  std::vector<BlockId> idle;
  for (const v1::Block* block : op.blocks(op.active())) {
    if (op.shadowed(*block) && !block->moved()) idle.push_back(id_of(*block));
  }
  for (BlockId id : idle) co_await offer_to_cease(op, id, true);
}

}  // namespace wardroom::pq17
