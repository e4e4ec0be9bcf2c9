// What happened in an event, round by round. Everything else (scores, tie-breaks, the next draw) is worked out from it
// anew each time, so that a corrected result needs no repair.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/engine/seat.h"
#include "server/tournament/pairing.h"

namespace wardroom::tournament {

using HalfPoints = int;
inline constexpr HalfPoints kWin = 2;

enum class Came : std::uint8_t { kPlayed, kForfeit };  // forfeit: one of them, or both, did not appear

// One match of a pairing.
struct MatchResult {
  int first = 0;  // entries
  int second = 0;
  HalfPoints points = 0;         // of the first
  HalfPoints points_second = 0;  // of the second: both may have none
  int margin = 0;                // of the first against par, in halves of a point; 0 in a forfeit
  Came came = Came::kPlayed;
  int first_wins_permille = 500;  // how often the first side wins that scenario, frozen when the event began
};

// A round without a pairing.
enum class RestKind : std::uint8_t {
  kBye,    // the odd one
  kAsked,  // he asked not to be paired, for half a point
  kAbsent,
};
struct Rest {
  int entry = 0;
  RestKind kind = RestKind::kBye;
  HalfPoints points = kWin;
};

struct Round {
  std::vector<MatchResult> results;  // those that are decided
  std::vector<Rest> rests;
};

struct Entry {
  int entry = 0;
  int rank = 0;
};

struct Results {
  std::vector<Entry> entries;
  std::vector<Round> rounds;  // played so far
  int planned = 0;            // rounds in all
};

// Points after the first `rounds` rounds.
HalfPoints points_after(const Results& event, int entry, std::size_t rounds);

// Those who are present, as the next draw sees them.
std::vector<Entrant> entrants(const Results& event, const std::vector<int>& present);

}  // namespace wardroom::tournament
