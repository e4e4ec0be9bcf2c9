// Roster: the connections there are, to be told that the server goes down.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace wardroom::net {

class Session;

class Roster {
 public:
  void enter(std::uint64_t connection, std::weak_ptr<Session> session);
  void leave(std::uint64_t connection);
  std::size_t size() const;
  std::vector<std::shared_ptr<Session>> all() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::weak_ptr<Session>> sessions_;
};

}  // namespace wardroom::net
