#include "server/net/roster.h"

namespace wardroom::net {

void Roster::enter(std::uint64_t connection, std::weak_ptr<Session> session) {
  const std::lock_guard lock(mutex_);
  sessions_.emplace(connection, std::move(session));
}

void Roster::leave(std::uint64_t connection) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(connection);
}

std::size_t Roster::size() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

std::vector<std::shared_ptr<Session>> Roster::all() const {
  std::vector<std::shared_ptr<Session>> list;
  const std::lock_guard lock(mutex_);
  list.reserve(sessions_.size());
  for (const auto& [connection, weak] : sessions_) {
    if (auto session = weak.lock()) list.push_back(std::move(session));
  }
  return list;
}

}  // namespace wardroom::net
