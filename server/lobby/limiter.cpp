#include "server/lobby/limiter.h"

#include <algorithm>

namespace wardroom::lobby {

bool Limiter::take(const std::string& key, std::int64_t now_ms) {
  std::lock_guard lock(mutex_);
  if (counts_.size() >= kManyKeys) {
    std::erase_if(counts_, [&](const auto& entry) { return now_ms - entry.second.since_ms >= window_ms_; });
  }
  Count& count = counts_[key];
  if (count.number == 0 || now_ms - count.since_ms >= window_ms_) count = {now_ms, 0};
  if (count.number >= most_) return false;
  ++count.number;
  return true;
}

std::int64_t Limiter::wait_ms(const std::string& key, std::int64_t now_ms) {
  std::lock_guard lock(mutex_);
  const auto found = counts_.find(key);
  if (found == counts_.end() || found->second.number < most_) return 0;
  return std::max<std::int64_t>(0, found->second.since_ms + window_ms_ - now_ms);
}

void Limiter::give_back(const std::string& key) {
  std::lock_guard lock(mutex_);
  auto it = counts_.find(key);
  if (it == counts_.end()) return;
  if (--it->second.number == 0) counts_.erase(it);
}

bool Patience::take(const std::string& key, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (counts_.size() >= kManyKeys)
    std::erase_if(counts_, [&](const auto& entry) { return is_forgotten(entry.second, now_ms); });
  Count& count = counts_[key];
  if (is_forgotten(count, now_ms)) count = {};
  if (now_ms - count.last_ms < wait_ms(count)) return false;
  count = {now_ms, count.number + 1};
  return true;
}

std::int64_t Patience::wait_ms(const Count& count) const {
  if (count.number < free_) return 0;
  constexpr std::uint32_t kMostDoublings = 20;
  return std::min(window_ms_, kFirstWaitMs << std::min(count.number - free_, kMostDoublings));
}

void Patience::give_back(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto it = counts_.find(key);
  if (it != counts_.end() && --it->second.number == 0) counts_.erase(it);
}

Tally::Hold Tally::hold(std::vector<std::string> keys) {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint32_t> before;
  for (const std::string& key : keys) before.push_back(counts_[key]++);
  const auto let_go = [this, keys = std::move(keys)](const void*) {
    const std::lock_guard guard(mutex_);
    for (const std::string& key : keys) {
      if (--counts_[key] == 0) counts_.erase(key);
    }
  };
  return {std::shared_ptr<const void>(this, let_go), std::move(before)};
}

}  // namespace wardroom::lobby
