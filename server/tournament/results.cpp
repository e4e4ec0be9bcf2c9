#include "server/tournament/results.h"

#include <algorithm>

namespace wardroom::tournament {
namespace {

HalfPoints points_in(const Round& round, int entry) {
  HalfPoints sum = 0;
  for (const MatchResult& each : round.results)
    sum += each.first == entry ? each.points : each.second == entry ? each.points_second : 0;
  for (const Rest& each : round.rests) sum += each.entry == entry ? each.points : 0;
  return sum;
}

Float towards(HalfPoints own, HalfPoints theirs) {
  return theirs < own ? Float::kDown : own < theirs ? Float::kUp : Float::kNone;
}

// A forfeit is a pairing that happened for meetings and floats, not for sides; won, it counts as a bye had.
void take_in(Entrant& one, const Results& event, std::size_t number) {
  const Round& round = event.rounds[number];
  std::optional<Seat> side;
  one.last = Float::kNone;
  for (const MatchResult& each : round.results) {
    if (each.first != one.entry && each.second != one.entry) continue;
    const bool first = each.first == one.entry;
    const int opponent = first ? each.second : each.first;
    one.last = towards(points_after(event, one.entry, number), points_after(event, opponent, number));
    ++one.met[opponent];
    if (each.came == Came::kPlayed) {
      side = first ? Seat::kFirst : Seat::kSecond;
    } else if ((first ? each.points : each.points_second) > 0) {
      ++one.byes;
    }
  }
  for (const Rest& each : round.rests) {
    if (each.entry != one.entry) continue;
    one.last = Float::kDown;
    one.byes += each.kind == RestKind::kBye;
  }
  one.sides.push_back(side);
}

}  // namespace

HalfPoints points_after(const Results& event, int entry, std::size_t rounds) {
  HalfPoints sum = 0;
  for (std::size_t round = 0; round < std::min(rounds, event.rounds.size()); ++round)
    sum += points_in(event.rounds[round], entry);
  return sum;
}

std::vector<Entrant> entrants(const Results& event, const std::vector<int>& present) {
  std::vector<Entrant> all;
  for (const Entry& each : event.entries) {
    if (std::ranges::find(present, each.entry) == present.end()) continue;
    Entrant& one = all.emplace_back();
    one.entry = each.entry;
    one.rank = each.rank;
    one.points = points_after(event, each.entry, event.rounds.size());
    for (std::size_t round = 0; round < event.rounds.size(); ++round) take_in(one, event, round);
  }
  return all;
}

}  // namespace wardroom::tournament
