#include "server/tournament/standings.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace wardroom::tournament {
namespace {

constexpr std::int64_t kPermille = 1000;

std::int64_t& at(Standing& standing, TieBreak which) { return standing.breaks[static_cast<std::size_t>(which)]; }

// A match as one of the two sees it.
struct Seen {
  int opponent = 0;
  HalfPoints points = 0;
  int margin = 0;
  int wins_permille = 500;  // how often his side wins
  Came came = Came::kPlayed;
};
std::vector<Seen> seen_by(int entry, const Round& round) {
  std::vector<Seen> all;
  for (const MatchResult& each : round.results) {
    if (each.first == entry)
      all.push_back({each.second, each.points, each.margin, each.first_wins_permille, each.came});
    if (each.second == entry)
      all.push_back({each.first, each.points_second, -each.margin,
                     static_cast<int>(kPermille) - each.first_wins_permille, each.came});
  }
  return all;
}

const Rest* rest_of(int entry, const Round& round) {
  const auto rest = std::ranges::find(round.rests, entry, &Rest::entry);
  return rest == round.rests.end() ? nullptr : &*rest;
}

bool chose_not_to_play(int entry, const Round& round) {
  if (const Rest* rest = rest_of(entry, round)) return rest->kind != RestKind::kBye;
  const std::vector<Seen> matches = seen_by(entry, round);
  return std::ranges::all_of(matches, [](const Seen& each) { return each.came == Came::kForfeit && each.points == 0; });
}

// His points, but a bye he asked for and after which he chose not to play any more counts half a point.
HalfPoints adjusted(const Results& event, int entry) {
  HalfPoints sum = points_after(event, entry, event.rounds.size());
  for (auto round = event.rounds.rbegin(); round != event.rounds.rend() && chose_not_to_play(entry, *round); ++round)
    if (const Rest* rest = rest_of(entry, *round); rest && rest->kind == RestKind::kAsked) sum += 1 - rest->points;
  return sum;
}

std::vector<Share> shares_of(const Results& event, int entry) {
  const HalfPoints own = points_after(event, entry, event.rounds.size());
  std::vector<Share> shares;
  for (const Round& round : event.rounds) {
    for (const Seen& each : seen_by(entry, round)) {
      const HalfPoints theirs = adjusted(event, each.opponent);
      const bool played = each.came == Came::kPlayed;
      shares.push_back(
          {each.opponent, each.points, played ? theirs : std::min(own, theirs), !played && each.points == 0});
    }
    if (const Rest* rest = rest_of(entry, round))
      shares.push_back({0, rest->points, std::min(own, event.planned), rest->kind != RestKind::kBye});
  }
  return shares;
}

void sum_up(Standing& one, const Results& event, const StandingsRules& rules) {
  one.points = points_after(event, one.entry, event.rounds.size());
  one.shares = shares_of(event, one.entry);
  std::vector<Share> kept = one.shares;
  // The round missed by choice goes first, the least of them.
  std::ranges::sort(kept, {}, [](const Share& each) { return std::pair(!each.by_choice, each.worth); });
  const auto sum = [](std::span<const Share> part) {
    return std::accumulate(part.begin(), part.end(), std::int64_t{0},
                           [](std::int64_t all, const Share& each) { return all + each.worth; });
  };
  const std::span<const Share> all(kept);
  at(one, TieBreak::kBuchholz) = sum(all);
  const std::span<const Share> cut = all.empty() ? all : all.subspan(1);
  at(one, TieBreak::kBuchholzCut) = sum(cut);
  at(one, TieBreak::kMedianBuchholz) = sum(cut) - (cut.empty() ? 0 : std::ranges::max(cut, {}, &Share::worth).worth);
  for (const Share& each : one.shares) at(one, TieBreak::kSonnebornBerger) += std::int64_t{each.result} * each.worth;
  for (const Round& round : event.rounds) {
    for (const Seen& each : seen_by(one.entry, round)) {
      at(one, TieBreak::kWins) += each.came == Came::kPlayed && each.points == kWin;
      at(one, TieBreak::kMargins) += std::clamp(each.margin, -rules.most_margin, rules.most_margin);
      at(one, TieBreak::kSideAdjusted) += each.points * kPermille / kWin;
      if (each.came == Came::kPlayed) at(one, TieBreak::kSideAdjusted) -= each.wins_permille - kPermille / 2;
    }
    if (const Rest* rest = rest_of(one.entry, round))
      at(one, TieBreak::kSideAdjusted) += rest->points * kPermille / kWin;
  }
  at(one, TieBreak::kLot) =
      static_cast<std::int64_t>(keyed_number("lot " + std::to_string(one.entry), rules.seed) >> 1);
}

// -- direct encounter --

struct Between {
  HalfPoints points = 0;
  int missing = 0;  // opponents among those tied whom he has not met
};
Between between(const Results& event, int entry, std::span<const Standing> tied) {
  Between sum{0, static_cast<int>(tied.size()) - 1};
  std::map<int, bool> met;
  for (const Round& round : event.rounds) {
    for (const Seen& each : seen_by(entry, round)) {
      if (each.came != Came::kPlayed || std::ranges::find(tied, each.opponent, &Standing::entry) == tied.end())
        continue;
      sum.points += each.points;
      if (!std::exchange(met[each.opponent], true)) --sum.missing;
    }
  }
  return sum;
}

// Counts if all have met; else it places only whoever would be first however the missing matches had ended.
void encounter(const Results& event, std::span<Standing> tied) {
  std::vector<Between> sums;
  for (const Standing& each : tied) sums.push_back(between(event, each.entry, tied));
  const bool all_met = std::ranges::all_of(sums, [](const Between& each) { return each.missing == 0; });
  for (std::size_t i = 0; i < tied.size(); ++i) {
    bool ahead = true;
    for (std::size_t j = 0; j < tied.size(); ++j)
      ahead = ahead && (i == j || sums[i].points > sums[j].points + kWin * sums[j].missing);
    at(tied[i], TieBreak::kDirectEncounter) = all_met ? sums[i].points : ahead;
  }
}

// Orders those whom nothing before `next` has parted, the best first.
void part(const Results& event, const StandingsRules& rules, std::span<Standing> tied, std::size_t next, int place) {
  if (tied.size() < 2 || next == rules.order.size()) {
    for (Standing& each : tied) each.place = place;
    return;
  }
  const TieBreak by = rules.order[next];
  if (by == TieBreak::kDirectEncounter) encounter(event, tied);
  std::ranges::sort(tied, std::greater(),
                    [by](const Standing& each) { return std::pair(each.tie_break(by), -each.entry); });
  for (std::size_t from = 0; from < tied.size();) {
    std::size_t to = from;
    while (to < tied.size() && tied[to].tie_break(by) == tied[from].tie_break(by)) ++to;
    part(event, rules, tied.subspan(from, to - from), next + 1, place + static_cast<int>(from));
    from = to;
  }
}

}  // namespace

std::vector<Standing> standings(const Results& event, const StandingsRules& rules) {
  std::vector<Standing> all(event.entries.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].entry = event.entries[i].entry;
    sum_up(all[i], event, rules);
  }
  std::ranges::sort(all, std::greater(), [](const Standing& each) { return std::pair(each.points, -each.entry); });
  for (std::size_t from = 0; from < all.size();) {
    std::size_t to = from;
    while (to < all.size() && all[to].points == all[from].points) ++to;
    part(event, rules, std::span(all).subspan(from, to - from), 0, static_cast<int>(from) + 1);
    from = to;
  }
  return all;
}

}  // namespace wardroom::tournament
