// Ratings as a fold over matches in the order in which they ended: a corrected result is folded again. A pool is one
// title, live or not, of people or of programs.
#pragma once

#include <compare>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/tournament/rating.h"
#include "wardroom/v1/event_record.pb.h"

namespace wardroom::tournament {

struct RatingPoint {
  std::int64_t time_ms = 0;
  double rating = 0, deviation = 0;
};

struct RatedPerson {
  Rating rating;
  std::uint32_t matches = 0;
  std::int64_t last_ms = 0;
  std::vector<RatingPoint> points;  // after each match
};

class RatingPool {
 public:
  explicit RatingPool(bool live = true) : live_(live) {}

  // Not older than the one before. Several between the same two within a week count 1, a half, a quarter and so on.
  void add(const v1::record::RatedMatch& match);
  const std::map<std::string, RatedPerson>& people() const { return people_; }
  const RatedPerson* find(const std::string& account) const;

 private:
  double weight_of(const v1::record::RatedMatch& match);

  bool live_;
  std::map<std::string, RatedPerson> people_;
  std::map<std::pair<std::string, std::string>, std::vector<std::int64_t>> lately_;
};

struct PoolKey {
  std::string title;
  bool live = true;
  bool bots = false;
  auto operator<=>(const PoolKey&) const = default;
};
// A match that does not say how often its first side wins is reckoned with all of its scenario that ended before it.
using RatingPools = std::map<PoolKey, RatingPool>;
RatingPools rating_pools(std::span<const v1::record::RatedMatch> matches);

// How often the first side wins: five of ten matches are put in beforehand, so that few say little.
inline constexpr std::uint32_t kBalanceShownFrom = 30;
std::vector<v1::record::EventBalanceRecord> balance_of(std::span<const v1::record::RatedMatch> matches,
                                                       const std::string& title);

}  // namespace wardroom::tournament
