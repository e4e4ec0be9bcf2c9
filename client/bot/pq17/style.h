// Style: how boldly a side plays. The standard bot has one; the strong bot tries several in imagination.
#pragma once

namespace wardroom::pq17::bot {

struct Style {
  double sortie_odds = 1.5;   // of a German squadron over what is known to protect a convoy
  double attack_odds = 1.2;   // before a battle is begun
  double scatter_odds = 12.0; // of the raiders over the cover, before a convoy scatters
  double air_fear = 1.8;      // how far convoys keep from bombers
  double ice_fear = 1.0;      // and from ice
};

}  // namespace wardroom::pq17::bot
