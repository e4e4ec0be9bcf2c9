// Shadowing: who may, how it goes along, when it ends [5.4, 6.3].
#include "server/titles/pq17/shadowing.h"

#include <algorithm>

#include "server/titles/pq17/air_movement.h"
#include "server/titles/pq17/air_patrols.h"
#include "server/titles/pq17/fuel.h"
#include "server/titles/pq17/movement_parts.h"
#include "server/titles/pq17/reconnaissance.h"

namespace wardroom::pq17 {
namespace {

Text shadower_name(v1::Shadow::Kind kind) { return Text("shadower." + lower(v1::Shadow::Kind_Name(kind)) + ".name"); }

bool aircraft(const v1::Shadow& shadow) {
  return shadow.kind() == v1::Shadow::AIR_UNIT || shadow.kind() == v1::Shadow::AIR_RADIUS ||
         shadow.kind() == v1::Shadow::SECTOR;
}

// The shadower is free again: an air unit goes home, a block stands where it is [6.3.5].
void release(Operation& op, const v1::Shadow& shadow) {
  if (shadow.kind() == v1::Shadow::AIR_UNIT) {
    if (v1::Air::Unit* unit = op.find_air(shadow.air_unit())) return_to_base(op, *unit);
  } else if (v1::Block* block = op.find_block(shadow.block())) {
    block->set_under(0);
  }
}

bool lets_aircraft_follow(Operation& op, const v1::Block& target, const v1::Shadow& shadow) {
  const Hex hex = as_hex(target.hex());
  const Side side = enemy_of(target.side());
  if (op.near_interceptors(target.side(), hex) && !op.is(Mutant::kShadowNearInterceptors)) return false;
  const MapHex& at = op.reference.hex(hex);
  switch (shadow.kind()) {
    case v1::Shadow::AIR_UNIT: {
      v1::Air::Unit* unit = op.find_air(shadow.air_unit());
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
  if (!op.is(Mutant::kEndOfShadowKeepsId)) lose_id(op, target, op.numbers.recon().id_lost_with_shadow());
}

}  // namespace

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
  if (op.port_in_play(as_hex(target.hex())) && !op.is(Mutant::kShadowIntoPort)) return false;  // [5.4, 6.3.5]
  if (aircraft(shadow)) return lets_aircraft_follow(op, target, shadow);
  v1::Block* shadower = op.find_block(shadow.block());
  if (!shadower) return false;
  if (shadow.kind() == v1::Shadow::WOLFPACK) return target.kind() == v1::BlockKind::CONVOY;                  // [6.3.2]
  return target.kind() == v1::BlockKind::TASK_FORCE && only_unhit_cruisers(op, op.force_behind(*shadower));  // [6.3.3]
}

void begin_shadowing(Operation& op, v1::Block& target, const v1::Shadow& shadow) {
  *target.add_shadow() = shadow;
  if (shadow.kind() == v1::Shadow::AIR_UNIT) op.air(shadow.air_unit()).set_mission(v1::Air::SHADOWING);
  if (shadow.kind() == v1::Shadow::WOLFPACK) op.block(shadow.block()).set_under(target.id());  // [6.3.2]
  const Hex hex = as_hex(target.hex());
  op.reveal(Licence::kShadowing,
            Text("report.shadowing")
                .text("force", op.name(target))
                .word("hex", op.word(hex))
                .text("shadower", shadower_name(shadow.kind())),
            hex, "6.3");
}

bool keeps_up(Operation& op, const v1::Shadow& shadow) {
  const v1::Block* block = op.find_block(shadow.block());
  if (!block || op.is(Mutant::kFollowersAreFast)) return true;  // aircraft
  return block->followed() < hexes_at(op, best_speed(op, op.force_behind(*block)));
}

namespace {

// Ships and submarines pay for the hex as if they moved by themselves. False: they stay where they are.
Task<bool> goes_along(Operation& op, std::uint32_t id, Hex to) {
  const Side side = op.block(id).side();
  const int key = op.force_behind(op.block(id)).key();
  if (op.block(id).flat() && !op.night() && !op.is(Mutant::kFollowersUnwatched)) {
    const bool passed = co_await pass_air_patrols(op, side, key, to, 1);  // [7.4.5]
    if (!passed) co_return false;
  }
  v1::Block& block = op.block(id);
  v1::Force& force = op.force(side, key);
  block.set_hex(number(to));
  block.set_followed(block.followed() + 1);
  leave_patrol_white(op, force, to);  // [5.1.9]
  const bool high_speed = block.followed() == op.numbers.movement().moderate_hexes() + 1;
  if (high_speed && !op.is(Mutant::kFollowersBurnNothing)) {
    expend_fuel(op, force, op.numbers.fuel().high_speed_cost());  // [11.1.3]
  }
  co_await shadowers_follow(op, id);  // those of the cruisers
  co_return true;
}

}  // namespace

Task<> shadowers_follow(Operation& op, std::uint32_t id) {
  v1::Block& target = op.block(id);
  const Hex to = as_hex(target.hex());
  end_shadows(op, target,
              [&](const v1::Shadow& shadow) { return !can_follow(op, op.block(id), shadow) || !keeps_up(op, shadow); });
  std::vector<std::uint32_t> blocks;
  for (const v1::Shadow& shadow : target.shadow()) {
    if (shadow.kind() == v1::Shadow::AIR_UNIT) op.air(shadow.air_unit()).set_hex(target.hex());
    if (shadow.block() != 0) blocks.push_back(shadow.block());
  }
  for (std::uint32_t block : blocks) {
    const bool follows = co_await goes_along(op, block, to);
    if (!follows) lose_contact(op, block);
  }
}

void lose_contact(Operation& op, std::uint32_t shadower) {
  for (v1::Block& other : *op.truth.mutable_sea()->mutable_block()) {
    end_shadows(op, other, [&](const v1::Shadow& shadow) { return shadow.block() == shadower; });
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
  lose_contact(op, before.id());
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

namespace {

Task<> offer_to_cease(Operation& op, std::uint32_t id, bool idle) {
  while (true) {
    v1::Block* target = op.find_block(id);
    if (!target || !op.shadowed(*target)) co_return;
    const Side side = enemy_of(target->side());
    const TextId prompt = idle ? "prompt.dp_41.idle" : "prompt.dp_41";
    Menu menu = op.menu(side, v1::MenuKind::KEEP_SHADOWING, prompt, Turn::kReaction);
    menu.prompt.text("force", op.name(*target)).word("hex", op.word(as_hex(target->hex())));
    menu.rule = "6.3.5";
    menu.offer(v1::Verb::KEEP_SHADOW, id).place(target->hex()).says("choice.dp_41.follow");
    for (int i = 0; i < target->shadow_size(); ++i) {
      Item& item = menu.offer(v1::Verb::CEASE_SHADOWING, id, i).place(target->hex());
      if (target->shadow_size() == 1) {
        item.says("choice.dp_41.stop");
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

Task<> offer_to_cease_shadowing(Operation& op, std::uint32_t id) { co_await offer_to_cease(op, id, false); }

Task<> offer_to_leave_idle_targets(Operation& op) {
  if (op.is(Mutant::kHoldsOnToIdleTarget)) co_return;
  std::vector<std::uint32_t> idle;
  for (const v1::Block* block : op.blocks(op.active())) {
    if (op.shadowed(*block) && !block->moved()) idle.push_back(block->id());
  }
  for (std::uint32_t id : idle) co_await offer_to_cease(op, id, true);
}

}  // namespace wardroom::pq17
