// Style: how a side plays its plan. The standard bot has one; the strong bot tries several in imagination.
#pragma once

namespace wardroom::pq17::old {

struct Style {
  // -- convoys and their cover --
  double air_fear = 1.8;        // how far convoys keep from bombers
  double ice_fear = 1.0;        // from ice
  double pack_fear = 1.0;       // and from submarines
  double cover_fear = 2.0;      // how far heavy ships keep from all of these
  int fuel_reserve = 0;         // turns of fuel that escorts and cover keep when they turn for home
  double scatter_odds = 12.0;   // of the raiders over the cover, before a convoy scatters
  int turns_to_meet = 4;        // ships leave port when they can be with a convoy by then
  bool all_join = false;        // heavy ships, too, sail inside a convoy's screen
  bool spread_patrols = false;  // one patrol over a convoy is enough
  // -- raiders --
  double sortie_odds = 1.5;  // of a German squadron over what is known to protect a convoy
  double attack_odds = 1.2;  // before a battle is begun
  double unseen = 1.5;       // power of a block near a convoy of which nothing is known
  int reach = 5;             // hexes from a port to where a convoy is met
  bool keeps_clear = true;   // of hexes that the enemy's aircraft watch from land
  double likely = 0.45;      // chance of a block to be a convoy, to put to sea for it
  bool advances = false;     // heavy ships wait in the port that is nearest to where convoys go
  // -- submarines --
  double packs_shadow = 0;  // how well a Wolfpack does to follow a convoy, when it cannot attack in the meantime
  bool packs_join = false;  // Wolfpacks that meet become one
  // -- aircraft --
  double strike_worth = 0.8;  // points a target must promise
  double warships = 1.0;      // what Task Forces are worth to bombers
};

}  // namespace wardroom::pq17::old
