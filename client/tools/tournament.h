// Whole tournaments with players of known strength, without a server: what pairing, standings and ratings do.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "server/tournament/rating.h"
#include "server/tournament/schedule.h"
#include "server/tournament/standings.h"

namespace wardroom::terminal {

enum class Format : std::uint8_t { kSwiss, kRoundRobin, kDoubleRoundRobin, kElimination, kDoubleElimination };

struct TournamentSettings {
  Format format = Format::kSwiss;
  int players = 32;
  int rounds = 5;  // of a Swiss tournament
  std::uint64_t seed = 0;
  double first_wins = 0.5;  // how often the first side wins among equals
  double draws = 0.1;
  double absent = 0;  // how often somebody is not there for a round, or does not appear when paired
  tournament::PairingRules pairing;
};

struct TournamentRun {
  tournament::Results event;
  std::vector<tournament::Draw> draws;  // Swiss
  std::vector<tournament::Standing> standings;
  std::vector<std::vector<int>> places;  // elimination
  std::map<int, tournament::Rating> ratings;

  // What a host would look at.
  int rematches = 0;
  int most_side_difference = 0;
  int most_byes = 0;
  bool points_add_up = true;
};

TournamentRun play_tournament(const TournamentSettings& settings);  // the same settings play the same tournament
std::string to_json(const TournamentRun& run);

}  // namespace wardroom::terminal
