// What the files of a surface battle share: what it keeps in mind beside the Battle Display, and its steps. All of it
// is in the position, so that play can begin again at the head of a step.
#pragma once

#include <optional>

#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/operation/rolls.h"

namespace wardroom::pq17 {

// The battle that is going on; nothing is kept here.
class Fight {
 public:
  explicit Fight(Operation& op) : attacker(op.truth.battle().attacker()), op_(op) {}

  const Side attacker;
  Side defender() const { return enemy_of(attacker); }
  v1::Battle& battle() const { return *op_.truth.mutable_battle(); }
  auto of(Side side) const { return as_ids<ForceKey>(op_.own(side).engaged()); }  // those that have come
  // What its ships have done: face down only their owner knows [7.5.9].
  v1::Battle::Party& party(Side side) const {
    if (battle().face_down()) return *op_.own(side).mutable_party();
    return side == kAllied ? *battle().mutable_allied() : *battle().mutable_axis();
  }

 private:
  Operation& op_;
};

// -- where and when --
Hex battle_hex(const Operation& op);                   // none in a box
std::optional<Hex> battle_place(const Operation& op);  // for reports
const v1::WeatherEffect& battle_weather(const Operation& op);

// -- units on the display --
bool helpless(Operation& op, UnitId unit);  // Crippled or dead in the water
bool afloat(const Operation& op, Side side);
bool has_warships(Operation& op, Side side);
Text own_name(Operation& op, UnitId unit);  // for its owner
// A unit in another state may lie face down: then whoever has any unit is asked [7.5.9].
inline bool face_down(const Operation& op) { return op.truth.battle().face_down(); }
bool critical_fuel(Operation& op, UnitId unit);

// -- stacks: each is one target, and moves as one; whoever is in none is alone --
void stack_as_usual(Operation& op, Side side);                            // those that have come and lie in none
void tidy_stacks(Operation& op);                                          // those dead in the water lie alone
Task<> choose_stacks(Operation& op, Side side, bool heads_step = false);  // its owner has it otherwise
std::vector<UnitId> stack_of(Operation& op, UnitId unit);                 // ids, its own among them
bool leads_stack(Operation& op, UnitId unit);                             // the one that stands for all
Text name_of_stack(Operation& op, UnitId unit);
UnitId hit_in_stack(Operation& op, UnitId unit);  // which of them is struck, drawn by their CS

// -- steps of a round --
Task<> others_join(Operation& op, Fight& fight, Side side);       // i
Task<> carriers_in_battle(Operation& op, const Fight& fight);     // before ii [7.5.6]
Task<> manoeuvre(Operation& op, Fight& fight, Side side);         // ii, with its screens
Task<> gunnery(Operation& op, const Fight& fight);                // iii, both at once
Task<> torpedo_attacks(Operation& op, const Fight& fight);        // iv, both at once
Task<> fire_alone(Operation& op, const Fight& fight, Side side);  // iii and iv of one side [7.5.3, 7.5.8]
Task<> withdrawal(Operation& op, Fight& fight, Side side);        // v
// A counter leaves the display: its owner says whose ships were lost, when several forces were in it.
Task<> share_losses(Operation& op, UnitId unit);

void come_on(Operation& op, Fight& fight, Side side, ForceKey key);  // its ships are deployed
bool german_step_lost(Operation& op, const Fight& fight);            // since the battle began
void judge(Operation& op, Fight& fight);                             // [7.5.7]

// -- targets --
enum class Weapon { kGuns, kTorpedoes };
struct Shot {
  UnitId firer;
  UnitId target;
  int weight;  // CS that fire, or torpedo symbols
};
bool can_use(Operation& op, Weapon weapon, UnitId unit);
std::vector<UnitId> targets_of(Operation& op, Weapon weapon, UnitId unit);  // by id
bool screened_from(Operation& op, UnitId unit, UnitId enemy);               // [7.5.4]
Task<> assign_targets(Operation& op, const Fight& fight, Side side, Weapon weapon, std::vector<Shot>& shots,
                      bool heads_step = false);

}  // namespace wardroom::pq17
