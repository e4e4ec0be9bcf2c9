#include "server/titles/pq17/rolls.h"

#include <algorithm>
#include <cstdlib>

#include "server/titles/pq17/identification.h"

namespace wardroom::pq17 {
namespace {

using v1::Condition;

template <class List>
bool among(const List& list, int value) {
  return std::ranges::find(list, value) != list.end();
}

bool within(const wardroom::v1::CountRange& range, int value) {
  return (!range.has_from() || value >= range.from()) && (!range.has_to() || value <= range.to());
}

v1::Nation::Kind nation_of(const Situation& at) {
  if (at.nation) return *at.nation;
  if (at.firer) return at.firer->nation;
  return at.firer_air ? at.firer_air->nation() : v1::Nation::UNSPECIFIED;
}

bool event_in_force(const Operation& op, const std::string& event) {
  return std::ranges::any_of(op.truth.standing().event(), [&](const auto& each) { return each.event() == event; });
}

bool is_so(const Operation& op, const Condition& condition, const Situation& at) {
  switch (condition.kind()) {
    case Condition::NIGHT:
      return at.night;
    case Condition::DAY:
      return !at.night;
    case Condition::WEATHER:
      return among(condition.weather(), at.weather);
    case Condition::SEASON:
      return among(condition.months(), op.scenario.date().month());
    case Condition::TARGET_TYPE:
      return at.target && among(condition.ship_types(), at.target->type);
    case Condition::TARGET_DIW_OR_TOWED:
      return at.target_dead_or_towed;
    case Condition::TARGET_CRIPPLED:
      return at.target_crippled;
    case Condition::TARGET_EVADING:
      return at.target_evading;
    case Condition::TARGET_ID:
      return at.target_id && within(condition.number(), *at.target_id);
    case Condition::TARGET_UNIDENTIFIED:
      return at.target_unidentified;
    case Condition::TARGET_AIR_TYPE:
      return at.target_air && among(condition.air_types(), at.target_air->type());
    case Condition::TARGET_USES_TORPEDOES:
      return at.target_uses_torpedoes;
    case Condition::TARGET_SCATTERED_OR_DISPERSED:
      return at.target_scattered_or_dispersed;
    case Condition::TARGET_IN_PORT:
      return at.target_in_port;
    case Condition::FIRER_TYPE:
      return at.firer && among(condition.ship_types(), at.firer->type);
    case Condition::FIRER_EVADING:
      return at.firer_evading;
    case Condition::FIRER_CRITICAL_FUEL:
      return at.firer_critical_fuel;
    case Condition::FIRER_NATION:
      return among(condition.nations(), nation_of(at));
    case Condition::FIRER_IS_FIGHTER:
      return at.firer_air && at.firer_air->type() == v1::AirType::FIGHTER;
    case Condition::FIRER_HAS_PLUS:
      return at.firer_air && at.firer_air->plus();
    case Condition::FIRER_IS_SUBMARINE:
      return at.firer && at.firer->submarine();
    case Condition::FIRER_IS_AIRCRAFT:
      return at.firer_air != nullptr;
    case Condition::FIRER_IS_SURFACE_SHIP:
      return at.firer && !at.firer->submarine();
    case Condition::FIRER_AIR_TYPE:
      return at.firer_air && among(condition.air_types(), at.firer_air->type());
    case Condition::DIVERTED_BY_ELUSIVE_TARGET:
      return at.diverted;
    case Condition::CAM_USED:
      return at.cam;
    case Condition::HIGH_COMMAND_CAUTION:
      return in_force(op, v1::RandomEvent::HIGH_COMMAND_CAUTION) != nullptr;
    case Condition::EVENT:
      return event_in_force(op, condition.event());
    case Condition::WOLFPACK_SIZE:
      return within(condition.number(), at.submarines);
    case Condition::WOLFPACK_ID:
      return at.wolfpack_id && within(condition.number(), *at.wolfpack_id);
    case Condition::WOLFPACK_UNIDENTIFIED:
      return at.wolfpack_unidentified;
    case Condition::OFFENSIVE_ASW:
      return at.offensive_asw;
    case Condition::AIR_RADIUS_OVER_HEX:
      return at.air_radius;
    case Condition::ESCORTS_PRESENT:
      return at.escort_cs > 0;
    case Condition::ATTACKER_UNIDENTIFIED:
      return at.attacker_unidentified;
    case Condition::AIR_ATTACK:
      return at.air_attack;
    case Condition::WOLFPACK_AGAINST_WOLFPACK:
      return at.wolfpack_against_wolfpack;
    case Condition::UNIT_IN_WITHDRAWAL_AREA:
      return at.in_withdrawal_area;
    case Condition::UNIT_CRIPPLED:
      return at.unit_crippled;
    case Condition::UNIT_TYPE:
      return at.unit && among(condition.ship_types(), at.unit->type);
    case Condition::UNIT_SPEED:
      return among(condition.speeds(), at.unit_speed);
    case Condition::UNIT_CRITICAL_FUEL:
      return at.unit_critical_fuel;
    case Condition::SIDE:
      return condition.side() == at.side;
    default:
      throw Broken("pq17: a condition that is not for this table");
  }
}

int count_of(const v1::Modifier& modifier, const Situation& at) {
  int count = 1;
  switch (modifier.per()) {
    case v1::Count::ASW_DIE:
      count = at.asw_dice;
      break;
    case v1::Count::AIR_COMBAT_LEAD:
      count = at.air_combat_lead;
      break;
    case v1::Count::SUBMARINE:
      count = at.submarines;
      break;
    case v1::Count::ESCORT_CS:
      count = at.escort_cs;
      break;
    default:
      break;
  }
  return modifier.most() > 0 ? std::min(count, modifier.most()) : count;
}

Text signed_number(int value) {
  return Text("roll.signed").word("sign", value < 0 ? "minus" : "plus").number("size", std::abs(value));
}

Text modifiers_text(const std::vector<Applied>& applied) {
  std::vector<Text> parts;
  for (const Applied& each : applied) {
    parts.push_back(Text("roll.modifier")
                        .text("name", Text(each.modifier->id() + ".name"))
                        .text("value", signed_number(each.value))
                        .word("rule", each.modifier->rule()));
  }
  return listed(std::move(parts));
}

Text dice_text(const std::vector<Rolled>& dice, bool modified) {
  std::vector<Text> parts;
  for (const Rolled& each : dice) {
    Text part = modified ? Text("roll.die.modified").number("modified", each.modified) : Text("roll.die");
    parts.push_back(std::move(part).number("die", each.die).text("result", each.result));
  }
  return listed(std::move(parts));
}

}  // namespace

Situation situation_in(const Operation& op, Side roller, Hex hex) {
  Situation at;
  at.side = roller;
  at.night = op.night();
  at.weather = hex == Hex{} ? op.truth.environment().weather() : op.weather(hex);
  return at;
}

void aim_at(const Operation& op, Situation& situation, const v1::Counter& target) {
  situation.target = &op.reference.unit(target.unit());
  situation.target_dead_or_towed =
      (target.dead_in_water() || !target.towed_by().empty()) && !op.is(Mutant::kTowedNoBonus);
  situation.target_crippled = target.crippled();
}

const v1::RandomEvent* in_force(const Operation& op, v1::RandomEvent::Kind kind) {
  for (const auto& each : op.truth.standing().event()) {
    const v1::RandomEvent* event = op.reference.box().event(each.event());
    if (event && event->kind() == kind) return event;
  }
  return nullptr;
}

std::vector<Applied> applied(const Operation& op, const Modifiers& modifiers, const Situation& situation) {
  std::vector<Applied> found;
  for (const v1::Modifier& modifier : modifiers) {
    const bool holds = std::ranges::all_of(modifier.when(), [&](const Condition& condition) {
      return is_so(op, condition, situation) != condition.absent();
    });
    const int value = holds ? modifier.value() * count_of(modifier, situation) : 0;
    if (value != 0) found.push_back({&modifier, value});
  }
  return found;
}

int sum(const std::vector<Applied>& applied) {
  int total = 0;
  for (const Applied& each : applied) total += each.value;
  return total;
}

void tell_roll(Operation& op, const char* table, Text row, const std::vector<Applied>& applied,
               const std::vector<Rolled>& dice, std::optional<Hex> hex, std::string_view rule) {
  if (dice.empty()) return;
  Text told(applied.empty() ? "report.roll" : "report.roll.modified");
  told.text("table", Text(std::string(table) + ".name"))
      .text("row", std::move(row))
      .text("dice", dice_text(dice, !applied.empty()));
  if (!applied.empty()) told.text("modifiers", modifiers_text(applied));
  op.reveal(Licence::kDice, std::move(told), hex, rule);
}

}  // namespace wardroom::pq17
