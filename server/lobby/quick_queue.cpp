#include "server/lobby/quick_queue.h"

#include <algorithm>

namespace wardroom::lobby {

std::optional<Waiter> QuickQueue::meet(const std::string& title, const std::string& scenario, Waiter newcomer,
                                       const std::vector<std::string>& avoided) {
  std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [&](const auto& entry) { return entry.second.caller->account == newcomer.caller->account; });
  const std::pair key(title, scenario);
  const auto [first, last] = waiting_.equal_range(key);
  const auto it = std::find_if(first, last, [&](const auto& entry) {
    return std::ranges::find(avoided, entry.second.caller->account) == avoided.end();
  });
  if (it == last) {
    waiting_.emplace(key, std::move(newcomer));
    return std::nullopt;
  }
  Waiter waiter = std::move(it->second);
  waiting_.erase(it);
  return waiter;
}

bool QuickQueue::leave(const match::Line* line) {
  std::lock_guard lock(mutex_);
  return std::erase_if(waiting_, [&](const auto& entry) { return entry.second.caller->line.get() == line; }) > 0;
}

std::vector<v1::QuickWaiter> QuickQueue::waiting(const std::string& asker) const {
  std::lock_guard lock(mutex_);
  std::vector<v1::QuickWaiter> all;
  for (const auto& [what, waiter] : waiting_) {
    v1::QuickWaiter& each = all.emplace_back();
    each.set_title(what.first);
    each.set_scenario(what.second);
    each.set_name(waiter.caller->name);
    each.set_guest(waiter.caller->guest);
    each.set_me(!asker.empty() && waiter.caller->account == asker);
  }
  return all;
}

}  // namespace wardroom::lobby
