// Outages: when no server was up, as far as this one has been told. What is shown of clocks follows from it; what is
// decided about them, from what the store has.
#pragma once

#include <mutex>
#include <utility>

#include "server/calendar/calendar.h"

namespace wardroom::match {

class Outages {
 public:
  void learn(calendar::Spans spans) {
    std::lock_guard lock(mutex_);
    spans_ = std::move(spans);
  }
  calendar::Spans known() const {
    std::lock_guard lock(mutex_);
    return spans_;
  }

 private:
  mutable std::mutex mutex_;
  calendar::Spans spans_;
};

}  // namespace wardroom::match
