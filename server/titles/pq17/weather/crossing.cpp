#include "server/titles/pq17/weather/crossing.h"

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

using v1::Ice;
using v1::IceEffect;

constexpr std::uint64_t kPlan = std::uint64_t{2} << 32;

bool within(const wardroom::v1::DieRange& range, int die) {
  return (!range.has_from() || die >= range.from()) && (!range.has_to() || die <= range.to());
}

Plus plus_of(const Operation& op, Ice::Condition ice, Try result) {
  switch (effect_of(op, ice).plus()) {
    case IceEffect::ALWAYS:
      return Plus::kApplied;
    case IceEffect::UNLESS_ABORTED:
      return result == Try::kAborted ? Plus::kIgnored : Plus::kApplied;
    default:
      return Plus::kIgnored;
  }
}

// The owner's cards, as many as this ice asks for [10.2.2, 10.2.3]; for Dummies too, so that nobody can tell [10.2.6].
Damage draw_damage(Operation& op, Side side, Crossing crossing, Ice::Condition ice, Try result) {
  Damage damage;
  const int cards = effect_of(op, ice).cards();
  for (int i = 0; i < cards; ++i) {
    const auto ordinal = crossing.ordinal * 10 + static_cast<std::uint32_t>(i);
    count_damage(op.card(side, Draw::kIceCard, crossing.subject, ordinal), plus_of(op, ice, result), damage);
  }
  return damage;
}

// Its plan says so [8.3, 10.1, A-112].
bool turns_back(const v1::Force& force, Ice::Condition ice) {
  return force.turns_back_at() != Ice::UNSPECIFIED && ice >= force.turns_back_at();
}

}  // namespace

void hurt_by_ice(Operation& op, Side side, v1::Force& force, Crossing crossing, Ice::Condition ice, Try result) {
  damage_ships(op, side, std::vector{&force}, draw_damage(op, side, crossing, ice, result), "ice", crossing);
}

bool breaks_through(Operation& op, Crossing crossing, Ice::Condition ice, Hex to, std::optional<Side> only) {
  if (effect_of(op, ice).allied_entry() != IceEffect::BY_DIE) return true;
  const int die = op.die(Draw::kThinPack, crossing.subject, crossing.ordinal);
  const bool through = within(effect_of(op, ice).enters_on(), die);
  Telling report{Text("report.ice.thin_pack")
                     .word("hex", Operation::word(to))
                     .number("die", die)
                     .word("through", through ? "yes" : "no"),
                 plain_roll({}, {die})};
  if (only) {
    op.tell(*only, std::move(report), to, "10.2.4");
  } else {
    op.tell(std::move(report), to, "10.2.4");
  }
  return through;
}

Met meet_ice(Operation& op, Side side, Hex from, Hex to, Crossing crossing, std::optional<Side> only) {
  if (const auto known = known_ice(op, side, from, to)) return {*known, predicted_ice(op, to), false};
  const int die = op.die(Draw::kIce, crossing.subject, crossing.ordinal);
  const Ice::Condition actual = op.reference.box().ice(predicted_ice(op, to), die);
  Telling report{
      Text("report.ice.roll").word("hex", Operation::word(to)).number("die", die).text("ice", op.name(actual)),
      plain_roll("table.ice.name", {die}, op.name(actual))};
  if (only) {
    op.tell(*only, std::move(report), to, "10.1");
  } else {
    op.tell(std::move(report), to, "10.1");
  }
  return {broken_open(op, side, to, actual), actual, true};
}

void shadowers_meet_ice(Operation& op, Side side, const v1::Force& force, Hex to, Ice::Condition actual) {
  if (!op.at_sea(force)) return;
  const Side shadower = enemy_of(side);
  const Ice::Condition ice = broken_open(op, shadower, to, actual);
  if (ice == Ice::CLEAR) return;
  if (!may_cross(op, shadower, ice)) return leave_shadowers_behind(op, op.block_of(force));
  std::vector<BlockId> blocks;
  for (const v1::Shadow& shadow : op.block_of(force).shadow()) {
    if (block_id(shadow) && keeps_up(op, shadow)) blocks.push_back(block_id(shadow));
  }
  for (BlockId block : blocks) {
    const Crossing crossing{block.value, static_cast<std::uint32_t>(force.hexes())};
    hurt_by_ice(op, shadower, op.force_behind(op.block(block)), crossing, ice, Try::kEntered);
  }
}

void dispersed_parts_meet_ice(Operation& op, Side side, ForceKey key, Ice::Condition ice, Try result) {
  const v1::Force* parent = op.find(side, key);
  if (!parent || !op.at_sea(*parent)) return;
  const auto ordinal = static_cast<std::uint32_t>(parent->hexes());
  std::vector<ForceKey> parts;
  for (const v1::Force* part : dispersed_parts(op, side, *parent)) {
    if (op.at_sea(*part) && op.hex_of(*part) == op.hex_of(*parent)) parts.push_back(key_of(*part));
  }
  for (ForceKey part : parts) {
    v1::Force& force = op.force(side, part);
    hurt_by_ice(op, side, force, {force.block(), ordinal}, ice, result);
  }
}

bool cross_ice_by_plan(Operation& op, Side side, v1::Force& force, Hex to, std::uint32_t step) {
  const ForceKey key = key_of(force);
  const std::uint64_t who = static_cast<std::uint64_t>(key.value) * 2 + (side == kAxis ? 1 : 0);
  const Crossing crossing{kPlan + (who << 16) + number(to), step};
  const Met met = meet_ice(op, side, op.hex_of(force), to, crossing, side);
  if (met.ice == Ice::CLEAR) return true;
  Try result = Try::kEntered;
  if (!may_cross(op, side, met.ice)) {
    result = effect_of(op, met.ice).allied_entry() == IceEffect::NEVER ? Try::kRefused : Try::kAborted;
  } else if (met.rolled && turns_back(force, met.ice)) {
    result = Try::kAborted;
  } else if (!breaks_through(op, crossing, met.ice, to, side)) {
    result = Try::kRefused;
  }
  hurt_by_ice(op, side, force, crossing, met.ice, result);
  return result == Try::kEntered && op.find(side, key) != nullptr;
}

}  // namespace wardroom::pq17
