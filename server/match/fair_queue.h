// FairQueue: work that waits, by whom it is for. Everyone has a queue of his own with a bound, and queues take turns:
// whoever asks for much waits behind himself. Those of one household take turns among themselves as well.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

namespace wardroom::match {

class FairQueue {
 public:
  using Job = std::function<void()>;

  // How many wait is told there.
  FairQueue(std::size_t most, std::size_t most_of_one, std::atomic<std::int64_t>& waiting)
      : most_(most), most_of_one_(most_of_one), waiting_(waiting) {}

  // False: too many wait, or too many of his household's.
  bool push(const std::string& household, Job job) { return push(household, {}, std::move(job)); }
  bool push(const std::string& household, const std::string& whose, Job job);
  Job pop();  // of whoever's turn it is; as often as pushed

 private:
  struct Household {
    void push(const std::string& whose, Job job);
    Job pop();

    std::size_t count = 0;
    std::unordered_map<std::string, std::deque<Job>> queues;  // none is empty
    std::deque<std::string> turns;                            // each of them once
  };

  const std::size_t most_;
  const std::size_t most_of_one_;
  std::atomic<std::int64_t>& waiting_;
  std::mutex mutex_;
  std::size_t count_ = 0;
  std::unordered_map<std::string, Household> households_;  // none is empty
  std::deque<std::string> turns_;                          // each of them once
};

}  // namespace wardroom::match
