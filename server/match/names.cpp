#include "server/match/names.h"

#include "server/match/await.h"

namespace wardroom::match {

boost::asio::awaitable<Called> Names::called(std::string account) {
  if (account.empty() || !lookup_) co_return Called();
  Called known;
  {
    std::lock_guard lock(mutex_);
    if (auto it = known_.find(account); it != known_.end()) {
      if (it->second.until > Clock::now()) co_return it->second.called;
      known = it->second.called;
    }
  }
  auto ask = [&](Then<Called> then) { lookup_(account, std::move(then)); };
  Result<Called> called = co_await ask_store<Called>(ask);
  if (!called && called.error().code == RefusalCode::kNotFound) {
    forget(account);
    co_return Called();
  }
  if (!called) co_return known;
  set(account, *called);
  co_return std::move(*called);
}

boost::asio::awaitable<std::string> Names::of(std::string account) {
  Called found = co_await called(std::move(account));
  co_return std::move(found.name);
}

boost::asio::awaitable<Result<std::string>> Names::account(std::string by, std::string name) {
  if (!find_) co_return refuse(RefusalCode::kNotFound, Text("refusal.nobody_of_name").word("name", name));
  co_return co_await find_(std::move(by), std::move(name));
}

void Names::set(const std::string& account, Called called) {
  std::lock_guard lock(mutex_);
  if (known_.size() >= kRemembered) known_.clear();
  known_[account] = {std::move(called), Clock::now() + trusted_};
}

void Names::forget(const std::string& account) {
  std::lock_guard lock(mutex_);
  known_.erase(account);
}

}  // namespace wardroom::match
