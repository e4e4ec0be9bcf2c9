// A strike from the inside [7.2]: for the files of air combat. Who flies, and where the ships lie, is in the Battle.
#pragma once

#include <optional>

#include "server/titles/pq17/air_combat.h"
#include "server/titles/pq17/engagement.h"
#include "server/titles/pq17/rolls.h"

namespace wardroom::pq17 {

struct Strike {
  Side attacker;
  Hex hex{};
  const PlaceFacts* place = nullptr;  // a port or an airbase; none: at sea
  bool night = false;
  std::vector<int> forces{};  // keys of those that are attacked
  bool in_battle = false;     // [7.5.6]
  bool strikes_back = false;  // [14.1]
  int hits_per_merchant = 1;
  std::string only_unit{};
  int merchant_hits = 0;        // not yet enough for a ship
  std::optional<bool> clear{};  // of ice, once it was rolled for
  bool deployed = false;

  Side defender() const { return enemy_of(attacker); }
  bool in_port() const { return place && place->port; }
};

// -- air units of a strike, by their index in Battle.raid --
using Raid = v1::Battle::Raid;
Raid& raid(Operation& op, int index);
std::vector<int> raiders(Operation& op);                        // attackers that are not over, by index
std::vector<int> scrambled(Operation& op);                      // by index
const v1::AirModel& model_of(Operation& op, const Raid& raid);  // of one that is still there
int able_cs(Operation& op, const Raid& raid);                   // 0 when it is gone
Text name_of(Operation& op, const Raid& raid);
void put_raids(Operation& op, const std::vector<int>& air_units);
// Results of one exchange of fire; no more than it has CS, the worst first [7.2.3].
void suffer(Operation& op, int index, std::vector<v1::AirResult::Kind> results);
Text result_name(v1::AirResult::Kind result);
void all_home(Operation& op, const Strike& strike);  // attackers and those who rose; the raids are over

// -- steps a and b [7.2.1 - 7.2.3] --
void roll_surprise(Operation& op, const Strike& strike);  // the option; on announcing
Task<> scramble(Operation& op, const Strike& strike);
Task<> fight_in_the_air(Operation& op, const Strike& strike);

// -- steps c and d [7.2.4, 13.1] --
std::vector<int> places_in_line(Operation& op, Side side);       // that have a ship, in order
std::vector<int> units_at(Operation& op, Side side, int place);  // ids
std::vector<int> neighbours(Operation& op, const Strike& strike, int place);
Text name_of_place(Operation& op, Side side, int place);
Task<> form_line(Operation& op, Strike& strike);
Task<> assign_targets(Operation& op, Strike& strike);
Task<> elude(Operation& op, Strike& strike);
bool torpedoes_possible(Operation& op, const Strike& strike);  // as far as anybody knows
void look_for_ice(Operation& op, Strike& strike);              // those with torpedoes may have to go home [7.3]
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
std::vector<v1::AirResult::Kind> fire_at(Operation& op, const Strike& strike, const Raid& target, Text firer,
                                         const UnitFacts* unit, int dice, int cam_dice);
v1::AirType::Kind bombing_row(const Operation& op, const v1::AirModel& model, const Strike& strike);
Task<> resolve_waves(Operation& op, Strike& strike);

// -- the whole --
Task<> resolve_strike(Operation& op, Strike& strike,
                      std::vector<int> air_units);  // steps a to e; then everybody goes home
void conclude(Operation& op, const Strike& strike, const std::vector<std::uint32_t>& attacked_blocks);
Task<> strike_at_sea(Operation& op, Side attacker, std::uint32_t block, std::vector<int> air_units, bool strikes_back);
// Single ships of a Scattered or Dispersed convoy; the engagement is going on and ends [7.7.3].
Task<> attack_lone_ship(Operation& op, Strike strike, std::uint32_t block, std::vector<int> air_units);
Task<> strike_back(Operation& op, const Strike& strike);  // [14.1]

}  // namespace wardroom::pq17
