// Baton: one at a time across suspensions, in the order of asking. Used from one strand only.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <deque>
#include <functional>
#include <utility>

#include "server/match/await.h"

namespace wardroom::match {

class Baton {
 public:
  // Gives the turn back when it goes.
  class Hold {
   public:
    explicit Hold(Baton& turn) : turn_(&turn) {}
    Hold(Hold&& from) noexcept : turn_(std::exchange(from.turn_, nullptr)) {}
    Hold& operator=(Hold&&) = delete;
    ~Hold() {
      if (turn_) turn_->give();
    }

   private:
    Baton* turn_;
  };

  boost::asio::awaitable<Hold> take() {
    if (!taken_) {
      taken_ = true;
    } else {
      co_await wait_for<int>([this](std::function<void(int)> then) { waiting_.push_back(std::move(then)); });
    }
    co_return Hold(*this);
  }

 private:
  void give() {
    if (waiting_.empty()) {
      taken_ = false;
      return;
    }
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    next(0);  // the turn stays taken: it is his now
  }

  bool taken_ = false;
  std::deque<std::function<void(int)>> waiting_;
};

}  // namespace wardroom::match
