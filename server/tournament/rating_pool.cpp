#include "server/tournament/rating_pool.h"

#include <algorithm>
#include <cmath>

namespace wardroom::tournament {
namespace {

constexpr double kDay = 24 * 60 * 60 * 1000;
constexpr std::int64_t kWeekMs = 7 * 24 * 60 * 60 * 1000LL;
constexpr double kSlower = 3;  // matches that last for weeks

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
  for (const v1::record::RatedMatch* each : ordered)
    pools.try_emplace({each->title(), each->live()}, each->live()).first->second.add(*each);
  return pools;
}

std::vector<v1::record::EventBalanceRecord> balance_of(std::span<const v1::record::RatedMatch> matches,
                                                       const std::string& title) {
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> sums;  // matches, half points of the first side
  for (const v1::record::RatedMatch& each : matches) {
    if (each.title() != title) continue;
    auto& [count, halves] = sums[each.scenario()];
    ++count;
    halves += each.first_halves();
  }
  std::vector<v1::record::EventBalanceRecord> all;
  for (const auto& [scenario, sum] : sums) {
    if (sum.first < kBalanceShownFrom) continue;
    auto& one = all.emplace_back();
    one.set_scenario(scenario);
    one.set_matches(sum.first);
    one.set_permille((sum.second + 10) * 500 / (sum.first + 10));
  }
  return all;
}

}  // namespace wardroom::tournament
