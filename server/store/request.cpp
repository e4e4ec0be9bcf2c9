#include "server/store/request.h"

namespace wardroom::store {

void Inbox::put(std::unique_ptr<Request> request) {
  {
    std::lock_guard lock(mutex_);
    if (!closed_) {
      waiting_.push_back(std::move(request));
      if (waiting_.size() == 1) filled_.notify_one();
      return;
    }
  }
  request->fail(refuse(RefusalCode::kUnavailable, Text("store.closing")));
  request->answer();
}

void Inbox::close() {
  std::lock_guard lock(mutex_);
  closed_ = true;
  filled_.notify_one();
}

Inbox::Taken Inbox::take(Requests& requests, std::optional<std::chrono::milliseconds> patience) {
  requests.clear();
  std::unique_lock lock(mutex_);
  const auto ready = [&] { return closed_ || !waiting_.empty(); };
  if (!patience) {
    filled_.wait(lock, ready);
  } else if (!filled_.wait_for(lock, *patience, ready)) {
    return Taken::kNone;
  }
  if (waiting_.empty()) return Taken::kClosed;
  std::swap(requests, waiting_);
  return Taken::kSome;
}

}  // namespace wardroom::store
