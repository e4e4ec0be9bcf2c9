#include "server/net/census.h"

#include <utility>

namespace wardroom::net {

std::variant<Census::Place, Census::Full> Census::enter() {
  const std::lock_guard lock(mutex_);
  if (connections_ >= most_) return Full::kServer;
  ++connections_;
  return Place(shared_from_this(), {});
}

std::variant<Census::Place, Census::Full> Census::enter(std::string household) {
  const std::lock_guard lock(mutex_);
  std::size_t& count = by_address_[household];
  if (count >= most_per_address_) return Full::kAddress;
  ++count;
  return Place(shared_from_this(), std::move(household));
}

std::size_t Census::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

Census::Place& Census::Place::operator=(Place&& from) noexcept {
  leave();
  census_ = std::move(from.census_);
  household_ = std::move(from.household_);
  return *this;
}

void Census::Place::leave() {
  if (!census_) return;
  const std::shared_ptr<Census> census = std::exchange(census_, nullptr);
  const std::lock_guard lock(census->mutex_);
  if (household_.empty()) {
    --census->connections_;
  } else if (const auto it = census->by_address_.find(household_); --it->second == 0) {
    census->by_address_.erase(it);
  }
}

}  // namespace wardroom::net
