#include "server/tournament/pairing.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <tuple>

#include "server/tournament/matching.h"

namespace wardroom::tournament {
namespace {

constexpr int kNobody = 0;  // the entry of a bye
constexpr std::int64_t kMostByes = 15, kMostMeetings = 14, kBarred = 15, kMostExcess = 7;
constexpr std::uint64_t kLots = 1u << 28;

constexpr std::array<Digit, kDigits> kSidesFirst{Digit::kSecondBye,         Digit::kRematch,       Digit::kSideExcess,
                                                 Digit::kByeAboveBottom,    Digit::kScoreDistance, Digit::kFloatAgain,
                                                 Digit::kThirdTimeSameSide, Digit::kOrderInGroup,  Digit::kLot};
constexpr std::array<Digit, kDigits> kScoresFirst{
    Digit::kSecondBye,         Digit::kRematch,      Digit::kByeAboveBottom,
    Digit::kScoreDistance,     Digit::kSideExcess,   Digit::kFloatAgain,
    Digit::kThirdTimeSameSide, Digit::kOrderInGroup, Digit::kLot};
// Wide enough for the sum over 128 pairs, by the digit's own number.
constexpr std::array<int, kDigits> kBits{4, 11, 10, 6, 17, 9, 9, 16, 35};

const std::array<Digit, kDigits>& order_of(const PairingRules& rules) {
  return rules.scores_first ? kScoresFirst : kSidesFirst;
}

Cost packed(const Digits& digits, const PairingRules& rules) {
  Cost cost = 0;
  for (const Digit each : order_of(rules)) cost = (cost << kBits[static_cast<std::size_t>(each)]) + digit(digits, each);
  return cost;
}

std::int64_t& at(Digits& digits, Digit which) { return digits[static_cast<std::size_t>(which)]; }

std::int64_t lot(const Secret& seed, int a, int b) {
  const std::string who = std::to_string(std::min(a, b)) + ' ' + std::to_string(std::max(a, b));
  return static_cast<std::int64_t>(keyed_number(who, seed) % kLots);
}

// -- sides --

int excess(int lean) { return std::max(0, std::abs(lean) - 1); }

bool third_time(const Entrant& one, Seat side) {
  int same = 0;
  for (auto each = one.sides.rbegin(); each != one.sides.rend() && same < 2; ++each) {
    if (!*each) continue;
    if (**each != side) return false;
    ++same;
  }
  return same == 2;
}

// What it costs that the first of the two plays the first side.
struct Seating {
  int excess = 0;
  int third_times = 0;
  auto operator<=>(const Seating&) const = default;
};
Seating seating(const Entrant& first, const Entrant& second) {
  return {excess(first.lean() + 1) + excess(second.lean() - 1),
          third_time(first, Seat::kFirst) + third_time(second, Seat::kSecond)};
}

// Less excess, then no third time; then whoever has played the first side less; then the other way round than when
// their sides last differed; then the lot.
bool plays_first(const Entrant& a, const Entrant& b, std::int64_t drawn) {
  const Seating as = seating(a, b), turned = seating(b, a);
  if (as != turned) return as < turned;
  if (a.lean() != b.lean()) return a.lean() < b.lean();
  for (std::size_t round = std::min(a.sides.size(), b.sides.size()); round-- > 0;)
    if (a.sides[round] && b.sides[round] && *a.sides[round] != *b.sides[round]) return *a.sides[round] == Seat::kSecond;
  return ((drawn & 1) == 0) == (a.entry < b.entry);
}

Digits added(const Digits& a, const Digits& b) {
  Digits sum{};
  for (std::size_t i = 0; i < kDigits; ++i) sum[i] = a[i] + b[i];
  return sum;
}

}  // namespace

int Entrant::lean() const {
  int lean = 0;
  for (const std::optional<Seat>& side : sides)
    if (side) lean += *side == Seat::kFirst ? 1 : -1;
  return lean;
}

Candidates candidates(std::vector<Entrant> present, const PairingRules& rules, const Secret& seed) {
  std::ranges::sort(present, {}, [](const Entrant& each) { return std::tuple(-each.points, each.rank, each.entry); });
  Candidates all{std::move(present), {}, {}};
  for (auto group = all.entrants.begin(); group != all.entrants.end();) {
    const auto end = std::ranges::find_if(group, all.entrants.end(),
                                          [&](const Entrant& each) { return each.points != group->points; });
    if (rules.order_by_lot)
      std::ranges::sort(group, end, {}, [&](const Entrant& each) { return lot(seed, each.entry, each.entry); });
    const int size = static_cast<int>(end - group);
    for (int place = 0; place < size; ++place) {
      all.place.push_back(place);
      all.group.push_back(size);
    }
    group = end;
  }
  return all;
}

Digits digits_of(const Candidates& all, std::size_t a, std::size_t b, const PairingRules& rules, const Secret& seed) {
  if (b < a) std::swap(a, b);  // a has the more points
  const Entrant& high = all.entrants[a];
  const Entrant& low = all.entrants[b];
  Digits cost{};
  const auto met = high.met.find(low.entry);
  const bool barred = high.barred.contains(low.entry) || low.barred.contains(high.entry);
  at(cost, Digit::kRematch) = barred                  ? kBarred
                              : met == high.met.end() ? 0
                                                      : std::min<std::int64_t>(met->second, kMostMeetings);
  if (rules.balance_sides) {
    const Seating best = std::min(seating(high, low), seating(low, high));
    at(cost, Digit::kSideExcess) = std::min<std::int64_t>(best.excess, kMostExcess);
    at(cost, Digit::kThirdTimeSameSide) = best.third_times;
  }
  const std::int64_t apart = high.points - low.points;
  at(cost, Digit::kScoreDistance) = apart * apart;
  if (apart != 0) {
    at(cost, Digit::kFloatAgain) = (high.last == Float::kDown) + (low.last == Float::kUp);
    at(cost, Digit::kOrderInGroup) = all.group[a] - 1 - all.place[a] + all.place[b];
  } else {
    at(cost, Digit::kOrderInGroup) = std::abs(std::abs(all.place[a] - all.place[b]) - all.group[a] / 2);
  }
  at(cost, Digit::kLot) = lot(seed, high.entry, low.entry);
  return cost;
}

Digits digits_of_bye(const Candidates& all, std::size_t a, const Secret& seed) {
  const Entrant& one = all.entrants[a];
  Digits cost{};
  at(cost, Digit::kSecondBye) = std::min<std::int64_t>(one.byes, kMostByes);
  at(cost, Digit::kByeAboveBottom) = one.points - all.entrants.back().points;
  at(cost, Digit::kFloatAgain) = one.last == Float::kDown;
  at(cost, Digit::kOrderInGroup) = all.group[a] - 1 - all.place[a];
  at(cost, Digit::kLot) = lot(seed, kNobody, one.entry);
  return cost;
}

bool less(const Digits& a, const Digits& b, const PairingRules& rules) { return packed(a, rules) < packed(b, rules); }

Draw draw_round(std::vector<Entrant> present, const PairingRules& rules, const Secret& seed) {
  if (present.size() > kMostPaired) throw std::invalid_argument("too many to pair");
  const Candidates all = candidates(std::move(present), rules, seed);
  const std::size_t people = all.entrants.size();
  const std::size_t size = people + people % 2;  // the last one is nobody
  std::vector<std::vector<Cost>> costs(size, std::vector<Cost>(size));
  for (std::size_t a = 0; a < people; ++a) {
    for (std::size_t b = a + 1; b < size; ++b)
      costs[a][b] = costs[b][a] =
          packed(b == people ? digits_of_bye(all, a, seed) : digits_of(all, a, b, rules, seed), rules);
  }
  const std::vector<int> with = cheapest_pairs(costs);
  Draw draw;
  for (std::size_t a = 0; a < people; ++a) {
    const auto b = static_cast<std::size_t>(with[a]);
    if (b < a) continue;
    const Entrant& one = all.entrants[a];
    if (b == people) {
      draw.bye = one.entry;
      draw.digits = added(draw.digits, digits_of_bye(all, a, seed));
      continue;
    }
    const Entrant& two = all.entrants[b];
    const Digits digits = digits_of(all, a, b, rules, seed);
    const bool as = plays_first(one, two, digit(digits, Digit::kLot));
    draw.pairs.push_back({as ? one.entry : two.entry, as ? two.entry : one.entry, digits});
    draw.digits = added(draw.digits, digits);
  }
  return draw;
}

int players_needed(int rounds) { return std::max(2 * rounds, 4 * (rounds - (rounds % 2 == 0 ? 1 : 2))); }

}  // namespace wardroom::tournament
