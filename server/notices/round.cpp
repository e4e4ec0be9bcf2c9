#include "server/notices/round.h"

#include <spdlog/spdlog.h>

#include <utility>

namespace wardroom::notices {

Round::Round(std::function<bool()> work, std::function<void()> give_up, Settings settings)
    : work_(std::move(work)),
      give_up_(std::move(give_up)),
      settings_(std::move(settings)),
      thread_([this] { run(); }) {}

void Round::stop() {
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    stopped_.notify_all();
    if (!stopped_.wait_for(lock, settings_.patience, [this] { return ended_; })) give_up_();
  }
  if (thread_.joinable()) thread_.join();
}

void Round::run() {
  const auto rest = [this](std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return stopped_.wait_for(lock, time, [this] { return stopping_; });
  };
  bool stopping = false;
  while (!stopping) {
    bool busy = false;
    try {
      busy = work_();
    } catch (const std::exception& error) {
      spdlog::error("event=notice_failed type={}", typeid(error).name());  // it comes back after its lease
    }
    if (!busy) settings_.idle();
    stopping = rest(busy ? std::chrono::milliseconds(0) : settings_.rest);
  }
  std::lock_guard lock(mutex_);
  ended_ = true;
  stopped_.notify_all();
}

}  // namespace wardroom::notices
