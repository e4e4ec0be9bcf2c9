// How the standard bot answers each kind of menu; one file a concern.
#pragma once

#include "client/bot/pq17/mind.h"

namespace wardroom::pq17::bot {

// -- movement.cpp --
Choice move_forces(const Sight& sight, Mind& mind);
Choice move_force(const Sight& sight, Mind& mind);
Choice split_forces(const Sight& sight, Mind& mind);
Choice split_force(const Sight& sight, Mind& mind);
Choice refuel(const Sight& sight);
Choice combine(const Sight& sight, Mind& mind);

// -- air.cpp --
Choice send_aircraft(const Sight& sight, Mind& mind);
Choice aim_aircraft(const Sight& sight, Mind& mind);
Choice photograph(const Sight& sight);

// -- searching.cpp --
Choice designate(const Sight& sight);
Choice owner_answers(const Sight& sight, Mind& mind);
Choice take_up_shadowing(const Sight& sight, const Style& style);
Choice part_to_follow(const Sight& sight);

// -- striking.cpp --
Choice strike(const Sight& sight);
Choice strike_targets(const Sight& sight, const Style& style);
Choice defend_against_aircraft(const Sight& sight);
Choice air_fire(const Sight& sight);

// -- line.cpp --
Choice form_line(const Sight& sight, const Style& style);

// -- under_water.cpp --
Choice submarine_combat(const Sight& sight, const Style& style);
Choice aim_submarines(const Sight& sight);
Choice asw_dice(const Sight& sight);

// -- encounters.cpp: whether to fight --
Choice surface_combat(const Sight& sight, const Style& style);
Choice transit_combat(const Sight& sight, const Style& style);
Choice intercept(const Sight& sight);

// -- battles.cpp: how to fight --
Choice manoeuvre(const Sight& sight);
Choice screens(const Sight& sight);
Choice fire_guns(const Sight& sight);
Choice fire_torpedoes(const Sight& sight);
Choice withdrawal(const Sight& sight);

// -- preparations.cpp: everything around the Operation --
Choice prepare(const Sight& sight, Mind& mind);

// What one ship more or less means, in points: for a hull, or one CS of a class.
double worth(const Sight& sight, const UnitFacts& unit, bool loaded);

}  // namespace wardroom::pq17::bot
