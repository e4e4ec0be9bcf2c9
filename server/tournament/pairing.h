// Swiss pairing: one cheapest matching over everybody present, by costs that are compared digit by digit. It always
// answers; what it could not honour is in the digits. The same input gives the same pairs, so anybody can check a draw.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "common/hash.h"
#include "server/engine/seat.h"

namespace wardroom::tournament {

inline constexpr std::size_t kMostPaired = 256;
inline constexpr int kMostRounds = 15;

enum class Float : std::int8_t {
  kDown = -1,
  kNone = 0,
  kUp = 1
};  // against whom one was paired last: of fewer points
    // is down, and so is a bye

// What a draw knows of somebody who is present.
struct Entrant {
  int entry = 0;   // his number in the event, from 1
  int rank = 0;    // the best has the least
  int points = 0;  // half points
  std::map<int, int> met;
  std::set<int> barred;                    // by the director, a block, the same household
  std::vector<std::optional<Seat>> sides;  // round by round; none where he played no match
  int byes = 0;
  Float last = Float::kNone;

  int lean() const;  // matches as the first side less matches as the second
};

// What is minimised, the most important first.
enum class Digit : std::uint8_t {
  kSecondBye,
  kRematch,  // or a pair that is barred
  kSideExcess,
  kByeAboveBottom,
  kScoreDistance,
  kFloatAgain,
  kThirdTimeSameSide,
  kOrderInGroup,  // the upper half of a score group meets the lower
  kLot,
};
inline constexpr std::size_t kDigits = 9;
using Digits = std::array<std::int64_t, kDigits>;
inline std::int64_t digit(const Digits& digits, Digit which) { return digits[static_cast<std::size_t>(which)]; }

struct PairingRules {
  bool balance_sides = true;  // not where both sides are played, or bid for
  bool scores_first = false;  // score groups above the balance of sides
  bool order_by_lot = false;  // within a score group; else by rank
};

struct Pair {
  int first = 0;  // entries, by their sides
  int second = 0;
  Digits digits{};
};

struct Draw {
  std::vector<Pair> pairs;  // the best board first
  std::optional<int> bye;
  Digits digits{};  // the sum
};

// At most kMostPaired entrants of at most kMostRounds rounds; everybody once, in any order.
Draw draw_round(std::vector<Entrant> present, const PairingRules& rules, const Secret& seed);

// The parts of it, so that a test can try every pairing there is. `bye` stands for nobody.
struct Candidates {
  std::vector<Entrant> entrants;  // by points, then rank
  std::vector<int> place;         // in his score group
  std::vector<int> group;         // how many are in it
};
Candidates candidates(std::vector<Entrant> present, const PairingRules& rules, const Secret& seed);
Digits digits_of(const Candidates& all, std::size_t a, std::size_t b, const PairingRules& rules, const Secret& seed);
Digits digits_of_bye(const Candidates& all, std::size_t a, const Secret& seed);
bool less(const Digits& a, const Digits& b, const PairingRules& rules);

// How many players a number of rounds needs so that no rule has to be broken while everybody is there.
int players_needed(int rounds);

}  // namespace wardroom::tournament
