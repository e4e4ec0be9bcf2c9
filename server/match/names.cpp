#include "server/match/names.h"

#include "server/match/await.h"

namespace wardroom::match {

boost::asio::awaitable<std::string> Names::of(std::string account) {
  if (account.empty() || !lookup_) co_return std::string();
  {
    std::lock_guard lock(mutex_);
    if (auto it = known_.find(account); it != known_.end()) co_return it->second;
  }
  auto ask = [&](Then<std::string> then) { lookup_(account, std::move(then)); };
  Result<std::string> name = co_await ask_store<std::string>(ask);
  if (!name) co_return std::string();
  set(account, *name);
  co_return *name;
}

boost::asio::awaitable<Result<std::string>> Names::account(std::string by, std::string name) {
  if (!find_) co_return refuse(RefusalCode::kNotFound, Text("refusal.nobody_of_name").word("name", name));
  co_return co_await find_(std::move(by), std::move(name));
}

void Names::set(const std::string& account, const std::string& name) {
  std::lock_guard lock(mutex_);
  if (known_.size() >= kRemembered) known_.clear();
  known_[account] = name;
}

void Names::forget(const std::string& account) {
  std::lock_guard lock(mutex_);
  known_.erase(account);
}

}  // namespace wardroom::match
