#include "server/events/records.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace wardroom::events {
namespace {

using v1::record::FinishedMatch;

constexpr std::size_t kMostPoints = 200;
constexpr int kLatest = 30;

struct Count {
  std::uint32_t matches = 0, wins = 0, draws = 0;
  void add(std::uint32_t halves) {
    ++matches;
    if (halves == 2) ++wins;
    if (halves == 1) ++draws;
  }
};

template <class Line>
void put(const Count& count, Line& line) {
  line.set_matches(count.matches);
  line.set_wins(count.wins);
  line.set_draws(count.draws);
}

bool between_accounts(const FinishedMatch& match) {
  return !match.first().empty() && !match.second().empty() && match.first() != match.second();
}

std::string called(const Names& names, const std::string& account) {
  const auto found = names.find(account);
  return found == names.end() ? std::string() : found->second;
}

std::uint32_t whole(double value) { return static_cast<std::uint32_t>(std::lround(value)); }

void put_curve(const tournament::PoolKey& key, const tournament::RatedPerson& one, v1::PlayerRecord::Curve& curve) {
  curve.set_title(key.title);
  curve.set_live(key.live);
  curve.set_rating(whole(one.rating.value));
  curve.set_deviation(whole(one.rating.deviation));
  curve.set_provisional(one.rating.provisional());
  curve.set_matches(one.matches);
  const std::size_t from = one.points.size() > kMostPoints ? one.points.size() - kMostPoints : 0;
  for (std::size_t i = from; i < one.points.size(); ++i) {
    v1::PlayerRecord::Point& point = *curve.add_points();
    point.set_time_ms(one.points[i].time_ms);
    point.set_rating(whole(one.points[i].rating));
    point.set_deviation(whole(one.points[i].deviation));
  }
}

void put_latest(const FinishedMatch& match, std::uint32_t seat, std::uint32_t halves, const Names& names,
                v1::PlayerRecord::Played& out) {
  out.set_match(match.match());
  out.set_title(match.title());
  out.set_scenario(match.scenario());
  out.set_seat(seat);
  out.set_opponent(called(names, seat == 0 ? match.second() : match.first()));
  out.set_halves(halves);
  out.set_time_ms(match.finished_ms());
  if (!match.unrated().empty()) to_wire(Text("unrated." + match.unrated()), *out.mutable_unrated());
  out.set_event(match.event());
}

}  // namespace

v1::PlayerRecord record_of(const std::string& account, std::span<const FinishedMatch> matches, const Pools& pools,
                           const Names& names, Told told) {
  v1::PlayerRecord record;
  record.set_name(called(names, account));
  std::map<std::tuple<std::string, std::string, std::uint32_t>, Count> lines;
  std::map<std::string, Count> against;
  for (const FinishedMatch& match : matches) {
    if (!between_accounts(match) || (match.first() != account && match.second() != account)) continue;
    const std::uint32_t seat = match.first() == account ? 0 : 1;
    const std::uint32_t halves = seat == 0 ? match.first_halves() : 2 - match.first_halves();
    lines[{match.title(), match.scenario(), seat}].add(halves);
    if (match.is_private() && told != Told::kToHimself) continue;
    against[called(names, seat == 0 ? match.second() : match.first())].add(halves);
    if (record.latest_size() < kLatest) put_latest(match, seat, halves, names, *record.add_latest());
  }
  for (const auto& [key, count] : lines) {
    v1::PlayerRecord::Line& line = *record.add_lines();
    line.set_title(std::get<0>(key));
    line.set_scenario(std::get<1>(key));
    line.set_seat(std::get<2>(key));
    put(count, line);
  }
  for (const auto& [name, count] : against) {
    if (name.empty()) continue;  // gone
    v1::PlayerRecord::Against& line = *record.add_against();
    line.set_name(name);
    put(count, line);
  }
  std::ranges::sort(*record.mutable_against(), std::greater(), &v1::PlayerRecord::Against::matches);
  for (const auto& [key, pool] : pools)
    if (const tournament::RatedPerson* one = pool.find(account)) put_curve(key, *one, *record.add_curves());
  return record;
}

v1::Balance balance_table(const std::string& title, std::span<const FinishedMatch> matches,
                          std::span<const v1::record::RatedMatch> rated) {
  std::map<std::string, std::pair<Count, std::int64_t>> sums;  // and of margins
  for (const FinishedMatch& match : matches) {
    if (match.title() != title || !between_accounts(match) || match.bots()) continue;
    auto& [count, margins] = sums[match.scenario()];
    count.add(match.first_halves());
    margins += match.margin();
  }
  std::map<std::string, std::uint32_t> permille;
  for (const auto& each : tournament::balance_of(rated, title)) permille[each.scenario()] = each.permille();
  v1::Balance balance;
  for (const auto& [scenario, sum] : sums) {
    const auto& [count, margins] = sum;
    v1::Balance::Line& line = *balance.add_lines();
    line.set_scenario(scenario);
    line.set_matches(count.matches);
    line.set_first_wins(count.wins);
    line.set_draws(count.draws);
    line.set_mean_margin(static_cast<std::int32_t>(margins * 5 / static_cast<std::int64_t>(count.matches)));
    line.set_first_wins_permille(permille.contains(scenario) ? permille[scenario] : 0);
  }
  return balance;
}

}  // namespace wardroom::events
