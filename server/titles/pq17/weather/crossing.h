// Crossing into ice: what is met, who gets through, who is hurt [10.1, 10.2.2 - 10.2.4, 10.2.6]. Nobody is asked.
#pragma once

#include "server/titles/pq17/weather/wear.h"

namespace wardroom::pq17 {

enum class Try { kEntered, kRefused, kAborted };  // refused: by Solid Pack or the die

struct Met {
  v1::Ice::Condition ice;     // as it counts for the side
  v1::Ice::Condition actual;  // where no channel is kept open
  bool rolled;
};
// With `only` given, nobody else hears of a roll.
Met meet_ice(Operation& op, Side side, Hex from, Hex to, Crossing crossing, std::optional<Side> only);
// Whether the block goes through ice that lets it try: Thin Pack by a die [10.2.4].
bool breaks_through(Operation& op, Crossing crossing, v1::Ice::Condition ice, Hex to, std::optional<Side> only);
void hurt_by_ice(Operation& op, Side side, v1::Force& force, Crossing crossing, v1::Ice::Condition ice, Try result);
// Ships that shadow the force meet the ice as well: the Axis stays behind where it may not go [5.1.7, 6.3.5].
void shadowers_meet_ice(Operation& op, Side side, const v1::Force& force, Hex to, v1::Ice::Condition actual);
// What is Dispersed from a convoy tries with it, and is hurt by cards of its own [5.6, 10.2.6].
void dispersed_parts_meet_ice(Operation& op, Side side, ForceKey key, v1::Ice::Condition ice, Try result);

// A crossing in a planned move before play begins: nobody is asked, and only the owner hears of it [8.3]. Rolls at sea
// are open [10.1]; these are not, for the block is not on the map yet, and a roll would tell where a secret plan has
// led it [4.2]. `step` counts the hexsides of the force's plan. False: its move ends where it is, and it may be gone.
bool cross_ice_by_plan(Operation& op, Side side, v1::Force& force, Hex to, std::uint32_t step = 0);

}  // namespace wardroom::pq17
