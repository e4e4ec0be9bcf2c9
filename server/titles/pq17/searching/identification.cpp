#include "server/titles/pq17/searching/identification.h"

#include <algorithm>

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

// A German threat excuses the cruisers of Patrol White [5.1.9]: a Task Force in the British Air Radius, or a Capital
// Ship that was told of, which ID2 does not do. It follows from what everybody knows.
void note_german_threat(Operation& op, const v1::Block& block) {
  v1::Standing& standing = *op.truth.mutable_standing();
  if (standing.german_threat_identified() || block.side() != kAxis || block.kind() != v1::BlockKind::TASK_FORCE) return;
  const bool near = op.reference.hex(as_hex(block.hex())).in(v1::AirRadius::BRITISH);
  const bool capital = block.has_told() && tells_of_capital(op.reference, block.told());
  if (!near && !capital) return;
  standing.set_german_threat_identified(true);
  op.reveal(Licence::kGermanThreat, "report.german_threat", as_hex(block.hex()), "5.1.9");
}

void note_identified(Operation& op, const v1::Block& block) {
  const bool surface = block.kind() == v1::BlockKind::TASK_FORCE || block.kind() == v1::BlockKind::CONVOY;
  if (block.side() == kAllied && surface) op.truth.mutable_standing()->set_allied_identified_at_sea(true);  // [11.4]
  note_german_threat(op, block);
}

}  // namespace

void note_told(Operation& op, const v1::Block& block) {
  note_identified(op, block);
  note_carriers_told(op, block);
}

void lose_id(Operation& op, v1::Block& block, int levels) {
  if (!block.flat()) return;
  if (block.scattered()) return;                          // [6.8.1]
  const int level = std::max(0, block.level() - levels);
  if (level == block.level()) return;
  block.set_level(level);
  const Hex hex = as_hex(block.hex());
  op.tell(
      {Text("report.id_fell").text("force", op.name(block)).word("hex", op.word(hex)).text("level", level_name(level)),
       seen(op, block)},
      hex, "6.6");
}

namespace {

// It began shadowed, or was found and followed on the way [5.4, 6.3, 6.6, A-106].
bool keeps_id_in_motion(const Operation& op, const v1::Block& block) {
  if (block.began_shadowed()) return true;
  return op.shadowed(block) && !op.option("option.ruling.a_106");
}

}  // namespace

void lose_id_by_moving_or_idleness(Operation& op) {
  const bool idle_lose_it = Operation::is_pm(op.turn());
  for (v1::Block* block : op.blocks(op.active())) {
    if (block->moved()) {
      if (!keeps_id_in_motion(op, *block)) lose_id(op, *block, op.numbers.recon().id_lost_by_moving());
    } else if (block->struck()) {
      continue;  // a Wolfpack that aircraft kept from leaving its hex [7.4.5]
    } else if (block->followed() > 0) {
      continue;  // it has moved with the force it shadows, and lost its level then
    } else if (idle_lose_it && !op.shadowed(*block)) {
      lose_id(op, *block, op.numbers.recon().id_lost_by_pm());
    }
  }
  for (v1::Block* block : op.blocks(op.passive())) {  // shadowers that went along
    if (block->followed() > 0 && !keeps_id_in_motion(op, *block))
      lose_id(op, *block, op.numbers.recon().id_lost_by_moving());
  }
}

void raise_id_silently(Operation& op, v1::Block& block, int level) {
  const int raised = std::min(level, op.numbers.recon().most_id_at_sea());
  if (block.flat() && block.level() >= raised) return;  // [6.7] never decreases
  op.lay_flat(block, raised);
  const Hex hex = as_hex(block.hex());
  op.reveal(
      Licence::kIdRises,
      {Text("report.id_rose").text("force", op.name(block)).word("hex", op.word(hex)).text("level", level_name(raised)),
       seen(op, block)},
      hex, "6.7");
  note_identified(op, block);
}

void raise_id(Operation& op, v1::Block& block, int level, std::optional<int> counters) {
  const v1::Force& force = op.force_behind(block);
  if (force.kind() == v1::BlockKind::DUMMY) {  // [6.2]
    eliminate_dummy(op, block.side(), key_of(force));
    return;
  }
  const int raised = std::min(level, op.numbers.recon().most_id_at_sea());
  if (block.flat() && block.level() > raised) return;  // [6.7] never decreases
  op.lay_flat(block, raised);
  v1::Statement told = statement(op.reference, {&force}, raised, op.turn());
  if (raised == 1)
    told.set_warship_counters(counters ? *counters : drawn_figure(op, told.warship_counters(), block.id()));
  *block.mutable_told() = told;
  op.reveal(statement_licence(raised), {statement_about(op, block, told), seen(op, block)}, as_hex(block.hex()),
            "6.2.1");
  note_told(op, block);
}

}  // namespace wardroom::pq17
