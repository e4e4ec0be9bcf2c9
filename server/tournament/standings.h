// Places, and how they came about: every tie-break with the parts it was summed of.
#pragma once

#include <cstdint>
#include <vector>

#include "server/tournament/results.h"

namespace wardroom::tournament {

enum class TieBreak : std::uint8_t {
  kDirectEncounter,
  kBuchholzCut,  // without the least
  kBuchholz,
  kMedianBuchholz,  // without the least and the greatest
  kSonnebornBerger,
  kWins,
  kMargins,
  kSideAdjusted,
  kLot,
};
inline constexpr std::size_t kTieBreaks = 9;

struct StandingsRules {
  std::vector<TieBreak> order{
      TieBreak::kDirectEncounter, TieBreak::kBuchholzCut,  TieBreak::kBuchholz, TieBreak::kSonnebornBerger,
      TieBreak::kMargins,         TieBreak::kSideAdjusted, TieBreak::kLot};
  int most_margin = 30;  // of one match, either way, in halves of a point
  Secret seed{};         // of the lot
};

// What a round gave to Buchholz.
struct Share {
  int opponent = 0;  // 0: none
  HalfPoints result = 0;
  HalfPoints worth = 0;  // the opponent's adjusted score, or what stands for it
  bool by_choice = false;
};

struct Standing {
  int entry = 0;
  int place = 0;  // from 1; those whom nothing parts share one
  HalfPoints points = 0;
  // Half points; Sonneborn-Berger in quarters, the side-adjusted result in thousandths of a point.
  std::array<std::int64_t, kTieBreaks> breaks{};
  std::vector<Share> shares;

  std::int64_t tie_break(TieBreak which) const { return breaks[static_cast<std::size_t>(which)]; }
};

std::vector<Standing> standings(const Results& event, const StandingsRules& rules);

}  // namespace wardroom::tournament
