// Style: how a side plays its plan, as numbers.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "client/bot/bots.h"

namespace wardroom::pq17::bot {

struct Style {
  // -- convoys and their cover --
  double air_fear = 1.8;       // how far convoys keep from bombers
  double ice_fear = 2.5;       // from ice
  double pack_fear = 1.0;      // and from submarines
  double cover_fear = 2.0;     // how far heavy ships keep from all of these
  int fuel_reserve = -2;       // turns of fuel that escorts and cover keep when they turn for home
  double scatter_odds = 12.0;  // of the raiders over the cover, before a convoy scatters
  int scatter_reach = 1;       // hexes from the raiders
  int turns_to_meet = 4;       // ships leave port when they can be with a convoy by then
  bool all_join = false;       // heavy ships, too, sail inside a convoy's screen
  bool cruisers_join = true;   // cruisers and escort carriers do
  int cover_near = 2;          // hexes from a convoy that raiders can reach, for the ships that cover it
  double cover_between = 0.5;  // how much they keep on the raiders' side of it
  int cover_until = 1;         // hexes from a convoy's destination: those who cover it turn back
  int oilers_meet = 4;         // hexes from a convoy that oilers join
  int apart = 3;               // in one match of so many cruisers keep outside the screen; 0: in none
  bool splits_fuel = true;     // heavy ships send their destroyers home and stay
  int escorts_leave = -1;      // turns of fuel a convoy's guard keeps, when those go home whom its port does not let in
  int stay_near = 0;           // hexes from a convoy, whose escorts need not go home for fuel
  double guarded = 0.3;        // that a convoy counts as farther for each destroyer CS of its guard
  bool heavies_join = true;    // battleships sail inside a convoy's screen while raiders can reach it
  bool carriers_join = false;  // carriers do, too
  double heavies_from = 0.2;   // danger from aircraft from which on they do
  int cover_ahead = 1;         // turns of the convoy's way, where its cover waits for it
  int raider_reach = 0;        // hexes from known raiders that convoys shun
  bool any_port = false;       // convoys choose their port by the seed
  double roughly = 1.0;        // turns at sea: how far a plotted route may be from the best
  bool bluffs = false;         // numbers are said high
  int own_plan = 0;            // ways to plan, one of them as in history; 0: always that
  bool ice_shelter = true;     // torpedo aircraft cannot attack among ice [7.3]
  int chase = 6;               // hexes to an enemy who can be beaten
  bool dummies_cover = true;   // Dummies keep near a convoy, as heavy ships do
  int raid_reach = 5;          // hexes from a port where heavy ships may lie, in which a convoy is in danger of them
  bool spread_patrols = false;  // one patrol over a convoy is enough
  // -- raiders --
  double sortie_odds = 2.0;  // of a German squadron over what is known to protect a convoy
  double attack_odds = 1.2;  // before a battle is begun
  double unseen = 1.5;       // power of a block near a convoy of which nothing is known
  double by_night = 0.15;    // of these odds and of the unseen, where nobody flies and few look
  int reach = 5;             // hexes from a port to where a convoy is met
  bool keeps_clear = true;   // of hexes that the enemy's aircraft watch from land
  double likely = 0.45;      // chance of a block to be a convoy, to put to sea for it
  double forgo = -0.35;      // what a strike must promise at least, once it is announced
  bool squadrons = true;     // that meet at sea become one
  bool scouts_look = true;   // before they carry bombs
  double lone_ships = 1.5;   // what ships of a scattered convoy are worth to Wolfpacks
  int ready = 2;             // in one match of so many heavy ships wait in the nearest port; 0: in none
  bool feints = true;        // Dummies put to sea against convoys that are found
  bool advances = false;     // heavy ships wait in the port that is nearest to where convoys go
  // -- submarines --
  double packs_shadow = 0.3;  // how well a Wolfpack does to follow a convoy, when it cannot attack in the meantime
  bool packs_join = true;     // Wolfpacks that meet become one
  double packs_dare = 1000;   // guns of a target's escort, beyond which Wolfpacks leave it alone
  bool packs_retry = true;    // Wolfpacks that aircraft held up go on
  // -- aircraft --
  double strike_worth = 0.8;  // points a target must promise
  double warships = 1.0;      // what Task Forces are worth to bombers
  bool interleaves = true;    // warships stand between the stacks of a convoy under air attack
};

// With some numbers set otherwise, as `number=value+number=value`; none when it has no such number.
std::optional<Style> style_of(std::string_view numbers, Style style = {});
// Those that are worth tuning, and with what.
std::vector<wardroom::bot::Dial> dials();

}  // namespace wardroom::pq17::bot
