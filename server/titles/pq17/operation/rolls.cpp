#include "server/titles/pq17/operation/rolls.h"

#include <algorithm>
#include <optional>

#include "server/titles/pq17/events/in_force.h"

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

// Each says what it can of a condition; none: it is about something else.
std::optional<bool> is_so_of_target(const Condition& condition, const Situation& at) {
  switch (condition.kind()) {
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
    default:
      return std::nullopt;
  }
}

std::optional<bool> is_so_of_firer(const Condition& condition, const Situation& at) {
  switch (condition.kind()) {
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
    default:
      return std::nullopt;
  }
}

std::optional<bool> is_so_of_unit(const Condition& condition, const Situation& at) {
  switch (condition.kind()) {
    case Condition::WOLFPACK_SIZE:
      return within(condition.number(), at.submarines);
    case Condition::WOLFPACK_ID:
      return at.wolfpack_id && within(condition.number(), *at.wolfpack_id);
    case Condition::WOLFPACK_UNIDENTIFIED:
      return at.wolfpack_unidentified;
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
    default:
      return std::nullopt;
  }
}

bool is_so(const Operation& op, const Condition& condition, const Situation& at) {
  for (auto* about : {&is_so_of_target, &is_so_of_firer, &is_so_of_unit}) {
    if (const std::optional<bool> so = about(condition, at)) return *so;
  }
  switch (condition.kind()) {
    case Condition::NIGHT:
      return at.night;
    case Condition::DAY:
      return !at.night;
    case Condition::WEATHER:
      return among(condition.weather(), at.weather);
    case Condition::SEASON:
      return among(condition.months(), op.scenario.date().month());
    case Condition::DIVERTED_BY_ELUSIVE_TARGET:
      return at.diverted;
    case Condition::CAM_USED:
      return at.cam;
    case Condition::HIGH_COMMAND_CAUTION:
      return in_force(op, v1::RandomEvent::HIGH_COMMAND_CAUTION) != nullptr;
    case Condition::EVENT:
      return event_in_force(op, condition.event());
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
  situation.target_dead_or_towed = target.dead_in_water() || !target.towed_by().empty();
  situation.target_crippled = target.crippled();
}

std::vector<Applied> applied(const Operation& op, const Modifiers& modifiers, const Situation& situation) {
  return sea::applied(modifiers, [&](const v1::Modifier& modifier) {
    const bool holds = std::ranges::all_of(modifier.when(), [&](const Condition& condition) {
      return is_so(op, condition, situation) != condition.absent();
    });
    return holds ? count_of(modifier, situation) : 0;
  });
}

void tell_roll(Operation& op, const char* table, RollRow row, const std::vector<Applied>& applied,
               const std::vector<Rolled>& dice, std::optional<Hex> hex, std::string_view rule,
               std::optional<int> needed, Text column) {
  if (dice.empty()) return;
  told::Roll roll{.table = Text(std::string(table) + ".name"),
                  .column = std::move(column),
                  .modifiers = sea::changes(applied),
                  .needed = needed};
  if (auto* between = std::get_if<Against>(&row)) {
    roll.row = Text("roll.row.at").text("firer", between->by.name).text("target", between->target.name);
    roll.by = std::move(between->by);
    roll.by.seat = seat_of(between->side);
    roll.against = std::move(between->target);
    roll.against.seat = seat_of(enemy_of(between->side));
  } else {
    roll.row = std::get<Text>(std::move(row));
  }
  for (const Rolled& each : dice)
    roll.dice.push_back({each.die, applied.empty() ? std::nullopt : std::optional(each.modified), each.result});
  op.reveal(Licence::kDice, sea::telling_of(std::move(roll)), hex, rule);
}

Text name_of(v1::ShipType::Kind type) { return Text("shiptype." + lower(v1::ShipType::Kind_Name(type)) + ".name"); }

}  // namespace wardroom::pq17
