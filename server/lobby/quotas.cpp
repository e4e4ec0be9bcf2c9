#include "server/lobby/quotas.h"

#include <limits>
#include <span>

#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

constexpr std::int64_t kMakingMs = 10 * 60 * 1000;  // longer than making a match takes

std::vector<Limit> limits_of(const DeskSettings& settings) {
  const std::int64_t window = settings.window.count();
  const Limit making(std::numeric_limits<std::uint32_t>::max(), kMakingMs);
  // In the order of Quota.
  return {Limit(settings.wrong_passwords_per_name, window, Limit::Beyond::kEachWaits),
          Limit(settings.wrong_passwords_per_address, window),
          Limit(settings.new_accounts_per_address, window),
          Limit(settings.challenges_per_account, window),
          Limit(settings.new_matches_per_account, window),
          Limit(settings.new_matches_per_address, window),
          making,
          making,
          Limit(settings.mails_per_account, window),
          Limit(settings.mails_per_address, window),
          Limit(settings.resets_per_name, window),
          Limit(settings.own_data_per_account, window)};
}

Refusal too_much(Quota of) {
  switch (of) {
    case Quota::kWrongByName:
    case Quota::kWrongByAddress:
    case Quota::kResetsByName:
      return refuse(RefusalCode::kTooMuch, "refusal.too_many_attempts");
    case Quota::kNewByAddress:
      return refuse(RefusalCode::kTooMuch, "refusal.too_many_accounts");
    case Quota::kChallengesByAccount:
      return refuse(RefusalCode::kTooMuch, "refusal.too_many_challenges");
    case Quota::kMatchesByAccount:
    case Quota::kMakingByAccount:
      return refuse(RefusalCode::kTooMuch, "refusal.too_many_new");
    case Quota::kMatchesByAddress:
    case Quota::kMakingByAddress:
      return refuse(RefusalCode::kTooMuch, "refusal.too_many_new_here");
    case Quota::kMailsByAccount:
    case Quota::kMailsByAddress:
      return refuse(RefusalCode::kTooMuch, "refusal.too_many_mails");
    case Quota::kOwnDataByAccount:
      return refuse(RefusalCode::kTooMuch, "refusal.too_many_exports");
  }
  return refuse(RefusalCode::kTooMuch, "refusal.too_many_attempts");
}

std::size_t index(Quota quota) { return static_cast<std::size_t>(quota); }

std::string key_of(const Quotas::Place& place) { return std::to_string(index(place.of)) + ' ' + place.key; }

}  // namespace

Quotas::Quotas(const DeskSettings& settings, Registry* shared)
    : limits_(limits_of(settings)), now_ms_(settings.now_ms), shared_(shared) {
  for (const Limit& limit : limits_) here_.push_back(std::make_unique<Limiter>(limit));
}

asio::awaitable<Result<Quotas::Taken>> Quotas::take(Places places) {
  if (shared_) co_return co_await take_there(std::move(places));
  co_return take_here(places);
}

Result<Quotas::Taken> Quotas::take_here(const Places& places) {
  const std::lock_guard lock(mutex_);
  Taken before;
  for (const Place& place : places) {
    if (const auto counted = here_[index(place.of)]->take(place.key, now_ms_())) {
      before.push_back(*counted);
      continue;
    }
    for (const Place& taken : std::span(places).first(before.size())) here_[index(taken.of)]->give_back(taken.key);
    return too_much(place.of);
  }
  return before;
}

asio::awaitable<Result<Quotas::Taken>> Quotas::take_there(Places places) {
  if (const Place* full = known_full(places, now_ms_())) co_return too_much(full->of);
  std::vector<Counting> all;
  for (const Place& place : places) all.push_back({key_of(place), limits_[index(place.of)]});
  auto ask = [&](Then<Counted> then) { shared_->count(std::move(all), std::move(then)); };
  Result<Counted> counted = co_await match::ask_store<Counted>(ask);
  if (!counted) co_return counted.error();
  if (!counted->full) co_return std::move(counted->before);
  const Place& full = places.at(*counted->full);
  note_full(full, now_ms_());
  co_return too_much(full.of);
}

const Quotas::Place* Quotas::known_full(const Places& places, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  for (const Place& place : places) {
    const auto known = full_.find(key_of(place));
    if (known != full_.end() && now_ms < known->second) return &place;
  }
  return nullptr;
}

void Quotas::note_full(const Place& place, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (full_.size() >= kManyKeys) full_.clear();
  full_[key_of(place)] = now_ms + kKnownFullMs;
}

void Quotas::give_back(const Places& places) {
  if (shared_) {
    std::vector<std::string> keys;
    for (const Place& place : places) keys.push_back(key_of(place));
    return shared_->uncount(std::move(keys), [](const Result<void>&) {});
  }
  for (const Place& place : places) here_[index(place.of)]->give_back(place.key);
}

Quotas::Held Quotas::hold(Places taken) {
  const auto let_go = [this, alive = std::weak_ptr(alive_), taken = std::move(taken)](const void*) {
    if (alive.lock()) give_back(taken);
  };
  return {this, let_go};
}

}  // namespace wardroom::lobby
