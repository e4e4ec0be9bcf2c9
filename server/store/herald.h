// Herald: tells other servers on the same database which matches were written, and hears it from them. A hint: what is
// told may be lost.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace wardroom::store {

class Herald {
 public:
  // Which matches another server has written; none: any may have been, while nothing could be heard.
  using Heard = std::function<void(std::vector<std::string> matches)>;

  virtual ~Herald() = default;
  virtual void tell(std::vector<std::string> matches) = 0;  // from any thread
  // Called on a thread of the herald's; when this returns, what was listening before is not called any more.
  virtual void listen(Heard heard) = 0;
};

}  // namespace wardroom::store
