// QuickQueue: people who wait for anyone to play a scenario with.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/match/caller.h"

namespace wardroom::lobby {

struct Waiter {
  match::CallerPtr caller;
  std::string nonce_hash;  // counts when he was there first
  std::string address{};   // where he is
};

class QuickQueue {
 public:
  // The one who has waited longest of those whom the newcomer does not avoid; he has left the queue then, and the
  // newcomer has not entered it. A person waits once: the newest connection counts.
  std::optional<Waiter> meet(const std::string& title, const std::string& scenario, Waiter newcomer,
                             const std::vector<std::string>& avoided = {});
  // Takes the connection out of every queue; whether it was in one.
  bool leave(const match::Line* line);
  std::vector<v1::QuickWaiter> waiting(const std::string& asker) const;  // as this account sees them

 private:
  mutable std::mutex mutex_;
  std::multimap<std::pair<std::string, std::string>, Waiter> waiting_;  // of one scenario, in the order of coming
};

}  // namespace wardroom::lobby
