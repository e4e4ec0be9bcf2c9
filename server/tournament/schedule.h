// Formats whose pairings are known beforehand: round robins, and brackets of single and double elimination.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace wardroom::tournament {

// -- round robin --

struct Meeting {
  int first = 0;  // places in the list of players, from 1
  int second = 0;
};
struct MeetingRound {
  std::vector<Meeting> meetings;
  std::optional<int> rests;  // with an odd number somebody has nobody to play
};
// Everybody meets everybody, by Berger's tables; sides differ by at most one. Twice: again with sides swapped.
std::vector<MeetingRound> round_robin(int players, bool twice);

// -- brackets --

// Who comes to a board of a bracket.
struct Source {
  enum class Kind : std::uint8_t { kNobody, kSeed, kWinnerOf, kLoserOf } kind = Kind::kNobody;
  int number = 0;  // of the seed, or of the match
};
struct BracketMatch {
  Source one, two;
  int round = 1;
  bool lower = false;      // of those who have lost once
  bool if_needed = false;  // the second final, when the one who came from below won the first
};

// A bracket is worked out anew from the winners known so far.
class Bracket {
 public:
  static Bracket single(int players);
  static Bracket twice(int players);  // out after two defeats

  const std::vector<BracketMatch>& matches() const { return matches_; }

  // winners[m]: the seed that won match m, if that is known. Whoever has nobody against him passes by himself.
  struct Board {
    std::optional<int> one, two;  // seeds, as far as they are known
    std::optional<int> winner, loser;
    bool played = false;  // two people sit or sat there
  };
  std::vector<Board> boards(const std::vector<std::optional<int>>& winners) const;

  // Seeds in the order of their places, once all is played: later defeats are better, and equal ones share a place.
  std::vector<std::vector<int>> places(const std::vector<std::optional<int>>& winners) const;

 private:
  std::vector<BracketMatch> matches_;
  int players_ = 0;
};

// Seeds 1 to size in the order in which a bracket has them from top to bottom; size is a power of two.
std::vector<int> bracket_order(int size);

}  // namespace wardroom::tournament
