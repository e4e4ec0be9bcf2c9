#include "server/match/fair_queue.h"

#include <utility>

namespace wardroom::match {

bool FairQueue::push(const std::string& whose, Job job) {
  const std::lock_guard lock(mutex_);
  const auto own = queues_.find(whose);
  if (count_ >= most_ || (own != queues_.end() && own->second.size() >= most_of_one_)) return false;
  if (own == queues_.end()) turns_.push_back(whose);
  queues_[whose].push_back(std::move(job));
  ++count_;
  ++waiting_;
  return true;
}

FairQueue::Job FairQueue::pop() {
  const std::lock_guard lock(mutex_);
  std::string whose = std::move(turns_.front());
  turns_.pop_front();
  const auto own = queues_.find(whose);
  Job job = std::move(own->second.front());
  own->second.pop_front();
  --count_;
  --waiting_;
  if (own->second.empty()) {
    queues_.erase(own);
  } else {
    turns_.push_back(std::move(whose));
  }
  return job;
}

}  // namespace wardroom::match
