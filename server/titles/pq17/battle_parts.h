// What the files of a surface battle share: what it keeps in mind beside the Battle Display, and its steps.
#pragma once

#include <array>
#include <optional>

#include "server/titles/pq17/battle.h"
#include "server/titles/pq17/display.h"
#include "server/titles/pq17/engagement.h"
#include "server/titles/pq17/rolls.h"

namespace wardroom::pq17 {

struct Fight {
  Side attacker = kAllied;
  std::array<std::vector<int>, 2> forces{};  // keys of those that have come, by side
  bool warships_at_start = false;            // of the defenders
  bool not_weaker = false;                   // the German ships must get away [7.5.7]
  int german_cs = 0;                         // as they came
  std::array<bool, 2> withdrew{};            // a warship of this side has left the battle
  std::array<int, 2> removed{};              // Own.removed when it began
  std::optional<int> merchant_rounds;        // still to come, from when the convoy is first alone [7.5.8]
  bool among_merchants = false;              // this round is one of them
  bool inverted = false;                     // counters lie face down [7.5.9]

  Side defender() const { return enemy_of(attacker); }
  std::vector<int>& of(Side side) { return forces[side == kAllied ? 0 : 1]; }
  const std::vector<int>& of(Side side) const { return forces[side == kAllied ? 0 : 1]; }
};

// -- where and when --
Hex battle_hex(const Operation& op);                   // none in a box
std::optional<Hex> battle_place(const Operation& op);  // for reports
const v1::WeatherEffect& battle_weather(const Operation& op);

// -- units on the display --
bool helpless(Operation& op, int unit);  // Crippled or dead in the water
bool afloat(const Operation& op, Side side);
bool has_warships(Operation& op, Side side);
Text own_name(Operation& op, int unit);  // for its owner
// A unit in another state may lie face down: then whoever has any unit is asked [7.5.9].
inline bool face_down(const Operation& op) { return op.truth.battle().face_down(); }
bool critical_fuel(Operation& op, int unit);

// -- stacks: each is one target, and moves as one; whoever is in none is alone --
void stack_as_usual(Operation& op, Side side);       // those that have come and lie in none
void tidy_stacks(Operation& op);                     // those dead in the water lie alone
Task<> choose_stacks(Operation& op, Side side);      // its owner has it otherwise
std::vector<int> stack_of(Operation& op, int unit);  // ids, its own among them
bool leads_stack(Operation& op, int unit);           // the one that stands for all
Text name_of_stack(Operation& op, int unit);
int hit_in_stack(Operation& op, int unit);  // which of them is struck, drawn by their CS

// -- steps of a round --
Task<> engagement(Operation& op, Fight& fight);                   // i
Task<> carriers_in_battle(Operation& op, const Fight& fight);     // before ii [7.5.6]
Task<> manoeuvre(Operation& op, Fight& fight, Side side);         // ii, with its screens
Task<> gunnery(Operation& op, const Fight& fight);                // iii, both at once
Task<> torpedo_attacks(Operation& op, const Fight& fight);        // iv, both at once
Task<> fire_alone(Operation& op, const Fight& fight, Side side);  // iii and iv of one side [7.5.3]
Task<> withdrawal(Operation& op, Fight& fight, Side side);        // v
// A counter leaves the display: its owner says whose ships were lost, when several forces were in it.
Task<> share_losses(Operation& op, int unit);

void come_on(Operation& op, Fight& fight, Side side, int key);  // its ships are deployed
bool german_step_lost(Operation& op, const Fight& fight);       // since the battle began
void judge(Operation& op, Fight& fight);                        // [7.5.7]

// -- targets --
enum class Weapon { kGuns, kTorpedoes };
struct Shot {
  int firer;
  int target;
  int weight;  // CS that fire, or torpedo symbols
};
bool can_use(Operation& op, Weapon weapon, int unit);
std::vector<int> targets_of(Operation& op, Weapon weapon, int unit);  // by id
bool screened_from(Operation& op, int unit, int enemy);               // [7.5.4]
Task<> assign_targets(Operation& op, const Fight& fight, Side side, Weapon weapon, std::vector<Shot>& shots);

}  // namespace wardroom::pq17
