// A strike from the inside [7.2]: for the files of air combat. Who flies, where the ships lie and what came of it so
// far is in the Battle.
#pragma once

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/operation/rolls.h"

namespace wardroom::pq17 {

// What was ordered.
struct Strike {
  Side attacker;
  Hex hex{};
  const PlaceFacts* place = nullptr;  // a port or an airbase; none: at sea
  bool night = false;
  bool in_battle = false;     // [7.5.6]
  bool strikes_back = false;  // [14.1]
  int hits_per_merchant = 1;
  std::string only_unit{};
  int raid = 0;  // [12.7]

  Side defender() const { return enemy_of(attacker); }
  bool in_port() const { return place && place->port; }
};

// In the engagement that is going on; those attacked are its `engaged`.
void begin_strike(Operation& op, const Strike& strike);
Strike strike_of(const Operation& op);
inline v1::Battle::Strike& facts_of_strike(Operation& op) { return *op.truth.mutable_battle()->mutable_strike(); }

// -- air units of a strike, by their index in Battle.raid --
using Raid = v1::Battle::Raid;
Raid& raid(Operation& op, int index);
std::vector<int> raiders(Operation& op);                        // attackers that are not over, by index
std::vector<int> scrambled(Operation& op);                      // by index
const v1::AirModel& model_of(Operation& op, const Raid& raid);  // of one that is still there
int able_cs(Operation& op, const Raid& raid);                   // 0 when it is gone
Text name_of(Operation& op, const Raid& raid);
template <class Keys>
void put_raids(Operation& op, const Keys& air_units) {
  op.truth.mutable_battle()->clear_raid();
  for (AirKey key : air_units) op.truth.mutable_battle()->add_raid()->set_air_unit(key.value);
}
// Results of one exchange of fire; no more than it has CS, the worst first [7.2.3].
void suffer(Operation& op, int index, std::vector<v1::AirResult::Kind> results);
Text result_name(v1::AirResult::Kind result);
void all_home(Operation& op, const Strike& strike);  // attackers and those who rose; the raids are over

// -- steps a and b [7.2.1 - 7.2.3] --
void tell_wave(Operation& op, const Strike& strike, int wave);
told::Milestone strike_over();
void roll_surprise(Operation& op, const Strike& strike);  // the option; on announcing
struct Fighters {
  const v1::AirModel* model;
  int cs;
};
std::vector<Fighters> fighters_against(Operation& op, const Strike& strike);  // that could rise, all told
bool may_hold_carrier(const Operation& op, const v1::Block& block);           // as far as everybody knows
std::vector<Applied> air_combat_modifiers(Operation& op, const Strike& strike, const v1::AirModel& firer,
                                          const v1::AirModel& target);
Task<> scramble(Operation& op, const Strike& strike);
Task<> fight_in_the_air(Operation& op, const Strike& strike);

// -- steps c and d [7.2.4, 13.1] --
std::vector<int> places_in_line(Operation& op, Side side);          // that have a ship, in order
std::vector<UnitId> units_at(Operation& op, Side side, int place);  // ids
std::vector<int> neighbours(Operation& op, const Strike& strike, int place);
Text name_of_place(Operation& op, Side side, int place);
Task<> form_line(Operation& op, const Strike& strike);
Task<> assign_targets(Operation& op, const Strike& strike);
Task<> elude(Operation& op, const Strike& strike);
bool torpedoes_possible(Operation& op, const Strike& strike);  // as far as anybody knows
void look_for_ice(Operation& op, const Strike& strike);        // those with torpedoes may have to go home [7.3]
bool room_for(Operation& op, int index, int place, int wave);  // at a place in the line, or an air unit on the ground
int last_wave(Operation& op);                                  // of those who have a target
void forgo(Operation& op, const Strike& strike, int index);    // it does not attack [7.2.6]
// Its target is gone: it takes one of those the menu offers, or forgoes [7.2.6].
Task<> switch_target(Operation& op, const Strike& strike, int index, Menu menu);

// -- step e [7.2.5, 7.2.6, 7.3] --
struct AntiAircraft {
  int factor = 0;
  bool star = false;
};
AntiAircraft anti_aircraft_of(const UnitFacts& unit, const v1::Counter& ship);
AntiAircraft together(AntiAircraft a, AntiAircraft b);  // 1 + * = 1, * + * = *
int dice_of(const Operation& op, AntiAircraft value);
struct FiredAt {
  const v1::AirModel* model;
  bool torpedoes;
};
std::vector<Applied> anti_aircraft_modifiers(Operation& op, const Strike& strike, FiredAt target, const UnitFacts* by,
                                             bool cam);
std::vector<v1::AirResult::Kind> fire_at(Operation& op, const Strike& strike, const Raid& target, Text firer,
                                         const UnitFacts* unit, int dice, int cam_dice);
v1::AirType::Kind bombing_row(const v1::AirModel& model, const Strike& strike);
Task<> resolve_waves(Operation& op, const Strike& strike);

// -- the whole --
Task<> resolve_strike(Operation& op, const Strike& strike);  // the steps a to e that are left; then everybody goes home
void conclude(Operation& op, const Strike& strike, const std::vector<BlockId>& attacked_blocks);
Task<> strike_at_sea(Operation& op, Side attacker, BlockId block, std::vector<AirKey> air_units, bool strikes_back);
Task<> go_on_with_strikes(Operation& op);  // from the step at which it stands, and with those that it interrupts
// Single ships of a Scattered or Dispersed convoy; the engagement is going on and ends [7.7.3].
Task<> attack_lone_ship(Operation& op, Strike strike, BlockId block, std::vector<AirKey> air_units);
Task<> strike_back(Operation& op, const Strike& strike);  // [14.1]

}  // namespace wardroom::pq17
