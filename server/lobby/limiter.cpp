#include "server/lobby/limiter.h"

namespace wardroom::lobby {

std::optional<std::uint32_t> Limiter::take(const std::string& key, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (counts_.size() >= kManyKeys)
    std::erase_if(counts_, [&](const auto& entry) { return now_ms >= limit_.forgotten_ms(entry.second); });
  Count& count = counts_[key];
  if (limit_.wait_ms(count, now_ms) > 0) return std::nullopt;
  count = limit_.one_more(count, now_ms);
  return count.number - 1;
}

std::int64_t Limiter::wait_ms(const std::string& key, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(key);
  return found == counts_.end() ? 0 : limit_.wait_ms(found->second, now_ms);
}

void Limiter::give_back(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto it = counts_.find(key);
  if (it != counts_.end() && (it->second.number == 0 || --it->second.number == 0)) counts_.erase(it);
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
