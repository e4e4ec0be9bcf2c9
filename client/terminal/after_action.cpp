#include "client/terminal/after_action.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace wardroom::terminal {
namespace {

std::ptrdiff_t rank(v1::Loss::Harm harm) {
  constexpr std::array kWorst{v1::Loss::LOST, v1::Loss::CRIPPLED, v1::Loss::DAMAGED, v1::Loss::HIT};
  return std::ranges::find(kWorst, harm) - kWorst.begin();
}

double choose(int n, int k) {
  double found = 1;
  for (int i = 1; i <= k; ++i) found = found * (n - k + i) / i;
  return found;
}

}  // namespace

std::vector<Harm> harm_in(Reports reports) {
  std::vector<Harm> found;
  std::map<std::tuple<std::int64_t, int, std::string>, std::size_t> known;
  for (const v1::Report& report : reports) {
    if (!report.has_loss()) continue;
    const v1::Loss& loss = report.loss();
    const std::int64_t seat = loss.has_seat() ? loss.seat() : -1;
    const auto [at, is_new] = known.try_emplace({seat, loss.harm(), loss.what().SerializeAsString()}, found.size());
    if (is_new)
      found.push_back({loss.has_seat() ? std::optional(loss.seat()) : std::nullopt, loss.harm(), loss.what()});
    found[at->second].count += std::max(loss.count(), 1U);
  }
  std::ranges::stable_sort(found, {}, [](const Harm& harm) { return rank(harm.kind); });
  return found;
}

int score_in(Reports reports) {
  int sum = 0;
  for (const v1::Report& report : reports) sum += report.score().change();
  return sum;
}

std::vector<Throw> throws_in(Reports reports, const Chance& chance) {
  std::vector<Throw> throws;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const v1::Roll& roll = reports[i].roll();
    if (!reports[i].has_roll() || !roll.has_needed()) continue;
    const std::optional<double> each = chance(roll);
    if (!each) continue;
    const auto hit = [&](const v1::Die& die) {
      return (die.has_modified() ? die.modified() : die.fell()) >= roll.needed();
    };
    const int hits = static_cast<int>(std::ranges::count_if(roll.dice(), hit));
    const Reports rest = reports.subspan(i + 1);
    const auto end = std::ranges::find_if(rest, &v1::Report::has_milestone);
    const bool harm =
        hits > 0 && std::any_of(rest.begin(), end, [](const v1::Report& next) { return next.has_loss(); });
    throws.push_back({&roll, roll.dice_size(), hits, *each, rarity(roll.dice_size(), hits, *each), harm});
  }
  return throws;
}

std::vector<Throw> decisive(std::vector<Throw> throws) {
  constexpr double kUnlikely = 0.15;
  constexpr std::size_t kMost = 3;
  std::erase_if(throws, [](const Throw& each) { return !each.harm && each.rarity >= kUnlikely; });
  std::ranges::stable_sort(throws, {}, [](const Throw& each) { return std::pair(!each.harm, each.rarity); });
  if (throws.size() > kMost) throws.resize(kMost);
  return throws;
}

double rarity(int dice, int hits, double chance) {
  const bool many = hits >= dice * chance;
  double sum = 0;
  for (int k = many ? hits : 0; k <= (many ? dice : hits); ++k)
    sum += choose(dice, k) * std::pow(chance, k) * std::pow(1 - chance, dice - k);
  return sum;
}

}  // namespace wardroom::terminal
