// Seasons: how one begins, the forces of both sides, and how it is won.
#pragma once

#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

// -- its start --
bool first_season(const Campaign& c);                    // of the match
void begin_season(Campaign& c);                          // the season track; ships that come back
Task<> hold_back(Campaign& c);                           // [Transit], with the option
Task<> repair(Campaign& c);                              // [Transit]
Task<> tallboy(Campaign& c);                             // [Tallboy]
Task<> bring_back_divisions(Campaign& c);                // [Repl]
bool out_of_action(const Campaign& c, ShipNumber ship);  // lost or under repair
Task<> deploy(Campaign& c);                              // [GerStart]
Task<> choose_forces(Campaign& c);                       // [AllStart]

// -- a convoy of it --
void end_periods(Campaign& c);  // while ships are made ready there is neither Day nor Storm
void begin_convoy(Campaign& c);
Task<> organise(Campaign& c);
Task<> ask_for_fuel(Campaign& c);  // [Fuel]
int fuel_left(const Campaign& c);  // of this convoy

// -- its end --
Task<> go_home(Campaign& c);         // [Base, Res]
Task<> another_convoy(Campaign& c);  // [More]
void end_season(Campaign& c);        // [Victory]

// -- what follows from the forces --
int capital_quota(const Campaign& c);
int cruiser_quota(const Campaign& c);
std::vector<ShipNumber> available(const Campaign& c);  // Allied ships that may be chosen
// Seasons won by the Allies and by the Germans.
struct Tally {
  int allied = 0;
  int axis = 0;
};
Tally seasons_won(const v1::Board& board);
int score_halves(const Box& box, const v1::Board& board);
Text points_text(int halves);  // with its sign

}  // namespace wardroom::murmansk
