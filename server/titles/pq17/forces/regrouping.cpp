#include "server/titles/pq17/forces/regrouping.h"

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/searching/following.h"

namespace wardroom::pq17 {
namespace {

// Beside a force that has become Unidentified. Any other Dummy may be given up for it [1.3].
Task<> offer_new_dummy(Operation& op, Side side, ForceKey key) {
  while (op.dummy_limit(side) > 0) {
    const v1::Force& force = op.force(side, key);
    const Hex hex = op.hex_of(force);
    Menu menu = op.menu(side, v1::MenuKind::STAND_UP, {});
    menu.prompt = Text("prompt.dummy_beside").text("force", op.name(force)).word("hex", Operation::word(hex));
    menu.rule = "1.3";
    if (op.dummy_left(side)) {
      menu.offer(v1::Verb::ADD_DUMMY, key).place(number(hex)).says("choice.dummy_beside.add");
    } else {
      offer_dummies(op, side, menu);
    }
    menu.offer(v1::Verb::NO).says("choice.dummy_beside.none");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::NO) co_return;
    if (answer.verb == v1::Verb::ELIMINATE_DUMMY) {
      eliminate_dummy(op, side, answer.at<ForceKey>(0));
      continue;
    }
    op.put_to_sea(*op.form(side, v1::BlockKind::DUMMY), hex);
    op.tell_apart(side, Text("report.dummy.created.own").word("hex", Operation::word(hex)),
                  Text("report.new_block")
                      .word("hex", Operation::word(hex))
                      .number("count", static_cast<int>(op.blocks(side, hex).size())),
                  hex, "1.3");
    co_return;
  }
}

}  // namespace

Task<> stand_up_forces(Operation& op) {
  const Side side = op.active();
  std::vector<BlockId> vanishing;
  for (const v1::Block* block : op.blocks(side)) {
    if (block->flat() && block->level() == 0 && !op.shadowed(*block))
      vanishing.push_back(id_of(*block));  // [6.6, A-13]
  }
  std::vector<ForceKey> makers;
  for (BlockId id : vanishing) {
    v1::Block& block = op.block(id);
    const v1::Force& force = op.force_behind(block);
    const Hex hex = as_hex(block.hex());
    op.tell_apart(side, Text("report.stood_up.own").text("force", op.name(force)).word("hex", Operation::word(hex)),
                  Text("report.stood_up").word("hex", Operation::word(hex)), hex, "6.6");
    op.stand_up(block);
    const bool maker = force.kind() == v1::BlockKind::CONVOY || force.kind() == v1::BlockKind::TASK_FORCE;
    if (maker) makers.push_back(key_of(force));  // [1.3] Wolfpacks never
  }
  op.table.barrier();  // seen by all, whether or not there is something to choose
  for (ForceKey key : makers) co_await offer_new_dummy(op, side, key);
}

Task<> scatter_by_order(Operation& op, Side side, ForceKey key) {
  v1::Force& convoy = op.force(side, key);
  if (op.shadowed(op.block_of(convoy))) {
    auto surface =
        take_all(op.reference, convoy, [](const UnitFacts& unit) { return unit.warship() && !unit.submarine(); });
    if (!surface.empty()) {
      if (const v1::Force* part = split_off(op, side, convoy, std::move(surface))) {
        std::vector<BlockId> parts{block_id(convoy), block_id(*part)};
        co_await choose_shadowed_part(op, std::move(parts));  // [6.3.4]
      }
    }
  }
  scatter(op, side, op.force(side, key));
  op.force(side, key).set_done(true);  // in lieu of movement
  op.table.barrier();
}

}  // namespace wardroom::pq17
