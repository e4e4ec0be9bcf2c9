#include "server/tournament/rating_pool.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace wardroom::tournament {
namespace {

constexpr double kDay = 24 * 60 * 60 * 1000;
constexpr std::int64_t kWeekMs = 7 * 24 * 60 * 60 * 1000LL;
constexpr double kSlower = 3;  // matches that last for weeks

constexpr std::uint32_t kEvenSides = 500;

struct SideCount {
  std::uint32_t matches = 0, halves = 0;  // half points of the first side
  void add(const v1::record::RatedMatch& match) {
    ++matches;
    halves += match.first_halves();
  }
};
// None: there are too few to say anything.
std::optional<std::uint32_t> permille_of(const SideCount& side) {
  if (side.matches < kBalanceShownFrom) return std::nullopt;
  return (side.halves + 10) * 500 / (side.matches + 10);
}

Rating aged_until(const RatedPerson& one, std::int64_t now_ms, bool live) {
  if (one.matches == 0) return one.rating;
  const double days = static_cast<double>(std::max<std::int64_t>(0, now_ms - one.last_ms)) / kDay;
  return aged(one.rating, days * kPeriodsADay / (live ? 1 : kSlower));
}

}  // namespace

double RatingPool::weight_of(const v1::record::RatedMatch& match) {
  std::vector<std::int64_t>& times = lately_[std::minmax(match.first(), match.second())];
  std::erase_if(times, [&](std::int64_t each) { return match.finished_ms() - each >= kWeekMs; });
  const double weight = std::pow(0.5, static_cast<double>(times.size()));
  times.push_back(match.finished_ms());
  return weight;
}

void RatingPool::add(const v1::record::RatedMatch& match) {
  const double weight = weight_of(match);
  RatedPerson& first = people_[match.first()];
  RatedPerson& second = people_[match.second()];
  const Rating one = aged_until(first, match.finished_ms(), live_),
               two = aged_until(second, match.finished_ms(), live_);
  const double score = match.first_halves() / 2.0, offset = side_offset(match.permille() / 1000.0);
  const RatedMatch as_first{two, score, offset, weight}, as_second{one, 1 - score, -offset, weight};
  first.rating = rated(one, {&as_first, 1}, 0);
  second.rating = rated(two, {&as_second, 1}, 0);
  for (RatedPerson* each : {&first, &second}) {
    ++each->matches;
    each->last_ms = match.finished_ms();
    each->points.push_back({match.finished_ms(), each->rating.value, each->rating.deviation});
  }
}

const RatedPerson* RatingPool::find(const std::string& account) const {
  const auto found = people_.find(account);
  return found == people_.end() ? nullptr : &found->second;
}

std::map<PoolKey, RatingPool> rating_pools(std::span<const v1::record::RatedMatch> matches) {
  std::vector<const v1::record::RatedMatch*> ordered;
  for (const v1::record::RatedMatch& each : matches) ordered.push_back(&each);
  std::ranges::sort(ordered, {}, [](const auto* each) { return std::pair(each->finished_ms(), each->match()); });
  std::map<PoolKey, RatingPool> pools;
  std::map<std::pair<std::string, std::string>, SideCount> sides;
  for (const v1::record::RatedMatch* each : ordered) {
    SideCount& side = sides[{each->title(), each->scenario()}];
    v1::record::RatedMatch match = *each;
    if (match.permille() == 0) match.set_permille(permille_of(side).value_or(kEvenSides));
    side.add(match);
    pools.try_emplace({match.title(), match.live(), match.bots()}, match.live()).first->second.add(match);
  }
  return pools;
}

std::vector<v1::record::EventBalanceRecord> balance_of(std::span<const v1::record::RatedMatch> matches,
                                                       const std::string& title) {
  std::map<std::string, SideCount> sums;
  for (const v1::record::RatedMatch& each : matches)
    if (each.title() == title) sums[each.scenario()].add(each);
  std::vector<v1::record::EventBalanceRecord> all;
  for (const auto& [scenario, sum] : sums) {
    const std::optional<std::uint32_t> permille = permille_of(sum);
    if (!permille) continue;
    auto& one = all.emplace_back();
    one.set_scenario(scenario);
    one.set_matches(sum.matches);
    one.set_permille(*permille);
  }
  return all;
}

}  // namespace wardroom::tournament
