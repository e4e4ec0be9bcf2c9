// The Battle Display [7.2.4, 7.5.2]: counters leave their forces' boxes for it, are hit there, and come back.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// The surface ships of a force come on to the display, in as few counters as can hold them; those of a class join what
// is there already [1.2]. Tows are dropped [7.2.4].
void deploy(Operation& op, Side side, ForceKey key);
// Back to its force: it has left the battle, or the battle is over. Escorts that were driven off come back with the
// last of all.
void undeploy(Operation& op, UnitId unit);
void undeploy_all(Operation& op);

v1::Battle::Unit* find_unit(Operation& op, UnitId unit);
v1::Battle::Unit& unit_on_display(Operation& op, UnitId unit);  // Broken when there is none
v1::Displayed& displayed(Operation& op, UnitId unit);
const UnitFacts& facts_on_display(Operation& op, UnitId unit);
std::vector<UnitId> units_on_display(const Operation& op, Side side);  // by id
Text name_on_display(Operation& op, UnitId unit);                      // as everybody may say it

// What damage made of a counter: nothing, or what is left of it, and CS in another state that lie beside it from now
// on.
void change_displayed(Operation& op, UnitId unit, const std::optional<v1::Counter>& left,
                      const std::vector<v1::Counter>& apart, int driven_off);
// CS lost from a counter that several forces share, and not yet said whose; 0 if there is nothing to say.
int losses_to_share(Operation& op, UnitId unit);
void lose_from(Operation& op, UnitId unit, ForceKey force);  // one of them
void use_cam_on_display(Operation& op, UnitId unit);         // one of a counter of CAM ships [1.4.3]
void show_display(Operation& op);                            // the public side follows the counters
bool brings_ships(const v1::Force& force);                   // neither a Dummy nor a Wolfpack
// A counter that lies face down leaves the display [7.5.9]: everybody sees that, and not what it was.
void note_away(Operation& op, UnitId unit, bool gone);

}  // namespace wardroom::pq17
