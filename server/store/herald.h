// Herald: tells other servers on the same database which matches were written and who sits there, and hears it from
// them. Hints: what is told may be lost.
#pragma once

#include <string>
#include <vector>

#include "server/match/store.h"

namespace wardroom::store {

class Herald {
 public:
  virtual ~Herald() = default;
  // From any thread.
  virtual void tell(std::vector<std::string> written) = 0;
  virtual void tell(std::vector<match::Seated> seated) = 0;
  virtual void listen(match::Store::Ears ears) = 0;  // as of the store
};

}  // namespace wardroom::store
