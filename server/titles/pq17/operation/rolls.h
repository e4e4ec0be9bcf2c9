// Die-roll modifiers out of the tables, and telling a roll with everything that made it: table, row, each modifier by
// name and rule, dice, results.
#pragma once

#include <variant>

#include "server/titles/pq17/operation/operation.h"
#include "server/titles/sea/rolls.h"

namespace wardroom::pq17 {

// What the conditions of modifiers may ask about. Whatever is not set does not hold.
struct Situation {
  Side side = kAllied;  // who rolls
  bool night = false;
  v1::Weather::Kind weather = v1::Weather::FAIR;
  // The target
  const UnitFacts* target = nullptr;
  bool target_dead_or_towed = false;
  bool target_crippled = false;
  bool target_evading = false;
  std::optional<int> target_id{};  // of an Identified force
  bool target_unidentified = false;
  const v1::AirModel* target_air = nullptr;
  bool target_uses_torpedoes = false;
  bool target_scattered_or_dispersed = false;
  bool target_in_port = false;
  // The one who rolls
  const UnitFacts* firer = nullptr;
  std::optional<v1::Nation::Kind> nation{};  // none: of `firer` or `firer_air`
  bool firer_evading = false;
  bool firer_critical_fuel = false;
  const v1::AirModel* firer_air = nullptr;
  // Events and markers
  bool diverted = false;
  bool cam = false;
  // Submarines
  int submarines = 0;
  std::optional<int> wolfpack_id{};
  bool wolfpack_unidentified = false;
  bool offensive_asw = false;
  bool air_radius = false;
  int escort_cs = 0;
  int asw_dice = 0;
  int air_combat_lead = 0;
  // Surprise and withdrawal
  bool attacker_unidentified = false;
  bool air_attack = false;
  bool wolfpack_against_wolfpack = false;
  bool in_withdrawal_area = false;
  bool unit_crippled = false;
  const UnitFacts* unit = nullptr;
  v1::Speed::Kind unit_speed = v1::Speed::UNSPECIFIED;
  bool unit_critical_fuel = false;
};

Situation situation_in(const Operation& op, Side roller, Hex hex);  // time and weather; no hex: prevailing weather
void aim_at(const Operation& op, Situation& situation, const v1::Counter& target);

using Applied = sea::Applied<v1::Modifier>;
using Modifiers = google::protobuf::RepeatedPtrField<v1::Modifier>;
std::vector<Applied> applied(const Operation& op, const Modifiers& modifiers, const Situation& situation);

struct Rolled {
  int die;
  int modified;
  Text result;
};
// A roll of somebody against somebody: its row are the two.
struct Against {
  Side side;  // who rolls
  told::Party by;
  told::Party target;
};
// What a roll is for: a row of its table, or one against another.
using RollRow = std::variant<Text, Against>;
// Everybody sees dice [1.8]; how many there are may tell something, so it is a reveal. The table by its id,
// "table.gunnery"; the number needed, and the column where a table has several, only where everybody may know them.
void tell_roll(Operation& op, const char* table, RollRow row, const std::vector<Applied>& applied,
               const std::vector<Rolled>& dice, std::optional<Hex> hex, std::string_view rule,
               std::optional<int> needed = {}, Text column = {});
Text name_of(v1::ShipType::Kind type);
using sea::plain_roll;

}  // namespace wardroom::pq17
