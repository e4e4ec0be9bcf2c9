#include "server/tournament/schedule.h"

#include <algorithm>
#include <bit>
#include <map>

namespace wardroom::tournament {
namespace {

using Kind = Source::Kind;

int size_for(int players) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(players))); }

Source seed(int number, int players) { return number <= players ? Source{Kind::kSeed, number} : Source{}; }

}  // namespace

// -- round robin --

std::vector<MeetingRound> round_robin(int players, bool twice) {
  const int even = players + players % 2;  // with an odd number the last is nobody
  std::vector<MeetingRound> rounds;
  for (int round = 0; round < even - 1; ++round) {
    MeetingRound& now = rounds.emplace_back();
    for (int i = 1; i < even; ++i) {
      if ((2 * i - 2) % (even - 1) == round) {
        if (even > players)
          now.rests = i;
        else
          now.meetings.push_back(i <= even / 2 ? Meeting{i, even} : Meeting{even, i});
      }
      for (int j = i + 1; j < even; ++j) {
        if ((i + j - 2) % (even - 1) != round) continue;
        now.meetings.push_back((i + j) % 2 != 0 ? Meeting{i, j} : Meeting{j, i});
      }
    }
  }
  if (!twice) return rounds;
  const std::size_t once = rounds.size();
  for (std::size_t round = 0; round < once; ++round) {
    MeetingRound again = rounds[round];
    for (Meeting& each : again.meetings) std::swap(each.first, each.second);
    rounds.push_back(std::move(again));
  }
  return rounds;
}

// -- brackets --

std::vector<int> bracket_order(int size) {
  std::vector<int> order{1};
  while (static_cast<int>(order.size()) < size) {
    const int sum = 2 * static_cast<int>(order.size()) + 1;
    std::vector<int> next;
    for (const int each : order) next.insert(next.end(), {each, sum - each});
    order = std::move(next);
  }
  return order;
}

Bracket Bracket::single(int players) {
  Bracket bracket;
  bracket.players_ = players;
  const std::vector<int> order = bracket_order(size_for(players));
  std::vector<Source> now;
  for (const int each : order) now.push_back(seed(each, players));
  for (int round = 1; now.size() > 1; ++round) {
    std::vector<Source> next;
    for (std::size_t i = 0; i < now.size(); i += 2) {
      next.push_back({Kind::kWinnerOf, static_cast<int>(bracket.matches_.size())});
      bracket.matches_.push_back({now[i], now[i + 1], round});
    }
    now = std::move(next);
  }
  return bracket;
}

// The losers of a round come down in reversed order, so that whoever lost to somebody meets him again late.
Bracket Bracket::twice(int players) {
  Bracket bracket = single(players);
  std::vector<BracketMatch>& matches = bracket.matches_;
  const int rounds = std::bit_width(static_cast<unsigned>(size_for(players))) - 1;
  std::vector<std::vector<Source>> fallen(static_cast<std::size_t>(rounds) + 1);
  for (std::size_t i = 0; i < matches.size(); ++i)
    fallen[static_cast<std::size_t>(matches[i].round)].push_back({Kind::kLoserOf, static_cast<int>(i)});
  int below = 0;
  const auto play = [&](Source one, Source two) {
    matches.push_back({one, two, below, true});
    return Source{Kind::kWinnerOf, static_cast<int>(matches.size()) - 1};
  };
  const Source above{Kind::kWinnerOf, static_cast<int>(matches.size()) - 1};
  std::vector<Source> now = rounds > 0 ? fallen[1] : std::vector<Source>();
  for (int round = 2; round <= rounds; ++round) {
    std::vector<Source> next;
    ++below;
    for (std::size_t i = 0; i + 1 < now.size(); i += 2) next.push_back(play(now[i], now[i + 1]));
    now = std::move(next);
    std::vector<Source>& down = fallen[static_cast<std::size_t>(round)];
    std::ranges::reverse(down);
    ++below;
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = play(now[i], down[i]);
  }
  if (now.empty()) return bracket;
  matches.push_back({above, now.front(), rounds + 1});
  const int final = static_cast<int>(matches.size()) - 1;
  matches.push_back({{Kind::kWinnerOf, final}, {Kind::kLoserOf, final}, rounds + 2, false, true});
  return bracket;
}

std::vector<Bracket::Board> Bracket::boards(const std::vector<std::optional<int>>& winners) const {
  std::vector<Board> boards(matches_.size());
  std::vector<bool> settled(matches_.size());  // nobody will come to it any more whose name is not known
  const auto from = [&](const Source& source) -> std::pair<std::optional<int>, bool> {
    const auto at = static_cast<std::size_t>(source.number);
    switch (source.kind) {
      case Kind::kNobody:
        return {std::nullopt, true};
      case Kind::kSeed:
        return {source.number, true};
      case Kind::kWinnerOf:
        return {boards[at].winner, settled[at]};
      case Kind::kLoserOf:
        return {boards[at].loser, settled[at]};
    }
    return {};
  };
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    const BracketMatch& match = matches_[i];
    Board& board = boards[i];
    const auto [one, sure_one] = from(match.one);
    const auto [two, sure_two] = from(match.two);
    board.one = one;
    board.two = two;
    if (!sure_one || !sure_two) continue;
    // The first final was enough: whoever came from above won it.
    const bool enough = match.if_needed && one && boards[i - 1].one == one;
    if (!one || !two || enough) {
      board.winner = one ? one : two;
      board.loser = enough ? two : std::nullopt;
      settled[i] = true;
      continue;
    }
    board.played = true;
    if (i < winners.size() && winners[i]) {
      board.winner = *winners[i] == *one ? one : two;
      board.loser = *winners[i] == *one ? two : one;
      settled[i] = true;
    }
  }
  return boards;
}

std::vector<std::vector<int>> Bracket::places(const std::vector<std::optional<int>>& winners) const {
  const std::vector<Board> all = boards(winners);
  if (players_ == 1) return {{1}};
  std::map<int, std::size_t> out;  // a seed's last defeat
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].loser) out[*all[i].loser] = i;
  if (all.empty() || !all.back().winner) return {};
  out.erase(*all.back().winner);
  std::map<std::pair<int, int>, std::vector<int>, std::greater<>> by_round;
  for (const auto& [who, match] : out) by_round[{matches_[match].lower ? 0 : 1, matches_[match].round}].push_back(who);
  std::vector<std::vector<int>> places{{*all.back().winner}};
  for (auto& [round, seeds] : by_round) places.push_back(std::move(seeds));
  return places;
}

}  // namespace wardroom::tournament
