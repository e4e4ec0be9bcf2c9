#include "server/titles/pq17/searching/shadowing.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/movement/speed.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

bool aircraft(const v1::Shadow& shadow) {
  return shadow.kind() == v1::Shadow::AIR_UNIT || shadow.kind() == v1::Shadow::AIR_RADIUS ||
         shadow.kind() == v1::Shadow::SECTOR;
}

// The shadower is free again: an air unit goes home, a block stands where it is [6.3.5].
void release(Operation& op, const v1::Shadow& shadow) {
  if (shadow.kind() == v1::Shadow::AIR_UNIT) {
    if (v1::Air::Unit* unit = op.find_air(air_key(shadow))) return_to_base(op, *unit);
  } else if (v1::Block* block = op.find_block(block_id(shadow))) {
    block->set_under(0);
  }
}

bool lets_aircraft_follow(Operation& op, const v1::Block& target, const v1::Shadow& shadow) {
  const Hex hex = as_hex(target.hex());
  const Side side = enemy_of(target.side());
  if (op.near_interceptors(target.side(), hex)) return false;
  const MapHex& at = op.reference.hex(hex);
  switch (shadow.kind()) {
    case v1::Shadow::AIR_UNIT: {
      v1::Air::Unit* unit = op.find_air(air_key(shadow));
      if (!unit || !can_fly_in_weather(op, *unit)) return false;
      const auto base = op.base_hex(*unit);
      return base && op.reference.air_distance(*base, hex) <= op.facts(*unit).model->range();
    }
    case v1::Shadow::AIR_RADIUS:
      return op.effect(hex).land_air_radius() &&
             (side == kAxis ? at.in(v1::AirRadius::GERMAN) : at.in(v1::AirRadius::BRITISH));
    default:
      return op.effect(hex).search_sectors() && at.in(shadow.sector());
  }
}

// Ends those shadows of a target that a test names; the ID falls when nobody is left [6.3.5].
template <class Test>
void end_shadows(Operation& op, v1::Block& target, const Test& ends) {
  auto& shadows = *target.mutable_shadow();
  bool ended = false;
  for (int i = shadows.size() - 1; i >= 0; --i) {
    const v1::Shadow shadow = shadows.Get(i);
    if (!ends(shadow)) continue;
    shadows.DeleteSubrange(i, 1);
    release(op, shadow);
    ended = true;
  }
  if (!ended) return;
  const Hex hex = as_hex(target.hex());
  // A carrier that is hidden, or cruisers that are, may be the reason.
  if (!shadows.empty()) {
    op.reveal(Licence::kShadowingEnds,
              Text("report.shadowing.one_ended").text("force", op.name(target)).word("hex", op.word(hex)), hex,
              "6.3.5");
    return;
  }
  op.reveal(Licence::kShadowingEnds,
            Text("report.shadowing.ended").text("force", op.name(target)).word("hex", op.word(hex)), hex, "6.3.5");
  lose_id(op, target, op.numbers.recon().id_lost_with_shadow());
}

}  // namespace

Text shadower_name(v1::Shadow::Kind kind) { return Text("shadower." + lower(v1::Shadow::Kind_Name(kind)) + ".name"); }

bool shadowed_by(const v1::Block& target, v1::Shadow::Kind kind) {
  return std::ranges::any_of(target.shadow(), [&](const v1::Shadow& shadow) { return shadow.kind() == kind; });
}

bool may_be_shadowed(const v1::Block& target) {
  if (!target.flat() || target.scattered()) return false;
  return target.kind() == v1::BlockKind::TASK_FORCE || target.kind() == v1::BlockKind::CONVOY;  // never Wolfpacks [6.3]
}

std::vector<int> unhit_cruisers(Operation& op, const v1::Force& force) {
  std::vector<int> found;
  for (int i = 0; i < force.ship_size(); ++i) {
    const UnitFacts& unit = op.reference.unit(force.ship(i).unit());
    if (unit.cruiser() && unhit(unit, force.ship(i))) found.push_back(i);
  }
  return found;
}

bool only_unhit_cruisers(Operation& op, const v1::Force& force) {
  return force.ship_size() > 0 && static_cast<int>(unhit_cruisers(op, force).size()) == force.ship_size();
}

