#include "server/match/fair_queue.h"

#include <utility>

namespace wardroom::match {

void FairQueue::Household::push(const std::string& whose, Job job) {
  std::deque<Job>& own = queues[whose];
  if (own.empty()) turns.push_back(whose);
  own.push_back(std::move(job));
  ++count;
}

FairQueue::Job FairQueue::Household::pop() {
  std::string whose = std::move(turns.front());
  turns.pop_front();
  const auto own = queues.find(whose);
  Job job = std::move(own->second.front());
  own->second.pop_front();
  --count;
  if (own->second.empty()) {
    queues.erase(own);
  } else {
    turns.push_back(std::move(whose));
  }
  return job;
}

bool FairQueue::push(const std::string& household, const std::string& whose, Job job) {
  const std::lock_guard lock(mutex_);
  const auto own = households_.find(household);
  if (count_ >= most_ || (own != households_.end() && own->second.count >= most_of_one_)) return false;
  if (own == households_.end()) turns_.push_back(household);
  households_[household].push(whose, std::move(job));
  ++count_;
  ++waiting_;
  return true;
}

FairQueue::Job FairQueue::pop() {
  const std::lock_guard lock(mutex_);
  std::string household = std::move(turns_.front());
  turns_.pop_front();
  const auto own = households_.find(household);
  Job job = own->second.pop();
  --count_;
  --waiting_;
  if (own->second.count == 0) {
    households_.erase(own);
  } else {
    turns_.push_back(std::move(household));
  }
  return job;
}

}  // namespace wardroom::match
