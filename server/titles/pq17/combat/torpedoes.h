// Torpedo attacks by whatever launches them [7.3]: ships, submarines, aircraft; and mines, which are rolled for in the
// same way.
#pragma once

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/operation/rolls.h"

namespace wardroom::pq17 {

struct TorpedoAttack {
  Text attacker;
  Text target;
  Situation situation;      // target included
  int dice = 0;             // one for each torpedo attack
  std::vector<Hull> among;  // the ship is drawn from these for each that hits; more likely where there are more ships
  std::optional<Hex> hex{};
  bool aimed_by_submarine = false;  // its ships are not shown [7.4.3]
  bool always_drawn = false;        // even when there is but one ship: that is hidden too
};

int ships_in(const Operation& op, const v1::Counter& ship);  // a class has one a CS

// One die for each attack on the Torpedo Attack Table: how many run true [7.3.1 i].
int launch(Operation& op, const TorpedoAttack& attack);
// One die for each success on the Torpedo Damage Table [7.3.1 ii]; ships that are gone already are no more among them.
void detonate(Operation& op, TorpedoAttack attack, int successes);
void tell_torpedo_damage(Operation& op, Text victim, Text column, int die, const v1::TorpedoDamageTable::Row& row,
                         std::optional<Hex> hex);

}  // namespace wardroom::pq17
