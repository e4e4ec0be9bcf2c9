// What an event has come to: its results as the arithmetic knows them, places, brackets, teams, and what counts for
// ratings.
#pragma once

#include <optional>
#include <vector>

#include "server/tournament/event.h"
#include "server/tournament/schedule.h"
#include "server/tournament/standings.h"

namespace wardroom::tournament {

// Of published rounds. A player of a round robin who left before half of his matches has none of his counted.
Results results_of(const Event& event);
StandingsRules standings_rules(const Event& event);
// In the order of places. A bracket's are those of the bracket, a ladder's its rungs.
std::vector<Standing> standings_of(const Event& event);

// -- brackets --
Bracket bracket_of(const Event& event);                                              // of the seeds that are fixed
std::vector<std::optional<int>> bracket_winners(const Event& event);                 // seeds, by match
std::optional<std::uint32_t> winner_of(const Event& event, const Pairing& pairing);  // none: not decided, or level
// Where one must go on: the lower bid, then a rematch with sides swapped, then the better seed.
bool needs_rematch(const Event& event, const Pairing& pairing);

// -- teams --
struct TeamScore {
  std::string name;
  std::uint32_t match_points = 0, board_halves = 0, weighted_halves = 0;
};
std::vector<TeamScore> team_scores(const Event& event);  // the best first

// -- ratings --
std::vector<v1::record::RatedMatch> rated_matches(const Event& event);

}  // namespace wardroom::tournament
