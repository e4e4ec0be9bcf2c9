#include "server/net/send_queue.h"

#include <utility>

namespace wardroom::net {

SendQueue::Put SendQueue::put(std::string message) {
  const std::size_t size = message.size();
  const std::lock_guard lock(mutex_);
  if (closed_) return Put::kClosed;
  // A connection with nothing to write takes one message of any size.
  if (messages_ > 0 && (messages_ >= limits_.queue_messages || bytes_ + size > limits_.queue_bytes ||
                        total_.load(std::memory_order_relaxed) + size > limits_.queue_total_bytes)) {
    shut();
    return Put::kFull;
  }
  ++messages_;
  bytes_ += size;
  waiting_bytes_ += size;
  total_.fetch_add(size, std::memory_order_relaxed);
  waiting_.push_back(std::move(message));
  return std::exchange(awake_, true) ? Put::kQueued : Put::kWake;
}

std::vector<std::string> SendQueue::take() {
  const std::lock_guard lock(mutex_);
  forget(bytes_ - waiting_bytes_);
  messages_ = waiting_.size();
  waiting_bytes_ = 0;
  if (waiting_.empty()) awake_ = false;
  return std::exchange(waiting_, {});
}

std::size_t SendQueue::bytes() {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

void SendQueue::close() {
  const std::lock_guard lock(mutex_);
  shut();
}

void SendQueue::shut() {
  closed_ = true;
  forget(bytes_);
  messages_ = 0;
  waiting_bytes_ = 0;
  waiting_ = {};
}

void SendQueue::forget(std::size_t bytes) {
  bytes_ -= bytes;
  total_.fetch_sub(bytes, std::memory_order_relaxed);
}

}  // namespace wardroom::net
