// Herald: tells other servers on the same database which matches were written, who sits there and what somebody is
// told, and hears it from them. Hints: what is told may be lost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "server/lobby/registry.h"
#include "server/match/store.h"

namespace wardroom::store {

class Herald {
 public:
  virtual ~Herald() = default;
  // From any thread.
  virtual void tell(std::vector<std::string> written) = 0;
  virtual void tell(std::vector<match::Seated> seated) = 0;
  virtual void tell(lobby::Told told) = 0;
  virtual void listen(match::Store::Ears ears) = 0;  // as of the store
  virtual void hear(std::function<void(lobby::Told)> heard) = 0;
};

}  // namespace wardroom::store
