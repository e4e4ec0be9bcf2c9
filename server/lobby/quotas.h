// Quotas: how often people may do what costs others something. They are counted on this server or, where several share
// a store, there: whoever asks each of them gains nothing. While the store cannot say, nobody may.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/lobby/limiter.h"
#include "server/lobby/registry.h"
#include "server/lobby/settings.h"

namespace wardroom::lobby {

enum class Quota {
  kWrongByName,  // passwords and codes
  kWrongByAddress,
  kNewByAddress,  // accounts, guests too
  kChallengesByAccount,
  kMatchesByAccount,
  kMatchesByAddress,
  kMakingByAccount,  // matches that are being made: without a bound, for whoever adds them to those that there are
  kMakingByAddress,
  kMailsByAccount,
  kMailsByAddress,
  kResetsByName,
  kOwnDataByAccount,
};

class Quotas {
 public:
  struct Place {
    Quota of;
    std::string key;
  };
  using Places = std::vector<Place>;
  using Taken = std::vector<std::uint32_t>;  // how many there were before, of each

  // `shared`: what counts for several servers; none: there is one.
  Quotas(const DeskSettings& settings, Registry* shared);

  // One more of each, or of none: whoever is first of one is first of all.
  boost::asio::awaitable<Result<Taken>> take(Places places);
  void give_back(const Places& places);  // they did not count after all
  using Held = std::shared_ptr<const void>;
  Held hold(Places taken);  // given back when it goes, if we are still there

 private:
  static constexpr std::int64_t kKnownFullMs = 1'000;
  static constexpr std::size_t kManyKeys = 10'000;

  boost::asio::awaitable<Result<Taken>> take_there(Places places);
  Result<Taken> take_here(const Places& places);
  const Place* known_full(const Places& places, std::int64_t now_ms);
  void note_full(const Place& place, std::int64_t now_ms);

  const std::vector<Limit> limits_;  // by quota
  const std::function<std::int64_t()> now_ms_;
  Registry* const shared_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Limiter>> here_;  // by quota
  // Until when the store is not asked again: whoever floods one server does not get through to it.
  std::unordered_map<std::string, std::int64_t> full_;
  const Held alive_ = std::make_shared<bool>(true);
};

}  // namespace wardroom::lobby