int shadow_markers(const Operation& op, v1::SearchSector::Kind sector) {
  int markers = 0;
  for (const v1::Block& block : op.truth.sea().block()) {
    markers += static_cast<int>(std::ranges::count_if(block.shadow(), [&](const v1::Shadow& shadow) {
      return shadow.kind() == v1::Shadow::SECTOR && shadow.sector() == sector;
    }));
  }
  return markers;
}

bool can_follow(Operation& op, const v1::Block& target, const v1::Shadow& shadow) {
  if (!may_be_shadowed(target)) return false;
  if (op.port_in_play(as_hex(target.hex()))) return false;  // [5.4, 6.3.5]
  if (aircraft(shadow)) return lets_aircraft_follow(op, target, shadow);
  v1::Block* shadower = op.find_block(block_id(shadow));
  if (!shadower) return false;
  if (shadow.kind() == v1::Shadow::WOLFPACK) return target.kind() == v1::BlockKind::CONVOY;                  // [6.3.2]
  return target.kind() == v1::BlockKind::TASK_FORCE && only_unhit_cruisers(op, op.force_behind(*shadower));  // [6.3.3]
}

void begin_shadowing(Operation& op, v1::Block& target, const v1::Shadow& shadow) {
  *target.add_shadow() = shadow;
  if (shadow.kind() == v1::Shadow::AIR_UNIT) op.air(air_key(shadow)).set_mission(v1::Air::SHADOWING);
  if (shadow.kind() == v1::Shadow::WOLFPACK) op.block(block_id(shadow)).set_under(target.id());  // [6.3.2]
  const Hex hex = as_hex(target.hex());
  op.reveal(Licence::kShadowing,
            {Text("report.shadowing")
                 .text("force", op.name(target))
                 .word("hex", op.word(hex))
                 .text("shadower", shadower_name(shadow.kind())),
             seen(op, target, shadower_name(shadow.kind()))},
            hex, "6.3");
}

bool keeps_up(Operation& op, const v1::Shadow& shadow) {
  const v1::Block* block = op.find_block(block_id(shadow));
  if (!block) return true;  // aircraft
  return block->followed() < hexes_at(op, best_speed(op, op.force_behind(*block)));
}

void lose_those_left_behind(Operation& op, BlockId id) {
  v1::Block& target = op.block(id);
  end_shadows(op, target,
              [&](const v1::Shadow& shadow) { return !can_follow(op, op.block(id), shadow) || !keeps_up(op, shadow); });
}

void lose_contact(Operation& op, BlockId shadower) {
  for (v1::Block& other : *op.truth.mutable_sea()->mutable_block()) {
    end_shadows(op, other, [&](const v1::Shadow& shadow) { return block_id(shadow) == shadower; });
  }
}

void end_one_shadow(Operation& op, v1::Block& target, int which) {
  int next = target.shadow_size();
  end_shadows(op, target, [&](const v1::Shadow&) { return --next == which; });  // it goes from the last to the first
}

void forget_shadows(Operation& op, v1::Block& block) {
  const v1::Block before = block;
  block.clear_shadow();
  for (const v1::Shadow& shadow : before.shadow()) release(op, shadow);
  lose_contact(op, id_of(before));
}

void end_shadowing(Operation& op, v1::Block& target) {
  end_shadows(op, target, [](const v1::Shadow&) { return true; });
}

void leave_shadowers_behind(Operation& op, v1::Block& target) {
  end_shadows(op, target, [](const v1::Shadow& shadow) { return !aircraft(shadow); });
}

void end_impossible_shadowing(Operation& op) {
  for (Side side : kSides) {
    for (v1::Block* block : op.blocks(side)) {
      end_shadows(op, *block, [&](const v1::Shadow& shadow) { return !can_follow(op, *block, shadow); });
    }
  }
  for (Side side : kSides) {
    for (v1::Air::Unit* unit : op.aircraft(side)) {  // [6.4.1]
      if (unit->mission() == v1::Air::RADIUS && !can_fly_in_weather(op, *unit)) return_to_base(op, *unit);
    }
  }
}

}  // namespace wardroom::pq17
